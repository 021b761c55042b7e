"""The places of a set's items in its table in Python, computed from its iteration order.

Source: CPython, `Objects/setobject.c`.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from itertools import count, islice, takewhile
from typing import Final

LEAST: Final = 8
IN_A_ROW: Final = 9
SHIFT: Final = 5
_JUMPS: Final = 64
"""Places to probe beyond those in a row: a negative hash comes back to the same one until none of its bits is left."""
_ALL: Final = (1 << 64) - 1
_MOST_STEPS: Final = 2_000
"""Most steps of the search for places that fit; beyond it the items are entered in order."""


def places_of(value: object) -> int:
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
        taken[next(place & mask for place in count(mixed & mask) if place & mask not in taken)] = None
    return list(taken)


def numbered(hashes: list[int], mask: int) -> list[int]:
    """A table of those places: each holds the number of its item, from 1 on; 0 where there is none."""
    table = [0] * (mask + 1)
    for number, place in enumerate(in_a_row(hashes, mask), 1):
        table[place] = number
    return table


def positions(value: Collection[object]) -> list[int]:
    """The place of each item, in the set's order."""
    mask = places_of(value) - 1
    hashes = [hash(each) for each in value]
    return _fitting(hashes, mask) or filled(hashes, mask)


def _fitting(hashes: list[int], mask: int) -> list[int] | None:
    """Places in ascending order such that each item is where it was put: all that it tried before are taken; None without."""
    steps = 0

    def search(chosen: list[int], last: int) -> list[int] | None:
        nonlocal steps
        steps += 1
        if len(chosen) == len(hashes):
            tried = (takewhile(place.__ne__, probes(mixed, mask)) for mixed, place in zip(hashes, chosen, strict=True))
            return chosen if all(map(set(chosen).issuperset, tried)) else None
        if steps > _MOST_STEPS:
            return None
        left = len(hashes) - len(chosen) - 1
        failed = set[int]()
        for place in islice(probes(hashes[len(chosen)], mask), 3 * len(hashes) + _JUMPS):
            if last < place <= mask - left and place not in failed and (found := search([*chosen, place], place)) is not None:
                return found
            failed.add(place)
        return None

    return search([], -1)
