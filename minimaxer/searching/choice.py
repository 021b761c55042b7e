"""Choosing among moves whose exact values are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

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
    weights = [math.exp(-strength * (best - value)) for _, value in items]
    return rng.choices([item for item, _ in items], weights)[0]
