"""Searches of games with chance: expectimax, and its pruning by the bounds of an average."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Final, cast

from ....base.scores import INFINITY, Bound
from ....game.protocol import CHANCE
from ....searching.mover import AT_LEAST
from .alphabeta import AlphaBeta, Minimax
from .searcher import M, S, answers, assign, no_moves
from .tree import ChanceNode, Node

_SLACK: Final = 1e-12
"""Extra width of a child's window, as a fraction of the value range, so that rounding never makes a bound too tight."""
_PROBED: Final = 2
"""Minimum depth at which one reply to each outcome is searched first."""


class Expectimax(Minimax[S, M]):
    """Minimax that takes the average at chance nodes. Every value is exact; the window is ignored.

    Source: D. Michie, "Game-playing and game-learning automata", in L. Fox, "Advances in Programming and Non-Numerical
    Computation", 1966.
    """

    def search(self, node: Node[S, M], depth: int, alpha: float, beta: float) -> float:
        """The exact value of the node at that depth; visits every node down to there."""
        if node.player != CHANCE or depth == 0:
            return super().search(node, depth, alpha, beta)
        self.count(node)
        total, solved = 0.0, True
        probabilities = cast("ChanceNode[S, M]", node)
        for place, child in enumerate(self.tree.children(node)):
            total += probabilities.probabilities[place] * self.search(child, depth - 1, alpha, beta)
            solved = solved and child.solved
        node.value, node.depth, node.bound, node.solved = total, depth, Bound.EXACT, solved
        return total


class Star1(AlphaBeta[S, M]):
    """Alpha-beta through chance nodes: a child's window holds the values that can still bring the average into the parent's.

    Values are averages, so none counts plies, and only the best possible value ends a search early.

    Source: B. Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21, 1983.
    """

    @property
    def _slack(self) -> float:
        return _SLACK * (self.tree.scale.high - self.tree.scale.low)

    def settled(self, node: Node[S, M], depth: int, value: float) -> bool:
        """True if the value is the best possible for the node's mover."""
        scale = self.tree.scale
        return value >= scale.high if node.player == 0 else value <= scale.low

    def _children(self, node: Node[S, M], depth: int, alpha: float, beta: float, low: float, high: float) -> None:
        if node.player != CHANCE:
            super()._children(node, depth, alpha, beta, low, high)
            return
        if node.pending is None:
            self.tree.open(node)
        value, bound, solved = self._average(cast("ChanceNode[S, M]", node), depth, low, high)
        node.value, node.depth, node.solved, node.best = value, depth, solved, None
        node.bound = bound
        if bound is not Bound.EXACT:
            assign(node, value, depth, alpha, beta)

    def _average(self, node: ChanceNode[S, M], depth: int, low: float, high: float) -> tuple[float, Bound, bool]:
        """The average of the children, or a bound on it outside the window; its kind of bound; and if it holds at every depth."""
        return self._added(node, depth, low, high, self._left(node))

    def _left(self, node: ChanceNode[S, M]) -> Iterator[tuple[float, float]]:
        """For each child in turn, the least and the most that those after it can add."""
        scale, seen = self.tree.scale, 0.0
        for place in itertools.count():
            seen += node.probabilities[place]
            left = max(0.0, 1.0 - seen)
            yield left * scale.low, left * scale.high

    def _added(
        self, node: ChanceNode[S, M], depth: int, low: float, high: float, rest: Iterable[tuple[float, float]]
    ) -> tuple[float, Bound, bool]:
        slack, total, solved = self._slack, 0.0, True
        for place, (child, (least, most)) in enumerate(zip(self.tree.children(node), rest, strict=False)):
            chance = node.probabilities[place]
            window = (low - total - most - slack) / chance, (high - total - least + slack) / chance
            total += chance * self.search(child, depth - 1, *window)
            solved = solved and child.solved
            if child.bound is Bound.UPPER:
                return min(total + most, low), Bound.UPPER, solved
            if child.bound is Bound.LOWER:
                return max(total + least, high), Bound.LOWER, solved
        return total, Bound.EXACT, solved


class Star2(Star1[S, M]):
    """Star1 that searches one reply to each outcome first: the bounds from these often suffice for a cutoff.

    Source: as `Star1`; T. Hauk, M. Buro and J. Schaeffer, "*-Minimax performance in backgammon", Computers and Games 2004.
    """

    def _average(self, node: ChanceNode[S, M], depth: int, low: float, high: float) -> tuple[float, Bound, bool]:
        if depth < _PROBED or (low == -INFINITY and high == INFINITY):
            return super()._average(node, depth, low, high)
        self.tree.expand(node)
        scale, slack, chances = self.tree.scale, self._slack, node.probabilities
        parts = [(chance * scale.low, chance * scale.high) for chance in chances]
        least, most = (math.fsum(column) for column in zip(*parts, strict=True))
        for place, child in enumerate(node.children):
            rest = least - parts[place][0], most - parts[place][1]
            window = (low - rest[1] - slack) / chances[place], (high - rest[0] + slack) / chances[place]
            low_part, high_part = (chances[place] * each for each in self._probed(child, depth - 1, *window))
            least, most = rest[0] + low_part, rest[1] + high_part
            parts[place] = low_part, high_part
            if least - slack >= high:
                return least - slack, Bound.LOWER, self._holds(node, parts, Bound.LOWER)
            if most + slack <= low:
                return most + slack, Bound.UPPER, self._holds(node, parts, Bound.UPPER)
        value, bound, solved = self._added(node, depth, low, high, _sums_behind(parts))
        return value, bound, solved and (bound is Bound.EXACT or self._holds(node, parts, bound))

    def _holds(self, node: ChanceNode[S, M], parts: list[tuple[float, float]], bound: Bound) -> bool:
        """True if a sum of bounds holds at every depth: each unsolved child adds only the bound of an unknown value."""
        side, unknown = (0, self.tree.scale.low) if bound is Bound.LOWER else (1, self.tree.scale.high)
        return all(
            child.solved or part[side] == chance * unknown
            for child, part, chance in zip(node.children, parts, node.probabilities, strict=True)
        )

    def _probed(self, child: Node[S, M], depth: int, alpha: float, beta: float) -> tuple[float, float]:
        """The least and the most that a child's value can be, from one of its moves; the child keeps the bound."""
        low, high = self.tree.scale.low, self.tree.scale.high
        self.count(child)
        if child.outcome is None and child.player != CHANCE and not answers(child, depth, alpha, beta):
            self._prepare(child, depth)
            reply = next(self.tree.children(child, self._ordering), None)
            if reply is None:
                no_moves(self.tree, child, depth)
            else:
                value = self.search(reply, depth - 1, alpha, beta)
                says = AT_LEAST[child.player]
                if reply.bound not in (Bound.EXACT, says):
                    return low, high
                child.value, child.depth, child.bound, child.best, child.solved = value, depth, says, reply, reply.solved
        elif child.outcome is None and not answers(child, depth, alpha, beta):
            return low, high
        child.depth = depth
        return (low if child.bound is Bound.UPPER else child.value), (high if child.bound is Bound.LOWER else child.value)


def _sums_behind(parts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """For each place, the sums of the parts after it."""
    sums = [(0.0, 0.0)]
    for low, high in reversed(parts[1:]):
        sums.append((sums[-1][0] + low, sums[-1][1] + high))
    return sums[::-1]
