"""Builds the results of tree searches: the value, its line, and the known values of root moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Generic, cast

from attrs import evolve, frozen

from ....base.scores import Bound, lengthened
from ....game.following import check_moves
from ....game.protocol import CHANCE, M, S
from ....game.view import View
from ....searching.choice import choose
from ....searching.details import AlphaBetaDetails, Cutoffs
from ....searching.limits import Control, StopReason
from ....searching.mover import AT_LEAST, for_mover
from ....searching.options import AlphaBetaOptions
from ....searching.result import RootMove, SearchResult
from ....searching.statistics import Statistics
from .node import ChanceNode, Node
from .transpositions import Transpositions
from .tree import Tree


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
