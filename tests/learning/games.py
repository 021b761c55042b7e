"""Small games to learn from, and what plain minimax says of them."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import minimaxer as mx


class Heap(NamedTuple):
    left: int
    player: int


class Sticks:
    """From a heap take one or two; whoever takes the last wins."""

    size = 10

    def initial(self) -> Heap:
        return Heap(self.size, 0)

    def player(self, state: Heap) -> int:
        return state.player

    def moves(self, state: Heap) -> Iterator[int]:
        for count in (1, 2):
            if count <= state.left:
                yield count

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.left - move, 1 - state.player)

    def outcome(self, state: Heap) -> int | None:
        return None if state.left else mx.WIN if state.player == 1 else mx.LOSS


class Lead(NamedTuple):
    left: int
    lead: int
    player: int


class Shares(Sticks):
    """The same, but each stick is worth a point to whoever takes it, and the last one three more: margins."""

    size = 5

    def initial(self) -> Any:
        return Lead(self.size, 0, 0)

    def play(self, state: Any, move: int) -> Any:
        won = move if state.left > move else move + 3
        return Lead(state.left - move, state.lead + (won if state.player == 0 else -won), 1 - state.player)

    def outcome(self, state: Any) -> int | None:
        return None if state.left else state.lead


class Roll(NamedTuple):
    left: int
    player: int
    rolls: bool


class Dice(Sticks):
    """One or two sticks are taken by lot, in turn; a player may pass on the lot for one."""

    size = 4

    def initial(self) -> Any:
        return Roll(self.size, 0, False)

    def player(self, state: Any) -> int:
        return mx.CHANCE if state.rolls else state.player

    def chances(self, state: Any) -> Iterator[tuple[int, float]]:
        yield 1, 0.5
        yield min(2, state.left), 0.5

    def moves(self, state: Any) -> Iterator[int]:
        yield 0
        yield 1

    def play(self, state: Any, move: int) -> Any:
        if not state.rolls and move == 0:
            return Roll(state.left, state.player, True)
        return Roll(state.left - move, 1 - state.player, False)


class Mark(enum.Enum):
    EMPTY = "."
    OURS = "x"
    THEIRS = "o"


class Row(NamedTuple):
    squares: tuple[Mark, ...]
    note: str
    player: int


class Marks:
    """Five squares in a row, marked in turn; two neighbours that are alike win."""

    def initial(self) -> Row:
        return Row((Mark.EMPTY,) * 5, "even", 0)

    def player(self, state: Row) -> int:
        return state.player

    def moves(self, state: Row) -> Iterator[int]:
        for square in range(5):
            if state.squares[square] == Mark.EMPTY:
                yield square

    def play(self, state: Row, move: int) -> Row:
        mark = Mark.OURS if state.player == 0 else Mark.THEIRS
        squares = (*state.squares[:move], mark, *state.squares[move + 1 :])
        return Row(squares, "odd" if state.note == "even" else "even", 1 - state.player)

    def outcome(self, state: Row) -> int | None:
        for square in range(4):
            if state.squares[square] != Mark.EMPTY and state.squares[square] == state.squares[square + 1]:
                return mx.WIN if state.squares[square] == Mark.OURS else mx.LOSS
        return mx.DRAW if Mark.EMPTY not in state.squares else None


def minimax(game: Any, state: Any) -> float:
    """The value for player 0 by plain minimax."""
    outcome: float | None = game.outcome(state)
    if outcome is not None:
        return outcome
    values = [minimax(game, game.play(state, move)) for move in game.moves(state)]
    if not values:
        stuck: float = game.stuck(state)
        return stuck
    return max(values) if game.player(state) == 0 else min(values)


@lru_cache(maxsize=8)
def reachable(game: Any) -> tuple[Any, ...]:
    """All positions in which the game runs."""
    found, todo = dict[Any, None](), [game.initial()]
    while todo:
        state = todo.pop()
        if state not in found and game.outcome(state) is None:
            found[state] = None
            todo += [game.play(state, move) for move in game.moves(state)]
    return tuple(found)
