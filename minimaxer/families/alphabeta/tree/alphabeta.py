"""Alpha-beta with every option; plain minimax, principal variation search, MTD(f), and variants that record windows to draw."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Final

from ....base.scores import DRAW, INFINITY, Bound, checked_bounds
from ....searching.limits import Control
from ....searching.options import AlphaBetaOptions
from ....tree.ordering import strategy
from ....tree.searched import Repetition
from .searcher import M, S, Searcher, above, answers, assign, below, no_moves, wins_in_sight
from .transpositions import Transpositions
from .tree import Node, Tree

BOUNDS_DEPTH: Final = 3
"""Depth from which the game's `bounds` are called; next to the leaves they cost more than they save.

Source: connect four to depth 6 takes 0.7 times the time of calling them everywhere, solving dots and boxes 2x2 0.85 times,
solving a late position of connect four the same with 1.3 times the nodes.
"""
SHARED_DEPTH: Final = 3
"""Depth from which workers that share a table avoid each other's searches."""


class AlphaBeta(Searcher[S, M]):
    """Fail-soft alpha-beta over the kept tree, with options to switch off its parts.

    Source: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975; fail-soft: J. Fishburn,
    "Another optimization of alpha-beta search", SIGART Newsletter 84, 1983.
    """

    def __init__(
        self, tree: Tree[S, M], control: Control, options: AlphaBetaOptions, table: Transpositions[S, M] | None = None
    ) -> None:
        super().__init__(tree, control, options)
        self._ordering: Final = strategy(options.ordering or "early_exit_bubble")
        self._bounds: Final = None if options.shorten else tree.found.bounds
        self._table: Final = table
        self._repetition: Final = Repetition(tree) if options.repetition else None
        self._marks: Final = None if table is None else table.marks
        self._known: Final = tree.tables
        self._rank: Final = tree.found.order is not None
        self._cutoffs: Final = control.cutoffs

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """Searches the node to that depth; see `Searcher.search`."""
        self.count(node)
        if node.outcome is not None:
            node.depth = depth
            return node.value
        if answers(node, depth, alpha, beta):
            node.depth = depth
            return node.value
        if self._known is not None and self._is_known(node, depth):
            return node.value
        if depth == 0:
            return self.leaf(node, alpha, beta)
        if self._repetition is not None and self.repeats(node):
            node.value, node.depth, node.bound, node.solved, node.best = DRAW, depth, Bound.EXACT, True, None
            return DRAW
        bounded = self._bounds is not None and (depth >= BOUNDS_DEPTH or node.parent is None)
        if not bounded:
            lowest, highest = -INFINITY, INFINITY
        else:
            lowest, highest = self._reachable(node)
            if node.parent is not None and (highest <= alpha or lowest >= beta or lowest == highest):
                return _value_beyond(node, depth, alpha, lowest, highest)
        key = None if self._table is None else self._table.key(node.state)
        if self._table is not None and node.parent is not None and self._table.answer(key, node, depth, alpha, beta):
            return node.value
        low, high = max(alpha, lowest), min(beta, highest)
        if low >= high:  # at the root, where a move is wanted whatever is known: an empty window would prove nothing
            low, high = alpha, beta
        self._children(node, depth, alpha, beta, low, high)
        if bounded:
            _merge_bounds(node, depth, alpha, beta, lowest, highest)
        if self._table is not None:
            self._table.store(key, node)
        return node.value

    def _is_known(self, node: Node[S, M], depth: int) -> bool:
        """True if an endgame table has the node, which then takes the value: no search can change it."""
        assert self._known is not None
        value = None if node.parent is None else self._known.probe(node.state)
        if value is None:
            return False
        node.value, node.depth, node.bound, node.solved = self.tree.shift(value, node.ply), depth, Bound.EXACT, True
        node.best = None
        return True

    def repeats(self, node: Node[S, M]) -> bool:
        """True if the node is a draw by repetition; see `Searcher.repeats`."""
        return self._repetition is not None and node.parent is not None and self._repetition.found(node)

    def unfold(self, node: Node[S, M], depth: int) -> None:
        """Searches the node's children although its value is known, to find its principal variation."""
        self._children(node, depth, -INFINITY, INFINITY, -INFINITY, INFINITY)

    def descend(self, child: Node[S, M], depth: int, low: float, high: float, *, first: bool, maximise: bool) -> float:
        """Searches a child within its parent's window; the variations of alpha-beta differ here."""
        return self.search(child, depth, low, high)

    def _children(self, node: Node[S, M], depth: int, alpha: float, beta: float, low: float, high: float) -> None:
        self._prepare(node, depth)
        maximise = node.player == 0
        value = -INFINITY if maximise else INFINITY
        best: Node[S, M] | None = None
        solved = True
        children = self.tree.children(node, self._ordering)
        shared = self._marks is not None and depth >= SHARED_DEPTH
        for tried, child in enumerate(self._in_turn(children, depth - 1) if shared else children):
            result = self.descend(child, depth - 1, low, high, first=best is None, maximise=maximise)
            solved = solved and child.solved
            if result > value if maximise else result < value:
                value, best = result, child
                if maximise:
                    low = max(low, value)
                else:
                    high = min(high, value)
                if low >= high:
                    self._cutoffs[min(tried, 2)] += 1
                    solved = child.solved
                    break
            if shared and self._done_elsewhere(node, depth, alpha, beta):
                return
        if best is None:
            no_moves(self.tree, node, depth)
            return
        assign(node, value, depth, alpha, beta)
        node.best = best
        node.solved = solved or (best.solved and self.settled(node, depth, value))

    def settled(self, node: Node[S, M], depth: int, value: float) -> bool:
        """True if no other move of the node can be better, so that the others need not be solved."""
        return wins_in_sight(node, depth, value)

    def _in_turn(self, children: Iterator[Node[S, M]], depth: int) -> Iterator[Node[S, M]]:
        """The children, with those that another worker is searching at the end; the first one is searched by all.

        Source: J.-C. Weill, "The ABDADA distributed minimax search algorithm", ICCA Journal 19(1), 1996.
        """
        assert self._table is not None
        assert self._marks is not None
        deferred = []
        for number, child in enumerate(children):
            mark = 0
            if number:
                mark = self._marks.mark(self._table.key(child.state), child.player, depth)
                if self._marks.busy(mark):
                    deferred.append(child)
                    continue
                self._marks.mark_busy(mark)
            try:
                yield child
            finally:
                if mark:
                    self._marks.clear_busy(mark)
        yield from deferred

    def _done_elsewhere(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> bool:
        """True if another worker has searched the node meanwhile; the node then has its value."""
        if node.parent is None or self._table is None:
            return False
        return self._table.answer(self._table.key(node.state), node, depth, alpha, beta)

    def _prepare(self, node: Node[S, M], depth: int) -> None:
        """Opens the node, makes all children unless they are lazy, and ranks the moves not tried yet. Moves are ranked from depth
        2 on only: next to the leaves `order` costs more than it saves.
        """
        if node.pending is None:
            self.tree.open(node)
            fresh = True
        else:
            fresh = node.depth == 1
        if self._rank and fresh and depth > 1:
            self.tree.rank(node)
        if not self.options.lazy_children:
            self.tree.expand(node)

    def _reachable(self, node: Node[S, M]) -> tuple[float, float]:
        """The lowest and highest value the node can have, by the game's `bounds`. The root needs a proven move as well as a
        value: on the side of its mover's worst it stays open there.
        """
        assert self._bounds is not None
        lowest, highest = checked_bounds(self._bounds(node.state), node.state)
        lowest, highest = self.tree.shift(lowest, node.ply), self.tree.shift(highest, node.ply)
        if node.parent is None:
            return (-INFINITY, highest) if node.player == 0 else (lowest, INFINITY)
        return lowest, highest


def _value_beyond(node: Node[S, M], depth: int, alpha: float, lowest: float, highest: float) -> float:
    """Sets and returns the value or bound of a node whose reachable values lie outside the window, or are a single one."""
    node.solved = True
    node.depth = depth
    node.best = None
    node.value = highest if highest <= alpha else lowest
    node.bound = Bound.EXACT if lowest == highest else Bound.UPPER if highest <= alpha else Bound.LOWER
    return node.value


def _merge_bounds(node: Node[S, M], depth: int, alpha: float, beta: float, lowest: float, highest: float) -> None:
    """Corrects a node after a search whose window was clipped to the reachable values. A bound that meets the limit on its other
    side is exact. If that side, or the limit met, is the mover's worst, no child is proven to be the best one.
    """
    if node.value <= lowest and alpha < lowest if node.player == 0 else node.value >= highest and highest < beta:
        node.best = None
    if not lowest <= node.value <= highest:
        assign(node, min(max(node.value, lowest), highest), depth, alpha, beta)
    if node.solved and (node.value <= lowest if node.bound is Bound.UPPER else node.value >= highest):
        if node.bound is (Bound.UPPER if node.player == 0 else Bound.LOWER):
            node.best = None
        node.bound = Bound.EXACT


class Minimax(Searcher[S, M]):
    """Minimax without pruning. Every value is exact; the window and the game's `bounds` are ignored.

    Source: C. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950.
    """

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """The exact value of the node at that depth; visits every node down to there."""
        self.count(node)
        if node.outcome is not None:
            node.depth = depth
            return node.value
        if depth == 0:
            return self.leaf(node, -INFINITY, INFINITY)
        best: Node[S, M] | None = None
        solved = True
        for child in self.tree.children(node):
            value = self.search(child, depth - 1, alpha, beta)
            solved = solved and child.solved
            if best is None or (value > best.value if node.player == 0 else value < best.value):
                best = child
        if best is None:
            return no_moves(self.tree, node, depth)
        node.value, node.depth, node.bound, node.best, node.solved = best.value, depth, Bound.EXACT, best, solved
        return node.value

    def unfold(self, node: Node[S, M], depth: int) -> None:
        """Searches the node again; see `Searcher.unfold`."""
        self.search(node, depth, -INFINITY, INFINITY)


class PrincipalVariationSearch(AlphaBeta[S, M]):
    """Alpha-beta that searches every move but the first with a null window, and again with the full one if it proves better.

    Source: T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14(4), 1982.
    """

    def descend(self, child: Node[S, M], depth: int, low: float, high: float, *, first: bool, maximise: bool) -> float:
        """Searches a child, with a null window first unless it is the first child."""
        if first:
            return self.search(child, depth, low, high)
        narrow = (low, above(low)) if maximise else (below(high), high)
        value = self.search(child, depth, *narrow)
        if low < value < high and narrow != (low, high):
            return self.search(child, depth, low, high)
        return value


class MTDF(AlphaBeta[S, M]):
    """Converges on the value of a node by null-window searches; the kept tree is the memory it needs.

    Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
    Intelligence 87, 1996.
    """

    def exact(self, node: Node[S, M], depth: int) -> float:
        """The exact value, starting from the one the node has; a last search around it finds the best line. Entries of deeper
        searches in the table can make that search disagree; an open window then settles it.
        """
        value = node.value if node.depth >= 0 else DRAW
        lower, upper = -INFINITY, INFINITY
        while lower < upper:
            beta = above(lower) if value == lower else value
            value = self.search(node, depth, below(beta), beta)
            if value < beta:
                upper = value
            else:
                lower = value
        value = self.search(node, depth, below(value), above(value))
        return value if node.bound is Bound.EXACT else self.search(node, depth, -INFINITY, INFINITY)


class _Traced(Searcher[S, M]):
    """Mixin for each algorithm: `tree.windows` holds the windows of the last finished iteration."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._windows: dict[Node[S, M], tuple[float, float]] = {}

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """Records the window, then searches; see `Searcher.search`."""
        self._windows[node] = alpha, beta
        return super().search(node, depth, alpha, beta)  # type: ignore[safe-super]  # the algorithm's own comes next

    def begin(self) -> None:
        """Begins with the root alone, since an iteration may search only its moves and not the root itself."""
        self._windows = {self.tree.root: (-INFINITY, INFINITY)}

    def finish(self) -> None:
        """Passes the windows to the tree; later searches only complete the line."""
        self.tree.windows, self._windows = self._windows, {}


@functools.cache
def traced(kind: type[Searcher[Any, Any]]) -> type[Searcher[Any, Any]]:
    """The algorithm's variant that records windows; made with the same arguments."""
    return type(f"Traced{kind.__name__}", (_Traced, kind), {})
