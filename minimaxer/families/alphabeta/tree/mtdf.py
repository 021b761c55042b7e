"""MTD(f): converges on the value by null windows only."""

from __future__ import annotations

from ....base.bound import Bound
from ....base.scores import DRAW, INFINITY
from .alphabeta import AlphaBeta
from .node import Node
from .searcher import M, S, above, below


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
