"""The position a native search starts from: its moves in words, and what the searches so far say of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from ...errors import RulesError
from ...rules.chance import steps
from ..native.layout import Layout, Words, flat
from ..native.shapes import Shapes

S = TypeVar("S")
M = TypeVar("M")


class Root(Generic[S, M]):
    """A position to search, as `Kernel.prepare` and the searches after it leave it.

    Attributes:
        state: The position.
        words: The same as it lies in memory.
        player: Its mover.
        outcome: The result where the game is over there.
        moves: The moves worth searching, in the order in which the next search tries them.
        value: The mover's value by the last search.
        best: The best move by the last search.
        tried: The moves in the order in which the last search tried them.
        line: The moves of the line behind it.
    """

    __slots__ = ("best", "line", "moves", "outcome", "player", "state", "tried", "value", "words")

    def __init__(self, shapes: Shapes, state: S) -> None:
        self.state: Final = state
        self.words: Final = flat(shapes.state, state)
        self.player = 0
        self.outcome: float | None = None
        self.moves: list[Words] = []
        self.value: float | None = None
        self.best: Words | None = None
        self.tried: list[Words] = []
        self.line: list[Words] = []


def played(game: Any, layout: Layout, state: Any, lines: Sequence[Words]) -> list[Any]:
    """The moves with those words, one after the other from the state on.

    Raises:
        RulesError: Python's rules have no such move.
    """
    moves = []
    for words in lines:
        move = _match(layout, steps(game, state), state, words)
        moves.append(move)
        state = game.play(state, move)
    return moves


def _match(layout: Layout, legal: Any, state: Any, words: Words) -> Any:
    single = words[0] if layout.kind == "int" else None
    for move in legal:
        if move == single or tuple(layout.flatten(move)) == words:
            return move
    raise RulesError(
        f"the compiled rules play {layout.rebuild(words)!r} in {state!r}, which Python's rules do not; please report it"
    )
