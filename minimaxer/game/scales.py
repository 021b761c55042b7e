"""The scale of a game's numbers, from what its rules object says."""

from __future__ import annotations

import math
from typing import Any

from ..base.payoffs import PayoffScale
from ..base.scale import PLIES, Scale, utilities
from ..base.scores import LOSS, WIN, plain_number
from ..errors import GameError
from .capability import Capabilities
from .players import players_of


def outcomes_of(game: Any) -> Scale | PayoffScale:
    """The scale of a game's numbers, for any number of players; raises GameError if what it says of them is invalid."""
    return payoffs_of(game) if players_of(game) > 2 else scale_of(game)


def scale_of(game: Any) -> Scale:
    """The scale of a game for one or two players; errors as in `value_range`."""
    if not hasattr(game, "chances"):
        return PLIES
    return utilities(*value_range(game))


def payoffs_of(game: Any) -> PayoffScale:
    """The scale of a game for three or more players; raises GameError if `value_range` or `payoff_sum` is invalid."""
    players, total = players_of(game), payoff_sum(game)
    low, high = _given_range(game) or ((-math.inf, math.inf) if total is None else (0, math.inf))
    if total is not None:
        if not players * low <= total <= players * high:
            raise GameError(
                f"{type(game).__name__}.payoff_sum is {total:g}, which {players} payoffs from {low:g} to {high:g} cannot add up "
                "to; say by value_range = (low, high) how far they go"
            )
        high = min(high, total - (players - 1) * low)
    return PayoffScale(players, low, high, total)


def static_value(found: Capabilities[Any, Any], scale: Any, state: Any) -> Any:
    """The value of a running state without a search: by `evaluate`, on the scale given, or else `scale.unknown`."""
    return scale.unknown if found.evaluate is None else scale.evaluation(found.evaluate(state), state)


def payoff_sum(game: Any) -> float | None:
    """The sum of all players' payoffs; None where the game does not say. Raises GameError if it is no number."""
    given = getattr(game, "payoff_sum", None)
    total = plain_number(given)
    if given is not None and (total is None or not math.isfinite(total)):
        raise GameError(f"{type(game).__name__}.payoff_sum is {given!r}; expected a number, what the payoffs add up to")
    return total


def value_range(game: Any) -> tuple[float, float]:
    """The least and the greatest possible value, from the game's `value_range`; by default a loss and a win.

    Raises GameError if it is no range.
    """
    return _given_range(game) or (LOSS, WIN)


def _given_range(game: Any) -> tuple[float, float] | None:
    given = getattr(game, "value_range", None)
    if given is None:
        return None
    try:
        low, high = map(plain_number, given)
    except (TypeError, ValueError):
        low = high = None
    if low is None or high is None or not (low < high and math.isfinite(high - low)):
        raise GameError(f"{type(game).__name__}.value_range is {given!r}; expected two numbers (low, high), low below high")
    return low, high
