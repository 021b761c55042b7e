"""A node of the tree, and how much it takes to prove or refute it."""

from __future__ import annotations

import math
from typing import Generic

from attrs import define

from ....tree.node import GameNode, M, S


@define(eq=False, weakref_slot=False)
class ProofNode(GameNode[S, M, "ProofNode[S, M]"], Generic[S, M]):
    """A node with its proof number and its disproof number: so many leaves below have to be proven, or refuted, at least."""

    proof: float = 1
    disproof: float = 1

    @property
    def solved(self) -> bool:
        """Whether it is proven or refuted."""
        return self.proof == 0 or self.disproof == 0

    @property
    def best(self) -> ProofNode[S, M] | None:
        """The child that is nearest to what its player wants, the first of several; None before there are any."""
        return min(self.children, key=self.needed, default=None)

    @property
    def depth(self) -> int:
        """0: there is always something to tell of it."""
        return 0

    def needed(self, child: ProofNode[S, M]) -> float:
        """How far a child is from what this node's player wants."""
        return child.proof if self.player == 0 else child.disproof

    def decide(self, *, proven: bool) -> None:
        """Makes it proven or refuted."""
        self.proof, self.disproof = (0, math.inf) if proven else (math.inf, 0)
