"""Plain minimax, principal variation search, MTD(f), and the variants of algorithms that record windows for pictures."""

from __future__ import annotations

import functools
from typing import Any

from ....base.scores import DRAW, INFINITY, Bound
from .alphabeta import AlphaBeta
from .node import Node
from .searcher import M, S, Searcher, above, below, no_moves


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


class PrincipalVariationSearch(AlphaBeta[S, M]):
    """Alpha-beta that searches every move but the first with a null window, and again with the full one if it proves better.

    Source: T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14(4), 1982.
    """

    def descend(self, child: Node[S, M], depth: int, low: float, high: float, *, first: bool, maximise: bool) -> float:
        """Searches a child, with a null window first unless it is the first child."""
        if first:
            return self.search(child, depth, low, high)
        narrow = (low, above(low)) if maximise else (below(high), high)
        value = self.search(child, depth, *narrow)
        if low < value < high and narrow != (low, high):
            return self.search(child, depth, low, high)
        return value


class MTDF(AlphaBeta[S, M]):
    """Converges on the value of a node by null-window searches; the kept tree is the memory it needs.

    Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
    Intelligence 87, 1996.
    """

    def exact(self, node: Node[S, M], depth: int) -> float:
        """The exact value, starting from the one the node has; a last search around it finds the best line.

        Entries of deeper searches in the table can make that search disagree; an open window then settles it.
        """
        value = node.value if node.depth >= 0 else DRAW
        lower, upper = -INFINITY, INFINITY
        while lower < upper:
            beta = above(lower) if value == lower else value
            value = self.search(node, depth, below(beta), beta)
            if value < beta:
                upper = value
            else:
                lower = value
        value = self.search(node, depth, below(value), above(value))
        return value if node.bound is Bound.EXACT else self.search(node, depth, -INFINITY, INFINITY)


class _Traced(Searcher[S, M]):
    """Mixin for each algorithm: `tree.windows` holds the windows of the last finished iteration."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._windows: dict[Node[S, M], tuple[float, float]] = {}

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """Records the window, then searches; see `Searcher.search`."""
        self._windows[node] = alpha, beta
        return super().search(node, depth, alpha, beta)  # type: ignore[safe-super]  # the algorithm's own comes next

    def begin(self) -> None:
        """Begins with the root alone, since an iteration may search only its moves and not the root itself."""
        self._windows = {self.tree.root: (-INFINITY, INFINITY)}

    def finish(self) -> None:
        """Passes the windows to the tree; later searches only complete the line."""
        self.tree.windows, self._windows = self._windows, {}


@functools.cache
def traced(kind: type[Searcher[Any, Any]]) -> type[Searcher[Any, Any]]:
    """The algorithm's variant that records windows; made with the same arguments."""
    return type(f"Traced{kind.__name__}", (_Traced, kind), {})
