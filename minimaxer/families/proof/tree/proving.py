"""Proof-number search: always the leaf that is part of the least left to prove, and of the least left to refute.

Where player 0 moves, one move is enough for a proof, and a position takes as much as the easiest of its children; where the other
moves, all have to be proven, and it takes their sum. To refute it is the other way round. Who moves decides, not the depth.

A position that came before on its way is a draw.

Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number search", Artificial Intelligence 66, 1994.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....base.scores import DRAW, checked_bounds, result_of
from ....game.likeness import equal
from .node import ProofNode
from .tree import ProofTree


def most_proving(node: ProofNode[Any, Any]) -> ProofNode[Any, Any]:
    """The leaf to look at: at each node, the child that is nearest to what the player wants."""
    while (child := node.best) is not None:
        node = child
    return node


def expand(tree: ProofTree[Any, Any], node: ProofNode[Any, Any], count: Callable[[], None]) -> None:
    """Makes the children of a leaf; what makes the count raise leaves it a leaf."""
    before = [(tree.found.identity(each.state), each.player) for each in node.path()]
    tree.longest = max(tree.longest, len(before))
    if node.pending is None:
        tree.open(node)
        tree.rank(node)
    try:
        for child in tree.children(node):
            count()
            evaluate(tree, child, before)
            tree.check_end(node)
    except BaseException:
        tree.drop(node)
        raise
    if not node.children:
        tree.close(node)


def evaluate(tree: ProofTree[Any, Any], node: ProofNode[Any, Any], before: list[tuple[Any, int]]) -> None:
    """Decides a new node where that is possible: by the game's `bounds`, or as a draw because its position came before."""
    if node.outcome is not None:
        return
    if tree.found.bounds is not None:
        low, high = map(result_of, checked_bounds(tree.found.bounds(node.state), node.state))
        if low >= tree.goal or high < tree.goal:
            tree.settle(node, low if low >= tree.goal else high)
            return
    position = tree.found.identity(node.state)
    if any(player == node.player and equal(position, earlier) for earlier, player in before):
        tree.repeats = 1
        tree.settle(node, DRAW)


def update(node: ProofNode[Any, Any]) -> ProofNode[Any, Any]:
    """Works out the numbers of a node and of those above that change with it; gives the last one looked at."""
    while True:
        if node.outcome is None:
            proofs, disproofs = [each.proof for each in node.children], [each.disproof for each in node.children]
            before = node.proof, node.disproof
            if node.player == 0:
                node.proof, node.disproof = min(proofs), sum(disproofs)
            else:
                node.proof, node.disproof = sum(proofs), min(disproofs)
            if before == (node.proof, node.disproof):
                return node
        if node.parent is None:
            return node
        node = node.parent
