"""Which information-set search a setup asks for on a tree."""

from __future__ import annotations

from typing import TypeVar

from ...terms.setup import Setup
from .search import InformationSetSearch

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> InformationSetSearch[S, M]:
    """The search by one worker."""
    return InformationSetSearch(setup)
