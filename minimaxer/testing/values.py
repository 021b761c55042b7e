"""Exact values of positions near the end of a game, by plain minimax: what laws are judged by."""

from __future__ import annotations

import math
from typing import Any, Final

from ..rules.likeness import says_equal
from ..scores import DECISIVE, checked_outcome, shifted
from .asking import guarded, listed
from .case import Case
from .contents import fresh
from .words import RAISED, Quoted

LEAST_EFFORT: Final = 400
"""Nodes after which a position counts as too far from the end."""


class TooFar(Exception):  # noqa: N818  # a signal, not an error
    """The end of the game is too far away."""


def exact_value(case: Case[Any, Any], method: str = "moves", effort: int = LEAST_EFFORT) -> float | None:
    """The value for player 0 under best play, wins moved towards zero by their distance; None where it is too far to see.

    Args:
        case: The position.
        method: The method that lists the moves, `moves` or `search_moves`.
        effort: The largest number of nodes to visit.

    Raises:
        MethodRaised: A method of the game raised an exception.
    """
    game = case.game
    left = effort

    def value(state: Any) -> float:
        nonlocal left
        left -= 1
        if left < 0 or case.clock.is_over:
            raise TooFar
        outcome = guarded("outcome", game.outcome, state)
        if outcome is not None:
            return _number(outcome, state)
        maximise = says_equal(guarded("player", game.player, state), 0)
        best: float | None = None
        for move in listed(method, game, state):
            found = shifted(value(guarded("play", game.play, fresh(state), move)), 1)
            if best is None or (found > best if maximise else found < best):
                best = found
        if best is None:
            if case.found.stuck is None:
                raise TooFar
            return _number(guarded("stuck", case.found.stuck, state), state)
        return best

    try:
        return value(case.state)
    except (TooFar, RecursionError):
        return None


def without_distance(value: float) -> float:
    """A value that does not tell how many plies a win takes."""
    return math.copysign(math.inf, value) if abs(value) >= DECISIVE else value


def _number(outcome: Any, state: Any) -> float:
    try:
        return checked_outcome(outcome, Quoted(state))
    except RAISED:
        raise TooFar from None  # another law tells of it
