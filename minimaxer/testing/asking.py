"""Calls of a game's methods, safe against whatever they do."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from ..base.overdue import Overdue
from ..errors import RulesError
from ..game.chance import checked_chances
from ..game.comparing import says_equal
from ..game.ending import MOST_MOVES
from ..game.protocol import CHANCE
from .words import RAISED, error_text, shown

RAISES: Final = "methods-do-not-raise"
CHANCES: Final = "chances-are-probabilities"
ENDLESS_MOVES: Final = "moves-come-to-an-end"


class MethodRaised(Exception):  # noqa: N818  # a signal, not an error
    """A method of the game raised an exception, or gave something unusable: `error` is the exception, or says what is wrong.

    `law` is the law that it breaks, and `diagnosis` the fault in words, if it is not that error.
    """

    def __init__(self, method: str, error: BaseException, law: str = RAISES, diagnosis: str = "") -> None:
        super().__init__(method)
        self.method = method
        self.error = error
        self.law = law
        self._diagnosis = diagnosis

    @property
    def diagnosis(self) -> str:
        """The fault in words."""
        return self._diagnosis or f"{self.method}() raised {error_text(self.error)}"


class EndlessCall(BaseException):  # a signal, which ends the examination
    """A method of the game did not return in time."""

    law = "methods-come-to-an-end"


def guarded(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a method, reported under the name given; raises MethodRaised for its exceptions, EndlessCall if it took too long."""
    try:
        return call(*arguments)
    except MethodRaised:
        raise
    except Overdue:
        where = f" in {shown(arguments[0])}" if arguments else ""
        raise EndlessCall(f"{name}() does not come back{where}; does its loop end?") from None
    except RAISED as error:
        raise MethodRaised(name, error) from error


def state_given(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """The state that a call returns; raises MethodRaised if it raised an exception, or returned None."""
    state = guarded(name, call, *arguments)
    if state is None:
        raise MethodRaised(name, TypeError("it gives None, which is no state; is a return missing?"))
    return state


def listed(name: str, game: Any, state: Any) -> list[Any]:
    """The moves that a method lists; raises MethodRaised if it raised an exception, or the moves do not come to an end."""
    moves: list[Any] = guarded(name, lambda: list(islice(getattr(game, name)(state), MOST_MOVES + 1)))
    if len(moves) > MOST_MOVES:
        much = f"{name}() gives more than {MOST_MOVES:,} moves"
        raise MethodRaised(name, RuntimeError(much), ENDLESS_MOVES, f"{much} in one state; does its loop end?")
    return moves


def following(game: Any, state: Any) -> tuple[list[Any], list[float] | None]:
    """The moves of a running state; at a chance node the chance outcomes and their probabilities.

    Raises MethodRaised if a method raised an exception, or `chances` gave no probabilities.
    """
    if not hasattr(game, "chances") or not says_equal(guarded("player", game.player, state), CHANCE):
        return listed("moves", game, state), None
    given = listed("chances", game, state)
    try:
        pairs = list(checked_chances(given, state))
    except RulesError as error:
        raise MethodRaised("chances", error, CHANCES, str(error)) from None
    return [move for move, _ in pairs], [probability for _, probability in pairs]
