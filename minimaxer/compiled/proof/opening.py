"""Which search for proofs a setup asks for on a compiled game."""

from __future__ import annotations

from typing import TypeVar

from ...terms.setup import Setup
from .search import NativeProof

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> NativeProof[S, M]:
    """df-pn by one worker.

    Raises:
        OptionError: Chance decides in the game, or an evaluation is given.
        CompileError: The game cannot be compiled.
    """
    return NativeProof(setup)
