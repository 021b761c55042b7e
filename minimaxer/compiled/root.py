"""The position a native search starts from: its moves, in Python's objects and in words. Imports no numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from ..capability import Capabilities
from ..errors import RulesError
from ..scores import checked_outcome
from ..tree import checked_player
from . import words as w
from .layout import Layout, LayoutError
from .shapes import Shapes

if TYPE_CHECKING:
    from .kernel import Kernel

S = TypeVar("S")
M = TypeVar("M")


class Root(Generic[S, M]):
    """A position to search.

    Attributes:
        state: The position.
        player: Its mover.
        outcome: The result where the game is over there.
        legal: Its moves.
        searched: Those of them worth searching, in the order in which the next search tries them.
        value: The mover's value by the last search.
        best: The best move by the last search.
        tried: The moves in the order in which the last search tried them.
        line: The words of the moves of the line behind it.
    """

    def __init__(self, game: Any, found: Capabilities[S, M], shapes: Shapes, state: S) -> None:
        self.game: Final = game
        self.found: Final = found
        self.shapes: Final = shapes
        self.state: Final = state
        self.words: Final = flat(shapes.state, state)
        self.value: float | None = None
        self.best: M | None = None
        self.tried: list[M] = []
        self.line: list[list[int]] = []
        self.legal: list[M] = []
        self.searched: list[M] = []
        self.move_words: list[int] = []
        outcome = game.outcome(state)
        self.outcome = None if outcome is None else checked_outcome(outcome, state)
        self.player = 0
        if self.outcome is not None:
            return
        self.player = checked_player(game.player(state), state)
        self.legal = list(game.moves(state))
        if not self.legal:
            self.outcome = self._stuck()
        elif len(self.legal) > w.MOST_MOVES:
            raise RulesError(
                f"moves({state!r}) gave {len(self.legal)} moves; compiled games have at most {w.MOST_MOVES}, search the original"
            )
        elif None in self.legal:
            raise RulesError(f"moves({state!r}) gave None among the moves; take another value for a pass")

    def prepare(self) -> None:
        """Finds the moves worth searching.

        Raises:
            RulesError: There is none although there are moves.
        """
        searched = self.legal if self.found.search_moves is None else list(self.found.search_moves(self.state))
        if not searched:
            self._stuck()
        self.arrange(searched)

    def _stuck(self) -> float:
        if self.found.stuck is None:
            name = "moves" if self.found.search_moves is None else "search_moves"
            raise RulesError(
                f"{name}({self.state!r}) is empty although outcome() says that the game runs; give an outcome there, a pass "
                "as a move, or a method stuck(state)"
            )
        return checked_outcome(self.found.stuck(self.state), self.state, "stuck")

    def arrange(self, moves: list[M]) -> None:
        """Sets the order in which the next search tries the moves."""
        self.searched = moves
        layout = self.shapes.move
        self.move_words = [word for move in moves for word in layout.flatten(move)]

    def keep_order(self, kernel: Kernel) -> None:
        """Puts the best move of the search that has just ended in front, unless the kernel goes by the game's own order."""
        best = kernel.words[w.ROOT_BEST]
        self.line = kernel.line()
        self.tried = self.searched
        if best >= 0:
            self.best = self.searched[best]
            if best > 0 and kernel.words[w.ROOT_COUNT] > 0:
                self.arrange([self.searched[best], *self.searched[:best], *self.searched[best + 1 :]])

    def walk(self, lines: list[list[int]]) -> tuple[list[M], S]:
        """The moves with those words, one after the other, and the position they lead to."""
        state, moves = self.state, []
        find = self.game.moves
        for words in lines:
            move = _match(self.shapes.move, find, state, words)
            moves.append(move)
            state = self.game.play(state, move)
        return moves, state


def _match(layout: Layout, find: Callable[[Any], Any], state: Any, words: list[int]) -> Any:
    if layout.kind == "int":  # the usual case, and the quick one
        for move in find(state):
            if move == words[0]:
                return move
    for move in find(state):
        if layout.flatten(move) == words:
            return move
    raise RulesError(
        f"the compiled rules play {layout.rebuild(words)!r} in {state!r}, which Python's rules do not; please report it"
    )


def flat(layout: Layout, state: Any) -> list[int]:
    """The words of a state.

    Raises:
        RulesError: It has another shape than the game's states.
    """
    try:
        return layout.flatten(state)
    except LayoutError as error:
        where = error.where.lstrip(".") or "the state"
        raise RulesError(f"expected a state like {layout}, as initial() gives, but {where} is {error.got}") from error
