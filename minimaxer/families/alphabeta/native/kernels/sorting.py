"""Move ordering by sort keys: picks the next key, or sorts all of them.

A key holds, from the highest bits down, the game's own weight, what the search has learnt about the move, and the move's number:
keys are distinct, so that every ordering gives the same sequence, and only keys are moved.
"""

from __future__ import annotations

from .....compiler.runtime.intrinsics import peek, poke
from .. import layout as w


def pick(mem: int, first: int, last: int) -> int:
    """Moves the largest key of `first .. last - 1` to the front and returns it."""
    compared(mem, last - first - 1)
    best, place = peek(mem, w.KEYS + first), first
    for other in range(first + 1, last):
        key = peek(mem, w.KEYS + other)
        if key > best:
            best, place = key, other
    if place != first:
        poke(mem, w.KEYS + place, peek(mem, w.KEYS + first))
        poke(mem, w.KEYS + first, best)
    return best


def sort(mem: int, ordering: int, first: int, last: int) -> None:
    """Sorts the keys of `first .. last - 1`, largest first; does nothing if they are picked one by one."""
    if ordering == w.INSERTION:
        insertion(mem, first, last, 1)
    elif ordering == w.BUBBLE:
        bubble(mem, first, last)
    elif ordering == w.NETWORK:
        network(mem, first, last)
    elif ordering == w.SHELL:
        for gap in (57, 23, 10, 4, 1):
            if gap < last - first:
                insertion(mem, first, last, gap)


def insertion(mem: int, first: int, last: int, gap: int) -> None:
    """Insertion sort of every sequence of keys that lie `gap` apart."""
    count = 0
    for place in range(first + gap, last):
        key = peek(mem, w.KEYS + place)
        hole = place
        while hole - gap >= first:
            count += 1
            if peek(mem, w.KEYS + hole - gap) >= key:
                break
            poke(mem, w.KEYS + hole, peek(mem, w.KEYS + hole - gap))
            hole -= gap
        poke(mem, w.KEYS + hole, key)
    compared(mem, count)


def bubble(mem: int, first: int, last: int) -> None:
    """Bubble sort that ends with the first pass that moves nothing."""
    moved = True
    while moved:
        moved = False
        last -= 1
        compared(mem, last - first)
        for place in range(first, last):
            moved |= exchange(mem, place, place + 1)


def network(mem: int, first: int, last: int) -> None:
    """Batcher's odd-even merge sort, whose comparisons do not depend on the keys.

    Source: D. Knuth, "The Art of Computer Programming", volume 3, algorithm 5.2.2M.
    """
    size = last - first
    count = 0
    top = 1
    while top < size:
        top *= 2
    step = top // 2
    while step > 0:
        width, start, gap = top // 2, 0, step
        while True:
            for place in range(size - gap):
                if place & step == start:
                    count += 1
                    exchange(mem, first + place, first + place + gap)
            if width == step:
                break
            gap, width, start = width - step, width // 2, step
        step //= 2
    compared(mem, count)


def compared(mem: int, count: int) -> None:
    """Counts comparisons."""
    poke(mem, w.COMPARISONS, peek(mem, w.COMPARISONS) + count)


def exchange(mem: int, left: int, right: int) -> bool:
    """Puts the larger of two keys on the left; True if they were swapped."""
    one, other = peek(mem, w.KEYS + left), peek(mem, w.KEYS + right)
    if one >= other:
        return False
    poke(mem, w.KEYS + left, other)
    poke(mem, w.KEYS + right, one)
    return True
