"""Which Monte Carlo search a setup asks for on a compiled game."""

from __future__ import annotations

from typing import TypeVar

from ...terms.setup import Setup
from .search import NativeMonteCarlo

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> NativeMonteCarlo[S, M]:
    """The search by one worker.

    Raises:
        OptionError: An option is for trees only.
        CompileError: The evaluation cannot be compiled.
    """
    return NativeMonteCarlo(setup)
