"""Draws by repetition: whether a position was there before on the way to it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, Generic

from ...errors import GameError
from ...scores import DRAW
from ...terms.bound import Bound
from .node import Node
from .searcher import M, S
from .tree import Tree


class Repetition(Generic[S, M]):
    """What was played and searched on the way to a node of a tree.

    Positions are the same where the game's `key`, or else the state itself, the mover and what is `banked` are.

    Args:
        tree: The tree; its `played` states count as well.

    Raises:
        GameError: The state is not hashable and the game has no `key`.

    Source: chessprogramming.org "Repetitions".
    """

    def __init__(self, tree: Tree[S, M]) -> None:
        self._of: Final = tree.found.identity
        self._known: Final[dict[int, tuple[Node[S, M], Hashable]]] = {}
        try:
            self._played: Final = {(self._of(state), player) for state, player in tree.played}
            hash(self._of(tree.root.state))
        except TypeError:
            raise GameError(
                f"repetition needs hashable keys, got {self._of(tree.root.state)!r}; give the game a method key(state)"
            ) from None

    def found(self, node: Node[S, M]) -> bool:
        """Whether the node's position was there before."""
        position = self._position(node)
        if position in self._played:
            return True
        ancestor = node.parent
        while ancestor is not None:
            if self._position(ancestor) == position:
                return True
            ancestor = ancestor.parent
        return False

    def _position(self, node: Node[S, M]) -> Hashable:
        known = self._known.get(node.ply)
        if known is None or known[0] is not node:
            known = node, (self._of(node.state), node.player)
            self._known[node.ply] = known
        return known[1]


def drawn(node: Node[S, M], depth: int) -> float:
    """Gives the node the value of a draw, which holds at every depth."""
    node.value, node.depth, node.bound, node.solved, node.best = DRAW, depth, Bound.EXACT, True, None
    return node.value
