"""The tree of proof-number search, with a proof and a disproof number in each node."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Generic

from attrs import define

from ....base.scores import WIN
from ....tree.node import GameNode, M, S
from ....tree.searched import SearchedTree


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


class ProofTree(SearchedTree[S, M, ProofNode[S, M]], Generic[S, M]):
    """The part of a game's tree that a search for a proof has visited; arguments as in `GameTree`.

    Attributes:
        goal: The question: does player 0 get at least this much?
        at_least: The least result seen that reaches the goal; `at_most` is the greatest one that does not.
        longest: Length of the longest line searched, in plies.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (ProofNode, ProofNode)
    KEPT: ClassVar[tuple[str, ...]] = (*SearchedTree.KEPT, "goal", "at_least", "at_most", "longest", "repeats")

    def __init__(self, *arguments: Any, **terms: Any) -> None:
        self.goal: float = WIN
        self.at_least, self.at_most = math.inf, -math.inf
        self.longest = 0
        self.repeats = 0
        """1 once a position was a draw by repetition on its path from the root."""
        super().__init__(*arguments, **terms)

    def ask(self, goal: float) -> None:
        """Sets the question; results of a different question are dropped."""
        if goal != self.goal:
            self.goal = goal
            self.at_least, self.at_most = math.inf, -math.inf
            self.drop(self.root)
            self.root.proof = self.root.disproof = 1

    def advance(self, move: M) -> ProofNode[S, M]:
        """Makes the child by a move the root; drops its results if draws by repetition, which depend on the path, were met."""
        root = super().advance(move)
        if self.repeats and root.outcome is None:
            self.drop(root)
            root.proof = root.disproof = 1
        self.repeats = 0
        return root

    def end(self, node: ProofNode[S, M]) -> None:
        """Decides a new node whose game is over."""
        self.settle(node, node.outcome)

    def settle(self, node: ProofNode[S, M], result: float) -> None:
        """Decides a node by player 0's result there."""
        if result >= self.goal:
            node.proof, node.disproof = 0, math.inf
            self.at_least = min(self.at_least, result)
        else:
            node.proof, node.disproof = math.inf, 0
            self.at_most = max(self.at_most, result)

    def shrink(self, current: ProofNode[S, M]) -> None:
        """Drops the subtrees of proven and refuted nodes, then of the deepest ones, until half the capacity is free."""
        self.shrink_in(lambda node: -math.inf if node.solved else -node.ply, current)

    def value_text(self, node: ProofNode[S, M]) -> str:
        """A text with the outcome, the answer or the numbers of a node."""
        if node.outcome is not None:
            return f"{node.outcome:+g}"
        if node.solved:
            return "proven" if node.proof == 0 else "refuted"
        return f"proof number {node.proof:g}, disproof number {node.disproof:g}"
