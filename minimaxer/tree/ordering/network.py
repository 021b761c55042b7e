"""Sorting networks: for short lists a fixed sequence of comparisons, whatever the values."""

from __future__ import annotations

from typing import Final

from .strategies import V, fresh_weights, insert_with_gap

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
