"""Searching on a tree that is kept from search to search: the tree tier behind `Search`."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Generator, Hashable, Iterator
from contextlib import closing, contextmanager
from copy import deepcopy
from random import Random
from typing import Final, Generic, TypeVar

from attrs import evolve

from ...errors import GameError, RulesError
from ...graph.solving import check_options, solved
from ...rules.game import CHANCE
from ...rules.likeness import alike, equal
from ...scale import SHORT_MARGINS
from ...scores import LONGEST_WIN
from ...sizes import parse_size
from ...terms.limits import Control, Limits, StopReason
from ...terms.options import AUTO, AlphaBetaOptions, has_use
from ...terms.result import SearchResult
from ...terms.setup import Setup
from ...terms.shuffling import shuffle
from .deepening import Deepening
from .report import Report
from .selection import resolve, searcher
from .table import Table
from .transpositions import Transpositions
from .tree import Tree

S = TypeVar("S")
M = TypeVar("M")
SOLVE_TABLE: Final = "64MB"
"""The table of a search that solves."""


class TreeSearch(Generic[S, M]):
    """The tree tier of a `Search`.

    Args:
        setup: The game, and how to search it.

    Raises:
        GameError: The game lacks a method, or one has another signature than the protocol's.
        OptionError: The algorithm is unknown or cannot do what the options ask for.
    """

    def __init__(self, setup: Setup[S, M]) -> None:
        options = setup.options
        self.game: Final = setup.game
        self.found: Final = setup.capabilities()
        self._name: Final = setup.algorithm
        self.algorithm = resolve(setup.algorithm, options, self.found)
        self.options = (_filled.__wrapped__ if callable(options.ordering) else _filled)(options)
        self._asked: Final = options
        self._rng: Final = Random(options.seed)
        self._tree: Tree[S, M] | None = None
        self._table: Transpositions[S, M] | None = None
        self._begun = 0
        self._control: Control | None = None

    @property
    def tree(self) -> Tree[S, M]:
        """The tree as the last search left it; a new one at the initial state before the first."""
        return self._ready(None)

    def iterate(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Searches depth by depth; gives a result after each, and one more where a limit ends a depth unfinished."""
        with self._controlled(limits) as control:
            yield from self._results(state, limits, control)

    def solve(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Searches deeper and deeper until the value cannot change, with a table unless the options say otherwise.

        Games in which chance decides are solved by value iteration, unless a method was named: they may go round in circles.
        """
        limits = evolve(limits, depth=LONGEST_WIN)
        with self._controlled(limits) as control:
            if self.found.chances is not None and self._name == AUTO:
                check_options(self._asked)
                yield solved(self.game, self.found, self._ready(state).root.state, self._asked, control)
                return
            self._add_table(state)
            yield from self._results(state, limits, control)

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
        """Frees the tree and the table."""
        if self._tree is not None:
            self._tree.untie()
        self._tree = self._table = None

    @property
    def size_bytes(self) -> int:
        """Memory that the tree, and the table where it is this search's own, take."""
        tree = 0 if self._tree is None else self._tree.measured_bytes
        table = None if self._table is None else self._table.table
        return tree + (table.size_bytes if isinstance(table, Table) else 0)

    def advance(self, move: M) -> S:
        """Plays a move, keeping what the tree knows below it."""
        root = self.tree.advance(move)
        if self.found.bounds is not None:
            root.best = None  # it may have its value from `bounds`, which prove no move
        self._begun = max(0, self._begun - 1)
        return root.state

    # --- one search -----------------------------------------------------------------------------------------------------

    def _ready(self, state: S | None) -> Tree[S, M]:
        tree = self._tree
        if tree is None or (state is not None and not equal(state, tree.root.state)):
            size = None if self.options.memory is None else parse_size(self.options.memory)
            scale = SHORT_MARGINS if self.options.shorten else None
            new = Tree(self.game, state, found=self.found, size_bytes=size, scale=scale)
            if tree is not None:
                tree.untie()
            tree = self._tree = new
            self._begun = 0
        if self.options.table is not None and self._table is None:
            self._table = self._new_table(tree)
        return tree

    def _new_control(self, limits: Limits) -> Control:
        """What ends the search that begins."""
        return Control(limits)

    def _new_table(self, tree: Tree[S, M]) -> Transpositions[S, M]:
        """A table for the tree's positions."""
        return Transpositions(tree, self.options)

    @contextmanager
    def _controlled(self, limits: Limits) -> Iterator[Control]:
        """The control of a search, which is there before all else, so that no `stop` is lost."""
        self._control = control = self._new_control(limits)
        try:
            yield control
        finally:
            self._control = None

    def _add_table(self, state: S | None) -> None:
        """Takes a table for solving, where nothing speaks against it."""
        if (
            self._asked.table != AUTO
            or self.options.repetition
            or not (self._name == AUTO or has_use("table", "tree", self._name))
        ):
            return
        before = self.algorithm, self.options
        self.algorithm = resolve(self._name, evolve(self._asked, table=SOLVE_TABLE), self.found)
        self.options = evolve(self.options, table=SOLVE_TABLE)
        try:
            self._ready(state)
        except GameError:  # states that cannot be hashed: it goes without a table, which nobody asked for
            self.algorithm, self.options = before

    def _results(self, state: S | None, limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        """The results of a search, after which errors leave nothing half done."""
        try:
            yield from self._search(self._ready(state), limits, control)
        except GeneratorExit:
            raise
        except BaseException:
            self._start_afresh()
            raise

    def _search(self, tree: Tree[S, M], limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        root = tree.root
        made = 0 if tree.made == 1 else tree.made
        report = Report(tree, control, self.options, self.algorithm, self._rng, made, self._table)
        if limits.depth is not None and limits.depth < self._begun:
            tree.forget()
            self._begun = 0
        if root.outcome is None:
            self._first_child(tree)
        if root.outcome is not None:
            yield report.finished()
            return
        if root.best is None and root.player != CHANCE:  # its value may be known, as from `bounds`, but not the move
            root.depth, root.solved = -1, False
        at_work = searcher(self.algorithm, tree, control, self.options, self._table)
        loop = Deepening(tree, at_work, control, self.options)
        last: SearchResult[M] | None = None
        for _ in loop.run(limits, start=max(1, root.depth)):
            self._begun = max(self._begun, loop.begun)
            stop = loop.reason or StopReason.DEPTH
            has_answer = root.best is not None or root.player == CHANCE
            if loop.depth and (last is None or loop.depth != last.depth) and has_answer:
                last = report.of(report.chosen(), loop.depth, stop)
            elif loop.improved is not None:
                last = report.improved(loop.improved, loop.depth, stop)
            elif last is None and has_answer and root.depth >= 0:  # what an earlier search knew
                last = report.of(root.best, root.depth, stop)
            elif last is None:
                last = report.unsearched(at_work.evaluation(root.state), stop)
            else:
                last = report.again(last, stop)
            yield last

    def _first_child(self, tree: Tree[S, M]) -> None:
        """Makes sure that there is a move to give, whatever happens; without one the game is over."""
        root = tree.root
        if root.pending is None:
            tree.open(root)
            if self.options.shuffle and root.pending is not None and root.player != CHANCE:
                root.pending = iter(shuffle(root.pending, self._rng))
            if root.player != CHANCE:
                tree.rank(root)
        before = None if isinstance(root.state, Hashable) else deepcopy(root.state)
        if not root.children and next(tree.children(root), None) is None:
            root.value = tree.without_moves(root)
        if before is not None and not self._is_unchanged(before, root.state):
            raise RulesError(f"play() changed its argument from {before!r} to {root.state!r}; it must give a new state")

    def _is_unchanged(self, copy: S, state: S) -> bool:
        """Whether the rules left a state alone, by the game's key where it has one."""
        key = self.found.key
        return alike(copy, state) if key is None else key(copy) == key(state)

    def _start_afresh(self) -> None:
        """Drops what an error may have left half done; the tree stays at its state."""
        if self._tree is not None:
            self._tree.drop(self._tree.root)
            self._tree.root.depth = -1
            self._tree.windows = None
            self._begun = 0


@functools.lru_cache(maxsize=64)
def _filled(options: AlphaBetaOptions) -> AlphaBetaOptions:
    """The options with this tier's defaults filled in; found once for each, as long as they can be hashed."""
    return evolve(
        options,
        ordering="early_exit_bubble" if options.ordering is None else options.ordering,
        table=None if options.table == AUTO else options.table,
    )
