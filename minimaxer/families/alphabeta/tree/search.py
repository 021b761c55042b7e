"""Searches on a tree that is kept between searches, the tree tier behind `Search`, and their results."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from functools import lru_cache, partial
from random import Random
from typing import Any, Final, Generic, cast

from attrs import evolve, frozen

from ....base.files import read_json
from ....base.scores import LONGEST_WIN, SHORT_MARGINS, Bound, lengthened
from ....base.sizes import parse_size
from ....errors import GameError, OptionError
from ....game.data import Sample
from ....game.following import check_moves
from ....game.protocol import CHANCE, M, S
from ....game.reprs import View
from ....searching.details import AlphaBetaDetails, Cutoffs, Statistics
from ....searching.limits import Control, Limits, StopReason
from ....searching.mover import AT_LEAST, choose, for_mover
from ....searching.options import AUTO, AlphaBetaOptions, has_use
from ....searching.result import RootMove, SearchResult
from ....searching.saved import Saved, SavedFile, whole
from ....searching.setup import Setup
from ....searching.validators import is_free_threaded
from ....tables.table import Tables, looking_up
from ....tree.tier import TreeTier
from ...value_iteration.solving import check_options, solved
from .deepening import Deepening
from .searcher import Searcher
from .selection import resolve, searcher
from .transpositions import Table, Transpositions
from .tree import ChanceNode, Node, Tree


@frozen
class Report(Generic[S, M]):
    """Builds the results of one search, whose costs so far `costs` gives; `rng` is for choices among moves."""

    _tree: Tree[S, M]
    _control: Control
    _options: AlphaBetaOptions
    _algorithm: str
    _rng: Random
    _costs: Callable[[], Statistics]
    _table: Transpositions[S, M] | None

    def finished(self) -> SearchResult[M]:
        """The result if the game is over."""
        root = self._tree.root
        return self._result(None, root.value, 0, StopReason.FINISHED, solved=True)

    def unsearched(self, evaluation: float, best: Node[S, M] | None, stop: StopReason) -> SearchResult[M]:
        """The result before depth 1 is finished: the best move so far, or any, and the static evaluation."""
        root = self._tree.root
        child = None if root.player == CHANCE else best or root.children[0]
        return self._result(child, evaluation, 0, stop, shift=False)

    def chosen(self) -> Node[S, M] | None:
        """The root's best child, or another one selected by the options' choice; None at a chance node."""
        root, options = self._tree.root, self._options
        if options.choice == "best" or root.best is None:
            return root.best
        items = [(child, for_mover(root.player, self._tree.shift(child.value, -root.ply))) for child in root.children]
        return choose(items, options, self._rng)

    def of(self, child: Node[S, M] | None, depth: int, stop: StopReason) -> SearchResult[M]:
        """The result of playing that child's move, or of a chance node (None), after that depth was finished."""
        root = self._tree.root
        known = root if child is None or child is root.best else child
        return self._result(child, known.value, depth, stop, bound=known.bound, solved=root.solved and known.value == root.value)

    def improved(self, child: Node[S, M], depth: int, stop: StopReason) -> SearchResult[M]:
        """The result if an unfinished depth has proven that child's move better than the best before; others may be better."""
        return self._result(child, child.value, depth, stop, bound=AT_LEAST[self._tree.root.player], first=child)

    def again(self, last: SearchResult[M], stop: StopReason) -> SearchResult[M]:
        """The last result again, with the current counts."""
        return evolve(last, stop=stop, statistics=self._costs(), details=self._details())

    def _result(
        self,
        child: Node[S, M] | None,
        value: float,
        depth: int,
        stop: StopReason,
        *,
        bound: Bound = Bound.EXACT,
        solved: bool = False,
        shift: bool = True,
        first: Node[S, M] | None = None,
    ) -> SearchResult[M]:
        tree = self._tree
        line = [] if child is None else tree.line_through(child)
        end = line[-1] if line else tree.root
        agrees = end.outcome is not None and shift and end.value == value
        if end.outcome is not None and not agrees:  # as where a deeper entry of a table gave the value
            line = line[:-1] or line
        return SearchResult(
            value=self._plain(value) if shift else value,
            pv=tuple(cast("M", node.move) for node in line),
            bound=bound,
            depth=depth,
            stop=stop,
            moves=() if tree.root.outcome is not None else self._moves(first or tree.root.best),
            solved=solved and bound is Bound.EXACT,
            finished=agrees,
            engine=f"tree/{self._algorithm}",
            statistics=self._costs(),
            details=self._details(),
            meaning=tree.scale.meaning,
            players=tree.players,
            view=View(tree.root.state, tree.game, tree.found),
        )

    def _details(self) -> AlphaBetaDetails:
        return AlphaBetaDetails(
            table_key=None if self._table is None else "exact" if self._table.table.exact else "hashed",
            cutoffs=None if self._algorithm == "minimax" else Cutoffs(*self._control.cutoffs),
        )

    def _plain(self, value: float) -> float:
        """A value of the tree as seen from its root."""
        value = self._tree.shift(value, -self._tree.root.ply)
        return lengthened(value) if self._options.shorten else value

    def _moves(self, best: Node[S, M] | None) -> tuple[RootMove[M], ...]:
        root = self._tree.root
        known = [child for child in root.children if _is_known(child)]
        unknown = [cast("M", child.move) for child in root.children if not _is_known(child)] + self._tree.untried(root)
        if root.player != CHANCE:
            known.sort(key=lambda child: (child is best, child.depth, for_mover(root.player, child.value)), reverse=True)
        check_moves([*(child.move for child in known), *unknown], root.state)
        meaning = self._tree.scale.meaning
        rows = [RootMove(move=move, value=None, bound=None, depth=0, pv=(move,), meaning=meaning) for move in unknown]
        return (*(self._row(child) for child in known), *rows)

    def _row(self, child: Node[S, M]) -> RootMove[M]:
        pv = self._tree.moves_through(child)
        root = self._tree.root
        decided = child is root.best and child.value == root.value  # then the root knows at least as much of it
        bound = root.bound if decided else child.bound
        value, depth = self._plain(child.value), max(child.depth, 0) + 1
        probability = root.probabilities[root.children.index(child)] if isinstance(root, ChanceNode) else None
        meaning = self._tree.scale.meaning
        return RootMove(
            move=pv[0],
            value=value,
            bound=bound,
            depth=depth,
            pv=pv,
            meaning=meaning,
            probability=probability,
            players=self._tree.players,
        )


def _is_known(child: Node[S, M]) -> bool:
    return child.depth >= 0 or child.outcome is not None


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
        return Transpositions(tree, self.options)

    def _at_work(self, tree: Tree[S, M], control: Control) -> Searcher[S, M]:
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


class _LoneTreeSearch(TreeSearch[S, M]):
    """The tree tier, with a note in each result on why there is only one worker."""

    alone = (
        "this Python runs one thread at a time, so that threads would only wait for one another; give mx.compile(game), whose "
        "code needs no such lock, or take parallel='processes'"
    )


def create(setup: Setup[S, M]) -> TreeSearch[S, M]:
    """Creates the search by one worker, or by several if they can help; raises OptionError if scheme or options do not fit."""
    if setup.threads == 1:
        return TreeSearch(setup)
    if setup.tables:
        raise OptionError("endgame tables are looked up by one worker on a tree; leave threads out")
    if setup.parallel == "abdada":
        raise OptionError("parallel='abdada' is for compiled games: give mx.compile(game), or take parallel='processes'")
    if setup.parallel != "processes" and not is_free_threaded():
        return _LoneTreeSearch(setup)
    if setup.options.repetition:
        raise OptionError(
            "repetition on a tree is for one worker, since workers share a table; compile the game, or leave threads out"
        )
    from .workers.team import TeamSearch  # here, since some Pythons have no processes, such as those in browsers

    return TeamSearch(setup)
