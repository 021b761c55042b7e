"""What the orderings share: which children carry a fresh value, and how those values look to the mover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Valued(Protocol):
    """Anything with a value for player 0 and the depth at which it was assigned; nodes are."""

    value: float
    depth: int


V = TypeVar("V", bound=Valued)


def fresh_count(children: Sequence[Valued]) -> int:
    """How many children at the front carry a value of the latest search.

    The latest search went from front to back until it was cut off, so fresh values stand in front and depths never rise.
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
    """The values of the fresh children, for the mover: bigger is better.

    Args:
        children: In the order of the latest search.
        maximise: Whether player 0 moves.
    """
    fresh = children[: fresh_count(children)]
    return [child.value for child in fresh] if maximise else [-child.value for child in fresh]
