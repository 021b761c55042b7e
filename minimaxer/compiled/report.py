"""Writing down what a native search found. Imports no numba."""

from __future__ import annotations

import math
import time
from random import Random
from typing import Any, Final, Generic, TypeVar

from attrs import evolve, frozen

from ..choice import choose
from ..limits import StopReason
from ..node import Bound
from ..options import AlphaBetaOptions
from ..result import RootMove, SearchResult, View
from ..scores import DRAW, checked_evaluation, shifted
from . import words as w
from .kernel import Kernel
from .root import Root, flat

S = TypeVar("S")
M = TypeVar("M")
_BOUNDS: Final = {w.UPPER: Bound.UPPER, w.LOWER: Bound.LOWER, w.EXACT: Bound.EXACT}
_OTHER: Final = {Bound.UPPER: Bound.LOWER, Bound.LOWER: Bound.UPPER, Bound.EXACT: Bound.EXACT}


@frozen
class _Known:
    """What is known of a root move, for the mover."""

    value: float
    bound: Bound
    depth: int


@frozen
class _Done:
    """A depth that was finished: the mover's value, the words of the line behind it, and whether it holds at every depth."""

    depth: int
    value: float
    line: list[list[int]]
    solved: bool


class NativeReport(Generic[S, M]):
    """Writes the results of one search.

    Args:
        root: The position searched.
        options: `choice` and `exact_moves` are looked at.
        rng: For choices among moves.
        began: When the search began.
        engine: What searches, by name.
        view: How the position is shown.
    """

    def __init__(self, root: Root[S, M], options: AlphaBetaOptions, rng: Random, began: float, engine: str, view: View) -> None:
        self._root: Final = root
        self._options: Final = options
        self._rng: Final = rng
        self.began: Final = began
        self._engine: Final = engine
        self._view: Final = view
        self._known: dict[Any, _Known] = {}
        self._done: _Done | None = None

    # --- results ----------------------------------------------------------------------------------------------------------

    def finished(self, outcome: float) -> SearchResult[M]:
        """The result where the game is over."""
        return self._result(None, outcome, (), 0, StopReason.FINISHED, (), solved=True, finished=True)

    def note(self, kernel: Kernel, depth: int, solved: bool) -> None:
        """Takes in a depth that was finished."""
        root = self._root
        self._take(kernel, root.tried, depth)
        assert root.value is not None
        assert root.best is not None
        if not self._options.exact_root:
            self._known[root.best] = _Known(root.value, Bound.EXACT, depth)
        self._done = _Done(depth, root.value, root.line, solved)

    def result(self, kernel: Kernel, stop: StopReason) -> SearchResult[M]:
        """The result of the last depth that was finished."""
        done = self._done
        assert done is not None
        if self._options.choice != "best":
            return self._chosen(kernel, done, stop)
        pv, over = self._complete(kernel, done.line, done.value, done.depth)
        value, rows = self._for_first(done.value), self._rows(kernel, pv)
        return self._result(kernel, value, pv, done.depth, stop, rows, solved=done.solved, finished=over)

    def stopped(self, kernel: Kernel, stop: StopReason, depth: int) -> SearchResult[M]:
        """The result where a limit ended that depth unfinished: the last, or a move that was already proven better."""
        root, last = self._root, self._done
        done, best, nodes = kernel.root_moves(), kernel.words[w.ROOT_BEST], kernel.nodes()
        if last is None:
            self._take(kernel, root.searched, depth)
            return self._unfinished(kernel, stop, done, best)
        line = kernel.line()
        kernel.grant()
        proven = kernel.gain() > -math.inf
        if proven and not self._options.exact_root:
            self._take(kernel, root.searched, depth)
            moves, _ = root.walk(line)
            bound = Bound.LOWER if root.player == 0 else Bound.UPPER
            rows = self._rows(kernel, tuple(moves))
            value = self._for_first(done[best][0])
            result = self._result(kernel, value, tuple(moves), last.depth, stop, rows, bound=bound)
        else:
            result = self.result(kernel, stop)
        return evolve(result, nodes=nodes, created=nodes)

    def solved(self, kernel: Kernel) -> SearchResult[M]:
        """The result of a search by null windows that came to its end."""
        root = self._root
        value = kernel.words[w.LOW]
        moves, state = root.walk(kernel.followed())
        if not moves:
            return self.unsolved(kernel, StopReason.NODES)
        root.value, root.best = value, moves[0]
        self._known[moves[0]] = _Known(value, Bound.EXACT, len(moves))
        over = root.game.outcome(state) is not None
        rows = self._rows(kernel, tuple(moves))
        first = self._for_first(value)
        return self._result(kernel, first, tuple(moves), len(moves), StopReason.SOLVED, rows, solved=True, finished=over)

    def unsolved(self, kernel: Kernel, stop: StopReason) -> SearchResult[M]:
        """The result of a search by null windows that a limit ended: a move, and the side of the value that is known."""
        root = self._root
        low, high = kernel.words[w.LOW], kernel.words[w.HIGH]
        root.prepare()
        known = kernel.followed() or kernel.line() or [list(root.move_words[: root.shapes.move.words])]
        moves, _ = root.walk(known[:1])
        value, bound = (low, Bound.LOWER) if low >= 0 or high > -low else (high, Bound.UPPER)
        if root.player == 1:
            bound = _OTHER[bound]
        rows = self._rows(kernel, tuple(moves))
        return self._result(kernel, self._for_first(value), tuple(moves), 0, stop, rows, bound=bound)

    # --- parts ------------------------------------------------------------------------------------------------------------

    def _take(self, kernel: Kernel, tried: list[M], depth: int) -> None:
        for move, (value, bound) in zip(tried, kernel.root_moves(), strict=False):
            self._known[move] = _Known(value, _BOUNDS[bound], depth)

    def _unfinished(self, kernel: Kernel, stop: StopReason, done: list[tuple[float, int]], best: int) -> SearchResult[M]:
        """Before depth 1 is finished: the best move so far, and the static evaluation."""
        root = self._root
        evaluate = root.found.evaluate
        value = DRAW if evaluate is None else checked_evaluation(evaluate(root.state), root.state)
        move = root.searched[best if 0 <= best < len(done) else 0]
        return self._result(kernel, value, (move,), 0, stop, self._rows(kernel, (move,)))

    def _chosen(self, kernel: Kernel, done: _Done, stop: StopReason) -> SearchResult[M]:
        root = self._root
        items = [(move, self._known[move].value) for move in root.searched]
        items.sort(key=lambda item: item[1], reverse=True)
        move = choose(items, self._options, self._rng)
        value = self._known[move].value
        pv, over = self._complete(kernel, [root.shapes.move.flatten(move)], value, done.depth)
        rows = self._rows(kernel, pv)
        first = self._for_first(value)
        return self._result(kernel, first, pv, done.depth, stop, rows, solved=done.solved, finished=over)

    def _complete(self, kernel: Kernel, line: list[list[int]], value: float, depth: int) -> tuple[tuple[M, ...], bool]:
        """The line's moves, followed on to its end where the table cut it short, and whether the game is over there."""
        root = self._root
        moves, state = root.walk(line)
        over = root.game.outcome(state) is not None
        if not over and len(moves) < min(depth, w.LINE_MOVES) and moves:
            mover = root.game.player(state)
            value = value if mover == root.player else -value
            rest = kernel.follow(flat(root.shapes.state, state), shifted(value, -len(moves)), depth - len(moves))
            more, state = type(root)(root.game, root.found, root.shapes, state).walk(rest)
            moves += more
            over = root.game.outcome(state) is not None
        return tuple(moves), over

    def _rows(self, kernel: Kernel, pv: tuple[M, ...]) -> tuple[RootMove[M], ...]:
        root = self._root
        best = pv[0]
        known = [(move, self._known[move]) for move in root.legal if move in self._known]
        known.sort(key=lambda item: (item[0] == best, item[1].depth, item[1].value), reverse=True)
        rows = []
        for move, what in known:
            bound = what.bound if root.player == 0 else _OTHER[what.bound]
            line = pv if move == best else self._line_of(kernel, move, what)
            rows.append(RootMove(move=move, value=self._for_first(what.value), bound=bound, depth=what.depth, pv=line))
        for move in root.legal:
            if not any(move == row.move for row in rows):
                rows.append(RootMove(move=move, value=None, bound=None, depth=0, pv=(move,)))
        return tuple(rows)

    def _line_of(self, kernel: Kernel, move: M, what: _Known) -> tuple[M, ...]:
        """A root move's line: completed where its exact value was asked for."""
        if not self._options.exact_root or what.bound is not Bound.EXACT:
            return (move,)
        pv, _ = self._complete(kernel, [self._root.shapes.move.flatten(move)], what.value, what.depth)
        return pv

    def _for_first(self, value: float) -> float:
        """The mover's value as one for player 0."""
        if value == 0:
            return value
        return value if self._root.player == 0 else -value

    def _seconds(self) -> float:
        return time.perf_counter() - self.began

    def _result(
        self,
        kernel: Kernel | None,
        value: float,
        pv: tuple[M, ...],
        depth: int,
        stop: StopReason,
        rows: tuple[RootMove[M], ...],
        *,
        bound: Bound = Bound.EXACT,
        solved: bool = False,
        finished: bool = False,
    ) -> SearchResult[M]:
        nodes = 0 if kernel is None else kernel.nodes()
        table = None if kernel is None else kernel.full()
        return SearchResult(
            move=pv[0] if pv else None,
            value=value,
            pv=pv,
            bound=bound,
            depth=depth,
            nodes=nodes,
            created=nodes,
            seconds=self._seconds(),
            stop=stop,
            moves=rows,
            solved=solved,
            finished=finished,
            engine=self._engine,
            table_key=None if table is None else "exact" if self._root.shapes.exact_key else "hashed",
            table_full=table,
            workers=None if kernel is None else kernel.workers(),
            cutoffs=None if kernel is None else kernel.cutoffs(),
            comparisons=None if kernel is None else kernel.total(w.COMPARISONS),
            view=self._view,
        )
