"""Helpers in a module of their own, as games of several modules have them."""

from __future__ import annotations

STEP = 2


def halved(number: int) -> int:
    return number // STEP


def clamp(number: int, low: int = 0, high: int = 9) -> int:
    return max(low, min(high, number))
