"""Quiescence that reports each step to a watcher, in a subclass, so that unwatched searches pay nothing.

The positions visited become nodes here, below the leaf, but not nodes of the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Generic, Literal, Protocol

from attrs import define

from ....base.scores import Bound
from ....game.following import moves_iterator
from ....game.protocol import CHANCE, M, S
from .quiescence import Quiescence
from .searcher import assign
from .tree import Node

Pause = Literal["plies", "chance"]
"""The reason why quiescence takes the evaluation as it is: its limit of plies, or a chance node."""


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
