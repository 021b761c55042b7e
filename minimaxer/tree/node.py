"""One node of the search tree: data only, no search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Generic, TypeVar, cast

from attrs import define

from ..terms.bound import Bound

S = TypeVar("S")
M = TypeVar("M")

NO_CHILDREN: Final = cast("list[Any]", ())
"""What a node has before its iterator is started: shared by all, and a tuple so that nobody appends to it."""


@define(eq=False, weakref_slot=False)
class Node(Generic[S, M]):
    """A state in the tree, with what the search knows of it.

    Hot object: slots, no validators. Values are for player 0 and, where decisive, count plies from the tree's first root.
    """

    state: S
    """The user's state; never written to."""
    move: M | None
    """The move that led here; None at the root."""
    player: int
    """Who moves, 0 or 1; in a finished state it means nothing."""
    parent: Node[S, M] | None
    ply: int
    """Plies from the tree's first root."""
    outcome: float | None
    """The result for player 0 where the game is over, else None."""
    value: float
    """What the latest search of this node gave; meaningless while `depth` is -1."""
    solved: bool
    """Whether `value` with its `bound` holds at every depth."""
    depth: int = -1
    """Depth in plies at which `value` was assigned; -1: never."""
    bound: Bound = Bound.EXACT
    children: list[Node[S, M]] = NO_CHILDREN
    """Children made so far, in the order of the latest search."""
    pending: Iterator[M] | None = None
    """The live iterator of moves not tried yet; None before the first."""
    best: Node[S, M] | None = None
    """The child whose value this node has."""

    def path(self) -> list[Node[S, M]]:
        """The nodes from the root to this one, both included."""
        nodes = [self]
        node = self
        while node.parent is not None:
            node = node.parent
            nodes.append(node)
        return nodes[::-1]
