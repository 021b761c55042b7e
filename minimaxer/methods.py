"""The registry of methods: what `algorithm` may name, what each is, and how a tier opens it.

A family of methods has a folder in each tier that has it, with a function `opened(setup)` in its module `opening`; a new one is
made known here and nowhere else.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

from attrs import frozen

from .compiled import CompiledGame
from .errors import OptionError
from .terms.options import DEFAULTS, AlphaBetaOptions, TierName
from .terms.schemes import check
from .terms.setup import Setup

if TYPE_CHECKING:
    from .terms.tier import Tier

S = TypeVar("S")
M = TypeVar("M")


@frozen
class Family:
    """Methods of one kind, which share their options and their folders.

    Attributes:
        name: Its folder's name in each tier.
        tiers: The tiers that have it.
        defaults: Its options where none are given; they tell the class of all others.
    """

    name: str
    tiers: tuple[TierName, ...]
    defaults: AlphaBetaOptions

    def opened(self, setup: Setup[S, M]) -> Tier[S, M]:
        """The search of the setup's game in the tier that the game is for."""
        search: Tier[S, M] = _opening("compiled" if isinstance(setup.game, CompiledGame) else "tree", self.name)(setup)
        return search


@functools.cache
def _opening(tier: TierName, family: str) -> Any:
    """The function that opens a family's methods in a tier."""
    return import_module(f".{tier}.{family}.opening", __package__).opened


@frozen
class Method:
    """A way to search that `algorithm` can name.

    Attributes:
        name: The name.
        family: Its kind.
        about: What it is, in one sentence.
    """

    name: str
    family: Family
    about: str


ALPHABETA: Final = Family("alphabeta", ("tree", "compiled"), DEFAULTS)
METHODS: Final = {
    each.name: each
    for each in (
        Method("fixed", ALPHABETA, "Alpha-beta with the best choices built in and no switches."),
        Method("minimax", ALPHABETA, "Every move of every position: the judge of the others."),
        Method("alphabeta", ALPHABETA, "Alpha-beta with every option."),
        Method("pvs", ALPHABETA, "Principal variation search: alpha-beta that expects the first move to be the best."),
        Method("mtdf", ALPHABETA, "MTD(f): the value is closed in on by null windows."),
        Method("expectimax", ALPHABETA, "Games with chance, without pruning: the judge of the next two."),
        Method("star1", ALPHABETA, "Games with chance: alpha-beta, also where an average is taken."),
        Method("star2", ALPHABETA, "Star1 that looks at one reply to each outcome first."),
    )
}
"""The methods by name."""
ALGORITHMS: Final = ("auto", *METHODS)
"""What `algorithm` may be; `auto` is the method that fits the game."""


def opened(setup: Setup[S, M]) -> Tier[S, M]:
    """The search that a setup asks for.

    Raises:
        OptionError: There is no such method, its options are others, or it cannot do what they ask for.
        GameError: The game lacks a method, or one has another signature than the protocol's.
        CompileError: The game is a compiled one, and the evaluation cannot be compiled.
    """
    family = family_of(setup.algorithm)
    if not isinstance(setup.options, type(family.defaults)):
        raise OptionError(f"expected options to be {type(family.defaults).__name__}(...), got {setup.options!r}")
    check(setup.threads, setup.parallel)
    return family.opened(setup)


def family_of(algorithm: str) -> Family:
    """The family of a method.

    Raises:
        OptionError: There is no method of that name.
    """
    if algorithm not in ALGORITHMS:
        raise OptionError(f"expected algorithm to be one of {', '.join(ALGORITHMS)}, got {algorithm!r}")
    return ALPHABETA if algorithm == "auto" else METHODS[algorithm].family
