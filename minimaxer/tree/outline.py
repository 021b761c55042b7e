"""Trees as indented text."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from types import GeneratorType
from typing import Any, Protocol

from ..game.protocol import CHANCE


class Named(Protocol):
    """A tree that describes its nodes."""

    def name(self, node: Any) -> str:
        """The move that led to the node."""

    def value_text(self, node: Any) -> str:
        """A description of a node that was searched or is over, as seen from the root."""


def outline(tree: Named, top: Any, depth: int) -> str:
    """The subtree of a node, down to that many plies below it, as indented text, for small trees and curious people.

    One line per node: the move, who moves next, what is known of it and to what depth; `*` marks the best child, `...` moves
    may be left to try.
    """
    return "\n".join(_rows(tree, top, top, depth))


def _rows(tree: Named, node: Any, top: Any, depth: int) -> Iterator[str]:
    level = node.ply - top.ply
    yield "  " * level + _row(tree, node, top)
    if level < depth:
        for child in node.children:
            yield from _rows(tree, child, top, depth)
        if _may_have_more(node.pending):
            yield "  " * (level + 1) + "..."
    elif node.children:
        yield "  " * (level + 1) + f"({len(node.children)} below)"


def _row(tree: Named, node: Any, top: Any) -> str:
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
