"""Which search of the max^n family a setup asks for on a compiled game."""

from __future__ import annotations

from typing import TypeVar

from ...terms.setup import Setup
from .search import NativeMaxN

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> NativeMaxN[S, M]:
    """The search by one worker.

    Raises:
        OptionError: The options do not fit max^n.
        CompileError: The evaluation cannot be compiled.
    """
    return NativeMaxN(setup)
