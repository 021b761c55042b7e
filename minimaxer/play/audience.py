"""What the people at a board may know of its game."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import frozen

from ..errors import OptionError
from ..game.hidden import hides
from ..game.protocol import CHANCE
from .session import Session


@frozen
class Audience:
    """The people at a board: all that a terminal, a page or a file shows them of a game with hidden cards goes by this.

    Args:
        session: The game.
        people: The players that are people.
    """

    session: Session[Any, Any]
    people: Collection[int]

    @property
    def knows_all(self) -> bool:
        """Whether everything may be shown: nothing is hidden from anybody, or no longer, or nobody plays who must not see it."""
        return not hides(self.session.game) or self.session.is_over or not self.people

    @property
    def sees_board(self) -> bool:
        """Whether the state may be shown, of which a drawing shows what the player to move knows."""
        return self.knows_all or self.session.mover in self.people

    def board(self, state: Any) -> str:
        """A state that may be shown, in text; without the whole of it where something is hidden."""
        return self.session.notation.draw_anyway(state, whole=self.knows_all)

    def sees_move_of(self, player: int) -> bool:
        """Whether the moves of a player may be told: not those of chance, which may be cards dealt face down."""
        return self.knows_all or player != CHANCE

    def check(self, what: str) -> None:
        """Raises OptionError where not everything may be shown, of what would show it."""
        if not self.knows_all:
            raise OptionError(f"{what} once it is over, since it tells what is hidden")
