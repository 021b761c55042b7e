"""The tree of alpha-beta: nodes with the search's values, which count plies, the best line, and the removal of subtrees."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Final, Generic

from attrs import define

from ....base.scores import DRAW, SIGNS, Bound, Scale
from ....game.following import scale_of
from ....game.protocol import Game
from ....tables.table import Tables
from ....tree.node import NO_CHILDREN, M, S, SearchedNode
from ....tree.searched import SearchedTree


@define(eq=False, weakref_slot=False)
class Node(SearchedNode[S, M, "Node[S, M]"], Generic[S, M]):
    """A state in the tree, with the result of its latest search.

    Values are for player 0 and, where decisive, count plies from the tree's first root.
    """

    value: float = DRAW
    """The value from the latest search of this node; meaningless while `depth` is -1, unless the game is over."""
    bound: Bound = Bound.EXACT

    def agrees(self, child: Node[S, M]) -> bool:
        """True if a child has the same value."""
        return self.value == child.value

    def forget(self) -> None:
        """Makes the value stale, so that a search may restart at a lower depth; the children stay."""
        self.depth = -1
        self.best = None
        self.bound = Bound.EXACT
        self.reopen()
        self.solved = self.outcome is not None


@define(eq=False, weakref_slot=False)
class ChanceNode(Node[S, M], Generic[S, M]):
    """A chance node; its value is the average of its children's, and it has no best child."""

    probabilities: list[float] = NO_CHILDREN
    """The probabilities of the children, in the children's order, which does not change."""

    def fold(self) -> None:
        """Forgets the children and their probabilities."""
        super().fold()
        self.probabilities = NO_CHILDREN


class Tree(SearchedTree[S, M, Node[S, M]], Generic[S, M]):
    """The part of a game's tree that searches have seen, with the value of each node.

    Arguments and attributes as in `GameTree`.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (Node, ChanceNode)

    scale: Scale

    def __init__(self, game: Game[S, M], state: S | None = None, *, scale: Scale | None = None, **terms: Any) -> None:
        scale = scale_of(game) if scale is None else scale
        self.shift: Final = scale.shift
        self.tables: Tables | None = None
        """The endgame tables to probe."""
        super().__init__(game, state, scale=scale, **terms)

    def end(self, node: Node[S, M]) -> None:
        """Gives a node whose game is over its value, which holds at every depth."""
        assert node.outcome is not None
        node.value = self.shift(node.outcome, node.ply)
        node.solved = True

    def without_moves(self, node: Node[S, M]) -> float:
        """The value of a running node that turned out to have no moves, by the game's `stuck`.

        Raises:
            RulesError: The game has no `stuck`.
        """
        return self.shift(self.end_without_moves(node), node.ply)

    def drop(self, node: Node[S, M]) -> None:
        """Removes everything below the node; its value stays, and its moves restart when it is searched again."""
        if self.windows is not None:
            for below in self.walk(node):
                if below is not node:
                    self.windows.pop(below, None)
        super().drop(node)

    def forget(self) -> None:
        """Makes every value stale, so that a search may restart at a lower depth; order and children stay."""
        for node in self.walk():
            node.forget()

    def seen(self, value: float) -> float:
        """A value as seen from the root, from which the plies to a win are counted."""
        return value if math.isinf(value) else self.shift(value, -self.root.ply)

    def value_text(self, node: Node[S, M]) -> str:
        """The outcome, or the value with its bound, of a node as text, as seen from the root."""
        return f"{node.outcome:+g}" if node.outcome is not None else f"{SIGNS[node.bound]}{self.seen(node.value):+g}"
