"""Monte Carlo tree search on a tree that is kept from search to search.

A watched search reports each phase, in subclasses, so that unwatched searches pay nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final, Generic, Protocol, cast

from attrs import define, evolve

from ....base.scores import Payoffs
from ....base.sizes import parse_size
from ....game.comparing import equal
from ....game.following import chances_of, check_moves
from ....game.protocol import CHANCE, M, S
from ....game.reprs import View
from ....searching.details import Statistics
from ....searching.limits import Control, Counter, Limits, StopReason, StopSearch
from ....searching.result import SearchResult
from ....searching.setup import Setup
from ....searching.validators import MONTE_CARLO_ALONE
from ....tree.tier import TreeTier, WatchedMaking, WatchedTier
from ..options import MonteCarloDetails, MonteCarloOptions, PlayoutOptions, check_repetition
from ..visited import Quickest, Root, Visited, unvisited, written
from .phases import Simulations
from .playouts import Playouts
from .tree import PlayoutNode, PlayoutTree

_FIRST: Final = 64
"""Simulations before the first result; each later result follows after twice the number of the one before."""


class MonteCarloSearch(TreeTier[S, M, PlayoutTree[S, M]], Generic[S, M]):
    """The tree tier of a Monte Carlo `Search`."""

    algorithm = "montecarlo"
    alone = MONTE_CARLO_ALONE

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup)
        self._playing: Final = cast("PlayoutOptions", setup.options)
        self.options = self._playing

    def _new_tree(self, state: S | None) -> PlayoutTree[S, M]:
        options = cast("MonteCarloOptions", self._playing)
        size, by_priors = parse_size(options.memory), options.follows_priors(self.found)
        return self._plant(state, size_bytes=size, by_priors=by_priors)

    def _plant(self, state: S | None, **terms: Any) -> PlayoutTree[S, M]:
        return PlayoutTree(self.game, state, found=self.found, **terms)

    def _forget(self, tree: PlayoutTree[S, M]) -> None:
        tree.root.visits, tree.root.totals, tree.root.proven, tree.root.lasted = 0, None, None, 0

    def _search(self, tree: PlayoutTree[S, M], limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        """Yields results after 64 simulations, after 128 and so on, and the last one."""
        costs = partial(self._costs, tree, control, 0 if tree.made == 1 else tree.made)
        root, report = tree.root, _Report(tree, control, self._playing, self._rng, f"tree/{self.algorithm}", costs)
        if root.outcome is None:
            if root.proven is not None and not root.children:  # a draw on the way here; from here on the game is played
                self._forget(tree)
            self._open_root(tree)
        if root.outcome is not None:
            yield report.result(StopReason.FINISHED)
            return
        simulations = report.simulations = self._simulations(tree, Counter(control))
        next_report, most = _FIRST, limits.simulations
        stop = StopReason.SOLVED
        try:
            while root.proven is None:
                if most is not None and report.done >= most:
                    stop = StopReason.SIMULATIONS
                    break
                leaf = simulations.simulate()
                report.done += 1
                tree.keep_budget(leaf)
                if report.done == next_report:
                    next_report *= 2
                    yield report.result(StopReason.DEPTH)
        except StopSearch:
            assert control.reason is not None
            stop = control.reason
        yield report.result(stop)

    def _open_root(self, tree: PlayoutTree[S, M]) -> None:
        """Makes sure that there is a move to give, whatever happens; if there is none, the game is over."""
        if not self._has_move(tree):
            tree.close(tree.root)

    def _simulations(self, tree: PlayoutTree[S, M], count: Callable[[], None]) -> Playouts[S, M]:
        return Simulations(tree, cast("MonteCarloOptions", self._playing), self._rng, count)


@define
class _Report(Generic[S, M]):
    _tree: PlayoutTree[S, M]
    _control: Control
    _options: PlayoutOptions
    _rng: Random
    _engine: str
    _costs: Callable[[], Statistics]
    simulations: Playouts[S, M] | None = None
    done: int = 0

    def result(self, stop: StopReason) -> SearchResult[M]:
        """The current result."""
        tree, root, simulations = self._tree, self._tree.root, self.simulations
        statistics = self._costs()
        playouts = 0 if simulations is None else simulations.playouts
        details = MonteCarloDetails(
            simulations=self.done,
            visits=root.visits,
            playout_plies=0.0 if simulations is None or not playouts else simulations.playout_plies / playouts,
            longest=0 if simulations is None else simulations.longest,
            memory_full=tree.live / tree.capacity,
            deals=None if simulations is None else simulations.deals,
        )
        quickest = Quickest(tree.game, tree.found, root.state, self._control.must_stop)
        moves = [] if root.outcome is not None else self._moves()
        check_moves([each.move for each in moves], root.state)
        found: Root[M] = Root(
            player=root.player,
            players=tree.players,
            moves=moves,
            visits=root.visits,
            payoffs=root.payoffs or (0.0,) * max(1, tree.players),
            is_proven=root.proven is not None,
            spread=(min(tree.low, tree.high), max(tree.low, tree.high)) if root.visits else (0.0, 0.0),
            only_wins=tree.only_wins,
            view=View(root.state, tree.game, tree.found),
        )
        given = found, self._options, self._rng, quickest
        return written(*given, engine=self._engine, stop=stop, statistics=statistics, details=details)

    def _moves(self) -> list[Visited[M]]:
        root = self._tree.root
        if root.player != CHANCE:
            return [*map(self._visited, root.children), *map(unvisited, self._tree.untried(root))]
        moves = []
        for move, probability in chances_of(self._tree.game, root.state):
            known = next((self._visited(child) for child in root.children if equal(child.move, move)), unvisited(move))
            moves.append(evolve(known, probability=probability))
        return moves

    def _visited(self, child: PlayoutNode[S, M]) -> Visited[M]:
        return Visited(
            move=cast("M", child.move),
            visits=child.visits,
            payoffs=child.payoffs,
            is_proven=child.proven is not None,
            pv=self._tree.moves_through(child),
            plies=child.plies + 1,
            lasted=child.lasted / child.visits if child.visits else 0.0,
        )


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


def create(setup: Setup[S, M]) -> MonteCarloSearch[S, M]:
    """Makes a Monte Carlo search on a tree; raises OptionError if repetitions are draws, and there are more than two players."""
    check_repetition(setup)
    return MonteCarloSearch(setup)
