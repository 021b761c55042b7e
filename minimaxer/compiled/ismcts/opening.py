"""Which information-set search a setup asks for on a compiled game."""

from __future__ import annotations

from typing import TypeVar

from ...terms.setup import Setup
from .search import NativeInformationSets

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> NativeInformationSets[S, M]:
    """The search by one worker.

    Raises:
        CompileError: The evaluation cannot be compiled.
    """
    return NativeInformationSets(setup)
