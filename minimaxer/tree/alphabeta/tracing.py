"""The algorithms once more, noting the window that each node is searched with, for pictures of the tree."""

from __future__ import annotations

from typing import Any, Final

from ...scores import INFINITY
from .alphabeta import AlphaBeta
from .minimax import Minimax
from .mtdf import MTDF
from .node import Node
from .pvs import PrincipalVariationSearch
from .searcher import M, S, Searcher


class _Traced(Searcher[S, M]):
    """What is added to each algorithm: `tree.windows` are those of the last iteration that came to its end."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._windows: dict[Node[S, M], tuple[float, float]] = {}

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """Notes the window, then searches; see `Searcher.search`."""
        self._windows[node] = alpha, beta
        return super().search(node, depth, alpha, beta)  # type: ignore[safe-super]  # the algorithm's own comes next

    def begin(self) -> None:
        """Begins with the root alone, which an iteration may not search itself but only its moves."""
        self._windows = {self.tree.root: (-INFINITY, INFINITY)}

    def finish(self) -> None:
        """Hands the windows to the tree; what comes after is for the line alone."""
        self.tree.windows, self._windows = self._windows, {}


class _TracedAlphaBeta(_Traced[S, M], AlphaBeta[S, M]):
    """Alpha-beta, traced."""


class _TracedPVS(_Traced[S, M], PrincipalVariationSearch[S, M]):
    """Principal variation search, traced."""


class _TracedMTDF(_Traced[S, M], MTDF[S, M]):
    """MTD(f), traced."""


class _TracedMinimax(_Traced[S, M], Minimax[S, M]):
    """Plain minimax, traced."""


TRACED: Final[dict[str, type[Searcher[Any, Any]]]] = {
    "alphabeta": _TracedAlphaBeta,
    "pvs": _TracedPVS,
    "mtdf": _TracedMTDF,
    "minimax": _TracedMinimax,
}
"""By the algorithm's name; made as the algorithms themselves are."""
