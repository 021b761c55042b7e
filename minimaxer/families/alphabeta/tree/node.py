"""What alpha-beta knows of a node, and where it keeps it."""

from __future__ import annotations

from typing import Generic

from attrs import define

from ....base.bound import Bound
from ....base.scores import DRAW
from ....tree.node import NO_CHILDREN, M, S, SearchedNode


@define(eq=False, weakref_slot=False)
class Node(SearchedNode[S, M, "Node[S, M]"], Generic[S, M]):
    """A state in the tree, with what the search knows of it.

    Values are for player 0 and, where decisive, count plies from the tree's first root.
    """

    value: float = DRAW
    """What the latest search of this node gave; meaningless while `depth` is -1, unless the game is over."""
    bound: Bound = Bound.EXACT

    def agrees(self, child: Node[S, M]) -> bool:
        """True if a child has the same value."""
        return self.value == child.value

    def forget(self) -> None:
        """Makes the value stale, so that a search may start again at a lower depth; the children stay."""
        self.depth = -1
        self.best = None
        self.bound = Bound.EXACT
        self.reopen()
        self.solved = self.outcome is not None


@define(eq=False, weakref_slot=False)
class ChanceNode(Node[S, M], Generic[S, M]):
    """A state in which chance decides; its value is the average of its children's, and none of them is the best."""

    probabilities: list[float] = NO_CHILDREN
    """How likely each of the children is, in their order; they keep it."""

    def fold(self) -> None:
        """Forgets the children and how likely each was."""
        super().fold()
        self.probabilities = NO_CHILDREN
