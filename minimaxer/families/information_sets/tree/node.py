"""A node of the tree: an information set of the player at the root."""

from __future__ import annotations

from typing import Generic

from attrs import define

from ....tree.node import M, S
from ...montecarlo.tree.node import PlayoutNode


@define(eq=False, weakref_slot=False)
class InformationNode(PlayoutNode[S, M], Generic[S, M]):
    """A node for an information set; its state is one of the set, from a deal of a simulation."""

    available: int = 0
    """The number of visits of its parent in deals in which its move was legal."""
