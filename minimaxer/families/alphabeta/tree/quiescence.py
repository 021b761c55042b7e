"""Quiescence: beyond the depth limit only moves that change the evaluation abruptly are searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Generic

from ....base.scores import INFINITY
from ....game.following import checked_player, moves_iterator, no_state, static_value
from ....game.protocol import CHANCE, M, S
from .tree import Node, Tree


class Quiescence(Generic[S, M]):
    """Fail-soft quiescence search over states, with values for player 0; the states visited are not kept in the tree.

    The mover may stand pat, that is, take the static evaluation, unless the game's `must_move` requires every move to be tried.
    After `plies` plies beyond the leaf the static evaluation is taken as it is. The game must have `noisy_moves`; `count` is
    called with the leaf for each state visited beyond it.

    Source: chessprogramming.org "Quiescence Search".
    """

    def __init__(self, tree: Tree[S, M], count: Callable[[Node[S, M]], None], plies: int) -> None:
        noisy_moves = tree.found.noisy_moves
        assert noisy_moves is not None
        self._noisy_moves: Final[Callable[[S], Iterable[M]]] = noisy_moves
        self._tree: Final = tree
        self._count: Final = count
        self._plies: Final = plies

    def search(self, leaf: Node[S, M], alpha: float, beta: float) -> float:
        """The value of a running leaf, by the three-case contract of fail-soft search."""
        if leaf.player == CHANCE:
            return self._stand_pat(leaf, leaf.state, 0)
        return self._running(leaf, leaf.state, leaf.player, 0, alpha, beta)

    def _visit(self, leaf: Node[S, M], state: S, plies: int, alpha: float, beta: float) -> float:
        self._count(leaf)
        game = self._tree.game
        outcome = game.outcome(state)
        if outcome is not None:
            return self._tree.shift(self._tree.scale.outcome(outcome, state), leaf.ply + plies)
        player = checked_player(game.player(state), state, chance=self._tree.found.chances is not None)
        if player == CHANCE:  # what chance brings is no move that one could leave out
            return self._stand_pat(leaf, state, plies)
        return self._running(leaf, state, player, plies, alpha, beta)

    def _running(self, leaf: Node[S, M], state: S, player: int, plies: int, alpha: float, beta: float) -> float:
        found, game = self._tree.found, self._tree.game
        forced = found.must_move is not None and found.must_move(state)
        best = -INFINITY if player == 0 else INFINITY
        if plies >= self._plies or not forced:
            best = self._stand_pat(leaf, state, plies)
            alpha, beta = (max(alpha, best), beta) if player == 0 else (alpha, min(beta, best))
            if plies >= self._plies or alpha >= beta:
                return best
        tried = False
        moves = self._tree.tried(state) if forced else moves_iterator(self._noisy_moves(state), "noisy_moves", state)
        for move in self._ordered(moves, state):
            tried = True
            after = game.play(state, move)
            if after is None:
                raise no_state(state, move)
            value = self._visit(leaf, after, plies + 1, alpha, beta)
            if player == 0:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        if forced and not tried:
            return self._stuck(leaf, state, plies)
        return best

    def _ordered(self, moves: Iterable[M], state: S) -> Iterable[M]:
        """The moves, most promising first if the game has `order`."""
        order = self._tree.found.order
        return moves if order is None else sorted(moves, key=lambda move: order(state, move), reverse=True)

    def _stand_pat(self, leaf: Node[S, M], state: S, plies: int) -> float:
        return self._tree.shift(static_value(self._tree.found, self._tree.scale, state), leaf.ply + plies)

    def _stuck(self, leaf: Node[S, M], state: S, plies: int) -> float:
        stuck: Node[S, M] = Node(state, None, 0, None, leaf.ply + plies, None)
        return self._tree.without_moves(stuck)
