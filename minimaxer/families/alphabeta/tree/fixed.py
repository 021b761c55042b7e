"""The fixed-option search: every best choice built in, no switches.

Does the same as `alphabeta` with its default options, written out as one loop: the existing children in early-exit bubble
order, then new ones directly from the live iterator, with leaves evaluated where they are made. Closures and local names
replace attributes and calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from ....base.scores import DECISIVE, DRAW, INFINITY, Bound, checked_evaluation
from ....game.protocol import Score
from ....searching.limits import Control
from ....searching.options import AlphaBetaOptions
from ....tree.game_tree import EXHAUSTED
from ....tree.ordering.strategies import builtin, early_exit_bubble
from .searcher import M, S, Searcher, answers, no_moves, poll, wins_in_sight
from .tree import Node, Tree

SHORT_LIST: Final = 8
"""Number of children up to which early-exit bubble sort is at least as fast as Python's own sort, which gives the same order.

Source: whole searches of games of 6, 7, 12, 20 and 45 moves with limits of 5, 8, 12 and none, in one run; 45 moves: -24 % time.
"""
_END: Final = object()


class Fixed(Searcher[S, M]):
    """Fail-soft alpha-beta with early-exit bubble sort, lazily made children and solved subtrees, without options.

    Source: D. Wilson, "Minimaxer part 4: code optimisation", for the idea of an optimal function; otherwise as `AlphaBeta`.
    """

    def __init__(self, tree: Tree[S, M], control: Control, options: AlphaBetaOptions) -> None:
        super().__init__(tree, control, options)
        self._run, self._enter, self._visited = _closures(tree, control)

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """Searches the node to that depth; see `Searcher.search`."""
        self.count(node)
        if node.outcome is not None or answers(node, depth, alpha, beta):
            node.depth = depth
            return node.value
        if depth == 0:
            return self.leaf(node, alpha, beta)
        return self._run(node, depth, alpha, beta)

    def count(self, node: Node[S, M]) -> None:
        """Counts a visit; see `Searcher.count`."""
        self._enter(node)

    def unfold(self, node: Node[S, M], depth: int) -> None:
        """Searches the node's children; see `Searcher.unfold`."""
        self._run(node, depth, -INFINITY, INFINITY)

    def close(self) -> None:
        """Passes the node count to the control."""
        self.nodes = self._visited()
        super().close()


def _closures(
    tree: Tree[S, M], control: Control
) -> tuple[Callable[[Node[S, M], int, float, float], float], Callable[[Node[S, M]], None], Callable[[], int]]:
    """Functions that search a running node to a depth of 1 or more, visit a node, and count the nodes visited so far."""
    make, rank = tree.make, tree.rank
    evaluate: Callable[[S], Score] = tree.found.evaluate or (lambda state: DRAW)
    ranked = tree.found.order is not None
    cutoffs = control.cutoffs
    exact, lower, upper = Bound.EXACT, Bound.LOWER, Bound.UPPER
    lowest, highest = -DECISIVE, DECISIVE
    nodes = 0
    poll_at = 0

    def enter(node: Node[S, M]) -> None:
        nonlocal nodes, poll_at
        nodes += 1
        if nodes >= poll_at:
            poll_at = poll(tree, control, node, nodes)

    def search(node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        nonlocal nodes, poll_at
        # 1. The children made so far, best first; the moves not tried yet.
        if node.pending is None:
            tree.open(node)
            if ranked and depth > 1:
                rank(node)
        elif len(node.children) > 1:
            (early_exit_bubble if len(node.children) <= SHORT_LIST else builtin)(node.children, node.player == 0)
        children = node.children
        pending = node.pending
        assert pending is not None
        if ranked and depth > 1 and node.depth == 1:
            rank(node)
            pending = node.pending
            assert pending is not None
        below = depth - 1
        maximise = node.player == 0
        low, high = alpha, beta
        value = -INFINITY if maximise else INFINITY
        best: Node[S, M] | None = None
        solved = True
        made = len(children)
        i = 0
        while True:
            # 2. The next child: one that exists, or a new one.
            if i < made:
                child = children[i]
            else:
                move = next(pending, _END)
                if move is _END:
                    node.pending = EXHAUSTED
                    break
                child = make(node, cast("M", move))
                children.append(child)
                made += 1
            i += 1
            nodes += 1
            if nodes >= poll_at:
                poll_at = poll(tree, control, node, nodes)
            # 3. Its value: known already, from deeper down, or static.
            if (child.depth == below or child.solved) and (
                child.bound is exact or (child.value >= high if child.bound is lower else child.value <= low)
            ):
                child.depth = below
                result = child.value
            elif below:
                result = search(child, below, low, high)
            else:
                result = evaluate(child.state)  # type: ignore[assignment]  # of one or two players: a number
                kind = type(result)
                if not ((kind is int or kind is float) and lowest < result < highest):
                    result = checked_evaluation(result, child.state)
                child.value = result
                child.depth = 0
                child.bound = exact
                child.solved = False
            if solved and not child.solved:
                solved = False
            # 4. The best so far, and whether the rest can matter.
            if maximise:
                if result > value:
                    value = result
                    best = child
                    if value > low:
                        low = value
                        if value >= high:
                            cutoffs[i - 1 if i < 3 else 2] += 1
                            solved = child.solved
                            break
            elif result < value:
                value = result
                best = child
                if value < high:
                    high = value
                    if value <= low:
                        cutoffs[i - 1 if i < 3 else 2] += 1
                        solved = child.solved
                        break
        # 5. What the node has learnt.
        if best is None:
            return no_moves(tree, node, depth)
        node.value = value
        node.depth = depth
        node.best = best
        node.bound = upper if value <= alpha else lower if value >= beta else exact
        node.solved = solved or (best.solved and wins_in_sight(node, depth, value))
        return value

    return search, enter, lambda: nodes
