"""The tree of max^n: a tuple of payoffs in each node."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Generic

from ....base.payoffs import Payoffs, shown
from ....game.capability import Capabilities
from ....game.protocol import CHANCE, Game
from ....game.scales import payoffs_of
from ....tree.node import M, S
from ....tree.searched import SearchedTree
from .node import PayoffChanceNode, PayoffNode


class PayoffTree(SearchedTree[S, M, PayoffNode[S, M]], Generic[S, M]):
    """The part of a game's tree that searches have visited, with the payoffs of each node.

    Args:
        game: The rules.
        state: The root's state; the initial state by default.
        found: The game's capabilities, where they are known already.
        size_bytes: The budget of `shrink`; None: no budget.

    Attributes:
        root: The root node.
        made: Total number of nodes made since the tree began.
        live: Nodes in the tree now.
        capacity: Nodes that fit the budget, by the sizes measured so far.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (PayoffNode, PayoffChanceNode)

    def __init__(
        self,
        game: Game[S, M],
        state: S | None = None,
        *,
        found: Capabilities[S, M] | None = None,
        size_bytes: int | None = None,
    ) -> None:
        scale = payoffs_of(game)
        self.scale: Final = scale
        super().__init__(game, state, found=found, size_bytes=size_bytes, outcomes=scale)

    def end(self, node: PayoffNode[S, M]) -> None:
        """Gives a node whose game is over its payoffs, which hold at every depth."""
        self.note(node, node.outcome, 0, solved=True)

    def close(self, node: PayoffNode[S, M], depth: int) -> None:
        """Ends a running node that turned out to have no move, by the game's `stuck`.

        Raises:
            RulesError: The game has no `stuck`.
        """
        self.note(node, self.end_without_moves(node), depth, solved=True)

    def next_of(self, node: PayoffNode[S, M]) -> PayoffNode[S, M] | None:
        """The next node of the line; None where it ends."""
        return node.followed

    def assign(self, node: PayoffNode[S, M], best: PayoffNode[S, M], depth: int, *, exact: bool = True, solved: bool) -> None:
        """Gives a node the payoffs of its best child."""
        self.note(node, best.payoffs, depth, exact=exact, solved=solved)
        node.best = best

    def note(self, node: PayoffNode[S, M], payoffs: Payoffs, depth: int, *, exact: bool = True, solved: bool = False) -> None:
        """Stores the search result of a node."""
        node.payoffs, node.depth, node.exact, node.solved = payoffs, depth, exact, solved
        parent = node.parent
        if parent is not None and parent.player != CHANCE:
            node.value = payoffs[parent.player]

    def forget(self) -> None:
        """Makes all payoffs stale, so that a search may restart at a lower depth; order and children stay."""
        for node in self.walk():
            node.reopen()
            if node.outcome is None:
                node.depth, node.exact, node.solved, node.best = -1, True, False, None

    def value_text(self, node: PayoffNode[S, M]) -> str:
        """A text with the payoffs of a node that was searched or is over."""
        return f"{'' if node.exact else 'cut off at '}{shown(node.payoffs)}"
