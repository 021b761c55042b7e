"""Counting sort, for whole values in a small range."""

from __future__ import annotations

from typing import Final

from .insertion import insert_with_gap
from .valued import V, fresh_weights

LARGEST_RANGE: Final = 256
"""Values further apart than this are sorted by insertion: the buckets would cost more than the comparisons saved."""


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
