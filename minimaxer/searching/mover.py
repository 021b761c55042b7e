"""Points of view: values and bounds are for player 0 at every boundary; here they are converted for the mover and back.

The loops that visit nodes do the same inline, since a call there costs more than what it does.
"""

from __future__ import annotations

from typing import Final

from ..base.scores import Bound

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
