"""The nodes of alpha-beta: states with the search's values."""

from __future__ import annotations

from typing import Generic

from attrs import define

from ....base.scores import DRAW, Bound
from ....tree.node import NO_CHILDREN, M, S, SearchedNode


@define(eq=False, weakref_slot=False)
class Node(SearchedNode[S, M, "Node[S, M]"], Generic[S, M]):
    """A state in the tree, with the result of its latest search.

    Values are for player 0 and, where decisive, count plies from the tree's first root.
    """

    value: float = DRAW
    """The value from the latest search of this node; meaningless while `depth` is -1, unless the game is over."""
    bound: Bound = Bound.EXACT

    def agrees(self, child: Node[S, M]) -> bool:
        """True if a child has the same value."""
        return self.value == child.value

    def forget(self) -> None:
        """Makes the value stale, so that a search may restart at a lower depth; the children stay."""
        self.depth = -1
        self.best = None
        self.bound = Bound.EXACT
        self.reopen()
        self.solved = self.outcome is not None


@define(eq=False, weakref_slot=False)
class ChanceNode(Node[S, M], Generic[S, M]):
    """A chance node; its value is the average of its children's, and it has no best child."""

    probabilities: list[float] = NO_CHILDREN
    """The probabilities of the children, in the children's order, which does not change."""

    def fold(self) -> None:
        """Forgets the children and their probabilities."""
        super().fold()
        self.probabilities = NO_CHILDREN
