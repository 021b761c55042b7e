"""A node of the tree, and what playouts say of it."""

from __future__ import annotations

from typing import Generic

from attrs import define

from ....base.payoffs import Payoffs
from ....game.protocol import CHANCE
from ....tree.node import NO_CHILDREN, GameNode, M, S


@define(eq=False, weakref_slot=False)
class PlayoutNode(GameNode[S, M, "PlayoutNode[S, M]"], Generic[S, M]):
    """A node with the results of the simulations that went through it."""

    visits: int = 0
    totals: list[float] | None = None
    """What each player got in these, in all; None before the first."""
    priors: list[float] = NO_CHILDREN
    """The shares of its moves in visits, in the order of the children, those never tried behind; for `puct` alone."""
    estimate: float | None = None
    """Its evaluation for player 0, or that of the best line below it, in the units of results; with `implicit` alone."""
    proven: Payoffs | None = None
    """What each player gets under best play, where that is known."""
    plies: int = 0
    """Plies of the line that proves it."""
    lasted: int = 0
    """The plies at which the games of its simulations ended, from the tree's first root, in all."""

    @property
    def best(self) -> PlayoutNode[S, M] | None:
        """The child that proves the node, or else was visited most; None before the first."""
        if self.proven is not None:
            known = self.proven, self.plies - 1
            return (
                None
                if self.player == CHANCE
                else next((each for each in self.children if (each.proven, each.plies) == known), None)
            )
        visited = [child for child in self.children if child.visits]
        return max(visited, key=lambda child: child.visits) if visited and self.player != CHANCE else None

    @property
    def depth(self) -> int:
        """0 once there is something to tell of it, else -1."""
        return 0 if self.visits or self.proven is not None else -1

    @property
    def solved(self) -> bool:
        """Whether what everybody gets is proven."""
        return self.proven is not None

    @property
    def payoffs(self) -> Payoffs | None:
        """What each player gets: for sure, or on average; None before the first visit."""
        if self.proven is not None:
            return self.proven
        return None if self.totals is None else tuple(total / self.visits for total in self.totals)


@define(eq=False, weakref_slot=False)
class PlayoutChanceNode(PlayoutNode[S, M], Generic[S, M]):
    """The same where chance decides: how likely each child is stands beside it, once its moves were asked for."""

    probabilities: list[float] = NO_CHILDREN
