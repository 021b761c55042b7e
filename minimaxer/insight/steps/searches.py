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
        label: The variant's name for people.
        about: A description in one sentence.
        algorithm: The method.
        steps: The steps, in order.
        nodes: The nodes of its tree, each after its parent.
        ghosts: The moves for which no node was ever made, each after its parent's index in `nodes`.
        spared: The moves that quiescence never tried because of a cutoff, likewise.
        result: The result of the search; if the recording was full, its result until then.
        is_complete: True if all steps are there.
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
