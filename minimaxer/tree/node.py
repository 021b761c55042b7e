"""One node of a game's tree: its links, and what every search to a depth finds for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Generic, TypeVar, cast

from attrs import define

S = TypeVar("S")
M = TypeVar("M")
N = TypeVar("N", bound="GameNode[Any, Any, Any]")
"""The family's own kind of node."""

NO_CHILDREN: Final = cast("list[Any]", ())
"""The children of a node whose iterator has not started: shared by all, and a tuple so that nothing is appended to it."""


@define(eq=False, weakref_slot=False)
class GameNode(Generic[S, M, N]):
    """A state in the tree, with its links; families add what they know of it. A hot object: slots, no validators."""

    state: S
    """The user's state; never written to."""
    move: M | None
    """The move that led here; None at the root."""
    player: int
    """The player to move, counted from 0, or `CHANCE`; meaningless in a finished state."""
    parent: N | None
    ply: int
    """Plies from the tree's first root."""
    outcome: Any
    """The result where the game is over, for player 0 or, with more than two players, for all; else None."""
    children: list[N] = NO_CHILDREN
    """Children made so far, in the order of the latest search."""
    pending: Iterator[M] | None = None
    """The live iterator of untried moves; None before it is started."""

    @property
    def followed(self) -> N | None:
        """The next node of the expected line, by default the child that the family calls the best; None where the line ends."""
        return cast("N | None", cast("Any", self).best)

    def path(self) -> list[N]:
        """The nodes from the root to this one, both included."""
        node = cast("N", self)
        nodes = [node]
        while node.parent is not None:
            node = node.parent
            nodes.append(node)
        return nodes[::-1]

    def reopen(self) -> None:
        """Forgets that a running node has no move, which a search of lower depth would not know."""
        if self.outcome is not None and self.pending is not None:
            self.outcome = self.pending = None

    def fold(self) -> None:
        """Forgets the children, so that the moves start from the first when the node is searched again."""
        self.children = NO_CHILDREN
        self.pending = None


@define(eq=False, weakref_slot=False)
class SearchedNode(GameNode[S, M, N], Generic[S, M, N]):
    """A node whose value is that of one child, found by a search to a depth."""

    solved: bool = False
    """True if the value holds at every depth."""
    depth: int = -1
    """The depth in plies at which the value was found; -1: never."""
    best: N | None = None
    """The child whose value this node has, as of the search that found it."""

    @property
    def followed(self) -> N | None:
        """The best child, as long as this node's value comes from it; an interrupted search may have changed it since."""
        best = cast("Any", self.best)
        if best is None or (self.depth <= 0 and not self.solved):  # a leaf's value came from no child
            return None
        holds = best.outcome is not None or best.depth == self.depth - 1 or (best.solved and self.agrees(best))
        return self.best if holds else None

    def agrees(self, child: N) -> bool:
        """True if a child has the same value."""
        raise NotImplementedError

    def fold(self) -> None:
        """Forgets the children and the best one; what was found for the node stays."""
        super().fold()
        self.best = None
