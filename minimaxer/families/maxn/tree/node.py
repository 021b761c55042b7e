"""What max^n knows of a node, and where it keeps it."""

from __future__ import annotations

from typing import Final, Generic

from attrs import define

from ....base.payoffs import Payoffs
from ....tree.node import NO_CHILDREN, M, S, SearchedNode

UNKNOWN: Final[Payoffs] = ()


@define(eq=False, weakref_slot=False)
class PayoffNode(SearchedNode[S, M, "PayoffNode[S, M]"], Generic[S, M]):
    """A state in the tree, with the payoffs that the search found for it."""

    payoffs: Payoffs = UNKNOWN
    """What each player gets; empty while `depth` is -1, unless the game is over."""
    value: float = 0.0
    """What the player gets of it who moved here, by which its siblings are ordered."""
    exact: bool = True
    """Whether these are the payoffs; else the node was cut off: its mover gets at least as much as they say."""
    number: int = 0
    """Its place among its siblings in the order in which they are first tried, by which ties are broken."""

    def agrees(self, child: PayoffNode[S, M]) -> bool:
        """True if a child has the same payoffs."""
        return self.payoffs == child.payoffs


@define(eq=False, weakref_slot=False)
class PayoffChanceNode(PayoffNode[S, M], Generic[S, M]):
    """A state in which chance decides: each payoff is the average of the children's."""

    probabilities: list[float] = NO_CHILDREN
    """How likely each of the children is, in their order; they keep it."""

    def fold(self) -> None:
        """Forgets the children and how likely each was."""
        super().fold()
        self.probabilities = NO_CHILDREN
