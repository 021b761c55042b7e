"""Orderings that users write: checked as they run, since a child left out would be a move left out."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import OptionError
from ..game_tree import Ordering
from ..node import N


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
