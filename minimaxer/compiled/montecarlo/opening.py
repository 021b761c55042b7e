"""Which Monte Carlo search a setup asks for on a compiled game."""

from __future__ import annotations

from typing import TypeVar, cast

from ...errors import OptionError
from ...terms.montecarlo import MonteCarloOptions
from ...terms.repeating import check_repetition
from ...terms.setup import Setup
from .search import NativeMonteCarlo

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> NativeMonteCarlo[S, M]:
    """The search by one worker.

    Raises:
        OptionError: An option is for trees only, or repetitions are draws and there are more than two players.
        CompileError: The evaluation cannot be compiled.
    """
    if callable(cast("MonteCarloOptions", setup.options).selection):
        raise OptionError("a selection of your own is for trees; leave selection out, or give the game that is not compiled")
    check_repetition(setup)
    return NativeMonteCarlo(setup)
