"""Shared by the trees of all searches: their line, how they are shown and shrunk, and draws by repetition on a node's path."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Hashable, Iterator
from types import GeneratorType
from typing import Any, Final, Generic, TypeVar, cast

from ..base.checks import front_door
from ..base.shown import svg_of
from ..errors import GameError, OptionError
from ..game.protocol import CHANCE
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


K = TypeVar("K", bound=GameNode[Any, Any, Any])
"""The family's own kind of node, which knows its `best` child."""


class SearchedTree(GameTree[S, M, K], Generic[S, M, K]):
    """A tree whose nodes know their best child."""

    windows: dict[K, tuple[float, float]] | None = None
    """Under the option `trace`, the nodes of the last finished iteration, with the window each was searched with last."""

    @abstractmethod
    def value_text(self, node: K) -> str:
        """A description of a node that was searched or is over."""

    def shrink(self, current: K) -> None:
        """Drops subtrees, those searched to the least depth first, until the tree fills at most half its capacity. Most of the
        tree lies near the leaves and is the cheapest to make again. The path to `current` stays.
        """
        self.shrink_in(lambda node: cast("Any", node).depth, current)

    def line(self, node: K | None = None) -> list[K]:
        """The nodes of the expected line below the given one (default: the root)."""
        node = self.root if node is None else node
        nodes: list[K] = []
        while (best := node.followed) is not None:
            nodes.append(node := best)
        return nodes

    def line_through(self, child: K) -> list[K]:
        """The nodes of the expected line after a child of the root is played, that child first. For the best child it is the
        root's line, which ends with that child if an interrupted search has changed what follows.
        """
        root = self.root
        return [child] if child is cast("Any", root).best and root.followed is None else [child, *self.line(child)]

    def moves_through(self, child: K) -> tuple[M, ...]:
        """The moves of `line_through`."""
        return tuple(cast("M", node.move) for node in self.line_through(child))

    @front_door
    def render(self, depth: int = 2, node: K | None = None) -> str:
        """The tree as indented text, for small trees and curious people.

        One line per node: the move, who moves next, what is known of it, and the depth it was searched to; `*` marks the best
        child, `...` moves that may be left to try. Values are for player 0, with `>=` or `<=` where they are bounds; with more
        than two players, the payoffs of all.

        Args:
            depth: Plies shown below the node.
            node: The node to start from; the root by default.
        """
        if not isinstance(node, GameNode | None):
            raise OptionError(f"expected node to be a node of the tree, got {node!r}")
        top = self.root if node is None else node
        return "\n".join(_rows(self, top, top, depth))

    def _repr_svg_(self) -> str:
        return svg_of(self, "draw_tree")


AnyTree = SearchedTree[Any, Any, Any]


def _rows(tree: AnyTree, node: Any, top: Any, depth: int) -> Iterator[str]:
    level = node.ply - top.ply
    yield "  " * level + _row(tree, node, top)
    if level < depth:
        for child in node.children:
            yield from _rows(tree, child, top, depth)
        if _may_have_more(node.pending):
            yield "  " * (level + 1) + "..."
    elif node.children:
        yield "  " * (level + 1) + f"({len(node.children)} below)"


def _row(tree: AnyTree, node: Any, top: Any) -> str:
    mark = "*" if node.parent is not None and node.parent.best is node and node is not top else ""
    move = tree.name(node)
    if node.outcome is not None:
        return f"{mark}{move}: over, {tree.value_text(node)}"
    who = "chance" if node.player == CHANCE else f"player {node.player}"
    if node.depth < 0:
        return f"{mark}{move}: {who}, not searched"
    depth = f" at depth {node.depth}" if hasattr(node, "bound") or hasattr(node, "exact") else ""
    return f"{mark}{move}: {who}, {tree.value_text(node)}{depth}{', solved' if node.solved else ''}"


def _may_have_more(pending: Iterator[Any] | None) -> bool:
    """True if the iterator may have more to give; does not advance it."""
    exhausted = isinstance(pending, GeneratorType) and pending.gi_frame is None
    return pending is not None and not exhausted and operator.length_hint(pending, 1) > 0
