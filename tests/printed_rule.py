"""The early-exit rule as the article printed it, for tests and benchmarks to compare with."""

from __future__ import annotations

from typing import Any


def as_printed(children: list[Any], maximise: bool) -> list[Any]:
    """Ends a pass at a child searched deeper than the one before it, of which there is none in such a list: stale values are
    sorted in too.

    Source: D. Wilson, "Minimaxer part 4: code optimisation", the comparison of depths in the listing.
    """
    moved = True
    while moved:
        moved = False
        for place in range(1, len(children)):
            one, other = children[place - 1], children[place]
            if other.depth > one.depth:
                break
            if other.value > one.value if maximise else other.value < one.value:
                children[place - 1], children[place] = other, one
                moved = True
    return children
