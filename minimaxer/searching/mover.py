"""Points of view: values and bounds are for player 0 at every boundary; here they are converted for the mover and back.

The loops that visit nodes do the same inline, since a call there costs more than what it does. Also the choice among moves whose
exact values are known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from ..base.scores import Bound
from .options import DEFAULT_STRENGTH, AlphaBetaOptions

T = TypeVar("T")


def choose(items: Sequence[tuple[T, float]], options: AlphaBetaOptions, rng: Random) -> T:
    """One of the moves, given best first with their exact values for the mover, by `options.choice` and `options.strength`."""
    best = max(value for _, value in items)
    if options.choice == "best":
        return next(item for item, value in items if value == best)
    if options.choice == "random_best":
        return rng.choice([item for item, value in items if value == best])
    strength = DEFAULT_STRENGTH if options.strength is None else options.strength
    return rng.choices([item for item, _ in items], [math.exp(-strength * (best - value)) for _, value in items])[0]


_SWAPPED: Final = {Bound.UPPER: Bound.LOWER, Bound.LOWER: Bound.UPPER, Bound.EXACT: Bound.EXACT}
AT_LEAST: Final = (Bound.LOWER, Bound.UPPER)
"""For each player, the bound of a value where the true one is this or better for that player."""
AT_MOST: Final = (Bound.UPPER, Bound.LOWER)
"""For each player, the bound of a value where the true one is this or worse for that player."""


def for_mover(player: int, value: float) -> float:
    """A value for player 0 as that player sees it, and the other way round; chance sees it as player 0 does.

    Examples:
        >>> for_mover(0, 3), for_mover(1, 3), for_mover(1, 0.0)
        (3, -3, 0.0)
    """
    return -value if player == 1 and value else value


def bound_for_mover(player: int, bound: Bound) -> Bound:
    """A bound for player 0 as that player sees it, and the other way round."""
    return bound if player != 1 else _SWAPPED[bound]
