"""Which search a setup asks for that sees a game for many as one for two."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar

from ..compiled import CompiledGame
from ..terms.setup import Setup
from .search import SidesSearch

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> SidesSearch[S, M]:
    """The search, by alpha-beta in the game's tier.

    Raises:
        OptionError: The scheme or the options do not fit.
    """
    tier = "compiled" if isinstance(setup.game, CompiledGame) else "tree"
    alphabeta, maxn = (import_module(f"..{tier}.{family}.opening", __package__).opened for family in ("alphabeta", "maxn"))
    return SidesSearch(setup, alphabeta, maxn)
