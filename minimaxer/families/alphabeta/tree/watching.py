"""Variants of the algorithms and of quiescence that report each step to a watcher, for recordings of searches.

The same code runs. The reports are added in subclasses made for them, so that unwatched searches pay nothing. The positions that
quiescence visits become nodes here, below the leaf, but not nodes of the tree.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Generic, Literal, Protocol, cast

from attrs import define

from ....base.scores import Bound
from ....game.following import moves_iterator
from ....game.protocol import CHANCE
from ....searching.limits import Control
from ....searching.setup import Setup
from ....tree.tier import WatchedMaking, WatchedTier
from .alphabeta import AlphaBeta
from .search import TreeSearch
from .searcher import M, Quiescence, S, Searcher, answers, assign
from .selection import searcher
from .transpositions import Transpositions
from .tree import Node, Tree

Pause = Literal["plies", "chance"]
"""The reason why quiescence takes the evaluation as it is: its limit of plies, or a chance node."""
Reason = Literal["over", "known", "table", "repetition", "bounds", "no moves"]
"""The reason why a node that is entered has its value without a search of any move."""
Arrange = Callable[[Node[Any, Any], list[Any]], Iterable[Any]]
"""Arranges the moves of a node, before any is tried, in the order in which to try them."""


class QuiescenceWatcher(Protocol):
    """The events of quiescence, in order, after `Watcher.entered` was called for the leaf."""

    def searching(self, node: Node[Any, Any], low: float, high: float) -> None:
        """Quiescence begins at a leaf, within that window."""

    def tried(self, node: Node[Any, Any], plies: int, alpha: float, beta: float) -> None:
        """A move is tried; its node lies `plies` plies beyond the depth limit."""

    def stood(self, node: Node[Any, Any], value: float) -> None:
        """The node's mover may stand pat with that value."""

    def paused(self, node: Node[Any, Any], value: float, why: Pause) -> None:
        """The node has its evaluation as value, and none of its moves is searched."""

    def forced(self, node: Node[Any, Any]) -> None:
        """The node's mover must move, so every move is tried."""

    def spared(self, node: Node[Any, Any], moves: tuple[Any, ...], *, is_standing: bool) -> None:
        """Alpha has reached beta, by standing pat or by a move: these moves of the node are not tried."""

    def answered(self, node: Node[Any, Any], reason: Literal["over", "no moves"]) -> None:
        """A node has its value, because the game is over or there is no move."""

    def left(self, node: Node[Any, Any]) -> None:
        """The search of a node has ended."""

    def passed(self, node: Node[Any, Any]) -> None:
        """The value of a node beyond the limit is passed up to its parent."""


@define(eq=False)
class _Visit(Generic[S, M]):
    """A visit of a node by quiescence."""

    node: Node[S, M]
    is_standing: bool = False
    is_exact: bool = False
    moves: Iterator[M] | None = None
    """The moves not tried yet; None before the first."""
    move: M | None = None
    """The move tried last."""
    number: int = -1
    """Its index among the moves."""
    is_through: bool = False
    """True if all moves were tried."""


class WatchedQuiescence(Quiescence[S, M]):
    """Quiescence that reports each step to a watcher, and keeps the positions visited as nodes; see `Quiescence`."""

    watcher: QuiescenceWatcher

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._visits: list[_Visit[S, M]] = []
        """The leaf, and the nodes on the path to the current one."""
        self._below: Final[dict[Node[S, M], list[Node[S, M]]]] = {}
        """For each node, the nodes made below it, so that a leaf searched again reuses them."""

    def search(self, leaf: Node[S, M], alpha: float, beta: float) -> float:
        """Reports the leaf's window; see `Quiescence.search`."""
        self._visits = [_Visit(leaf)]
        self.watcher.searching(leaf, alpha, beta)
        return super().search(leaf, alpha, beta)

    def _visit(self, leaf: Node[S, M], state: S, plies: int, alpha: float, beta: float) -> float:
        node = self._node(state)
        visit = _Visit(node)
        self._visits.append(visit)
        self.watcher.tried(node, plies, alpha, beta)
        value = super()._visit(leaf, state, plies, alpha, beta)
        self._visits.pop()
        assign(node, value, 0, alpha, beta)
        if node.outcome is not None or visit.is_exact:
            node.bound = Bound.EXACT
        if node.outcome is not None:
            self.watcher.answered(node, "over")
        self.watcher.left(node)
        self.watcher.passed(node)
        return value

    def _running(self, leaf: Node[S, M], state: S, player: int, plies: int, alpha: float, beta: float) -> float:
        visit = self._visits[-1]
        value = super()._running(leaf, state, player, plies, alpha, beta)
        if visit.moves is not None and not visit.is_through:
            self.watcher.spared(visit.node, tuple(visit.moves), is_standing=False)
        elif visit.is_standing and visit.moves is None:
            moves = super()._ordered(moves_iterator(self._noisy_moves(state), "noisy_moves", state), state)
            self.watcher.spared(visit.node, tuple(moves), is_standing=True)
        return value

    def _ordered(self, moves: Iterable[M], state: S) -> Iterator[M]:
        visit = self._visits[-1]
        if not visit.is_standing:
            self.watcher.forced(visit.node)
        visit.moves = iter(super()._ordered(moves, state))
        for move in visit.moves:
            visit.number += 1
            visit.move = move
            yield move
        visit.is_through = True

    def _stand_pat(self, leaf: Node[S, M], state: S, plies: int) -> float:
        value = super()._stand_pat(leaf, state, plies)
        visit = self._visits[-1]
        if visit.node.player == CHANCE or plies >= self._plies:
            visit.is_exact = True
            self.watcher.paused(visit.node, value, "chance" if visit.node.player == CHANCE else "plies")
        else:
            visit.is_standing = True
            self.watcher.stood(visit.node, value)
        return value

    def _stuck(self, leaf: Node[S, M], state: S, plies: int) -> float:
        value = super()._stuck(leaf, state, plies)
        visit = self._visits[-1]
        visit.node.value, visit.node.bound, visit.is_exact = value, Bound.EXACT, True
        self.watcher.answered(visit.node, "no moves")
        return value

    def _node(self, state: S) -> Node[S, M]:
        above = self._visits[-1]
        below = self._below.setdefault(above.node, [])
        if above.number == len(below):
            game = self._tree.game
            outcome = game.outcome(state)
            player = 0 if outcome is not None else game.player(state)
            below.append(Node(state, above.move, player, above.node, above.node.ply + 1, outcome))
        return below[above.number]


class Watcher(QuiescenceWatcher, Protocol):
    """The events of a search, in order. Nodes are those of the search: read them, but change nothing."""

    def planted(self, tree: Tree[Any, Any]) -> None:
        """The tree of the search was made, with its root alone."""

    def begins(self) -> None:
        """An iteration begins."""

    def made(self, node: Node[Any, Any]) -> None:
        """A child was made."""

    def entered(self, node: Node[Any, Any], depth: int, alpha: float, beta: float) -> None:
        """The search of a node begins, with `depth` plies left and that window."""

    def searching(self, node: Node[Any, Any], low: float, high: float) -> None:
        """The node's moves are searched now, within that window."""

    def judged(self, node: Node[Any, Any], beyond: int) -> None:
        """A node at the depth limit has its value; quiescence visited `beyond` positions and reported them."""

    def answered(self, node: Node[Any, Any], reason: Reason) -> None:
        """A node has its value, and none of its moves is searched."""

    def cut(self, node: Node[Any, Any]) -> None:
        """A cutoff: the rest of the node's moves are not searched."""

    def left(self, node: Node[Any, Any]) -> None:
        """The search of a node has ended; it may be searched again before its parent uses its value."""

    def passed(self, node: Node[Any, Any]) -> None:
        """The value of a node is passed up to its parent, or is the root's."""

    def finished(self) -> None:
        """The iteration has finished; the searches after it, up to the next iteration, only complete the line."""


class _Watched(Searcher[S, M]):
    """Mixin for each algorithm that reports to a watcher."""

    watcher: Watcher

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._running = False
        self._cut_before = 0
        self._descending: list[Node[S, M]] = []
        """The children being searched, from the root down."""
        self._reason: Reason | None = None
        """The reason for the value of the node entered last; None once other events have reported that value."""
        self._probes: Final = isinstance(self, AlphaBeta)
        self._unwatched: Final = self._quiescence
        self._beyond: Final[WatchedQuiescence[S, M] | None] = (
            None if self._quiescence is None else WatchedQuiescence(self.tree, self.count, self.options.quiescence)
        )

    def watch(self, watcher: Watcher) -> None:
        """Reports to that watcher from now on."""
        self.watcher = watcher
        if self._beyond is not None:
            self._beyond.watcher = watcher

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """Reports entering and leaving the node; see `Searcher.search`."""
        if not self._running:
            return super().search(node, depth, alpha, beta)  # type: ignore[safe-super]  # the algorithm's own comes next
        self.watcher.entered(node, depth, alpha, beta)
        self._reason = self._expected(node, depth, alpha, beta)
        value = super().search(node, depth, alpha, beta)  # type: ignore[safe-super]
        if self._reason is not None:
            self.watcher.answered(node, "no moves" if node.outcome is not None and self._reason != "over" else self._reason)
            self._reason = None
        self.watcher.left(node)
        if not (self._descending and self._descending[-1] is node):
            self.watcher.passed(node)
        return value

    def _expected(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> Reason:
        """The reason for the node's value if no other event reports it."""
        if node.outcome is not None:
            return "over"
        return "known" if self._probes and answers(node, depth, alpha, beta) else "bounds"

    def descend(self, child: Node[S, M], depth: int, low: float, high: float, *, first: bool, maximise: bool) -> float:
        """Reports the final value of a child once, even if it is searched repeatedly; see `AlphaBeta.descend`."""
        self._descending.append(child)
        value: float = super().descend(child, depth, low, high, first=first, maximise=maximise)  # type: ignore[misc]
        self._descending.pop()
        if self._running:
            self.watcher.passed(child)
        return value

    def leaf(self, node: Node[S, M], alpha: float, beta: float) -> float:
        """Reports the evaluation of the leaf; see `Searcher.leaf`."""
        before = self.nodes
        value = super().leaf(node, alpha, beta)
        if self._running:
            self._reason = None
            self.watcher.judged(node, self.nodes - before)
        return value

    def repeats(self, node: Node[S, M]) -> bool:
        """Records a draw by repetition as the reason; see `Searcher.repeats`."""
        found = super().repeats(node)
        if found and self._running:
            self._reason = "repetition"
        return found

    def hit(self, node: Node[S, M]) -> None:
        """Records an answer of the table as the reason."""
        if self._running:
            self._reason = "table"

    def _children(self, node: Node[S, M], depth: int, alpha: float, beta: float, low: float, high: float) -> None:
        """Reports the window and a cutoff: one that was counted since the last child was left is the node's own."""
        if self._running:
            self._reason = None
            self.watcher.searching(node, low, high)
            self._cut_before = sum(self.control.cutoffs)
        super()._children(node, depth, alpha, beta, low, high)  # type: ignore[misc]
        if self._running:
            if node.outcome is not None:
                self.watcher.answered(node, "no moves")
            counted = sum(self.control.cutoffs)
            if node.bound is not Bound.EXACT if node.player == CHANCE else counted > self._cut_before:
                self.watcher.cut(node)
            self._cut_before = counted

    def begin(self) -> None:
        """Reports the iteration; see `Searcher.begin`."""
        super().begin()
        self._running = True
        self._quiescence = self._beyond
        self.watcher.begins()

    def finish(self) -> None:
        """Reports its end; see `Searcher.finish`."""
        super().finish()
        self._running = False
        self._quiescence = self._unwatched
        self.watcher.finished()


@functools.cache
def _watched(kind: type[Searcher[Any, Any]]) -> type[_Watched[Any, Any]]:
    """The algorithm's variant that reports to a watcher; made with the same arguments."""
    return type(f"Watched{kind.__name__}", (_Watched, kind), {})


class _WatchedTree(WatchedMaking[S, M, Node[S, M]], Tree[S, M]):
    """A tree that reports the nodes made, and whose moves may be arranged."""

    arrange: Arrange | None = None

    def open(self, node: Node[S, M]) -> None:
        """Starts the node's iterator of moves, in the arranged order."""
        super().open(node)
        if self.arrange is not None and node.player != CHANCE and node.pending is not None:
            node.pending = iter(list(self.arrange(node, self.listed(node, node.pending))))


class _WatchedTranspositions(Transpositions[S, M]):
    """A table that reports when it answers."""

    hit: Callable[[Node[S, M]], None]

    def answer(self, key: Any, node: Node[S, M], depth: int, alpha: float, beta: float) -> bool:
        """True if the table answers, which is reported; see `Transpositions.answer`."""
        found = super().answer(key, node, depth, alpha, beta)
        if found:
            self.hit(node)
        return found


class WatchedTreeSearch(WatchedTier[S, M, Tree[S, M]], TreeSearch[S, M]):
    """A search on a tree, by an algorithm other than `auto` and `fixed`, that reports each step to a watcher. `arrange` puts each
    node's moves in the order in which to try them; None: the game's own order.
    """

    watched = _WatchedTree

    def __init__(self, setup: Setup[S, M], watcher: Watcher, arrange: Arrange | None = None) -> None:
        super().__init__(setup, watcher)
        self._arrange: Final = arrange

    def _plant(self, state: S | None, **terms: Any) -> Tree[S, M]:
        tree = super()._plant(state, **terms)
        cast("_WatchedTree[S, M]", tree).arrange = self._arrange
        return tree

    def _new_table(self, tree: Tree[S, M]) -> Transpositions[S, M]:
        return _WatchedTranspositions(tree, self.options)

    def _at_work(self, tree: Tree[S, M], control: Control) -> Searcher[S, M]:
        at_work = cast("_Watched[S, M]", searcher(self.algorithm, tree, control, self.options, self._table, _watched))
        at_work.watch(self._watcher)
        if isinstance(self._table, _WatchedTranspositions):
            self._table.hit = at_work.hit
        return at_work
