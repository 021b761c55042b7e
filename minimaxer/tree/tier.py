"""Shared by the searches of every family that keep a tree from search to search: the tree tier behind `Search`, its variant that
reports to a watcher, and room for deep recursion.
"""

from __future__ import annotations

import logging
import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterator
from contextlib import closing, contextmanager
from copy import deepcopy
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

from attrs import evolve

from ..base.overdue import Overdue, overdue_error
from ..base.scores import LONGEST_WIN
from ..errors import RulesError
from ..game.comparing import alike, equal
from ..game.data import Sample
from ..game.dealing import shuffle
from ..game.protocol import CHANCE
from ..searching.details import Statistics, alone
from ..searching.limits import Control, Limits
from ..searching.options import AlphaBetaOptions, Options
from ..searching.result import SearchResult
from ..searching.saved import Saved, SavedFile, set_random, whole
from ..searching.setup import Setup
from .game_tree import GameTree
from .keeping import first_state, make_again, written_tree
from .node import M, N, S

LOG: Final = logging.getLogger("minimaxer")
T = TypeVar("T", bound=GameTree[Any, Any, Any])
_FRAMES_A_PLY: Final = 3
_FRAMES_A_QUIET_PLY: Final = 2
_SPARE: Final = 500
"""Frames for the code that called the search and for the user's methods."""


def make_room(depth: int, quiescence: int) -> None:
    """Raises Python's recursion limit so that a search of that many plies fits; never lowers it, other threads may need it. From
    Python 3.11 on, calls between Python functions do not use the C stack, so that the limit alone decides.
    """
    needed = _FRAMES_A_PLY * depth + _FRAMES_A_QUIET_PLY * quiescence + _SPARE
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)


class TreeTier(ABC, Generic[S, M, T]):
    """A search on a tree that is kept; raises GameError if the game lacks a method, or one has another signature."""

    algorithm: str
    options: Options
    alone = ""
    """The reason why a single worker searches, however many were requested; empty where several may."""

    def __init__(self, setup: Setup[S, M]) -> None:
        self.game: Final = setup.game
        self.found: Final = setup.capabilities()
        self._rng: Final = Random(setup.options.seed)
        self._threads: Final = setup.threads
        self._tree: T | None = None
        self._begun = 0
        self._control: Control | None = None

    @abstractmethod
    def _new_tree(self, state: S | None) -> T:
        """A tree whose root is the state, or the initial one."""

    @abstractmethod
    def _search(self, tree: T, limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        """The results of a search from the tree's root."""

    @abstractmethod
    def _forget(self, tree: T) -> None:
        """Repairs what an error may have left half done at the tree's root."""

    def ready(self) -> None:
        """Does nothing: nothing has to be compiled."""

    @property
    def tree(self) -> T:
        """The tree as the last search left it; a new one at the initial state before the first."""
        return self._ready(None)

    def iterate(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Searches depth by depth; gives a result after each depth, and one more where a limit interrupts a depth."""
        with self._controlled(limits) as control:
            yield from self._results(state, limits, control)

    def solve(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Searches until the value cannot change, and gives each depth's result; by default as `iterate` does."""
        yield from self.iterate(state, limits)

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`."""
        with closing(self.solve(state, limits) if solving else self.iterate(state, limits)) as results:
            (last,) = deque(results, maxlen=1)
        return last

    def stop(self) -> None:
        """Ends the search that is running."""
        control = self._control
        if control is not None:
            control.stop()

    def close(self) -> None:
        """Frees the tree."""
        if self._tree is not None:
            self._tree.untie()
        self._tree = None

    @property
    def size_bytes(self) -> int:
        """Memory that the tree takes."""
        return 0 if self._tree is None else self._tree.measured_bytes

    def advance(self, move: M) -> S:
        """Plays a move, keeping its subtree."""
        state: S = self.tree.advance(move).state
        self._begun = max(0, self._begun - 1)
        return state

    def saved(self) -> Saved:
        """The state of the search and its tree, to be saved."""
        sample, tree = Sample(self.game, self.found), self._tree
        facts: dict[str, Any] = {"digest": sample.digest(), "random": self._rng.getstate(), "begun": self._begun, "tree": None}
        if tree is None:
            return Saved(facts)
        facts["tree"], nodes = written_tree(tree, sample.codec)
        return Saved(facts, {"nodes": memoryview(nodes)})

    def restore(self, saved: SavedFile) -> None:
        """Restores a search from a file that this version wrote for the same game and the same options."""
        facts, sample = saved.facts, Sample(self.game, self.found)
        saved.check_rules(sample.digest(), self.game)
        set_random(self._rng, facts["random"])
        if facts["tree"] is None:
            return
        tree = self._tree = self._new_tree(first_state(facts["tree"], self.game, sample.codec))
        make_again(tree, facts["tree"], saved.read("nodes"), sample.codec)
        self._begun = whole(facts["begun"], LONGEST_WIN)

    def _ready(self, state: S | None) -> T:
        """The kept tree if its root is that state, or if no state is given; else a new tree."""
        tree = self._tree
        if tree is None or (state is not None and not equal(state, tree.root.state)):
            new = self._new_tree(state)
            if tree is not None:
                tree.untie()
            tree = self._tree = new
            self._begun = 0
        return tree

    def _new_control(self, limits: Limits) -> Control:
        """The control that ends the search about to begin."""
        return Control(limits)

    @contextmanager
    def _controlled(self, limits: Limits) -> Iterator[Control]:
        """The control of a search, created before all else so that no `stop` is lost."""
        self._control = control = self._new_control(limits)
        try:
            yield control
        finally:
            self._control = None

    def _results(self, state: S | None, limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        """The results of a search; errors leave nothing half done, and rules that are interrupted end it."""
        last: SearchResult[M] | None = None
        try:
            for last in self._search(self._ready(state), limits, control):
                yield last
        except GeneratorExit:
            raise
        except BaseException as error:
            self._start_afresh()
            if last is None or not isinstance(error, Overdue):
                raise
            LOG.warning(str(overdue_error(error)))
            yield evolve(last, stop=control.due, statistics=evolve(last.statistics, seconds=control.seconds))

    def _costs(self, tree: T, control: Control, made: int) -> Statistics:
        """The costs so far of a search of a tree that had made that many nodes before."""
        nodes = control.nodes
        workers = alone(self._threads, nodes, self.alone) if self.alone and self._threads > 1 else None
        return Statistics(nodes=nodes, created=tree.made - made, seconds=control.seconds, workers=workers)

    def _has_move(self, tree: T) -> bool:
        """True if the root has a move, which is then there to give whatever happens; without one the game is over."""
        root = tree.root
        if root.pending is None:
            tree.open(root)
            if isinstance(self.options, AlphaBetaOptions) and self.options.shuffle and root.player != CHANCE:
                root.pending = iter(shuffle(root.pending or (), self._rng))
            if root.player != CHANCE:
                tree.rank(root)
        before = None if isinstance(root.state, Hashable) else deepcopy(root.state)
        there = bool(root.children) or next(tree.children(root), None) is not None
        if before is not None and not self._is_unchanged(before, root.state):
            raise RulesError(f"play() changed its argument from {before!r} to {root.state!r}; it must give a new state")
        return there

    def _is_unchanged(self, copy: S, state: S) -> bool:
        """True if the rules left a state unchanged, by the game's key where it has one."""
        found = self.found
        return alike(copy, state) if found.key is None else found.identity(copy) == found.identity(state)

    def _start_afresh(self) -> None:
        """Drops what an error may have left half done; the tree stays at its state."""
        if self._tree is not None:
            self._tree.drop(self._tree.root)
            self._forget(self._tree)
            self._begun = 0


class WatchedMaking(GameTree[S, M, N]):
    """A mixin for trees that reports each new node to the watcher."""

    def __init__(self, watcher: Any, *arguments: Any, **terms: Any) -> None:
        self._watcher: Final = watcher
        super().__init__(*arguments, **terms)

    def _maker(self) -> Callable[[N, M], N]:
        make = super()._maker()

        def wrapped(parent: N, move: M) -> N:
            node = make(parent, move)
            self._watcher.made(node)
            return node

        return wrapped


class WatchedTier(TreeTier[S, M, T], Generic[S, M, T]):
    """A mixin for searches whose tree reports to a watcher."""

    watched: ClassVar[type[Any]]
    """The class of its tree."""

    def __init__(self, setup: Setup[S, M], watcher: Any) -> None:
        super().__init__(setup)
        self._watcher: Final = watcher

    def _plant(self, state: S | None, **terms: Any) -> T:
        tree: T = self.watched(self._watcher, self.game, state, found=self.found, **terms)
        self._watcher.planted(tree)
        return tree
