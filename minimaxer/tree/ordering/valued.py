"""Shared by the orderings: the children that carry a fresh value, and those values as the mover sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Valued(Protocol):
    """Anything with a value for player 0 and the depth at which it was assigned, such as a node."""

    value: float
    depth: int


V = TypeVar("V", bound=Valued)


def fresh_count(children: Sequence[Valued]) -> int:
    """The number of children at the front that carry a value of the latest search.

    The latest search went from front to back until a cutoff, so fresh values are in front and depths never rise.
    """
    if not children:
        return 0
    latest = children[0].depth
    count = 0
    for child in children:
        if child.depth < latest:
            break
        count += 1
    return count


def fresh_weights(children: Sequence[Valued], maximise: bool) -> list[float]:
    """The values of the fresh children for the mover, bigger is better; the children are in the order of the latest search."""
    fresh = children[: fresh_count(children)]
    return [child.value for child in fresh] if maximise else [-child.value for child in fresh]
