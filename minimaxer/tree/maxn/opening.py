"""Which search of the max^n family a setup asks for on a tree."""

from __future__ import annotations

from typing import TypeVar

from ...terms.setup import Setup
from .search import MaxNSearch

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> MaxNSearch[S, M]:
    """The search by one worker.

    Raises:
        OptionError: The options do not fit max^n.
    """
    return MaxNSearch(setup)
