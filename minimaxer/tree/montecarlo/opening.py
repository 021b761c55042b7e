"""Which Monte Carlo search a setup asks for on a tree."""

from __future__ import annotations

from typing import TypeVar

from ...terms.repeating import check_repetition
from ...terms.setup import Setup
from .search import MonteCarloSearch

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> MonteCarloSearch[S, M]:
    """The search by one worker.

    Raises:
        OptionError: Repetitions are draws, and there are more than two players.
    """
    check_repetition(setup)
    return MonteCarloSearch(setup)
