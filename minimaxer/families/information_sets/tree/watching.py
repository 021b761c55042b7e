"""Information-set search that reports each phase to a watcher, in subclasses, so that unwatched searches pay nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ....base.scores import Payoffs
from ....tree.node import M, S
from ....tree.watching import WatchedMaking, WatchedTier
from ...montecarlo.tree.tree import PlayoutNode, PlayoutTree
from ...montecarlo.tree.watching import WatchedPlayouts
from ..options import InformationSetOptions
from .search import DealtSimulations, InformationNode, InformationSetSearch, InformationTree

Node = InformationNode[Any, Any]


class _WatchedDealtSimulations(WatchedPlayouts[S, M], DealtSimulations[S, M]):
    def simulate(self) -> Node:
        """Runs one simulation; see `DealtSimulations.simulate`."""
        self.watcher.began(self._root)
        self._expanded = self._played = False
        leaf = super().simulate()
        self.watcher.backed(leaf, self._gives, is_known=not self._played)
        return leaf

    def _descend(self, state: S) -> tuple[Node, Payoffs]:
        leaf, self._gives = super()._descend(state)
        if not self._expanded:
            self.watcher.selected(leaf)
        return leaf, self._gives

    def _expand(self, node: Node, move: M, child: Node | None, state: S) -> tuple[Node, Payoffs]:
        self._expanded = True
        self.watcher.selected(node)
        if child is not None:  # one of the root's, which are there from the beginning
            self.watcher.made(child)
        return super()._expand(node, move, child, state)


class _WatchedInformationTree(WatchedMaking[S, M, PlayoutNode[S, M]], InformationTree[S, M]):
    """A tree that reports new nodes to a watcher, after setting their mover."""

    def add(self, parent: InformationNode[S, M], move: M, state: S) -> InformationNode[S, M]:
        """Adds a node; see `InformationTree.add`."""
        node = super().add(parent, move, state)
        if self.game.outcome(state) is None:
            node.player = self.game.player(state)
        self._watcher.made(node)
        return node


class WatchedInformationSetSearch(WatchedTier[S, M, InformationTree[S, M]], InformationSetSearch[S, M]):
    """An information-set search that reports each phase to a watcher."""

    watched = _WatchedInformationTree

    def _simulations(self, tree: PlayoutTree[S, M], count: Callable[[], None]) -> DealtSimulations[S, M]:
        options, information = cast("InformationSetOptions", self._playing), cast("InformationTree[S, M]", tree)
        made: _WatchedDealtSimulations[S, M] = _WatchedDealtSimulations(information, options, self._rng, count)
        made.watcher = self._watcher
        return made
