"""Shell sort."""

from __future__ import annotations

from .insertion import insert_with_gap
from .valued import V, fresh_weights


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
