"""A draw by repetition as a value of alpha-beta."""

from __future__ import annotations

from typing import Any

from ....base.bound import Bound
from ....base.scores import DRAW
from .node import Node


def drawn(node: Node[Any, Any], depth: int) -> float:
    """Gives the node the value of a draw, which holds at every depth."""
    node.value, node.depth, node.bound, node.solved, node.best = DRAW, depth, Bound.EXACT, True, None
    return node.value
