"""Sorting with Python's own sort."""

from __future__ import annotations

from operator import attrgetter

from .valued import V, fresh_count

_value = attrgetter("value")


def builtin(children: list[V], maximise: bool) -> list[V]:
    """Sorts the fresh children best first with `sorted`; stable.

    Source: T. Peters, "Timsort", listsort.txt of CPython.
    """
    count = fresh_count(children)
    children[:count] = sorted(children[:count], key=_value, reverse=maximise)
    return children
