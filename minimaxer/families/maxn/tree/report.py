"""Results of max^n: the payoffs, the line, and the payoffs of each root move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Generic, cast

from attrs import evolve, frozen

from ....base.scores import Bound, Payoffs
from ....game.following import check_moves
from ....game.protocol import CHANCE
from ....game.view import View
from ....searching.choice import choose
from ....searching.details import NO_DETAILS
from ....searching.limits import StopReason
from ....searching.options import AlphaBetaOptions
from ....searching.result import RootMove, SearchResult
from ....searching.statistics import Statistics
from ....tree.node import M, S
from .maxn import PayoffChanceNode, PayoffNode, PayoffTree


@frozen
class Report(Generic[S, M]):
    """Writes the results of one search, whose costs so far `costs` gives; `rng` is for choices among moves."""

    _tree: PayoffTree[S, M]
    _options: AlphaBetaOptions
    _rng: Random
    _costs: Callable[[], Statistics]

    def finished(self) -> SearchResult[M]:
        """The result if the game is over."""
        return self._result(None, self._tree.root.payoffs, 0, StopReason.FINISHED, solved=True)

    def unsearched(self, evaluation: Payoffs, stop: StopReason) -> SearchResult[M]:
        """The result before depth 1 is finished: any move, and the static evaluation."""
        root = self._tree.root
        return self._result(None if root.player == CHANCE else root.children[0], evaluation, 0, stop)

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
        return self._result(child, node.payoffs, depth, stop, bound=bound, solved=solved and bound is Bound.EXACT)

    def again(self, last: SearchResult[M], stop: StopReason) -> SearchResult[M]:
        """The last result with updated counts."""
        return evolve(last, stop=stop, statistics=self._costs())

    def _result(
        self,
        child: PayoffNode[S, M] | None,
        payoffs: Payoffs,
        depth: int,
        stop: StopReason,
        *,
        bound: Bound = Bound.EXACT,
        solved: bool = False,
    ) -> SearchResult[M]:
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
            statistics=self._costs(),
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
