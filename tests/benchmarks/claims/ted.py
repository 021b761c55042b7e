"""Ted's Computer World, "Sorting, Shuffling & Dealing": the part on sorting.

His sorts are written in Python as he printed them, since he timed interpreted BASIC. What they compare and write is counted by
values that count how often they are compared, in a list that counts how often it is written to.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final

from .timing import in_turn

SIZE: Final = 10_000
MOST: Final = 12_500
"""The greatest number that is sorted without comparing, which is what his mirror array has room for."""
Sort = Callable[[list[Any]], None]


def knuth(size: int) -> list[int]:
    """Gaps 1, 4, 13, 40, ... from one lower than the greatest below the size, falling."""
    return _falling(size, lambda gap: 3 * gap + 1)[1:] or [1]


def knuth_from_the_top(size: int) -> list[int]:
    """The same from the greatest below the size."""
    return _falling(size, lambda gap: 3 * gap + 1) or [1]


def powers(size: int) -> list[int]:
    """Gaps 1, 3, 7, 15, ..., from one lower than the greatest below the size, falling."""
    return _falling(size, lambda gap: 2 * gap + 1)[1:] or [1]


def _falling(size: int, after: Callable[[int], int]) -> list[int]:
    gaps, gap = [], 1
    while gap < size:
        gaps.append(gap)
        gap = after(gap)
    return gaps[::-1]


def shell(values: list[Any], gaps: Callable[[int], list[int]] = knuth) -> None:
    """Shell's sort: makes room step by step, then places the value."""
    for gap in gaps(len(values)):
        for place in range(gap, len(values)):
            value, left = values[place], place - gap
            while left >= 0 and value < values[left]:
                values[left + gap] = values[left]
                left -= gap
            values[left + gap] = value


def shell_by_powers(values: list[Any]) -> None:
    """With the gaps 2^n - 1."""
    shell(values, powers)


def shell_from_the_top(values: list[Any]) -> None:
    """With Knuth's gaps from the greatest."""
    shell(values, knuth_from_the_top)


def shell_swapping(values: list[Any]) -> None:
    """His own: swaps at each step instead."""
    for gap in knuth(len(values)):
        for place in range(gap, len(values)):
            left = place - gap
            while left >= 0 and values[left + gap] < values[left]:
                values[left], values[left + gap] = values[left + gap], values[left]
                left -= gap


def heap(values: list[Any]) -> None:
    """Heap sort."""

    def sift(root: int, end: int) -> None:
        value = values[root]
        while (child := 2 * root + 1) < end:
            if child + 1 < end and values[child] < values[child + 1]:
                child += 1
            if not value < values[child]:
                break
            values[root] = values[child]
            root = child
        values[root] = value

    for root in range(len(values) // 2 - 1, -1, -1):
        sift(root, len(values))
    for end in range(len(values) - 1, 0, -1):
        values[0], values[end] = values[end], values[0]
        sift(0, end)


def merge(values: list[Any]) -> None:
    """Merge sort from the bottom up, without recursion."""
    size, width = len(values), 1
    source, target = values, type(values)(values)
    while width < size:
        for start in range(0, size, 2 * width):
            left, middle, end = start, min(start + width, size), min(start + 2 * width, size)
            right = middle
            for place in range(start, end):
                if left < middle and (right == end or not source[right] < source[left]):
                    target[place] = source[left]
                    left += 1
                else:
                    target[place] = source[right]
                    right += 1
        source, target, width = target, source, 2 * width
    if source is not values:
        for place in range(size):
            values[place] = source[place]


def selection(values: list[Any]) -> None:
    """Selection sort."""
    for place in range(len(values) - 1):
        least = place
        for other in range(place + 1, len(values)):
            if values[other] < values[least]:
                least = other
        values[place], values[least] = values[least], values[place]


def insertion(values: list[Any]) -> None:
    """Insertion sort."""
    for place in range(1, len(values)):
        value, left = values[place], place - 1
        while left >= 0 and value < values[left]:
            values[left + 1] = values[left]
            left -= 1
        values[left + 1] = value


SORTS: Final[dict[str, Sort]] = {
    "Shell's, Knuth's gaps": shell,
    "Shell's, swapping": shell_swapping,
    "Shell's, Knuth's gaps from the greatest": shell_from_the_top,
    "Shell's, gaps 2^n - 1": shell_by_powers,
    "heap": heap,
    "merge": merge,
}
SLOW: Final[dict[str, Sort]] = {"insertion": insertion, "selection": selection}
"""Those whose time grows with the square of the length."""


class Counting:
    """What a sort does: comparisons, and writes to its lists."""

    comparisons = 0
    writes = 0


def counted(sort: Sort, numbers: list[int]) -> Counting:
    """What a sort of these numbers does."""
    counts = Counting()

    class Value(int):
        def __lt__(self, other: int) -> bool:
            counts.comparisons += 1
            return int(self) < int(other)

    class Values(list[Value]):
        def __setitem__(self, place: Any, value: Any) -> None:
            counts.writes += 1
            super().__setitem__(place, value)

    values = Values(map(Value, numbers))
    sort(values)
    assert values == sorted(numbers)
    return counts


def by_map(values: list[int]) -> None:
    """Marks each value in a mirror list, and reads the marks off; of equal values all but one would be lost."""
    marks, number = [0] * (MOST + 1), 0
    for value in values:
        marks[value] = -1
    for place in range(len(values)):
        number += 1
        while marks[number] == 0:
            number += 1
        values[place] = number


def by_counting(values: list[int]) -> None:
    """Counts each value, and writes it as often."""
    counts, number = [0] * (MOST + 1), 1
    for value in values:
        counts[value] += 1
    for place in range(len(values)):
        while counts[number] == 0:
            number += 1
        values[place] = number
        counts[number] -= 1


def by_bits(values: list[int]) -> None:
    """Marks each value by one bit of sixteen; of equal values all but one would be lost."""
    words, place = [0] * (MOST // 16 + 1), 0
    for value in values:
        words[value >> 4] |= 1 << (value & 15)
    for number, word in enumerate(words):
        for bit in range(16):
            if word & 1 << bit:
                values[place] = 16 * number + bit
                place += 1


WITHOUT_COMPARING: Final[dict[str, Sort]] = {"marks": by_map, "counts": by_counting, "bits": by_bits}

SPREAD: Final = """
while gap:
    for place in range(gap, size):
        left = place - gap
        while left >= 0:
            if values[left] <= values[left + gap]:
                break
            values[left], values[left + gap] = values[left + gap], values[left]
            left -= gap
    gap //= 3
"""
PACKED: Final = """
while gap:
  for place in range(gap, size):
    left = place - gap
    while left >= 0:
      if values[left] <= values[left + gap]: break
      values[left], values[left + gap] = values[left + gap], values[left]; left -= gap
  gap //= 3
"""
"""His packed sort, spread and in as few lines as Python takes it."""


def instructions(source: str) -> list[tuple[str, object]]:
    """The instructions of a piece of source."""
    return [(each.opname, each.argrepr) for each in dis.get_instructions(compile(source, "", "exec"))]


def sorted_by(sort: Sort, numbers: list[int]) -> list[int]:
    """A sorted copy."""
    values = numbers.copy()
    sort(values)
    return values


def compared() -> Iterator[dict[str, Any]]:
    """The sorts by comparisons: what they count and take."""
    rng = Random(1)
    numbers = [rng.randrange(10**6) for _ in range(SIZE)]
    times = in_turn({name: partial(sorted_by, sort, numbers) for name, sort in SORTS.items()}, 21)
    times |= in_turn({name: partial(sorted_by, sort, numbers) for name, sort in SLOW.items()}, 2)
    for name, sort in (SORTS | SLOW).items():
        counts = counted(sort, numbers)
        yield {"sort": name, "comparisons": counts.comparisons, "writes": counts.writes, **times[name].to_dict()}


def without_comparing() -> Iterator[dict[str, Any]]:
    """The three ways that compare nothing, and the quickest of Shell's, on numbers without duplicates."""
    numbers = Random(1).sample(range(1, MOST + 1), SIZE)
    ways = WITHOUT_COMPARING | {"Shell's, swapping": shell_swapping, "built-in": list.sort}
    for name, took in in_turn({name: partial(sorted_by, sort, numbers) for name, sort in ways.items()}, 21).items():
        yield {"sort": name, **took.to_dict()}


def measure() -> dict[str, Any]:
    """All of it."""
    return {
        "size": SIZE,
        "sorts": list(compared()),
        "without_comparing": list(without_comparing()),
        "packed_is_the_same": instructions(SPREAD) == instructions(PACKED),
    }
