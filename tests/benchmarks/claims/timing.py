"""Times of several ways to do the same, run in turn."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

from attrs import asdict, frozen


@frozen
class Time:
    """What one way takes.

    Attributes:
        seconds: CPU time of the quickest run.
        ratio: The median of its time divided by that of the first way in the same round.
        low: The first quartile of these ratios.
        high: The third.
    """

    seconds: float
    ratio: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return asdict(self)


def in_turn(ways: Mapping[str, Callable[[], object]], rounds: int = 15) -> dict[str, Time]:
    """Runs each way once without timing it, then all of them in turn, round by round."""
    for work in ways.values():
        work()
    return compared(dict(zip(ways, _rounds(ways, rounds), strict=True)))


def compared(times: Mapping[str, list[float]]) -> dict[str, Time]:
    """Times of the same rounds, against the first way's."""
    first = next(iter(times.values()))
    found = {}
    for name, mine in times.items():
        ratios = [one / other for one, other in zip(mine, first, strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        found[name] = Time(min(mine), middle, low, high)
    return found


def _rounds(ways: Mapping[str, Callable[[], object]], rounds: int) -> list[list[float]]:
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(rounds):
        for mine, work in zip(times, ways.values(), strict=True):
            began = time.process_time()
            work()
            mine.append(time.process_time() - began)
    return times
