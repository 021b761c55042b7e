"""Which search of deals a setup asks for."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar

from ..compiled import CompiledGame
from ..rules.players import players_of
from ..terms.setup import Setup
from .search import SampledSearch

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> SampledSearch[S, M]:
    """The search, of whose deals each is searched by the method for such a game, in the game's tier.

    Raises:
        OptionError: The options of the search of each deal do not fit.
        CompileError: The game is a compiled one, and the evaluation cannot be compiled.
    """
    tier = "compiled" if isinstance(setup.game, CompiledGame) else "tree"
    family = "alphabeta" if players_of(setup.game) <= 2 else "maxn"
    return SampledSearch(setup, import_module(f"..{tier}.{family}.opening", __package__).opened, tier)
