"""Proof-number search: expands the most-proving leaf, which is part of a smallest proof and of a smallest refutation.

If player 0 moves, one move is enough for a proof, so a position has the proof number of its easiest child; if the other player
moves, all children have to be proven, so it has their sum. Disproof numbers mirror this. The mover decides, not the depth.

A position repeated on its path is a draw.

Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number search", Artificial Intelligence 66, 1994.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....base.scores import DRAW, checked_bounds, result_of
from ....game.comparing import equal
from .tree import ProofNode, ProofTree


def most_proving(node: ProofNode[Any, Any]) -> ProofNode[Any, Any]:
    """The most-proving leaf: follows the child nearest to the mover's goal at each node."""
    while (child := node.best) is not None:
        node = child
    return node


def expand(tree: ProofTree[Any, Any], node: ProofNode[Any, Any], count: Callable[[], None]) -> None:
    """Makes the children of a leaf; after an error, also one of `count`, it is a leaf again."""
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
    """Decides a new node if possible: by the game's `bounds`, or as a draw by repetition."""
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
    """Updates the numbers of a node and of its ancestors until one does not change; gives the last node reached."""
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
