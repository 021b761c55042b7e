"""The class of a law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from ...errors import ScoreError
from ...game.comparing import RAISED
from ..case import Case, MethodRaised, error_text
from ..findings import Severity


@frozen
class Law:
    """A law of the game protocol, checked on one state; its name is in words joined by hyphens.

    Attributes:
        check: Describes what is wrong in a state, or gives None; a ScoreError that it raises does so too.
        needs: The capability that the law is about; None if it applies to every game.
        finished: True if it applies to finished games too.
        costly: True if checking is slow, so that it is done near the end of games only.
        chance: True if it applies at chance nodes too.
        many: True if it applies to more than two players.
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
        """Describes what is wrong in a state; None if nothing is. May raise MethodRaised."""
        try:
            return self.check(case)
        except MethodRaised:
            raise
        except ScoreError as error:  # which says what a number has to be
            return str(error)
        except RAISED as error:  # what the game gives is of a kind that no law expects
            return f"what the game gives cannot be worked with: {error_text(error)}"

    def applies(self, case: Case[Any, Any]) -> bool:
        """True if the law applies to the state."""
        if self.needs is not None and self.needs not in case.found:
            return False
        return (self.chance or not case.is_chance) and (self.many or case.players <= 2) and (self.finished or case.runs)
