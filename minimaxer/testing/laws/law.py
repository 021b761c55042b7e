"""What a law is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from ..asking import MethodRaised
from ..case import Case
from ..report import Severity
from ..words import RAISED, told


@frozen
class Law:
    """One law.

    Attributes:
        name: Its name, in words joined by hyphens.
        check: Says what is wrong in a state, or None.
        needs: The capability without which the law has nothing to say.
        finished: Whether it holds for finished games too.
        costly: Whether checking takes long, so that it is done near the end of games only.
        severity: How much it matters that a game breaks it.
        chance: Whether it holds where chance decides too.
        many: Whether it has a meaning for more than two players.
    """

    name: str
    check: Callable[[Case[Any, Any]], str | None]
    needs: str | None = None
    finished: bool = False
    costly: bool = False
    severity: Severity = "error"
    chance: bool = True
    many: bool = True

    def broken(self, case: Case[Any, Any]) -> str | None:
        """What is wrong in a state, or None.

        Raises:
            MethodRaised: A method of the game raised an exception.
        """
        try:
            return self.check(case)
        except MethodRaised:
            raise
        except RAISED as error:  # what the game gives is of a kind that no law expects
            return f"what the game gives cannot be worked with: {told(error)}"

    def applies(self, case: Case[Any, Any]) -> bool:
        """Whether the law has something to say of the state."""
        if self.needs is not None and self.needs not in case.found:
            return False
        fits = (self.chance or not case.is_chance) and (self.many or case.players <= 2)
        return fits and (self.finished or case.runs)
