"""A node of the max^n tree, with its payoffs."""

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
    """The payoff of each player; empty while `depth` is -1, unless the game is over."""
    value: float = 0.0
    """The payoff of the player who moved here, by which siblings are ordered."""
    exact: bool = True
    """True if the payoffs are exact; after a cutoff they are a lower bound for the node's mover."""
    number: int = 0
    """Its place among its siblings in the order of their first search, by which ties are broken."""

    def agrees(self, child: PayoffNode[S, M]) -> bool:
        """True if a child has the same payoffs."""
        return self.payoffs == child.payoffs


@define(eq=False, weakref_slot=False)
class PayoffChanceNode(PayoffNode[S, M], Generic[S, M]):
    """A state in which chance decides: each payoff is the average over the children."""

    probabilities: list[float] = NO_CHILDREN
    """The probability of each child, in the order of the children, which is fixed."""

    def fold(self) -> None:
        """Drops the children and their probabilities."""
        super().fold()
        self.probabilities = NO_CHILDREN
