"""Max^n on a tree that is kept from search to search."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from typing import Any, Final, Generic

from attrs import evolve

from ....base.scores import LONGEST_WIN, Bound
from ....base.sizes import parse_size
from ....game.protocol import CHANCE, M, S
from ....searching.limits import Control, Limits, StopReason, StopSearch
from ....searching.options import AlphaBetaOptions, refuse_unused
from ....searching.result import SearchResult
from ....searching.schemes import MAXN_ALONE
from ....searching.setup import Setup
from ....tree.ordering import strategy
from ....tree.recursion import make_room
from ....tree.tier import TreeTier
from .maxn import MaxN, PayoffNode, PayoffTree
from .report import Report


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
        size = None if self.options.memory is None else parse_size(self.options.memory)
        return self._plant(state, size_bytes=size)

    def _plant(self, state: S | None, **terms: Any) -> PayoffTree[S, M]:
        return PayoffTree(self.game, state, found=self.found, **terms)

    def _at_work(self, tree: PayoffTree[S, M], control: Control) -> MaxN[S, M]:
        return MaxN(tree, control, self._ordering, exact_root=self.options.exact_root)

    def _forget(self, tree: PayoffTree[S, M]) -> None:
        tree.root.depth = -1

    def _search(self, tree: PayoffTree[S, M], limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        root = tree.root
        costs = partial(self._costs, tree, control, 0 if tree.made == 1 else tree.made)
        report = Report(tree, self.options, self._rng, costs)
        if limits.depth is not None and limits.depth < self._begun:
            tree.forget()
            self._begun = 0
        if root.outcome is None and not self._has_move(tree):
            tree.close(root)
        if root.outcome is not None:
            yield report.finished()
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
            stop = StopReason.SOLVED if root.solved else StopReason.DEPTH
            done = report.of(report.chosen(), depth, stop)
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
        better = proven_better(root, before, depth - 1)
        if better is not None:
            return report.of(better, depth - 1, stop, bound=Bound.LOWER)
        if done is not None:
            return report.again(done, stop)
        if root.depth >= 0:  # what an earlier search knew
            return report.of(root.best, root.depth, stop)
        return report.unsearched(maxn.evaluation(root.state), stop)


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


create: Final = MaxNSearch
"""The family's only search in this tier."""
