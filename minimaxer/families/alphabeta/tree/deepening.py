"""Iterative deepening: one search per depth, each ordered by the one before, until a limit is met or nothing can change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Generic

from ....base.scores import INFINITY, LONGEST_WIN, Bound
from ....game.protocol import CHANCE
from ....searching.limits import Control, Limits, StopReason, StopSearch
from ....searching.mover import AT_LEAST, AT_MOST, for_mover
from ....searching.options import AlphaBetaOptions
from ....tree.tier import make_room
from .searcher import M, S, Searcher
from .tree import Node, Tree


class Deepening(Generic[S, M]):
    """The loop over depths on the root of a tree whose game is not over.

    Attributes:
        depth: The depth of the last iteration finished, 0 before the first; `begun` is that of the last one begun.
        improved: After an interruption, the root's child that the unfinished iteration proved better than the best move before;
            else None.
        reason: The reason why the loop ended; None while it runs.
    """

    def __init__(self, tree: Tree[S, M], searcher: Searcher[S, M], control: Control, options: AlphaBetaOptions) -> None:
        self.tree: Final = tree
        self.searcher: Final = searcher
        self.control: Final = control
        self.options: Final = options
        self.depth = 0
        self.begun = 0
        self.improved: Node[S, M] | None = None
        self.reason: StopReason | None = None

    def run(self, limits: Limits, start: int = 1) -> Iterator[None]:
        """Searches depth by depth from `start`; yields after each finished depth, and once more when `reason` is known. Of the
        limits only the depth is used here; the control enforces the others.
        """
        last = LONGEST_WIN if limits.depth is None else limits.depth
        depths = range(min(start, last), last + 1) if self.options.deepening else range(last, last + 1)
        root = self.tree.root
        before = root.best
        try:
            for depth in depths:
                self.begun = depth
                make_room(depth, self.options.quiescence)
                before = root.best
                self.searcher.begin()
                self._iterate(depth)
                self.searcher.finish()
                self.depth = depth
                complete_line(self.searcher, root, depth)
                self.searcher.close()
                if root.solved and root.bound is Bound.EXACT:
                    self.reason = StopReason.SOLVED
                elif depth == last:
                    self.reason = StopReason.DEPTH
                yield
                if self.reason is not None:
                    return
        except StopSearch:
            self.reason = self.control.reason
            if self.depth < self.begun:
                self.improved = proven_better(root, before, self.begun - 1)
        yield

    def _iterate(self, depth: int) -> None:
        root = self.tree.root
        if self.options.exact_root and root.player != CHANCE:
            self._exact_root(root, depth)
        elif self.options.aspiration is not None and self.depth:
            self._aspire(root, depth, self.options.aspiration)
        else:
            self.searcher.exact(root, depth)

    def _aspire(self, root: Node[S, M], depth: int, margin: float) -> None:
        """Searches with a window around the last value, opened on the side on which it fails.

        Source: chessprogramming.org "Aspiration Windows".
        """
        low, high = root.value - margin, root.value + margin
        while True:
            value = self.searcher.search(root, depth, low, high)
            if value <= low and low > -INFINITY:
                low = -INFINITY
            elif value >= high and high < INFINITY:
                high = INFINITY
            else:
                return

    def _exact_root(self, root: Node[S, M], depth: int) -> None:
        """Searches every root move with an open window, the best of the last iteration first."""
        self.searcher.count(root)
        self.tree.expand(root)
        root.children.sort(key=lambda child: child.value if child.depth >= 0 else 0, reverse=root.player == 0)
        for child in root.children:
            self.searcher.exact(child, depth - 1)
        best = max(root.children, key=lambda child: for_mover(root.player, child.value))
        root.value, root.depth, root.bound, root.best = best.value, depth, Bound.EXACT, best
        root.solved = all(child.solved and child.bound is Bound.EXACT for child in root.children)


def complete_line(searcher: Searcher[S, M], node: Node[S, M], depth: int) -> None:
    """Completes the best line below the node if a table entry, a dropped subtree or a solved value cut it short.

    The line of a value found by search runs to its end, or to a chance node. One that `bounds` proved may lie far beyond what can
    be searched: it is completed to the depth only. Raises StopSearch if a limit is met; the line then stays short.
    """
    to_the_end = searcher.tree.found.bounds is None
    while node.outcome is None and node.player != CHANCE and not searcher.repeats(node):
        if node.best is None:
            if depth <= 0 and not (to_the_end and node.solved):
                return
            _unfold(searcher, node, max(depth, 1), to_the_end=to_the_end)
        best = node.followed
        if best is None:  # what lies behind it has changed since, in a search that was broken off
            return
        node = best
        depth -= 1


def _unfold(searcher: Searcher[S, M], node: Node[S, M], depth: int, *, to_the_end: bool) -> None:
    """Finds the node's best child although its value is known, and leaves that value as it is."""
    known = node.value, node.depth, node.bound, node.solved
    must_solve = to_the_end and node.solved
    try:
        while True:
            make_room(depth, searcher.options.quiescence)
            searcher.unfold(node, depth)
            if node.solved or not must_solve or node.outcome is not None:
                return
            depth += 1
    except StopSearch:
        node.best = None
        raise
    finally:
        node.value, node.depth, node.bound, node.solved = known


def proven_better(root: Node[S, M], before: Node[S, M] | None, depth: int) -> Node[S, M] | None:
    """The child that an unfinished search of the root has proven better than `before`, the best one of the last iteration, or
    None. `depth` is that to which the unfinished iteration searches children.
    """
    mover = root.player
    if mover == CHANCE:
        return None
    done = [child for child in root.children if child.depth == depth and child.bound is not AT_MOST[mover]]
    if not done:
        return None
    best = max(done, key=lambda child: for_mover(mover, child.value))
    if before is None:
        return best
    if before.depth != depth or before.bound is AT_LEAST[mover]:
        return None
    return best if for_mover(mover, best.value) > for_mover(mover, before.value) else None
