"""Which searches a setup asks for where nobody evaluates."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar

from ..compiled import CompiledGame
from ..rules.players import players_of
from ..terms.setup import Setup
from .search import UnevaluatedSearch

S = TypeVar("S")
M = TypeVar("M")


def opened(setup: Setup[S, M]) -> UnevaluatedSearch[S, M]:
    """The search, by both families in the game's tier.

    Raises:
        OptionError: The options of one of them do not fit the game.
    """
    tier = "compiled" if isinstance(setup.game, CompiledGame) else "tree"
    names = "alphabeta" if players_of(setup.game) <= 2 else "maxn", "montecarlo"
    deep, wide = (import_module(f"..{tier}.{name}.opening", __package__).opened for name in names)
    return UnevaluatedSearch(setup, deep, wide)
