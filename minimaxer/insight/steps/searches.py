"""One recorded search."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from ...searching.result import SearchResult
from .step import RecordedNode, Step


@frozen(kw_only=True)
class RecordedSearch:
    """One search, step by step.

    Attributes:
        name: The variant's name, such as `alphabeta`.
        label: The same for people.
        about: What it shows, in one sentence.
        algorithm: The method.
        steps: What happened, in order.
        nodes: The nodes of its tree, each behind its parent.
        ghosts: The moves for which no node was ever made, each behind its parent's place in `nodes`.
        spared: The moves that quiescence never tried because of a cut-off, likewise.
        result: What the search found; where the recording was full, what it had found until then.
        is_complete: Whether all steps are there.
    """

    name: str
    label: str
    about: str
    algorithm: str
    steps: tuple[Step, ...] = field(repr=False)
    nodes: tuple[RecordedNode, ...] = field(repr=False)
    ghosts: tuple[tuple[int, str], ...] = field(repr=False)
    spared: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    result: SearchResult[Any] = field(repr=False)
    is_complete: bool
