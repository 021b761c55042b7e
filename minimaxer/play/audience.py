"""Rules for the parts of a game that the people at a board may see."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import frozen

from ..errors import OptionError
from ..game.protocol import CHANCE, hides
from .session import Session


@frozen
class Audience:
    """The people at a board; decides what a terminal, a page or a file may show them of a game with hidden information."""

    session: Session[Any, Any]
    people: Collection[int]

    @property
    def knows_all(self) -> bool:
        """True if everything may be shown: nothing is hidden, the game is over, or no people play."""
        return not hides(self.session.game) or self.session.is_over or not self.people

    @property
    def sees_board(self) -> bool:
        """True if the current state may be shown; a drawing shows what the player to move knows."""
        return self.knows_all or self.session.mover in self.people

    def board(self, state: Any) -> str:
        """A state as text; drawn only in part if something is hidden from the people."""
        board = None if self.session.found.render is not None else self.session.board
        if board is not None:
            return "\n".join([board.text(state), *board.beside(state)])
        return self.session.notation.draw_anyway(state, whole=self.knows_all)

    def sees_move_of(self, player: int) -> bool:
        """True if the moves of a player may be shown; moves of chance may be cards dealt face down."""
        return self.knows_all or player != CHANCE

    def check(self, what: str) -> None:
        """Raises OptionError unless everything may be shown; `what` names the output to refuse."""
        if not self.knows_all:
            raise OptionError(f"{what} once it is over, since it tells what is hidden")
