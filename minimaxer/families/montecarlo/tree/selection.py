"""Selection of the child that a simulation follows, by the mover's results and by exploration."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ....game.capability import Capabilities
from ....tree.game_tree import EXHAUSTED
from ..options import MonteCarloOptions
from .tree import PlayoutNode

Node = PlayoutNode[Any, Any]


def rule_of(options: MonteCarloOptions, found: Capabilities[Any, Any]) -> Callable[[Node, float], Node] | None:
    """The selection rule for fully expanded nodes; None for `puct`, which also decides when to try a new move."""
    if callable(options.selection):
        return options.selection
    return None if options.follows_priors(found) else uct


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
