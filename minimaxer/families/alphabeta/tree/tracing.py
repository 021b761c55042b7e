"""The algorithms once more, noting the window that each node is searched with, for pictures of the tree."""

from __future__ import annotations

import functools
from typing import Any

from ....base.scores import INFINITY
from .node import Node
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


@functools.cache
def traced(kind: type[Searcher[Any, Any]]) -> type[Searcher[Any, Any]]:
    """The algorithm that does the same and notes windows; made as the algorithm itself is."""
    return type(f"Traced{kind.__name__}", (_Traced, kind), {})
