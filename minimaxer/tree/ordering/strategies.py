"""Orderings as plain functions, the fresh values they sort by, sorting networks, and the check of orderings that users write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final, Protocol, TypeVar

from ...errors import OptionError
from ..game_tree import Ordering
from ..node import N

Comparators = tuple[tuple[int, int], ...]

# fmt: off
NETWORKS: Final[dict[int, Comparators]] = {
    2: ((0, 1),),
    3: ((0, 2), (0, 1), (1, 2)),
    4: ((0, 2), (1, 3), (0, 1), (2, 3), (1, 2)),
    5: ((0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)),
    6: ((0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5), (0, 1), (2, 3), (4, 5), (1, 2), (3, 4)),
    7: ((0, 6), (2, 3), (4, 5), (0, 2), (1, 4), (3, 6), (0, 1), (2, 5), (3, 4), (1, 2), (4, 6), (2, 3), (4, 5), (1, 2), (3, 4),
        (5, 6)),
    8: ((0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7), (0, 1), (2, 3), (4, 5), (6, 7), (2, 4), (3, 5), (1, 4),
        (3, 6), (1, 2), (3, 4), (5, 6)),
    9: ((0, 3), (1, 7), (2, 5), (4, 8), (0, 7), (2, 4), (3, 8), (5, 6), (0, 2), (1, 3), (4, 5), (7, 8), (1, 4), (3, 6), (5, 7),
        (0, 1), (2, 4), (3, 5), (6, 8), (2, 3), (4, 5), (6, 7), (1, 2), (3, 4), (5, 6)),
    10: ((0, 8), (1, 9), (2, 7), (3, 5), (4, 6), (0, 2), (1, 4), (5, 8), (7, 9), (0, 3), (2, 4), (5, 7), (6, 9), (0, 1),
         (3, 6), (8, 9), (1, 5), (2, 3), (4, 8), (6, 7), (1, 2), (3, 5), (4, 6), (7, 8), (2, 3), (4, 5), (6, 7), (3, 4), (5, 6)),
    11: ((0, 9), (1, 6), (2, 4), (3, 7), (5, 8), (0, 1), (3, 5), (4, 10), (6, 9), (7, 8), (1, 3), (2, 5), (4, 7), (8, 10),
         (0, 4), (1, 2), (3, 7), (5, 9), (6, 8), (0, 1), (2, 6), (4, 5), (7, 8), (9, 10), (2, 4), (3, 6), (5, 7), (8, 9),
         (1, 2), (3, 4), (5, 6), (7, 8), (2, 3), (4, 5), (6, 7)),
    12: ((0, 8), (1, 7), (2, 6), (3, 11), (4, 10), (5, 9), (0, 1), (2, 5), (3, 4), (6, 9), (7, 8), (10, 11), (0, 2), (1, 6),
         (5, 10), (9, 11), (0, 3), (1, 2), (4, 6), (5, 7), (8, 11), (9, 10), (1, 4), (3, 5), (6, 8), (7, 10), (1, 3), (2, 5),
         (6, 9), (8, 10), (2, 3), (4, 5), (6, 7), (8, 9), (4, 6), (5, 7), (3, 4), (5, 6), (7, 8)),
}
# fmt: on
"""For each length the pairs of places to compare, in order; with 1, 3, 5, 9, 12, 16, 19, 25, 29, 35 and 39 comparisons.

Source: the smallest networks known; D. Knuth, The Art of Computer Programming 3, section 5.3.4, and B. Dobbelaere's list of
sorting networks. The tests prove each by the 0-1 principle.
"""


def network(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first, up to 12 by a sorting network, more by insertion; equal values may change places."""
    weights = fresh_weights(children, maximise)
    comparators = NETWORKS.get(len(weights))
    if comparators is None:
        insert_with_gap(children, weights, 1)
        return children
    for i, j in comparators:
        if weights[i] < weights[j]:
            weights[i], weights[j] = weights[j], weights[i]
            children[i], children[j] = children[j], children[i]
    return children


LARGEST_RANGE: Final = 256
"""Values further apart than this are sorted by insertion: the buckets would cost more than the comparisons saved."""


class Valued(Protocol):
    """Anything with a value for player 0 and the depth at which it was assigned, such as a node."""

    value: float
    depth: int


V = TypeVar("V", bound=Valued)


def fresh_count(children: Sequence[Valued]) -> int:
    """The number of children at the front that carry a value of the latest search. The latest search went from front to back
    until a cutoff, so fresh values are in front and depths never rise.
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


def unordered(children: list[V], maximise: bool) -> list[V]:
    """Leaves the children as they were made."""
    return children


_value = attrgetter("value")


def builtin(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first with `sorted`; stable.

    Source: T. Peters, "Timsort", listsort.txt of CPython.
    """
    count = fresh_count(children)
    children[:count] = sorted(children[:count], key=_value, reverse=maximise)
    return children


def bubble(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first by passes that swap neighbours in the wrong order; stable.

    Source: D. Knuth, The Art of Computer Programming 3, section 5.2.2, algorithm B.
    """
    weights = fresh_weights(children, maximise)
    end = len(weights)
    while end > 1:
        last = 0
        for i in range(1, end):
            if weights[i] > weights[i - 1]:
                weights[i - 1], weights[i] = weights[i], weights[i - 1]
                children[i - 1], children[i] = children[i], children[i - 1]
                last = i
        end = last
    return children


def early_exit_bubble(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first; a pass ends at the first child whose value is from an older search. Stable.

    The list is nearly sorted already, best first as of the search before, so that one or two passes over the few fresh
    children do.

    Source: D. Wilson, "Minimaxer part 4: code optimisation", by its description. The code printed there compares the depths the
    other way round and so never stops in such a list, which puts stale values in front.
    """
    if len(children) < 2:
        return children
    changed = True
    if maximise:
        while changed:
            changed = False
            before = children[0]
            i = -1
            for child in children:
                i += 1
                if child.depth < before.depth:
                    break
                if child.value > before.value:
                    children[i - 1] = child
                    children[i] = before
                    changed = True
                else:
                    before = child
    else:
        while changed:
            changed = False
            before = children[0]
            i = -1
            for child in children:
                i += 1
                if child.depth < before.depth:
                    break
                if child.value < before.value:
                    children[i - 1] = child
                    children[i] = before
                    changed = True
                else:
                    before = child
    return children


def insertion(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first by inserting each among those before it; stable.

    Source: D. Knuth, The Art of Computer Programming 3, section 5.2.1, algorithm S.
    """
    insert_with_gap(children, fresh_weights(children, maximise), 1)
    return children


def insert_with_gap(children: list[V], weights: list[float], gap: int) -> None:
    """Sorts the children that are `gap` apart, and their weights with them, biggest weight first."""
    for i in range(gap, len(weights)):
        weight = weights[i]
        j = i
        while j >= gap and weights[j - gap] < weight:
            j -= gap
        if j == i:
            continue
        child = children[i]
        for k in range(i, j, -gap):
            weights[k] = weights[k - gap]
            children[k] = children[k - gap]
        weights[j] = weight
        children[j] = child


def shell(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first by insertion over shrinking gaps, ... 40, 13, 4, 1; equal values may change places.

    The first gap is the largest that is shorter than the list.

    Source: D. Shell, "A high-speed sorting procedure", CACM 2(7), 1959; gaps (3^k - 1) / 2: D. Knuth, The Art of Computer
    Programming 3, section 5.2.1.
    """
    weights = fresh_weights(children, maximise)
    gap = 1
    while 3 * gap + 1 < len(weights):
        gap = 3 * gap + 1
    while gap:
        insert_with_gap(children, weights, gap)
        gap //= 3
    return children


def counting(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first by putting each into the bucket of its value, without comparing two of them; stable.

    Where a value is not an `int`, or the values lie more than `LARGEST_RANGE` apart, it is an insertion sort.

    Source: H. Seward 1954, in D. Knuth, The Art of Computer Programming 3, section 5.2, algorithm D.
    """
    weights = fresh_weights(children, maximise)
    if len(weights) < 2:
        return children
    best = max(weights)
    span = best - min(weights)
    if span > LARGEST_RANGE or not all(isinstance(weight, int) for weight in weights):
        insert_with_gap(children, weights, 1)
        return children
    buckets: list[list[V]] = [[] for _ in range(int(span) + 1)]
    for weight, child in zip(weights, children, strict=False):
        buckets[int(best - weight)].append(child)
    children[: len(weights)] = [child for bucket in buckets for child in bucket]
    return children


def lazy_pick(children: list[V], maximise: bool) -> Iterator[V]:
    """Gives the fresh children best first, each picked only when it is needed; then the rest in their order. Stable.

    A cutoff after the first child costs one scan instead of a sort. The child picked is moved to the front of those left, the
    others keep their order: swapping would shuffle equal values.

    Source: T. Helminen, "Lazy sorting algorithm".
    """
    weights = fresh_weights(children, maximise)
    for i in range(len(weights)):
        best = weights.index(max(weights))
        del weights[best]
        if best:
            children.insert(i, children.pop(i + best))
        yield children[i]
    yield from children[(i + 1 if children else 0) :]


def checked(ordering: Ordering[N]) -> Ordering[N]:
    """The ordering, made to raise OptionError unless it gives each child exactly once."""

    def guarded(children: list[N], maximise: bool) -> Iterator[N]:
        count = len(children)
        before = set(map(id, children))
        given = ordering(children, maximise)
        try:
            order = iter(given)
        except TypeError:
            raise OptionError(f"the ordering gave {given!r}; it must give the children, such as the list itself") from None
        seen = set()
        for child in order:
            seen.add(id(child))
            yield child
        if seen != before or {id(child) for child in children} != before or len(children) != count:
            raise OptionError(
                f"the ordering gave {len(seen)} of {count} children and left {len(children)} in the list; all must be given, "
                "each once, and stay in the list"
            )

    return guarded
