"""A node of the tree, with the results of playouts."""

from __future__ import annotations

from typing import Generic

from attrs import define

from ....base.payoffs import Payoffs
from ....game.protocol import CHANCE
from ....tree.node import NO_CHILDREN, GameNode, M, S


@define(eq=False, weakref_slot=False)
class PlayoutNode(GameNode[S, M, "PlayoutNode[S, M]"], Generic[S, M]):
    """A node with the results of the simulations through it."""

    visits: int = 0
    totals: list[float] | None = None
    """The sum of each player's results; None before the first visit."""
    priors: list[float] = NO_CHILDREN
    """Priors of its moves in the order of the children, followed by those of untried moves; with `puct` only."""
    estimate: float | None = None
    """Its evaluation for player 0, or that of its best child, in the units of results; with `implicit` only."""
    proven: Payoffs | None = None
    """Each player's proven payoff under best play; None if unknown."""
    plies: int = 0
    """Length of the line that proves it, in plies."""
    lasted: int = 0
    """Sum of the plies, from the tree's first root, at which the games of its simulations ended."""

    @property
    def best(self) -> PlayoutNode[S, M] | None:
        """The child that proves the node, else the child visited most; None if there is none."""
        if self.player == CHANCE:
            return None
        if self.proven is not None:
            known = self.proven, self.plies - 1
            return next((each for each in self.children if (each.proven, each.plies) == known), None)
        return max((child for child in self.children if child.visits), key=lambda child: child.visits, default=None)

    @property
    def depth(self) -> int:
        """0 once the node is visited or proven, else -1."""
        return 0 if self.visits or self.proven is not None else -1

    @property
    def solved(self) -> bool:
        """True if the payoffs are proven."""
        return self.proven is not None

    @property
    def payoffs(self) -> Payoffs | None:
        """Each player's payoff, proven or mean; None before the first visit."""
        if self.proven is not None:
            return self.proven
        return None if self.totals is None else tuple(total / self.visits for total in self.totals)


@define(eq=False, weakref_slot=False)
class PlayoutChanceNode(PlayoutNode[S, M], Generic[S, M]):
    """A chance node: keeps the probabilities of its children, once its moves are listed."""

    probabilities: list[float] = NO_CHILDREN
