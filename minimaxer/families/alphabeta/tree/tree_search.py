"""Searches on a tree that is kept between searches: the tree tier behind `Search`."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from functools import lru_cache, partial
from typing import Any, Final, Generic, cast

from attrs import evolve

from ....base.files import read_json
from ....base.scores import LONGEST_WIN, SHORT_MARGINS
from ....base.sizes import parse_size
from ....errors import GameError
from ....game.data import Sample
from ....game.protocol import CHANCE, M, S
from ....searching.limits import Control, Limits, StopReason
from ....searching.options import AUTO, AlphaBetaOptions, has_use
from ....searching.result import SearchResult
from ....searching.saved import Saved, SavedFile, whole
from ....searching.setup import Setup
from ....tables.answering import Tables, looking_up
from ....tree.tier import TreeTier
from ...value_iteration.solving import check_options, solved
from .deepening import Deepening
from .report import Report
from .searcher import Searcher
from .selection import resolve, searcher
from .table import Table
from .transpositions import Transpositions
from .tree import Tree

SOLVE_TABLE: Final = "64MB"
"""The default table size of a search that solves."""
_SMALLEST: Final = 64
"""Minimum size of a table entry in bytes."""


class TreeSearch(TreeTier[S, M, Tree[S, M]], Generic[S, M]):
    """The tree tier of a `Search`; raises OptionError if the algorithm is unknown or does not support the options."""

    options: AlphaBetaOptions

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup)
        options = setup.alphabeta
        self._name: Final = setup.algorithm
        self._tables: Final = Tables(setup.tables, setup.game, options) if setup.tables else None
        self._named: Final = setup.algorithm if self._tables is None else looking_up(setup.algorithm, "alphabeta")
        self.algorithm = resolve(self._named, options, self.found)
        self.options = (_filled.__wrapped__ if callable(options.ordering) else _filled)(options)
        self._asked: Final = options
        self._table: Transpositions[S, M] | None = None

    def solve(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Searches deeper and deeper until the value cannot change, with a table unless the options say otherwise.

        Games with chance are solved by value iteration, unless an algorithm was named: their play may be cyclic.
        """
        limits = evolve(limits, depth=LONGEST_WIN)
        with self._controlled(limits) as control:
            if self.found.chances is not None and self._name == AUTO:
                check_options(self._asked)
                yield solved(self.game, self.found, self._ready(state).root.state, self._asked, control)
                return
            self._add_table(state)
            yield from self._results(state, limits, control)

    def close(self) -> None:
        """Frees the tree and the table."""
        super().close()
        self._table = None

    @property
    def size_bytes(self) -> int:
        """Memory that the tree takes, and the table if it is this search's own."""
        table = None if self._table is None else self._table.table
        return super().size_bytes + (table.size_bytes if isinstance(table, Table) else 0)

    def advance(self, move: M) -> S:
        """Plays a move, keeping the tree below it."""
        state = super().advance(move)
        if self.found.bounds is not None:
            self.tree.root.best = None  # it may have its value from `bounds`, which prove no move
        return state

    def saved(self) -> Saved:
        """The state of the search to save: position, tree and table."""
        saved, table = super().saved(), self._table
        facts = {**saved.facts, "table": self.options.table}
        if table is None:
            return Saved(facts, saved.parts)
        held = cast("Table", table.table)
        rows = json.dumps(held.rows(Sample(self.game, self.found).codec.written)).encode()
        return Saved({**facts, "entries": held.entries}, {**saved.parts, "table": memoryview(rows)})

    def restore(self, saved: SavedFile) -> None:
        """Restores a search of the same game with the same options, from a file that this version wrote."""
        super().restore(saved)
        size, tree = saved.facts["table"], self._tree
        if size is None or tree is None:
            return
        self._search_with_table(size)
        entries = saved.facts.get("entries", 0)
        if not entries and tree.root.outcome is not None:  # where the game is over, there is no table yet
            return
        if not 2 <= whole(entries, LONGEST_WIN**2) <= (size if isinstance(size, int) else parse_size(size) // _SMALLEST):
            saved.refuse(f"expected a table of the size that the options give it, got one of {entries:,} entries")
        table = Table(entries)
        table.fill(read_json(saved.read("table")), Sample(self.game, self.found).codec.read)
        self._table = Transpositions(tree, self.options, table)

    def _ready(self, state: S | None) -> Tree[S, M]:
        tree = super()._ready(state)
        if self.options.table is not None and self._table is None and tree.root.outcome is None:  # else it has no key
            self._table = self._new_table(tree)
        return tree

    def _new_tree(self, state: S | None) -> Tree[S, M]:
        size = None if self.options.memory is None else parse_size(self.options.memory)
        return self._plant(state, size_bytes=size, scale=SHORT_MARGINS if self.options.shorten else None)

    def _plant(self, state: S | None, **terms: Any) -> Tree[S, M]:
        """A tree of the game, made with these arguments."""
        tree = Tree(self.game, state, found=self.found, **terms)
        tree.tables = self._tables
        return tree

    def _new_table(self, tree: Tree[S, M]) -> Transpositions[S, M]:
        """A table for the tree's positions."""
        return Transpositions(tree, self.options)

    def _at_work(self, tree: Tree[S, M], control: Control) -> Searcher[S, M]:
        """The algorithm, ready to search the tree."""
        return searcher(self.algorithm, tree, control, self.options, self._table)

    def _add_table(self, state: S | None) -> None:
        """Adds a table for solving, unless the options, the algorithm or the game's states rule it out."""
        if (
            self._asked.table != AUTO
            or self.options.repetition
            or not (self._name == AUTO or has_use("table", "tree", self._name))
        ):
            return
        before = self.algorithm, self.options
        self._search_with_table(SOLVE_TABLE)
        try:
            self._ready(state)
        except GameError:  # states that cannot be hashed: it goes without a table, which nobody asked for
            self.algorithm, self.options = before

    def _search_with_table(self, size: int | str) -> None:
        """Sets a table of that size in the options."""
        self.algorithm = resolve(self._named, evolve(self._asked, table=size), self.found)
        self.options = evolve(self.options, table=size)

    def _search(self, tree: Tree[S, M], limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        root = tree.root
        costs = partial(self._costs, tree, control, 0 if tree.made == 1 else tree.made)
        report = Report(tree, control, self.options, self.algorithm, self._rng, costs, self._table)
        if limits.depth is not None and limits.depth < self._begun:
            tree.forget()
            self._begun = 0
        if root.outcome is None and not self._has_move(tree):
            root.value = tree.without_moves(root)
        if root.outcome is not None:
            yield report.finished()
            return
        if self._tables is not None and self.options.choice == "best":
            answer = self._tables.answer(root.state, self.found, control)
            if answer is not None:
                yield answer
                return
        if root.best is None and root.player != CHANCE:  # its value may be known, as from `bounds`, but not the move
            root.depth, root.solved = -1, False
        at_work = self._at_work(tree, control)
        loop = Deepening(tree, at_work, control, self.options)
        last: SearchResult[M] | None = None
        for _ in loop.run(limits, start=max(1, root.depth, self._begun)):  # what was broken off has changed the depths before
            self._begun = max(self._begun, loop.begun)
            stop = loop.reason or StopReason.DEPTH
            has_answer = root.best is not None or root.player == CHANCE
            if loop.depth and (last is None or loop.depth != last.depth) and has_answer:
                last = report.of(report.chosen(), loop.depth, stop)
            elif loop.improved is not None and (last is not None or root.depth > 0):
                last = report.improved(loop.improved, max(loop.depth, root.depth), stop)
            elif last is None and has_answer and root.depth >= 0:  # what an earlier search knew
                last = report.of(root.best, root.depth, stop)
            elif last is None:
                last = report.unsearched(at_work.evaluation(root.state), loop.improved, stop)
            else:
                last = report.again(last, stop)
            yield last

    def _forget(self, tree: Tree[S, M]) -> None:
        tree.root.depth = -1
        tree.windows = None


@lru_cache(maxsize=64)
def _filled(options: AlphaBetaOptions) -> AlphaBetaOptions:
    """The options with this tier's defaults filled in; cached if they are hashable."""
    return evolve(
        options,
        ordering="early_exit_bubble" if options.ordering is None else options.ordering,
        table=None if options.table == AUTO else options.table,
    )
