"""Base of the algorithms: visiting nodes, evaluating leaves, storing results. Quiescence: beyond the depth limit only moves that
change the evaluation abruptly are searched.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Final, Generic, TypeVar

from ....base.scores import DECISIVE, INFINITY, WIN, Bound
from ....game.following import checked_player, moves_iterator, no_state, static_value
from ....game.protocol import CHANCE
from ....searching.limits import Control
from ....searching.options import AlphaBetaOptions
from .tree import Node, Tree

S = TypeVar("S")
M = TypeVar("M")


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


class Searcher(ABC, Generic[S, M]):
    """One algorithm running on one tree, which keeps its nodes. Values and windows are for player 0, so no sign ever changes.

    `search` keeps the three-case contract of fail-soft search: a value strictly inside the window is exact, one at or below
    `alpha` is an upper bound, one at or above `beta` a lower bound.
    """

    def __init__(self, tree: Tree[S, M], control: Control, options: AlphaBetaOptions) -> None:
        self.tree: Final = tree
        self.control: Final = control
        self.options: Final = options
        self.nodes = 0
        self._poll_at = 0
        self._quiescence: Quiescence[S, M] | None = None
        if options.quiescence and tree.found.noisy_moves is not None:
            self._quiescence = Quiescence(tree, self.count, options.quiescence)

    @abstractmethod
    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """The node's value for player 0 by a search of `depth` plies, from 0, by the class's three-case contract; `alpha < beta`.
        Raises StopSearch if a limit is met.
        """

    def exact(self, node: Node[S, M], depth: int) -> float:
        """The exact value of the node at that depth."""
        return self.search(node, depth, -INFINITY, INFINITY)

    @abstractmethod
    def unfold(self, node: Node[S, M], depth: int) -> None:
        """Searches a running node's children although its value is known, to find its principal variation; `depth` from 1."""

    def repeats(self, node: Node[S, M]) -> bool:
        """True if the node is a draw by repetition, so that no line continues from it."""
        return False

    def count(self, node: Node[S, M]) -> None:
        """Counts a visit, and enforces limits and the tree's budget; `node` and the path to it are in use."""
        self.nodes += 1
        if self.nodes >= self._poll_at:
            self._poll_at = poll(self.tree, self.control, node, self.nodes)

    def begin(self) -> None:
        """Called before each iteration."""

    def finish(self) -> None:
        """Called after each finished iteration."""

    def close(self) -> None:
        """Passes the node count to the control, unless the control ended the search and has it already."""
        if self.control.reason is None:
            self.control.nodes = self.nodes

    def leaf(self, node: Node[S, M], alpha: float, beta: float) -> float:
        """Evaluates a running node at the depth limit; a deeper search's proof that it is solved does not count there."""
        node.solved = False
        if self._quiescence is not None:
            value = self._quiescence.search(node, alpha, beta)
            assign(node, value, 0, alpha, beta)
        else:
            value = self.tree.shift(self.evaluation(node.state), node.ply)
            assign(node, value, 0, -INFINITY, INFINITY)
        return value

    def evaluation(self, state: S) -> float:
        """The static evaluation of a state, checked."""
        return static_value(self.tree.found, self.tree.scale, state)  # type: ignore[no-any-return]


def poll(tree: Tree[S, M], control: Control, node: Node[S, M], nodes: int) -> int:
    """Enforces limits and the tree's budget; returns the node count of the next poll."""
    poll_at = control.poll(nodes)
    tree.keep_budget(node)
    return poll_at


def assign(node: Node[S, M], value: float, depth: int, alpha: float, beta: float) -> None:
    """Stores the value that a search of the node with that window returned."""
    node.value = value
    node.depth = depth
    node.bound = Bound.UPPER if value <= alpha else Bound.LOWER if value >= beta else Bound.EXACT


def answers(node: Node[S, M], depth: int, alpha: float, beta: float) -> bool:
    """True if the node's value already answers a search to that depth with that window."""
    if not node.solved and node.depth != depth:
        return False
    return node.bound is Bound.EXACT or (node.value >= beta if node.bound is Bound.LOWER else node.value <= alpha)


def wins_in_sight(node: Node[S, M], depth: int, value: float) -> bool:
    """True if the value is a win for the node's mover within the depth searched, so that no quicker win can be hidden. The other
    moves need not be solved for the value to hold at every depth.
    """
    won = value >= DECISIVE if node.player == 0 else value <= -DECISIVE
    return won and WIN - abs(value) - node.ply <= depth


def no_moves(tree: Tree[S, M], node: Node[S, M], depth: int) -> float:
    """Sets and returns the value of a node without moves, from the game's `stuck`."""
    value = tree.without_moves(node)
    node.value, node.depth, node.bound, node.solved = value, depth, Bound.EXACT, True
    return value


def above(value: float) -> float:
    """The smallest number above the value, for null windows of ints and floats alike: no score lies between the two."""
    return math.nextafter(value, math.inf)


def below(value: float) -> float:
    """The largest number below the value; likewise."""
    return math.nextafter(value, -math.inf)
