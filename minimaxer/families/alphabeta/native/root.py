"""The root position of a native search: its moves in words, and the results of the searches so far."""

from __future__ import annotations

from typing import Final, Generic

from ....compiler.runtime.layout import Words, flat
from ....game.protocol import M, S
from ....native.shapes import Shapes


class Root(Generic[S, M]):
    """A position to search, updated by `Kernel.prepare` and the searches after it.

    Attributes:
        state: The position.
        words: The state as words in memory.
        player: Its mover.
        outcome: The result if the game is over there.
        moves: The moves worth searching, in the order in which the next search tries them.
        value: The mover's value by the last search.
        best: The best move by the last search.
        tried: The moves in the order in which the last search tried them.
        line: The moves of the principal variation by the last search.
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
