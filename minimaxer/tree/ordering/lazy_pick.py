"""Picking the best child left each time one is needed."""

from __future__ import annotations

from collections.abc import Iterator

from .valued import V, fresh_weights


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
    fresh = i + 1 if children else 0
    yield from children[fresh:]
