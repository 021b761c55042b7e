"""Principal variation search: alpha-beta that expects the first move to be best."""

from __future__ import annotations

from .alphabeta import AlphaBeta
from .node import Node
from .searcher import M, S, above, below


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
