"""The tree of information-set search, whose nodes are identified by observed moves, not by states."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, cast

from attrs import define

from ....game.ending import listed_moves
from ....tree.game_tree import EXHAUSTED
from ....tree.node import M, S
from ...montecarlo.tree.node import PlayoutNode
from ...montecarlo.tree.tree import PlayoutTree


@define(eq=False, weakref_slot=False)
class InformationNode(PlayoutNode[S, M], Generic[S, M]):
    """A node for an information set; its state is one of the set, from a deal of a simulation."""

    available: int = 0
    """The number of visits of its parent in deals in which its move was legal."""


class InformationTree(PlayoutTree[S, M], Generic[S, M]):
    """The information of one player about a game's tree, as far as simulations have visited it.

    Arguments as in `PlayoutTree`; of the root's state only the mover is used.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (InformationNode, InformationNode)
    BY_DEALS: ClassVar[bool] = True

    def moves_through(self, child: PlayoutNode[S, M]) -> tuple[M, ...]:
        """The move alone: known replies depend on the cards dealt in simulations, not on the real ones."""
        return (cast("M", child.move),)

    def legal(self, state: S) -> list[M]:
        """The moves of a state that are worth searching."""
        return listed_moves(self._moves(state), self._name_of_moves, state)

    def add(self, parent: InformationNode[S, M], move: M, state: S) -> InformationNode[S, M]:
        """Adds a node for a move that led to a state, without an outcome, since the game may be over there in some deals only."""
        node: InformationNode[S, M] = InformationNode(state, move, parent.player, parent, parent.ply + 1, None)
        if not parent.children:
            parent.children, parent.pending = [], EXHAUSTED
        parent.children.append(node)
        self.made += 1
        self.live += 1
        return node
