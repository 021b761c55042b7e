"""The position a native search starts from: its moves in words, and what the searches so far say of them."""

from __future__ import annotations

from typing import Final, Generic

from ....compiler.runtime.layout import Words, flat
from ....game.protocol import M, S
from ....native.shapes import Shapes


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
