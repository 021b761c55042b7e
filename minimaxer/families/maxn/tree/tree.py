"""The tree of max^n: a tuple of payoffs in each node."""

from __future__ import annotations

from typing import Any, ClassVar, Generic

from ....base.payoffs import Payoffs, PayoffScale, shown
from ....game.protocol import CHANCE
from ....tree.node import M, S
from ....tree.searched import SearchedTree
from .node import PayoffChanceNode, PayoffNode


class PayoffTree(SearchedTree[S, M, PayoffNode[S, M]], Generic[S, M]):
    """The part of a game's tree that searches have visited, with the payoffs of each node.

    Arguments and attributes as in `GameTree`.
    """

    KINDS: ClassVar[tuple[type[Any], type[Any]]] = (PayoffNode, PayoffChanceNode)

    scale: PayoffScale

    def end(self, node: PayoffNode[S, M]) -> None:
        """Gives a node whose game is over its payoffs, which hold at every depth."""
        self.note(node, node.outcome, 0, solved=True)

    def close(self, node: PayoffNode[S, M], depth: int = 0) -> None:
        """Ends a running node without moves by the game's `stuck`; raises RulesError if the game has none."""
        self.note(node, self.end_without_moves(node), depth, solved=True)

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
