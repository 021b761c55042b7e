"""Max^n that reports each step to a watcher, in subclasses, so that unwatched searches pay nothing."""

from __future__ import annotations

import math
from typing import Any, Literal, Protocol

from ....base.scores import Payoffs
from ....searching.limits import Control
from ....tree.node import M, S
from ....tree.watching import WatchedMaking, WatchedTier
from .maxn import MaxN, PayoffNode, PayoffTree
from .search import MaxNSearch

Node = PayoffNode[Any, Any]
Reason = Literal["over", "known", "judged", "no moves"]
"""The reason why a node has its payoffs without the search of a move."""


class Watcher(Protocol):
    """Callbacks for the events of a search, in their order. Nodes are those of the search: read them only."""

    def planted(self, tree: PayoffTree[Any, Any]) -> None:
        """The tree of the search, with its root alone."""

    def made(self, node: Node) -> None:
        """A child was made."""

    def entered(self, node: Node, depth: int, limit: float) -> None:
        """The search of a node to `depth` begins; that of the root, which has no parent, begins an iteration. If its mover gets
        `limit` or more, the player before does not want the node.
        """

    def answered(self, node: Node, reason: Reason) -> None:
        """A node has its payoffs without the search of a move."""

    def cut(self, node: Node, *, is_settled: bool) -> None:
        """The node's other moves are skipped: its mover has the greatest payoff if settled, else one at the limit."""

    def left(self, node: Node) -> None:
        """The search of a node ends; its payoffs go to its parent, if it has one."""


class _WatchedMaxN(MaxN[S, M]):
    watcher: Watcher

    def search(self, node: PayoffNode[S, M], depth: int, limit: float = math.inf) -> Payoffs:
        """Reports entering and leaving the node; see `MaxN.search`."""
        self.watcher.entered(node, depth, limit)
        reason: Reason | None = None
        if node.outcome is not None:
            reason = "over"
        elif node.solved and (node.exact or node.payoffs[node.player] >= limit):
            reason = "known"
        elif depth == 0:
            reason = "judged"
        payoffs = super().search(node, depth, limit)
        if reason is None and node.outcome is not None:
            reason = "no moves"
        if reason is not None:
            self.watcher.answered(node, reason)
        self.watcher.left(node)
        return payoffs

    def _best(self, node: PayoffNode[S, M], depth: int, limit: float) -> None:
        super()._best(node, depth, limit)
        has_all = node.best is not None and not self._opens(node) and node.payoffs[node.player] >= self._high
        if has_all or not node.exact:
            self.watcher.cut(node, is_settled=node.exact)


class _WatchedPayoffTree(WatchedMaking[S, M, PayoffNode[S, M]], PayoffTree[S, M]):
    """A tree that reports new nodes to a watcher."""


class WatchedMaxNSearch(WatchedTier[S, M, PayoffTree[S, M]], MaxNSearch[S, M]):
    """Max^n on a tree that reports each step to a watcher."""

    watched = _WatchedPayoffTree

    def _at_work(self, tree: PayoffTree[S, M], control: Control) -> MaxN[S, M]:
        at_work: _WatchedMaxN[S, M] = _WatchedMaxN(tree, control, self._ordering, exact_root=self.options.exact_root)
        at_work.watcher = self._watcher
        return at_work
