"""Draws by repetition: positions that occurred before on the way to a node."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, Generic

from ..errors import GameError
from .game_tree import GameTree
from .node import GameNode, M, S

AnyNode = GameNode[Any, Any, Any]


class Repetition(Generic[S, M]):
    """The positions played and searched on the way to a node of a tree, whose `played` states count as well.

    Two positions are the same if the game's `key`, or else the state itself, the mover and the margin are; raises GameError if
    the state is not hashable and the game has no `key`.

    Source: chessprogramming.org "Repetitions".
    """

    def __init__(self, tree: GameTree[S, M, Any]) -> None:
        self._of: Final = tree.found.identity
        self._known: Final[dict[int, tuple[AnyNode, Hashable]]] = {}
        try:
            self._played: Final = {(self._of(state), player) for state, player in tree.played}
            hash(self._of(tree.root.state))
        except TypeError:
            raise GameError(
                f"repetition needs hashable keys, got {self._of(tree.root.state)!r}; give the game a method key(state)"
            ) from None

    def found(self, node: AnyNode) -> bool:
        """True if the node's position occurred before."""
        position = self._position(node)
        if position in self._played:
            return True
        ancestor = node.parent
        while ancestor is not None:
            if self._position(ancestor) == position:
                return True
            ancestor = ancestor.parent
        return False

    def _position(self, node: AnyNode) -> Hashable:
        known = self._known.get(node.ply)
        if known is None or known[0] is not node:
            known = node, (self._of(node.state), node.player)
            self._known[node.ply] = known
        return known[1]
