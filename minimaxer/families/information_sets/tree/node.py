"""A node of the tree: a position as it looks to the player at the root, whatever is hidden from it."""

from __future__ import annotations

from typing import Generic

from attrs import define

from ....tree.node import M, S
from ...montecarlo.tree.node import PlayoutNode


@define(eq=False, weakref_slot=False)
class InformationNode(PlayoutNode[S, M], Generic[S, M]):
    """A node whose state is that of the deal that it was made in: one of those that it stands for."""

    available: int = 0
    """How often its move was legal when its parent was visited, in whatever deal."""
