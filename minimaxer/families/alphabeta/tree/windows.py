"""Null windows: the narrowest possible, correct for ints and floats alike."""

from __future__ import annotations

import math


def above(value: float) -> float:
    """The smallest number above the value: no score lies between the two."""
    return math.nextafter(value, math.inf)


def below(value: float) -> float:
    """The largest number below the value: no score lies between the two."""
    return math.nextafter(value, -math.inf)
