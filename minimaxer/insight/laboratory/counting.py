"""Orderings that count their comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import define

from ...families.alphabeta.tree.node import Node
from ...tree.game_tree import Ordering
from ...tree.ordering import ORDERINGS


class Tally:
    """The number of comparisons of values, and of lists by length."""

    def __init__(self) -> None:
        self.comparisons = 0
        self.lengths: dict[int, int] = {}


@define
class _StandIn:
    """A substitute for a node, whose value counts its comparisons."""

    node: Node[Any, Any]
    value: Any
    depth: int


def counted(name: str, tally: Tally) -> Ordering[Node[Any, Any]]:
    """The ordering of that name in `ORDERINGS`, unchanged, with its comparisons counted in the tally."""
    strategy: Final = ORDERINGS[name]
    whole, broken = _counting(int, tally), _counting(float, tally)

    def ordering(children: list[Node[Any, Any]], maximise: bool) -> Iterator[Node[Any, Any]]:
        fresh = sum(child.depth >= children[0].depth for child in children)
        tally.lengths[fresh] = tally.lengths.get(fresh, 0) + 1
        standing: list[Any] = [
            _StandIn(child, (whole if isinstance(child.value, int) else broken)(child.value), child.depth) for child in children
        ]
        try:
            for each in strategy(standing, maximise):
                yield each.node
        finally:
            children[:] = [each.node for each in standing]

    return ordering


def _counting(kind: Any, tally: Tally) -> Any:
    """A class of numbers of that kind (`int` or `float`) that count their comparisons by size."""

    class Counting(kind):  # type: ignore[misc]  # a class that is known only here
        def __lt__(self, other: Any) -> Any:
            tally.comparisons += 1
            return kind.__lt__(self, other)

        def __gt__(self, other: Any) -> Any:
            tally.comparisons += 1
            return kind.__gt__(self, other)

        def __neg__(self) -> Any:
            return Counting(kind.__neg__(self))

    return Counting
