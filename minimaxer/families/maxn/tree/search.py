"""Max^n on a tree that is kept from search to search, and its results: the payoffs, the line, the payoffs of each root move.

A watched search reports each step, in subclasses, so that unwatched searches pay nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from functools import partial
from random import Random
from typing import Any, Final, Generic, Literal, Protocol, cast

from attrs import evolve, frozen

from ....base.scores import LONGEST_WIN, Bound, Payoffs
from ....base.sizes import parse_size
from ....game.following import check_moves
from ....game.protocol import CHANCE, M, S
from ....game.reprs import View
from ....searching.details import NO_DETAILS, Statistics
from ....searching.limits import Control, Limits, StopReason, StopSearch
from ....searching.mover import choose
from ....searching.options import AlphaBetaOptions, refuse_unused
from ....searching.result import RootMove, SearchResult
from ....searching.setup import Setup
from ....searching.validators import MAXN_ALONE
from ....tree.ordering import strategy
from ....tree.tier import TreeTier, WatchedMaking, WatchedTier, make_room
from .maxn import MaxN, PayoffChanceNode, PayoffNode, PayoffTree


@frozen
class Report(Generic[S, M]):
    """Writes the results of one search, whose costs so far `costs` gives; `rng` is for choices among moves."""

    _tree: PayoffTree[S, M]
    _options: AlphaBetaOptions
    _rng: Random
    costs: Callable[[], Statistics]

    def chosen(self) -> PayoffNode[S, M] | None:
        """The root's best child, or another one selected by the option `choice`; None where chance decides."""
        root = self._tree.root
        if self._options.choice == "best" or root.best is None:
            return root.best
        items = sorted(((child, child.value) for child in root.children), key=lambda item: item[1], reverse=True)
        return choose(items, self._options, self._rng)

    def of(self, child: PayoffNode[S, M] | None, depth: int, stop: StopReason, *, bound: Bound = Bound.EXACT) -> SearchResult[M]:
        """The result of playing a child's move, or of chance, after the given number of finished depths."""
        root = self._tree.root
        node = root if child is None or child is root.best else child
        solved = root.solved and (root.player == CHANCE or node.payoffs[root.player] == root.payoffs[root.player])
        return self.result(child, node.payoffs, depth, stop, bound=bound, solved=solved and bound is Bound.EXACT)

    def result(
        self,
        child: PayoffNode[S, M] | None,
        payoffs: Payoffs,
        depth: int,
        stop: StopReason,
        *,
        bound: Bound = Bound.EXACT,
        solved: bool = False,
    ) -> SearchResult[M]:
        """Writes a result."""
        tree = self._tree
        end = tree.root if child is None else tree.line_through(child)[-1]
        return SearchResult(
            value=payoffs[0],
            payoffs=payoffs,
            players=tree.players,
            meaning="payoffs",
            bound=bound,
            pv=() if child is None else tree.moves_through(child),
            depth=depth,
            stop=stop,
            moves=() if tree.root.outcome is not None else self._moves(),
            solved=solved,
            finished=end.outcome is not None and end.payoffs == payoffs,
            engine="tree/maxn",
            statistics=self.costs(),
            details=NO_DETAILS,
            view=View(tree.root.state, tree.game, tree.found),
        )

    def _moves(self) -> tuple[RootMove[M], ...]:
        root = self._tree.root
        known = [child for child in root.children if child.depth >= 0]
        if root.player != CHANCE:
            known.sort(key=lambda child: (child is root.best, child.exact, child.depth, child.value), reverse=True)
        rest = [cast("M", child.move) for child in root.children if child.depth < 0] + self._tree.untried(root)
        check_moves([*(child.move for child in known), *rest], root.state)
        unknown = [RootMove(move=move, value=None, bound=None, depth=0, pv=(move,), meaning="payoffs") for move in rest]
        return (*map(self._row, known), *unknown)

    def _row(self, child: PayoffNode[S, M]) -> RootMove[M]:
        root = self._tree.root
        pv = self._tree.moves_through(child)
        return RootMove(
            move=pv[0],
            value=child.payoffs[0] if child.exact else None,
            payoffs=child.payoffs if child.exact else None,
            bound=Bound.EXACT if child.exact else Bound.UPPER,
            depth=child.depth + 1,
            pv=pv,
            meaning="payoffs",
            probability=root.probabilities[root.children.index(child)] if isinstance(root, PayoffChanceNode) else None,
        )


class MaxNSearch(TreeTier[S, M, PayoffTree[S, M]], Generic[S, M]):
    """The tree tier of a `Search` for three or more players; raises OptionError if max^n cannot do what the options ask for."""

    options: AlphaBetaOptions
    alone = MAXN_ALONE

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup)
        options = setup.alphabeta
        for algorithm in ("auto", "maxn"):
            refuse_unused(options.changed(), "tree", algorithm)
        self.algorithm = "maxn"
        self.options = evolve(options, ordering=options.ordering or "early_exit_bubble", table=None)
        self._ordering: Final = strategy(self.options.ordering or "none")

    def solve(self, state: S | None, limits: Limits) -> Generator[SearchResult[M], None, None]:
        """Searches with increasing depth until the payoffs cannot change."""
        yield from self.iterate(state, evolve(limits, depth=LONGEST_WIN))

    def _new_tree(self, state: S | None) -> PayoffTree[S, M]:
        return self._plant(state, size_bytes=None if self.options.memory is None else parse_size(self.options.memory))

    def _plant(self, state: S | None, **terms: Any) -> PayoffTree[S, M]:
        return PayoffTree(self.game, state, found=self.found, **terms)

    def _at_work(self, tree: PayoffTree[S, M], control: Control) -> MaxN[S, M]:
        return MaxN(tree, control, self._ordering, exact_root=self.options.exact_root)

    def _forget(self, tree: PayoffTree[S, M]) -> None:
        tree.root.depth = -1

    def _search(self, tree: PayoffTree[S, M], limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        root = tree.root
        report = Report(tree, self.options, self._rng, partial(self._costs, tree, control, 0 if tree.made == 1 else tree.made))
        if limits.depth is not None and limits.depth < self._begun:
            tree.forget()
            self._begun = 0
        if root.outcome is None and not self._has_move(tree):
            tree.close(root)
        if root.outcome is not None:
            yield report.result(None, root.payoffs, 0, StopReason.FINISHED, solved=True)
            return
        if root.best is None and root.player != CHANCE:
            root.depth, root.solved = -1, False
        maxn = self._at_work(tree, control)
        last = LONGEST_WIN if limits.depth is None else limits.depth
        first = min(max(1, root.depth, self._begun), last) if self.options.deepening else last
        done: SearchResult[M] | None = None
        for depth in range(first, last + 1):
            before = root.best
            self._begun = depth
            make_room(depth, 0)
            try:
                maxn.search(root, depth)
            except StopSearch:
                assert control.reason is not None
                yield self._unfinished(maxn, report, before, depth, done, control.reason)
                return
            maxn.close()
            done = report.of(report.chosen(), depth, StopReason.SOLVED if root.solved else StopReason.DEPTH)
            yield done
            if root.solved:
                return

    def _unfinished(
        self,
        maxn: MaxN[S, M],
        report: Report[S, M],
        before: PayoffNode[S, M] | None,
        depth: int,
        done: SearchResult[M] | None,
        stop: StopReason,
    ) -> SearchResult[M]:
        """The result after a limit ended a depth early: the last one, or a move that has turned out better."""
        root = maxn.tree.root
        if (better := proven_better(root, before, depth - 1)) is not None:
            return report.of(better, depth - 1, stop, bound=Bound.LOWER)
        if done is not None:
            return evolve(done, stop=stop, statistics=report.costs())
        if root.depth >= 0:  # what an earlier search knew
            return report.of(root.best, root.depth, stop)
        move = None if root.player == CHANCE else root.children[0]  # any, before depth 1 is finished
        return report.result(move, maxn.evaluation(root.state), 0, stop)


def proven_better(root: PayoffNode[S, M], before: PayoffNode[S, M] | None, depth: int) -> PayoffNode[S, M] | None:
    """The child that an unfinished search of the root proved better for the mover than `before`, or None. `before` is the best
    child of the last finished depth, None where there is none; `depth` is that to which the unfinished search searches children.
    """
    if root.player == CHANCE:
        return None
    fresh = [child for child in root.children if child.depth == depth and child.exact]
    if not fresh or (before is not None and before not in fresh):
        return None
    best = max(fresh, key=lambda child: (child.value, -child.number))
    return best if before is None or best.value > before.value else None


Node = PayoffNode[Any, Any]
Reason = Literal["over", "known", "judged", "no moves"]
"""The reason why a node has its payoffs without the search of a move."""


class Watcher(Protocol):
    """Callbacks for the events of a search, in their order. Nodes are those of the search: read them only."""

    def planted(self, tree: PayoffTree[Any, Any]) -> None:
        """The tree of the search, with its root alone."""

    def made(self, node: Node) -> None:
        """A child was made."""

    def entered(self, node: Node, depth: int, limit: float) -> None:
        """The search of a node to `depth` begins; that of the root, which has no parent, begins an iteration. If its mover gets
        `limit` or more, the player before does not want the node.
        """

    def answered(self, node: Node, reason: Reason) -> None:
        """A node has its payoffs without the search of a move."""

    def cut(self, node: Node, *, is_settled: bool) -> None:
        """The node's other moves are skipped: its mover has the greatest payoff if settled, else one at the limit."""

    def left(self, node: Node) -> None:
        """The search of a node ends; its payoffs go to its parent, if it has one."""


class _WatchedMaxN(MaxN[S, M]):
    watcher: Watcher

    def search(self, node: PayoffNode[S, M], depth: int, limit: float = math.inf) -> Payoffs:
        """Reports entering and leaving the node; see `MaxN.search`."""
        self.watcher.entered(node, depth, limit)
        reason: Reason | None = None
        if node.outcome is not None:
            reason = "over"
        elif node.solved and (node.exact or node.payoffs[node.player] >= limit):
            reason = "known"
        elif depth == 0:
            reason = "judged"
        payoffs = super().search(node, depth, limit)
        if reason is None and node.outcome is not None:
            reason = "no moves"
        if reason is not None:
            self.watcher.answered(node, reason)
        self.watcher.left(node)
        return payoffs

    def _best(self, node: PayoffNode[S, M], depth: int, limit: float) -> None:
        super()._best(node, depth, limit)
        if (node.best is not None and not self._opens(node) and node.payoffs[node.player] >= self._high) or not node.exact:
            self.watcher.cut(node, is_settled=node.exact)


class _WatchedPayoffTree(WatchedMaking[S, M, PayoffNode[S, M]], PayoffTree[S, M]):
    """A tree that reports new nodes to a watcher."""


class WatchedMaxNSearch(WatchedTier[S, M, PayoffTree[S, M]], MaxNSearch[S, M]):
    """Max^n on a tree that reports each step to a watcher."""

    watched = _WatchedPayoffTree

    def _at_work(self, tree: PayoffTree[S, M], control: Control) -> MaxN[S, M]:
        at_work: _WatchedMaxN[S, M] = _WatchedMaxN(tree, control, self._ordering, exact_root=self.options.exact_root)
        at_work.watcher = self._watcher
        return at_work


create: Final = MaxNSearch
"""The family's only search in this tier that is not watched."""
