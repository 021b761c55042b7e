"""Monte Carlo search that reports each phase to a watcher, in subclasses, so that unwatched searches pay nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from ....base.scores import Payoffs
from ....tree.node import M, S
from ....tree.watching import WatchedMaking, WatchedTier
from ..options import MonteCarloOptions
from .phases import Simulations
from .playouts import Playouts
from .search import MonteCarloSearch
from .tree import PlayoutNode, PlayoutTree

Node = PlayoutNode[Any, Any]


class Watcher(Protocol):
    """Callbacks for the events of each simulation, in their order. Nodes are those of the search: read them only."""

    def planted(self, tree: PlayoutTree[Any, Any]) -> None:
        """The tree of the search, with its root alone."""

    def began(self, root: Node) -> None:
        """A simulation begins."""

    def selected(self, node: Node) -> None:
        """The tree was followed down to a node."""

    def made(self, node: Node) -> None:
        """A child was made."""

    def played(self, leaf: Node, payoffs: Payoffs, plies: int) -> None:
        """A game was played out."""

    def backed(self, leaf: Node, payoffs: Payoffs, *, is_known: bool) -> None:
        """The path to the leaf was credited; `is_known`: without a playout."""


class WatchedPlayouts(Playouts[S, M]):
    """A mixin for simulations whose playouts report to a watcher; `_played` is True once there was one."""

    watcher: Watcher
    _played: bool

    def play_out(self, leaf: Any) -> Payoffs:
        """Plays a game out; see `Playouts.play_out`."""
        before = self.playout_plies
        payoffs = super().play_out(leaf)
        self._played = True
        self.watcher.played(leaf, payoffs, self.playout_plies - before)
        return payoffs


class _WatchedSimulations(WatchedPlayouts[S, M], Simulations[S, M]):
    """Simulations that report their phases to a watcher."""

    def simulate(self) -> Node:
        """Runs one simulation; see `Simulations.simulate`."""
        self.watcher.began(self._tree.root)
        self._played = False
        return super().simulate()

    def select(self, node: Node) -> Node:
        """Follows the tree down; see `Simulations.select`."""
        found = super().select(node)
        self.watcher.selected(found)
        return found

    def back_up(self, leaf: Node, payoffs: Payoffs) -> None:
        """Credits the path; see `Simulations.back_up`."""
        super().back_up(leaf, payoffs)
        self.watcher.backed(leaf, payoffs, is_known=not self._played)


class _WatchedPlayoutTree(WatchedMaking[S, M, PlayoutNode[S, M]], PlayoutTree[S, M]):
    """A tree that reports new nodes to a watcher."""


class WatchedMonteCarloSearch(WatchedTier[S, M, PlayoutTree[S, M]], MonteCarloSearch[S, M]):
    """A Monte Carlo search that reports each phase to a watcher."""

    watched = _WatchedPlayoutTree

    def _simulations(self, tree: PlayoutTree[S, M], count: Callable[[], None]) -> Playouts[S, M]:
        made: _WatchedSimulations[S, M] = _WatchedSimulations(tree, cast("MonteCarloOptions", self._playing), self._rng, count)
        made.watcher = self._watcher
        return made
