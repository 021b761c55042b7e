"""Plain minimax: searches every move of every state; the reference for the other algorithms."""

from __future__ import annotations

from ....base.bound import Bound
from ....base.scores import INFINITY
from .node import Node
from .searcher import M, S, Searcher, no_moves


class Minimax(Searcher[S, M]):
    """Minimax without pruning. Every value is exact; the window and the game's `bounds` are ignored.

    Source: C. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950.
    """

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """The exact value of the node at that depth; visits every node down to there."""
        self.count(node)
        if node.outcome is not None:
            node.depth = depth
            return node.value
        if depth == 0:
            return self.leaf(node, -INFINITY, INFINITY)
        best: Node[S, M] | None = None
        solved = True
        for child in self.tree.children(node):
            value = self.search(child, depth - 1, alpha, beta)
            solved = solved and child.solved
            if best is None or (value > best.value if node.player == 0 else value < best.value):
                best = child
        if best is None:
            return no_moves(self.tree, node, depth)
        node.value, node.depth, node.bound, node.best, node.solved = best.value, depth, Bound.EXACT, best, solved
        return node.value

    def unfold(self, node: Node[S, M], depth: int) -> None:
        """Searches the node again; see `Searcher.unfold`."""
        self.search(node, depth, -INFINITY, INFINITY)
