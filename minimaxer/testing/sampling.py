"""Selection of the states of a random game to examine."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from .play import Played

_MOST_LOOKED_AT: Final = 12
"""States of one game on which all laws are checked."""


def looked_at(sample: Played[Any, Any], rng: Random) -> list[int]:
    """The indices of the states to examine: the first and the last few, and some between."""
    count = len(sample.states)
    if count <= _MOST_LOOKED_AT:
        return list(range(count))
    third = _MOST_LOOKED_AT // 3
    between = rng.sample(range(third, count - third), _MOST_LOOKED_AT - 2 * third)
    return [*range(third), *sorted(between), *range(count - third, count)]


def before_the_end(sample: Played[Any, Any], plies: int) -> Iterator[int]:
    """Yields the indices of the last running states, the last first."""
    last = len(sample.states) - 2
    yield from range(last, max(-1, last - plies), -1)
