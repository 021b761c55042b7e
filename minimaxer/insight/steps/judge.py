"""Plain minimax as the judge: the nodes that it visits, and the best and the worst order of moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from attrs import evolve

from ...families.alphabeta.tree.node import Node
from ...families.alphabeta.tree.tree import Tree
from ...families.alphabeta.tree.tree_search import TreeSearch
from ...game.comparing import equal
from ...searching.limits import Limits, StopReason
from ...searching.mover import for_mover
from ...searching.options import AlphaBetaOptions
from ...searching.setup import Setup

MOST_NODES: Final = 100_000
"""Most nodes that the judge visits."""
LEFT_OUT: Final = frozenset({"bounds", "noisy_moves", "must_move"})
"""Capabilities that the searches with names leave unused, but for the one that shows them: they differ in one thing each."""


class Judge:
    """Minimax of a state to a depth, up to `MOST_NODES` nodes; `is_complete` is True if `nodes`, those visited, are all."""

    def __init__(self, setup: Setup[Any, Any], state: Any, depth: int) -> None:
        options = AlphaBetaOptions(deepening=False, ignore=LEFT_OUT | {"order"})
        plain = evolve(setup, options=options, algorithm="expectimax" if setup.capabilities().chances else "minimax")
        search: TreeSearch[Any, Any] = TreeSearch(plain)
        result = search.last(state, Limits(depth=depth, nodes=MOST_NODES))
        self.nodes: Final = result.nodes
        self.is_complete: Final = result.stop is not StopReason.NODES
        self._tree: Final[Tree[Any, Any]] = search.tree
        self._twins: Final[dict[Node[Any, Any], Node[Any, Any] | None]] = {}

    def arranged(self, *, best_first: bool) -> Callable[[Node[Any, Any], list[Any]], Iterable[Any]]:
        """The order of a node's moves by their true value: best first, or worst first; equal ones in the game's order."""

        def arrange(node: Node[Any, Any], moves: list[Any]) -> Iterable[Any]:
            twin = self._twin(node)
            if twin is None or len(twin.children) != len(moves):
                return moves
            ranked = sorted(
                zip(moves, twin.children, strict=True), key=lambda pair: for_mover(node.player, pair[1].value), reverse=best_first
            )
            return [move for move, _ in ranked]

        return arrange

    def _twin(self, node: Node[Any, Any]) -> Node[Any, Any] | None:
        """The node of the judge's tree for the same moves."""
        if node.parent is None:
            return self._tree.root
        if node not in self._twins:
            above = self._twin(node.parent)
            children = [] if above is None else above.children
            self._twins[node] = next((child for child in children if equal(child.move, node.move)), None)
        return self._twins[node]
