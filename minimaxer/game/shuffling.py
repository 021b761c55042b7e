"""Shuffling without bias, for root moves."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from ..base.checks import front_door

T = TypeVar("T")


@front_door
def shuffle(items: Iterable[T], rng: Random) -> list[T]:
    """The items in random order, every order equally likely as far as `rng` is fair; the argument stays as it is.

    Args:
        items: Any number of items.
        rng: The source of randomness; the same seed gives the same order.

    Source: R. Durstenfeld, "Algorithm 235: random permutation", CACM 7(7), 1964.

    Examples:
        >>> shuffle("abcd", Random(1)) == shuffle("abcd", Random(1))
        True
    """
    left = list(items)
    rng.shuffle(left)
    return left
