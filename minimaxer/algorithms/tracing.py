"""The algorithms once more, noting the window that each node is searched with, for pictures of the tree.

May import floors below and its neighbours in this folder.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..limits import Control
from ..node import Node
from ..options import AlphaBetaOptions
from ..tree import Tree
from .alphabeta import AlphaBeta
from .minimax import Minimax
from .mtdf import MTDF
from .pvs import PrincipalVariationSearch
from .searcher import M, S, Searcher
from .transpositions import Transpositions


class _Traced(Searcher[S, M]):
    """What is added to each algorithm: `tree.windows` holds the nodes visited since `search` was last called at the root."""

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """Notes the window, then searches; see `Searcher.search`."""
        windows = self.tree.windows
        if windows is None or (node is self.tree.root and self._is_new(depth)):
            windows = self.tree.windows = {}
        windows[node] = alpha, beta
        return super().search(node, depth, alpha, beta)  # type: ignore[safe-super]  # the algorithm's own comes next

    def _is_new(self, depth: int) -> bool:
        """Whether the root is searched to another depth than before: searches again with another window belong together."""
        return self.tree.root.depth != depth


class _TracedAlphaBeta(_Traced[S, M], AlphaBeta[S, M]):
    """Alpha-beta, traced."""


class _TracedPVS(_Traced[S, M], PrincipalVariationSearch[S, M]):
    """Principal variation search, traced."""


class _TracedMTDF(_Traced[S, M], MTDF[S, M]):
    """MTD(f), traced."""


class _TracedMinimax(_Traced[S, M], Minimax[S, M]):
    """Plain minimax, traced."""


def _minimax(tree: Tree[S, M], control: Control, options: AlphaBetaOptions, table: Transpositions[S, M] | None) -> Searcher[S, M]:
    return _TracedMinimax(tree, control, options)


TRACED: Final[dict[str, Callable[..., Searcher[Any, Any]]]] = {
    "alphabeta": _TracedAlphaBeta,
    "pvs": _TracedPVS,
    "mtdf": _TracedMTDF,
    "minimax": _minimax,
}
"""By the algorithm's name; made with tree, control, options and table."""
