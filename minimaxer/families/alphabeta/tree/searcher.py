"""Base of the algorithms: visiting nodes, evaluating leaves, storing results."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar

from ....base.scores import DECISIVE, INFINITY, WIN, Bound
from ....game.following import static_value
from ....searching.limits import Control
from ....searching.options import AlphaBetaOptions
from .quiescence import Quiescence
from .tree import Node, Tree

S = TypeVar("S")
M = TypeVar("M")


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
