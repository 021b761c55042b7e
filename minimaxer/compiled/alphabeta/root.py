"""The position a native search starts from: its moves in words, and what the searches so far say of them. Imports no numba."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from ...errors import RulesError
from ..native.layout import Layout, LayoutError, Words
from ..native.shapes import Shapes
from . import words as w

if TYPE_CHECKING:
    from .kernel import Kernel

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

    def keep_order(self, kernel: Kernel) -> None:
        """Puts the best move of the search that has just ended in front, unless the kernel goes by the game's own order."""
        best = kernel.words[w.ROOT_BEST]
        self.line = kernel.line()
        self.tried = self.moves
        if best >= 0:
            self.best = self.moves[best]
            if best > 0 and not kernel.is_plain:
                self.moves = [self.best, *self.moves[:best], *self.moves[best + 1 :]]


def flat(layout: Layout, state: Any) -> bytes:
    """A state as it lies in memory.

    Raises:
        RulesError: It has another shape than the game's states.
    """
    try:
        return layout.pack(state)
    except LayoutError as error:
        where = error.where.lstrip(".") or "the state"
        raise RulesError(f"expected a state like {layout}, as initial() gives, but {where} is {error.got}") from error


def played(game: Any, layout: Layout, state: Any, lines: Sequence[Words]) -> list[Any]:
    """The moves with those words, one after the other from the state on.

    Raises:
        RulesError: Python's rules have no such move.
    """
    moves = []
    for words in lines:
        move = _match(layout, game.moves(state), state, words)
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
