"""Whose number it is: values and bounds are for player 0 at every boundary, and here they are turned to the mover and back.

The loops that visit nodes say the same in place, since a call there costs more than what it does.
"""

from __future__ import annotations

from typing import Final

from ..base.bound import Bound

_SWAPPED: Final = {Bound.UPPER: Bound.LOWER, Bound.LOWER: Bound.UPPER, Bound.EXACT: Bound.EXACT}
AT_LEAST: Final = (Bound.LOWER, Bound.UPPER)
"""By player: what a value is called that is this or better for him."""
AT_MOST: Final = (Bound.UPPER, Bound.LOWER)
"""By player: what a value is called that is this or worse for him."""


def for_mover(player: int, value: float) -> float:
    """A value for player 0 as that player sees it, and the other way round; chance sees it as player 0.

    Examples:
        >>> for_mover(0, 3), for_mover(1, 3), for_mover(1, 0.0)
        (3, -3, 0.0)
    """
    return -value if player == 1 and value else value


def bound_for_mover(player: int, bound: Bound) -> Bound:
    """The same for what a value says about the true one."""
    return bound if player != 1 else _SWAPPED[bound]
