"""Variants of the algorithms that record the window each node is searched with, for pictures of the tree."""

from __future__ import annotations

import functools
from typing import Any

from ....base.scores import INFINITY
from .node import Node
from .searcher import M, S, Searcher


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
