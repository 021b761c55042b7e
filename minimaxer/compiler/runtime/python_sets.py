"""The places of a set's items in its table in Python, computed from its iteration order.

Source: CPython, `Objects/setobject.c`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

LEAST: Final = 8
IN_A_ROW: Final = 9
SHIFT: Final = 5
_JUMPS: Final = 64
"""Places to probe beyond those in a row: a negative hash comes back to the same one until none of its bits is left."""
_ALL: Final = (1 << 64) - 1
_MOST_STEPS: Final = 2_000
"""Most steps of the search for places that fit; beyond it the items are entered in order."""


def places_of(value: Any) -> int:
    """The number of places of a set's table."""
    return max(LEAST, (sys.getsizeof(value) - sys.getsizeof(type(value)())) // 16)


def probes(mixed: int, mask: int) -> Iterator[int]:
    """The places where a value of that hash may be, in Python's order."""
    rest = mixed & _ALL
    first = rest & mask
    while True:
        last = IN_A_ROW if first + IN_A_ROW <= mask else 0
        yield from range(first, first + last + 1)
        rest >>= SHIFT
        first = (first * 5 + 1 + rest) & mask


def filled(hashes: list[int], mask: int) -> list[int]:
    """The places of items that are put into an empty table, one after the other."""
    taken: dict[int, None] = {}
    for mixed in hashes:
        taken[next(place for place in probes(mixed, mask) if place not in taken)] = None
    return list(taken)


def in_a_row(hashes: list[int], mask: int) -> list[int]:
    """The places of items of which each takes the next free one: the layout of compiled sets that are not iterated."""
    taken: dict[int, None] = {}
    for mixed in hashes:
        place = mixed & mask
        while place in taken:
            place = (place + 1) & mask
        taken[place] = None
    return list(taken)


def numbered(hashes: list[int], mask: int) -> list[int]:
    """A table of those places: each holds the number of its item, from 1 on; 0 where there is none."""
    table = [0] * (mask + 1)
    for number, place in enumerate(in_a_row(hashes, mask), 1):
        table[place] = number
    return table


def positions(value: Any) -> list[int]:
    """The place of each item, in the set's order."""
    mask = places_of(value) - 1
    hashes = [hash(each) for each in value]
    return _Fitting(hashes, mask).found() or filled(hashes, mask)


class _Fitting:
    """A search for places in ascending order such that each item is where it was put: all places it tried before are taken."""

    def __init__(self, hashes: list[int], mask: int) -> None:
        self._hashes = hashes
        self._mask = mask
        self._steps = 0

    def found(self) -> list[int] | None:
        """The places; None where none were found."""
        return self._from([], -1)

    def _from(self, chosen: list[int], last: int) -> list[int] | None:
        self._steps += 1
        if len(chosen) == len(self._hashes):
            return chosen if self._fits(chosen) else None
        if self._steps > _MOST_STEPS:
            return None
        left = len(self._hashes) - len(chosen) - 1
        for place in dict.fromkeys(self._first_probes(self._hashes[len(chosen)])):
            if last < place <= self._mask - left:
                found = self._from([*chosen, place], place)
                if found is not None:
                    return found
        return None

    def _first_probes(self, mixed: int) -> Iterator[int]:
        return (place for place, _ in zip(probes(mixed, self._mask), range(3 * len(self._hashes) + _JUMPS), strict=False))

    def _fits(self, chosen: list[int]) -> bool:
        taken = set(chosen)
        for mixed, place in zip(self._hashes, chosen, strict=True):
            for tried in probes(mixed, self._mask):
                if tried == place:
                    break
                if tried not in taken:
                    return False
        return True
