"""One game in many forms of state: five in a row of cells, which a player fills or moves to; each form knows its own truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import minimaxer as mx

COLUMNS, ROWS = 5, 4
Men = dict[tuple[int, int], int]
"""The player of each man, by row and column."""


class Man(NamedTuple):
    row: int
    col: int
    owner: int


class Placed:
    """A man that knows where it stands, of a plain class."""

    def __init__(self, position: tuple[int, int], owner: int) -> None:
        self.position = position
        self.owner = owner

    def __repr__(self) -> str:
        return f"Placed({self.position}, {self.owner})"


def as_signs(men: Men) -> list[str]:
    return [".xo"[1 + men.get((row, col), -1)] for row in range(ROWS) for col in range(COLUMNS)]


def as_rows(men: Men) -> list[list[str]]:
    signs = as_signs(men)
    return [signs[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]


def _bits(men: Men, owner: int) -> int:
    return sum(1 << row * COLUMNS + col for (row, col), who in men.items() if who == owner)


def _array(men: Men) -> Any:
    import numpy as np

    return np.array([[1 + men.get((row, col), -1) for col in range(COLUMNS)] for row in range(ROWS)])


FORMS: dict[str, Callable[[Men], Any]] = {
    "a tuple of cells": lambda men: tuple(as_signs(men)),
    "a list of numbers": lambda men: [".xo".index(sign) for sign in as_signs(men)],
    "rows": lambda men: tuple(map(tuple, as_rows(men))),
    "rows as texts": lambda men: tuple("".join(row) for row in as_rows(men)),
    "a text": lambda men: "".join(as_signs(men)),
    "lines of a text": lambda men: "\n".join("".join(row) for row in as_rows(men)),
    "ranks of a text": lambda men: "/".join("".join(row) for row in as_rows(men)),
    "None and names": lambda men: [None if sign == "." else {"x": "black", "o": "white"}[sign] for sign in as_signs(men)],
    "a dict of pairs": lambda men: {(row, col): "xo"[who] for (row, col), who in men.items()},
    "a dict of all pairs": lambda men: {(row, col): men.get((row, col)) for row in range(ROWS) for col in range(COLUMNS)},
    "a set for each player": lambda men: tuple(frozenset(at for at, who in men.items() if who == each) for each in (0, 1)),
    "men with fields": lambda men: [Man(row, col, who) for (row, col), who in sorted(men.items())],
    "men with a place": lambda men: [Placed(at, who) for at, who in sorted(men.items())],
    "bits": lambda men: {"first": _bits(men, 0), "second": _bits(men, 1)},
    "an array": _array,
}
"""States by what they are."""


class State:
    """The board in its form, the player to move, and a count of moves; the truth is kept aside, where no finder looks."""

    def __init__(self, board: Any, player: int, turn: int) -> None:
        self.board = board
        self.player = player
        self.turn = turn


class Lines:
    """Fill cells; the board is full at the end. With `moving`, each player has three men, which step to a free neighbour."""

    def __init__(self, form: str, moving: bool = False) -> None:
        self.form = form
        self.moving = moving
        self.truth: dict[int, Men] = {}

    def _state(self, men: Men, player: int, turn: int) -> State:
        state = State(FORMS[self.form](men), player, turn)
        self.truth[id(state)] = men
        self._kept = [*getattr(self, "_kept", []), state]
        return state

    def initial(self) -> State:
        begun = {(0, 0): 1, (0, 2): 1, (0, 4): 1, (3, 0): 0, (3, 2): 0, (3, 4): 0} if self.moving else {}
        return self._state(begun, 0, 0)

    def player(self, state: State) -> int:
        return state.player

    def moves(self, state: State) -> Iterator[Any]:
        men = self.truth[id(state)]
        for row in range(ROWS):
            for col in range(COLUMNS):
                if not self.moving:
                    if (row, col) not in men:
                        yield row, col
                elif men.get((row, col)) == state.player:
                    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                        target = row + down, col + right
                        if 0 <= target[0] < ROWS and 0 <= target[1] < COLUMNS and men.get(target) != state.player:
                            yield (row, col), target

    def play(self, state: State, move: Any) -> State:
        men = dict(self.truth[id(state)])
        if self.moving:
            start, target = move
            men[target] = men.pop(start)
        else:
            men[move] = state.player
        return self._state(men, 1 - state.player, state.turn + 1)

    def outcome(self, state: State) -> int | None:
        men = self.truth[id(state)]
        if self.moving:
            left = [list(men.values()).count(player) for player in (0, 1)]
            return mx.WIN if not left[1] else mx.LOSS if not left[0] else 0 if state.turn >= 30 else None
        return 0 if len(men) == ROWS * COLUMNS else None
