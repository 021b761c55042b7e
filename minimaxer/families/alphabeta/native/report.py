"""Builds the results of native searches; lines and root moves are read only on access."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from functools import partial, reduce
from itertools import chain
from random import Random
from typing import Any, Final, Generic

from attrs import define, field, frozen

from ....base.lazy import Lazy
from ....base.scores import WIN, Bound, Meaning
from ....compiler.runtime.layout import Words
from ....game.following import chances_of, final_outcome, scale_of, static_value, steps
from ....game.protocol import CHANCE, M, S
from ....game.reprs import View
from ....native.game import played
from ....native.variant import Variant
from ....searching.details import NO_DETAILS, AlphaBetaDetails, Cutoffs, Statistics
from ....searching.limits import StopReason
from ....searching.mover import AT_LEAST, bound_for_mover, choose, for_mover
from ....searching.options import AlphaBetaOptions
from ....searching.result import RootMove, SearchResult
from ....tables.table import Tables
from . import layout as w
from .kernel import LITTLE, Kernel, Log, Note, Root

_BOUNDS: Final = {w.UPPER: Bound.UPPER, w.LOWER: Bound.LOWER, w.EXACT: Bound.EXACT}


@frozen
class _Known:
    """The value, bound and depth known for a root move, for the mover."""

    value: float
    bound: Bound
    depth: int


@frozen
class _Done:
    """A finished depth: value for the mover, line, and whether the value holds at every depth, and the kernel has followed it."""

    depth: int
    value: float
    line: list[Words]
    solved: bool
    is_followed: bool = False


@define(eq=False)
class NativeReport(Generic[S, M]):
    """Builds the results of one search, in which endgame tables supply the rest of a line that leads to them."""

    _root: Root[S, M]
    _variant: Variant
    _options: AlphaBetaOptions
    _rng: Callable[[], Random]
    _began: float
    _engine: str
    _compile_seconds: float
    _tables: Tables | None
    _notes: list[Iterable[Note]] = field(factory=list, init=False)
    _done: _Done | None = field(default=None, init=False)
    _meaning: Meaning = field(default="plies", init=False)

    def finished(self, kernel: Kernel, outcome: float) -> SearchResult[M]:
        """The result if the game is over."""
        return self._result(kernel, outcome, [], 0, StopReason.FINISHED, solved=True, finished=True)

    def note(self, kernel: Kernel, depth: int, solved: bool) -> None:
        """Records a finished depth."""
        root = self._root
        assert root.value is not None
        self._take(kernel, root.tried, depth)
        if root.best is not None and not self._options.exact_root:
            self._notes.append([Note(depth, [root.best], [root.value], [w.EXACT])])
        self._done = _Done(depth, root.value, root.line, solved)

    def deepened(self, log: Log, depth: int, solved: bool, is_followed: bool) -> None:
        """Records the depths of a log, the last of which is given."""
        assert self._root.value is not None
        self._notes.append(log)
        self._done = _Done(depth, self._root.value, self._root.line, solved, is_followed)

    def result(self, kernel: Kernel, stop: StopReason, nodes: int | None = None) -> SearchResult[M]:
        """The result of the last finished depth."""
        done = self._done
        assert done is not None
        if self._options.choice != "best" and self._root.player != CHANCE:
            return self._chosen(kernel, done, stop, nodes)
        if done.is_followed:
            line, over = self._followed(kernel, done.value)
        else:
            line, over = self._completed(kernel, done.line, done.value, done.depth)
        value = for_mover(self._root.player, done.value)
        return self._result(kernel, value, line, done.depth, stop, solved=done.solved, finished=over, nodes=nodes)

    def stopped(self, kernel: Kernel, stop: StopReason, depth: int) -> SearchResult[M]:
        """The result if a limit ended that depth unfinished: the last one, or a move already proven better. A full search that
        confirms a value found by guessing, and has not reached its depth, proves no move better.
        """
        root, last = self._root, self._done
        best, nodes = kernel.best, kernel.nodes()
        if last is None:
            self._take(kernel, root.moves, depth)
            return self._unfinished(kernel, stop, best)
        line, improved = kernel.line(), kernel.improved_value()
        kernel.allow_more(LITTLE)
        if improved > -math.inf and depth > last.depth and root.player != CHANCE and not self._options.exact_root:
            self._take(kernel, root.moves, depth)
            bound = AT_LEAST[root.player]
            return self._result(kernel, for_mover(self._root.player, improved), line, last.depth, stop, bound=bound, nodes=nodes)
        return self.result(kernel, stop, nodes)

    def solved(self, kernel: Kernel) -> SearchResult[M]:
        """The result of a finished search by null windows."""
        if kernel.is_over:
            return self.finished(kernel, kernel.value())
        value, _ = kernel.narrowed
        line, over = self._followed(kernel, value)
        if not line:
            return self.unsolved(kernel, StopReason.NODES)
        root = self._root
        root.player = kernel.words[w.ROOT_PLAYER]
        self._notes.append([Note(len(line), line[:1], [value], [w.EXACT])])
        first = for_mover(root.player, value)
        return self._result(kernel, first, line, len(line), StopReason.SOLVED, solved=True, finished=over)

    def answered(self, kernel: Kernel, stop: StopReason, window: tuple[float, float], depth: int) -> SearchResult[M]:
        """The result of a search for a goal, with that window for the mover: the side of it on which the value lies."""
        root, (low, _) = self._root, window
        if stop is not StopReason.SOLVED or root.value is None:
            return self._result(kernel, WIN, root.moves[:1], depth, stop, bound=Bound.UPPER)
        bound, line = (Bound.UPPER, root.moves[:1]) if root.value <= low else (Bound.LOWER, root.line[:1])
        value, bound = for_mover(root.player, root.value), bound_for_mover(root.player, bound)
        return self._result(kernel, value, line, depth, stop, bound=bound)

    def unsolved(self, kernel: Kernel, stop: StopReason) -> SearchResult[M]:
        """The result of a search by null windows that a limit ended: a move, and the known bound of the value."""
        root = self._root
        low, high = kernel.narrowed
        line = (kernel.followed() or kernel.line())[:1]
        kernel.prepare(root)
        if root.outcome is not None:
            return self.finished(kernel, root.outcome)
        value, bound = (low, Bound.LOWER) if low >= 0 or high > -low else (high, Bound.UPPER)
        bound = bound_for_mover(root.player, bound)
        return self._result(kernel, for_mover(self._root.player, value), line or root.moves[:1], 0, stop, bound=bound)

    def _take(self, kernel: Kernel, tried: list[Words], depth: int) -> None:
        self._notes.append([Note(depth, tried, *kernel.root_moves())])

    def _unfinished(self, kernel: Kernel, stop: StopReason, best: int) -> SearchResult[M]:
        """The result before depth 1 is finished: the best move so far, and the static evaluation."""
        root = self._root
        value = static_value(self._variant.found, scale_of(self._variant.game), root.state)
        return self._result(kernel, value, [] if root.player == CHANCE else [root.moves[max(best, 0)]], 0, stop)

    def _chosen(self, kernel: Kernel, done: _Done, stop: StopReason, nodes: int | None) -> SearchResult[M]:
        known = self._known(len(self._notes))
        items = [(move, known[move].value) for move in self._root.moves]
        items.sort(key=lambda item: item[1], reverse=True)
        move = choose(items, self._options, self._rng())
        value = known[move].value
        line, over = self._completed(kernel, [move], value, done.depth)
        first, solved = for_mover(self._root.player, value), done.solved and value == done.value
        return self._result(kernel, first, line, done.depth, stop, solved=solved, finished=over, nodes=nodes)

    def _completed(self, kernel: Kernel, line: list[Words], value: float, depth: int) -> tuple[list[Words], bool]:
        """The line, extended to its end if the table cut it short, and whether the game is over there."""
        if kernel.is_plain or self._variant.found.chances is not None:  # no table, or no value that null windows could find again
            return line, self._ends(line, value)
        kernel.follow(self._root, line, value, depth)
        return self._followed(kernel, value)

    def _followed(self, kernel: Kernel, value: float) -> tuple[list[Words], bool]:
        """The line that was followed, extended from an endgame table, and whether the game is over at its end."""
        line, over = kernel.followed(), kernel.is_line_over
        if self._tables is None or over:
            return line, over
        line += [tuple(self._variant.shapes.move.flatten(move)) for move in self._tables.line(self._after(line))]
        return line, self._ends(line, value)

    def _ends(self, line: list[Words], value: float) -> bool:
        """True if the game is over at the end of the line, and its outcome is the mover's value at the root."""
        game = self._variant.game
        outcome: Any = final_outcome(game, self._variant.found, self._after(line))  # a number, for one or two players
        return outcome is not None and scale_of(game).shift(outcome, len(line)) == for_mover(self._root.player, value)

    def _after(self, line: list[Words]) -> S:
        return reduce(self._variant.game.play, self._moves(line), self._root.state)

    def _known(self, notes: int) -> dict[Words, _Known]:
        """The data on each root move in the first `notes` notes; later notes override earlier ones."""
        known = {}
        for note in chain.from_iterable(self._notes[:notes]):
            for move, value, bound in zip(note.tried, note.values, note.bounds, strict=False):
                known[move] = _Known(value, _BOUNDS[bound], note.depth)
        return known

    def _lines(self, kernel: Kernel, line: list[Words]) -> dict[Words, list[Words]]:
        """The lines of root moves: of the best one, and of all exact ones if `exact_root` is set."""
        lines = {line[0]: line} if line else {}
        if self._options.exact_root:
            for move, what in self._known(len(self._notes)).items():
                if move not in lines and what.bound is Bound.EXACT:
                    lines[move], _ = self._completed(kernel, [move], what.value, what.depth)
        return lines

    def _moves(self, line: list[Words]) -> tuple[M, ...]:
        return tuple(played(self._variant.game, self._variant.shapes.move, self._root.state, line))

    def _rows(self, notes: int, lines: dict[Words, list[Words]]) -> tuple[RootMove[M], ...]:
        root, layout = self._root, self._variant.shapes.move
        best = next(iter(lines), None)
        known = list(self._known(notes).items())
        if root.player != CHANCE:
            known.sort(key=lambda item: (item[0] == best, item[1].depth, item[1].value), reverse=True)
        chance = chances_of(self._variant.game, root.state) if root.player == CHANCE else ()
        chances = {tuple(layout.flatten(move)): probability for move, probability in chance}
        rows: list[RootMove[M]] = []
        for move, what in known:
            pv = self._moves(lines.get(move, [move]))
            rows.append(
                RootMove(
                    move=pv[0],
                    value=for_mover(root.player, what.value),
                    bound=bound_for_mover(root.player, what.bound),
                    depth=what.depth,
                    pv=pv,
                    meaning=self._meaning,
                    probability=chances.get(move),
                    players=self._variant.players,
                )
            )
        searched = {move for move, _ in known}
        for each in steps(self._variant.game, root.state):
            if (words := tuple(layout.flatten(each))) not in searched:
                searched.add(words)
                rows.append(RootMove(move=each, value=None, bound=None, depth=0, pv=(each,), meaning=self._meaning))
        return tuple(rows)

    def _result(
        self,
        kernel: Kernel,
        value: float,
        line: list[Words],
        depth: int,
        stop: StopReason,
        *,
        bound: Bound = Bound.EXACT,
        solved: bool = False,
        finished: bool = False,
        nodes: int | None = None,
    ) -> SearchResult[M]:
        over = stop is StopReason.FINISHED
        if self._variant.found.chances is not None:  # by the outcomes that the kernel has met
            self._meaning = scale_of(self._variant.game).meaning if kernel.met_only_wins else "utility"
        lines = {} if over else self._lines(kernel, line)
        counted, filled, comparisons, *cutoffs = kernel.counts()
        nodes = 0 if over else counted if nodes is None else nodes
        return SearchResult(
            value=value,
            pv=() if over else Lazy(partial(self._moves, line)),
            bound=bound,
            depth=depth,
            stop=stop,
            moves=() if over else Lazy(partial(self._rows, len(self._notes), lines)),
            solved=solved,
            finished=finished,
            engine=self._engine,
            statistics=Statistics(
                nodes=nodes,
                created=nodes,
                seconds=time.perf_counter() - self._began,
                compile_seconds=self._compile_seconds,
                workers=None if over else kernel.workers(),
            ),
            meaning=self._meaning,
            players=self._variant.players,
            details=NO_DETAILS if over else _details(kernel, filled, comparisons, cutoffs),
            view=View(self._root.state, *self._variant.shown),
        )


def _details(kernel: Kernel, filled: int, comparisons: int, cutoffs: list[int]) -> AlphaBetaDetails:
    table = kernel.table
    return AlphaBetaDetails(
        table_key=None if table is None else "exact" if kernel.shapes.exact_key else "hashed",
        table_full=None if table is None else min(1.0, filled / (2 * table.buckets)),
        cutoffs=None if kernel.is_plain else Cutoffs(*cutoffs),
        comparisons=comparisons,
    )
