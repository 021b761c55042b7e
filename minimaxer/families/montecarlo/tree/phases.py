"""One simulation of Monte Carlo tree search, in its four phases: selection, expansion, playout, backup.

Results are credited to each player separately, and each choice follows the results of its own player, never the parity of the
depth: the same player may move again, there may be more than two, and chance may decide.

Source: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006; M. Winands, Y. Bjornsson and J.-T. Saito,
"Monte-Carlo tree search solver", CG 2008.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any, Final, Generic

from ....base.scores import DRAW, Payoffs
from ....errors import OptionError
from ....game.comparing import equal
from ....game.following import chances_of, drawn
from ....game.protocol import CHANCE
from ....tree.game_tree import EXHAUSTED
from ....tree.node import M, S
from ....tree.searched import Repetition
from ..options import MonteCarloOptions
from .playouts import Playouts
from .tree import PlayoutNode, PlayoutTree


def uct(node: Node, exploration: float, implicit: float = 0.0) -> Node:
    """The child with the best mean for the mover plus a bonus, `exploration` times the square root of log(node visits) / visits.
    All children must exist; proven ones are skipped while there are others. `implicit`: evaluations' share in a child's value.
    """
    mover, log = node.player, math.log(max(1, node.visits))
    children = [child for child in node.children if child.proven is None] or node.children
    best, most = children[0], -math.inf
    for child in children:  # a loop, since a function as the key of `max` took a quarter of a simulation
        visits = child.visits
        if child.totals is None:
            bound = child.proven[mover] if child.proven is not None else math.inf
        elif child.estimate is None:
            bound = child.totals[mover] / visits + exploration * math.sqrt(log / visits)
        else:
            bound = mixed(child, mover, implicit) + exploration * math.sqrt(log / visits)
        if bound > most:
            best, most = child, bound
    return best


def mixed(child: Node, mover: int, implicit: float) -> float:
    """The mover's mean result in a visited child, mixed with the given share of its evaluation."""
    assert child.totals is not None
    mean = child.totals[mover] / child.visits
    if child.estimate is None:
        return mean
    return mean + implicit * ((child.estimate if mover == 0 else -child.estimate) - mean)


def puct(node: Node, exploration: float, implicit: float = 0.0) -> Node | None:
    """The child with the best mean for the mover plus a bonus for its prior; None to try the next untried move.

    An untried move counts as the mean of the node, which was visited. Proven children are skipped as long as there are others.
    The bonus is `exploration` times the prior times the square root of the node's visits / (1 + visits of the child); `implicit`
    is the share of evaluations in a child's value.

    Source: D. Silver and others, "Mastering the game of Go without human knowledge", Nature 550, 2017, "Select".
    """
    if node.pending is None:
        return None
    mover, worth = node.player, exploration * math.sqrt(max(1, node.visits))
    mean = 0.0 if node.totals is None else node.totals[mover] / node.visits
    best, most = None, -math.inf
    for child, share in zip(node.children, node.priors, strict=False):
        if child.proven is None:
            known = mean if child.totals is None else mixed(child, mover, implicit)
            bound = known + worth * share / (1 + child.visits)
            if bound > most:
                best, most = child, bound
    if node.pending is EXHAUSTED:
        return best or max(node.children, key=lambda child: child.proven[mover] if child.proven else -math.inf, default=None)
    share = node.priors[len(node.children)] if len(node.children) < len(node.priors) else 0.0
    return best if most > mean + worth * share else None


Node = PlayoutNode[Any, Any]


class Simulations(Playouts[S, M], Generic[S, M]):
    """Simulations from the root of a tree; arguments and attributes as in `Playouts`."""

    def __init__(self, tree: PlayoutTree[S, M], options: MonteCarloOptions, rng: Random, count: Callable[[], None]) -> None:
        options = options.settled(tree.found)
        super().__init__(tree, options, rng, count)
        self._solver: Final = options.solver
        self._backs_up: Final = options.backs_up(tree.found, tree.players)
        self._implicit: Final = options.implicit
        usual = None if options.follows_priors(tree.found) else uct
        self._rule: Final = options.selection if callable(options.selection) else usual
        """The selection rule for fully expanded nodes; None for `puct`, which also decides when to try a new move."""
        self._exploration: Final = options.exploration or 0.0
        self._repetition: Final = Repetition(tree) if options.repetition else None
        for child in tree.root.children:  # the first of which may have been made before anything was simulated
            self._look_back(child)

    def simulate(self) -> Node:
        """Runs one simulation; gives the node at which it left the tree."""
        leaf = self.expand(self.select(self._tree.root))
        self._count()
        if self._backs_up:
            self._estimates.judge(leaf)
        before = self.playout_plies
        payoffs = leaf.proven or self.play_out(leaf)
        self._end = leaf.ply + leaf.plies + self.playout_plies - before
        self._tree.note(payoffs)
        self.back_up(leaf, payoffs)
        self.longest = max(self.longest, leaf.ply - self._tree.root.ply)
        return leaf

    def select(self, node: Node) -> Node:
        """Descends from a node to the first one that is proven, over, or new, or that has a move to try."""
        exploration = self._exploration * self._tree.spread
        while (node.proven is None or node is self._tree.root) and node.outcome is None:
            if node.player == CHANCE:
                node = self._draw(node)
                if node.visits == 0:
                    break
            else:
                child = self._chosen(node, exploration)
                if child is None:
                    break
                node = child
        return node

    def _chosen(self, node: Node, exploration: float) -> Node | None:
        """The child to follow; None if an untried move should be tried now."""
        if self._rule is None:
            return puct(node, exploration, self._implicit)
        if node.pending is not EXHAUSTED or not node.children:
            return None
        if self._rule is uct:
            return uct(node, exploration, self._implicit)
        child = self._rule(node, exploration)
        if getattr(child, "parent", None) is not node:
            raise OptionError(f"expected selection to give one of the node's children, got {child!r}")
        return child

    def _draw(self, node: Node) -> Node:
        """The child that chance selects, made if it is new."""
        move = drawn(self._tree.game, node.state, self._rng)
        for child in node.children:
            if equal(child.move, move):
                return child
        if node.pending is None:
            node.children, node.pending = [], EXHAUSTED
        return self._new(node, move)

    def _new(self, node: Node, move: Any) -> Node:
        child = self._tree.make(node, move)
        node.children.append(child)
        self._look_back(child)
        return child

    def _look_back(self, child: Node) -> None:
        """Makes an unvisited child a draw if its position is a repetition."""
        if self._repetition is not None and child.outcome is None and not child.visits and self._repetition.found(child):
            child.proven = self._tree.payoffs_of(DRAW)

    def expand(self, node: Node) -> Node:
        """Adds a child by the next untried move; gives the node itself if it is over, proven, or new and not played out yet."""
        tree = self._tree
        is_new = node.visits == 0 and node is not tree.root
        if is_new or node.outcome is not None or node.player == CHANCE or (node.proven is not None and node is not tree.root):
            return node
        if node.pending is None:
            tree.open(node)
            tree.rank(node)
        assert node.pending is not None
        for move in node.pending:
            return self._new(node, move)
        node.pending = EXHAUSTED
        if not node.children:
            tree.close(node)
            return node
        return self.expand(self.select(node))

    def back_up(self, leaf: Node, payoffs: Payoffs) -> None:
        """Credits the payoffs to each node of the path, and marks the nodes that the leaf proves."""
        proving = leaf.proven is not None and self._solver
        node: Node | None = leaf
        while node is not None:
            credit(node, payoffs)
            node.lasted += self._end
            if self._backs_up and node is not leaf:
                self._estimates.back_up(node)
            if proving and node is not leaf:
                best = proof(self._tree, node)
                proving = best is not None
                if best is not None:
                    node.proven, node.plies = best.proven, best.plies + 1
            node = node.parent
            if node is not None and self._solver:
                payoffs = at_least(node, payoffs)


def credit(node: Node, payoffs: Payoffs) -> None:
    """Adds the payoffs of a simulation to a node."""
    node.visits += 1
    totals = node.totals
    if totals is None:
        node.totals = list(payoffs)
        return
    for player, payoff in enumerate(payoffs):
        totals[player] += payoff


def at_least(node: Node, payoffs: Payoffs) -> Payoffs:
    """The payoffs that a simulation counts at a node: those of a proven child if they give the mover more."""
    if node.player == CHANCE:
        return payoffs
    mover = node.player
    for child in node.children:
        if child.proven is not None and child.proven[mover] > payoffs[mover]:
            payoffs = child.proven
    return payoffs


def proof(tree: PlayoutTree[Any, Any], node: Node) -> Node | None:
    """The child that proves a node: one that cannot be improved on, or the best if all are known; else None. Among equal children
    a win takes the shortest line; anything else, and chance, takes the longest.
    """
    known = [child for child in node.children if child.proven is not None]
    if node.player == CHANCE:
        outcomes = {child.proven for child in known}
        is_complete = len(known) == sum(1 for _ in chances_of(tree.game, node.state))
        return max(known, key=lambda child: child.plies) if is_complete and len(outcomes) == 1 else None
    if not known:
        return None
    mover = node.player

    def worth(child: Node) -> float:
        assert child.proven is not None
        return child.proven[mover]

    def haste(child: Node) -> int:  # equal for one player is not equal for all: the first, as max^n takes it
        return 0 if tree.players > 2 else -child.plies if worth(child) > 0 else child.plies

    best = max(known, key=lambda child: (worth(child), haste(child)))
    is_complete = node.pending is EXHAUSTED and len(known) == len(node.children)
    return best if is_complete or worth(best) >= tree.most[mover] else None
