"""Insertion sort."""

from __future__ import annotations

from .valued import V, fresh_weights


def insertion(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first by inserting each among those before it; stable.

    Source: D. Knuth, The Art of Computer Programming 3, section 5.2.1, algorithm S.
    """
    weights = fresh_weights(children, maximise)
    insert_with_gap(children, weights, 1)
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
