"""A node of the tree, with its proof and disproof numbers."""

from __future__ import annotations

import math
from typing import Generic

from attrs import define

from ....tree.node import GameNode, M, S


@define(eq=False, weakref_slot=False)
class ProofNode(GameNode[S, M, "ProofNode[S, M]"], Generic[S, M]):
    """A node with its proof and disproof numbers: the least numbers of leaves below that must be proven or refuted."""

    proof: float = 1
    disproof: float = 1

    @property
    def solved(self) -> bool:
        """True if the node is proven or refuted."""
        return self.proof == 0 or self.disproof == 0

    @property
    def best(self) -> ProofNode[S, M] | None:
        """The child nearest to its player's goal, the first among equals; None before there are any."""
        return min(self.children, key=self.needed, default=None)

    @property
    def depth(self) -> int:
        """Always 0: every node has results."""
        return 0

    def needed(self, child: ProofNode[S, M]) -> float:
        """The number of a child that measures its distance from this player's goal."""
        return child.proof if self.player == 0 else child.disproof

    def decide(self, *, proven: bool) -> None:
        """Marks the node as proven or refuted."""
        self.proof, self.disproof = (0, math.inf) if proven else (math.inf, 0)
