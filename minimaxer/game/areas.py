"""Areas of a board's picture, as a game's `areas` gives them."""

from __future__ import annotations

import math
from typing import Any

from ..base.scores import plain_number


def is_area(given: Any) -> bool:
    """True for a rectangle: left edge, upper edge, width and height, the last two above 0.

    Examples:
        >>> is_area((14, 14, 40, 40)), is_area((14, 14, 40)), is_area((14, 14, 40, 0))
        (True, False, False)
    """
    if not isinstance(given, (tuple, list)) or len(given) != 4:
        return False
    numbers = [plain_number(each) for each in given]
    if any(each is None or not math.isfinite(each) for each in numbers):
        return False
    return bool(given[2] > 0 and given[3] > 0)
