"""Random games that draw moves without a list of them: as likely as Python's, in every wording of a filter."""

from __future__ import annotations

import ast
import ctypes
import math
import textwrap
from collections import defaultdict
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.compiler.filters import filter_in
from minimaxer.compiler.runtime.intrinsics import counted, drawn
from minimaxer.compiler.source import source_of
from minimaxer.native.kernels.parts import below

pytestmark = pytest.mark.thorough

_WIDTH, _HEIGHT = 8, 4
_FREE = (1, 2, 9, 14, 20, 25, 31)
State = tuple[tuple[int, ...], int, int]


class Flat:
    """Takes one of seven free cells among 32; late, cell 9 wins, and cell 31 draws behind cell 1."""

    def initial(self) -> State:
        return tuple(0 if cell in _FREE else 3 for cell in range(_WIDTH * _HEIGHT)), 0, -1

    def player(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Any:
        return [cell for cell, what in enumerate(state[0]) if what == 0]

    def place(self, move: Any) -> int:
        return int(move)

    def play(self, state: State, move: Any) -> State:
        cell = self.place(move)
        return (*state[0][:cell], state[1] + 1, *state[0][cell + 1 :]), 1 - state[1], cell

    def outcome(self, state: State) -> Any:
        board, player, last = state
        if last == 9 and board.count(0) < 3:
            return mx.WIN if player == 1 else mx.LOSS
        return mx.DRAW if last == 31 and board[1] != 0 else None

    def stuck(self, state: State) -> int:
        return mx.LOSS


class ByNumber(Flat):
    def moves(self, state: State) -> Any:
        board = state[0]
        return [cell for cell in range(len(board)) if board[cell] == 0]


class Lazy(Flat):
    def moves(self, state: State) -> Any:
        board, _, _ = state
        return (cell for cell, what in enumerate(board) if not what)


class Yielding(Flat):
    def moves(self, state: State) -> Any:
        """With a docstring."""
        for cell, what in enumerate(state[0]):
            if what == 0:
                yield cell


class Appending(Flat):
    def moves(self, state: State) -> Any:
        found = []
        for cell in range(_WIDTH * _HEIGHT):
            if state[0][cell] < 1:
                found.append(cell)  # noqa: PERF401
        return found


class Pairs(Flat):
    def place(self, move: Any) -> int:
        row, column = move
        return int(row * _WIDTH + column)

    def moves(self, state: State) -> Any:
        return [(row, column) for row in range(_HEIGHT) for column in range(_WIDTH) if state[0][row * _WIDTH + column] == 0]


class YieldedPairs(Pairs):
    def moves(self, state: State) -> Any:
        board = state[0]
        for row in range(_HEIGHT):
            for column in range(_WIDTH):
                if board[row * _WIDTH + column] == 0 and row >= 0:
                    yield row, column


class Conditions(Flat):
    def moves(self, state: State) -> Any:
        return [cell * 1 for cell in range(40) if cell < 32 if state[0][cell] == 0]


class Narrowed(Flat):
    def moves(self, state: State) -> Any:
        cells = tuple(cell if what == 0 else None for cell, what in enumerate(state[0]))
        return self.numbers(cells)

    def numbers(self, cells: Any) -> Any:
        return [cell for cell in cells if cell is not None]


class Walked(Pairs):
    def moves(self, state: State) -> Any:
        found = []
        for row in range(_HEIGHT):
            for column in range(_WIDTH):
                if state[0][row * _WIDTH + column] == 0:  # noqa: SIM102
                    if column >= 0:
                        found.append((row, column))
        return found


RULES = (Flat, ByNumber, Lazy, Yielding, Appending, Pairs, YieldedPairs, Conditions, Walked)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.__name__)
def test_lengths_and_results_are_as_likely_as_pythons(rules: Any) -> None:
    """Chi-square over results by their exact shares, the mean length, and the number of moves on the way."""
    game = rules()
    shares: dict[Any, float] = defaultdict(float)
    widths: dict[int, float] = defaultdict(float)
    _walk(game, game.initial(), 0, 1.0, shares, widths)
    games = 40_000
    found = mx.playouts(mx.compile(game), games=games, seed=7)
    results: dict[Any, float] = defaultdict(float)
    for (_, result), share in shares.items():
        results[result] += share
    draws, wins, losses = (round(each.value * games) for each in (found.draws, *found.wins))
    assert _unlikely({mx.WIN: wins, mx.DRAW: draws, mx.LOSS: losses}, results, games) < 0
    assert abs(found.plies.value - sum(plies * share for (plies, _), share in shares.items())) < 5 * found.plies.error
    mean = sum(width * share for width, share in widths.items()) / sum(widths.values())
    assert math.isclose(found.branching, mean, rel_tol=0.01)
    assert filter_in(source_of(rules.moves)) is not None


def _walk(game: Any, state: Any, plies: int, share: float, shares: Any, widths: Any) -> None:
    outcome = game.outcome(state)
    moves = [] if outcome is not None else list(game.moves(state))
    if not moves:
        shares[plies, game.stuck(state) if outcome is None else outcome] += share
        return
    widths[len(moves)] += share
    for move in moves:
        _walk(game, game.play(state, move), plies + 1, share / len(moves), shares, widths)


def _unlikely(seen: dict[Any, int], shares: dict[Any, float], games: int) -> float:
    """How far chi-square lies above five deviations of its mean."""
    assert seen.keys() <= shares.keys()
    square = sum((seen.get(key, 0) - games * share) ** 2 / (games * share) for key, share in shares.items())
    free = max(1, len(shares) - 1)
    return square - free - 5 * math.sqrt(2 * free)


class Divided:
    """Has moves whose items could not be worked out where the condition does not hold, and a None among its cells."""

    def initial(self) -> Any:
        return tuple(place % 3 or None for place in range(40)), 0

    def player(self, state: Any) -> int:
        return int(state[1] % 2)

    def moves(self, state: Any) -> Any:
        return [(place, cell) for place, cell in enumerate(state[0]) if cell is not None and 12 // cell > 5]

    def play(self, state: Any, move: Any) -> Any:
        return (*state[0][: move[0]], None, *state[0][move[0] + 1 :]), state[1] + 1

    def outcome(self, state: Any) -> Any:
        return mx.DRAW if state[1] > 5 else None


class Unique(Divided):
    """Has a loop whose condition looks at the list that it makes."""

    def moves(self, state: Any) -> Any:
        found = []
        for cell in state[0]:
            if cell is not None and cell not in found:
                found.append(cell)
        return found

    def play(self, state: Any, move: Any) -> Any:
        return state[0], state[1] + 1


class Eaten(Divided):
    """Has a board that becomes empty, of whose first row the width is asked."""

    def initial(self) -> Any:
        return ((0,) * 8,) * 5, 0

    def moves(self, state: Any) -> Any:
        rows = state[0]
        return [(row, column) for row in range(len(rows)) for column in range(len(rows[0])) if rows[row][column] == 0]

    def play(self, state: Any, move: Any) -> Any:
        return state[0][1:], state[1] + 1

    def outcome(self, state: Any) -> Any:
        return None

    def stuck(self, state: Any) -> int:
        return mx.WIN


@pytest.mark.parametrize("rules", [Divided, Unique, Eaten], ids=lambda rules: rules.__name__)
def test_what_python_never_works_out_is_no_error(rules: Any) -> None:
    """Such as an item where the condition does not hold."""
    found = mx.playouts(mx.compile(rules()), games=200, seed=1)
    assert found.games == 200
    assert found.plies.value == (5 if rules is Eaten else 6)


class Many(Divided):
    """Has more moves than any search takes."""

    def initial(self) -> Any:
        return 1, 0

    def moves(self, state: Any) -> Any:
        return [place for place in range(state[0]) if place >= 0]

    def play(self, state: Any, move: Any) -> Any:
        return 5_000, state[1] + 1


def test_too_many_moves_are_an_error() -> None:
    """As they are where they are listed."""
    with pytest.raises(mx.RulesError, match="more than 4096 moves"):
        mx.playouts(mx.compile(Many()), games=20, seed=1)


@pytest.mark.parametrize(
    "body",
    [
        "return [cell for cell in state]",
        "return [cell for cell in state if self.free(cell)]",
        "return [cell for row in state for cell in row if cell]",
        "return [cell for cell in range(9) if cell in state for _ in range(2)]",
        "return {cell for cell in state if cell}",
        "state.turn = 1\nreturn [cell for cell in state if cell]",
        "taken = self.taken(state)\nreturn [cell for cell in state if cell not in taken]",
        "for cell in state:\n    if cell:\n        yield cell\n    else:\n        yield -cell",
        "for cell in state:\n    if cell:\n        yield cell\nyield 9",
        "found = [0]\nfor cell in state:\n    if cell:\n        found.append(cell)\nreturn found",
        "found = []\nfor cell in state:\n    if cell:\n        other.append(cell)\nreturn found",
        "for cell in state:\n    if cell:\n        break",
        "pass",
        "found = []\nfor cell in state:\n    if cell and cell not in found:\n        found.append(cell)\nreturn found",
        "return [12 // cell for cell in state if cell]",
        "return [self.names[cell] for cell in state if cell]",
        "return [(row, column) for row in range(9) for column in range(state.width) if state.rows[row][column]]",
    ],
)
def test_all_else_is_listed(body: str) -> None:
    """Where there is no condition, a call, a loop over what another loop gives, or more than a filter."""
    node = ast.parse("def moves(self, state):\n" + textwrap.indent(textwrap.dedent(body), "    ")).body[0]
    assert filter_in(node) is None


def test_in_python_one_of_the_list_is_drawn() -> None:
    """As kernels do where they run in Python."""
    memory = (ctypes.c_int64 * 1)(12345)
    given = range(3)
    found = {drawn(list, given, below, ctypes.addressof(memory), 0) for _ in range(50)}
    assert found == {0, 1, 2}
    assert counted(list, given) is None
