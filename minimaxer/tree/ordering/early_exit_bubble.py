"""Bubble sort that stops each pass where the stale values begin: the default of the tree search."""

from __future__ import annotations

from .valued import V


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
