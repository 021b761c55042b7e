"""Which search for proofs a setup asks for on a tree."""

from __future__ import annotations

from typing import TypeVar

from ...terms.setup import Setup
from .search import ProofSearch

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> ProofSearch[S, M]:
    """Plain proof-number search by one worker.

    Raises:
        OptionError: Chance decides in the game, an evaluation is given, or an option is for compiled games only.
    """
    return ProofSearch(setup)
