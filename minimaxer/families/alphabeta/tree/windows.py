"""Null windows: the narrowest ones there are, right for ints and floats alike."""

from __future__ import annotations

import math


def above(value: float) -> float:
    """The least number above the value: no score lies between the two."""
    return math.nextafter(value, math.inf)


def below(value: float) -> float:
    """The greatest number below the value: no score lies between the two."""
    return math.nextafter(value, -math.inf)
