"""Bubble sort of all fresh children."""

from __future__ import annotations

from .valued import V, fresh_weights


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
