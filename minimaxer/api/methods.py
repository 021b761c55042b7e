"""The registry of methods: what `algorithm` may name, what each is, and how a tier opens it.

A family of methods has a folder in `families`, and in that one for each tier that has it, whose module `search` opens a search by
`opened(setup)`; a new family is made known here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from ..errors import OptionError
from ..families.hybrid.options import PLAYED_OUT, UNEVALUATED_DEFAULTS, UnevaluatedOptions
from ..families.information_sets.options import INFORMATION_SET_DEFAULTS, SAMPLED_DEFAULTS
from ..families.montecarlo.options import MONTE_CARLO_DEFAULTS
from ..families.proof.options import PROOF_DEFAULTS
from ..game.capability import Capabilities, capabilities
from ..game.hidden import hides
from ..game.players import players_of
from ..game.protocol import Game, M, S
from ..native import CompiledGame
from ..searching.options import DEFAULTS, Options, TierName
from ..searching.schemes import INFORMATION_SET_ALONE, MAXN_ALONE, MONTE_CARLO_SCHEME, PROOF_ALONE, SAMPLED_SCHEME, check
from ..searching.setup import Setup

if TYPE_CHECKING:
    from ..searching.tier import Tier


@frozen
class Family:
    """Methods of one kind, which share their options and their folders.

    Attributes:
        name: Its name.
        tiers: The tiers that have it.
        defaults: Its options where none are given; they tell the class of all others.
        many: Whether it is for games of more than two players; None for any number.
        scheme: Where there is no choice of schemes for several workers: that, and what to do about it. Else empty.
        folder: The folder of its function `opened` in `families`, given the tier's and its own name.
        deals: Whether it is for games that hide something, and deals that anew; the others see all.
    """

    name: str
    tiers: tuple[TierName, ...]
    defaults: Options
    many: bool | None = False
    scheme: str = ""
    folder: str = "{name}.{tier}"
    deals: bool = False

    def opened(self, setup: Setup[S, M]) -> Tier[S, M]:
        """The search of the setup's game in the tier that the game is for."""
        tier = "native" if isinstance(setup.game, CompiledGame) else "tree"
        search: Tier[S, M] = _opening(self.folder.format(tier=tier, name=self.name))(setup)
        return search


@functools.cache
def _opening(folder: str) -> Any:
    """The function that opens a family's methods."""
    return import_module(f"..families.{folder}.search", __package__).opened


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
MAXN: Final = Family("maxn", ("tree", "compiled"), DEFAULTS, many=True, scheme=MAXN_ALONE)
MONTE_CARLO: Final = Family("montecarlo", ("tree", "compiled"), MONTE_CARLO_DEFAULTS, many=None, scheme=MONTE_CARLO_SCHEME)
SIDES: Final = Family("sides", ("tree", "compiled"), DEFAULTS, many=True, folder="paranoid")
ISMCTS: Final = Family(
    "ismcts",
    ("tree", "compiled"),
    INFORMATION_SET_DEFAULTS,
    many=None,
    scheme=INFORMATION_SET_ALONE,
    folder="information_sets.{tier}",
    deals=True,
)
SAMPLED: Final = Family(
    "sampled", ("tree", "compiled"), SAMPLED_DEFAULTS, many=None, scheme=SAMPLED_SCHEME, folder="determinization", deals=True
)
PROOF: Final = Family("proof", ("tree", "compiled"), PROOF_DEFAULTS, scheme=PROOF_ALONE)
UNEVALUATED: Final = Family("unevaluated", ("tree", "compiled"), UNEVALUATED_DEFAULTS, many=None, folder="hybrid")
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
        Method("maxn", MAXN, "Games for three and more: every player wants its own payoff to be great."),
        Method("montecarlo", MONTE_CARLO, "Games played out at random, the promising ones more often: needs no evaluation."),
        Method("unevaluated", UNEVALUATED, "Games that nobody evaluates: alpha-beta proves what it can, then playouts."),
        Method("paranoid", SIDES, "Games for three and more: all others play together against the one who moves; alpha-beta."),
        Method("brs", SIDES, "Paranoid in which one opponent a round chooses its move, and the others play the likeliest."),
        Method("ismcts", ISMCTS, "Hidden cards: Monte Carlo search of one tree of what is seen, with a new deal for each game."),
        Method("sampled", SAMPLED, "Hidden cards: alpha-beta on a number of deals, as if all saw all; the best on average."),
        Method(
            "proof", PROOF, "Proof-number search: whether player 0 gets at least so much, by the lines that take least to prove."
        ),
    )
}
"""The methods by name."""
BEST_REPLY_PLAYERS: Final = 3
"""How many players have it that `auto` expects one best reply a round; with more, too much happens between one's own moves.

Source: Chinese checkers at 20 ms a move: best reply, max^n and paranoid won, a seat, 43, 29 and 28 % of 300 games for three; 18,
32 and 25 % of 150 for four; 9, 23 and 18 % of 120 for six.
"""
TWO: Final = 2
"""For how many players `auto` takes playouts where nobody evaluates."""
ALGORITHMS: Final = ("auto", *METHODS)
"""What `algorithm` may be; `auto` is the method that fits the game."""


def opened(setup: Setup[S, M]) -> Tier[S, M]:
    """The search that a setup asks for.

    Raises:
        OptionError: There is no such method, its options are others, or it cannot do what they ask for.
        GameError: The game lacks a method, or one has another signature than the protocol's.
        CompileError: The game is a compiled one, and the evaluation cannot be compiled.
    """
    players = players_of(setup.game)
    ignored = getattr(setup.options, "ignore", ())  # options of another class are told below
    family = family_of(setup.algorithm, setup.game, ignored)
    if setup.algorithm == "auto" and isinstance(setup.options, UnevaluatedOptions):
        family = UNEVALUATED
    _check_family(family, setup, players, hidden=hides(setup.game, ignored))
    if not isinstance(setup.options, type(family.defaults)):
        raise OptionError(f"expected options to be {type(family.defaults).__name__}(...), got {setup.options!r}")
    check(setup.threads, setup.parallel)
    if setup.tables and family is not ALPHABETA:
        raise OptionError(
            "contradictory options: endgame tables are looked up by alpha-beta alone; leave tables out, or name no other "
            "algorithm"
        )
    if family.scheme and setup.parallel != "auto":
        raise OptionError(f"contradictory options: parallel={setup.parallel!r}: {family.scheme}")
    return family.opened(setup)


def _check_family(family: Family, setup: Setup[Any, Any], players: int, *, hidden: bool) -> None:
    """Raises OptionError where the family is not for games for so many, or with something to hide, or with nothing."""
    if family.many not in (None, players > 2):
        fitting = [each.name for each in METHODS.values() if each.family.many in (None, players > 2) and not each.family.deals]
        whom = "three and more" if family.many else "one or two"
        raise OptionError(
            f"{setup.algorithm} is for games for {whom}, and this one has players = {players}; take 'auto', or one of "
            f"{', '.join(fitting)}"
        )
    if family.deals and not hidden:
        why = "is to be ignored" if hides(setup.game) else "this one has not"
        raise OptionError(f"{setup.algorithm} is for games with deal(state, player, rng), which {why}; take 'auto'")
    if hidden and not family.deals:
        raise OptionError(
            f"{setup.algorithm} sees the whole state, and this game hides a part of it from the player to move; take 'ismcts' or "
            "'sampled', or ignore={'deal'} in the options, to have it look at everything"
        )


def method_for(algorithm: str, players: int, *, hidden: bool = False) -> str:
    """The method that a name stands for: `auto` for what fits a game for so many, left as it is where options decide.

    Args:
        algorithm: The name.
        players: How many players there are.
        hidden: Whether the game has something to hide.
    """
    if algorithm == "auto" and hidden:
        return "ismcts"
    if algorithm != "auto" or players <= 2:
        return algorithm
    return "brs" if players == BEST_REPLY_PLAYERS else "maxn"


def defaults_for(algorithm: str, game: Game[Any, Any], evaluate: Callable[..., Any] | None = None) -> Options:
    """The options of a method where none are given; by them `auto` takes playouts for games that nobody evaluates.

    Args:
        algorithm: The method's name.
        game: The rules.
        evaluate: A static evaluation to use instead of the game's.

    Raises:
        OptionError: There is no method of that name.
        GameError: The game's number of players is none.
    """
    family = family_of(algorithm, game)
    is_blind = evaluate is None and not is_evaluated(capabilities(game))
    if algorithm == "auto" and family is ALPHABETA and players_of(game) == TWO and is_blind:
        family = UNEVALUATED
    return family.defaults


def defaults_to_play(algorithm: str, game: Game[Any, Any], evaluate: Callable[..., Any] | None = None) -> Options:
    """The options by which a game is played where none are given: as by `defaults_for`, but never blind.

    Where `auto` finds nothing that evaluates the game, playouts choose the move unless alpha-beta proves it, also to a depth.

    Args:
        algorithm: As in `defaults_for`, like all that follow.
        game: The rules.
        evaluate: A static evaluation.
    """
    is_blind = evaluate is None and not is_evaluated(capabilities(game))
    return PLAYED_OUT if algorithm == "auto" and is_blind and not hides(game) else defaults_for(algorithm, game, evaluate)


def is_evaluated(found: Capabilities[Any, Any]) -> bool:
    """True if positions differ in value before the end of the game."""
    return found.evaluate is not None or found.bounds is not None


def options_class(name: str) -> type[Any]:
    """The class of options of that name.

    Raises:
        LookupError: No method has such options.
    """
    return {type(each.family.defaults).__name__: type(each.family.defaults) for each in METHODS.values()}[name]


def family_of(algorithm: str, game: Game[Any, Any] | None = None, ignore: Iterable[str] = ()) -> Family:
    """The family of a method; `auto` stands for the one that fits the game.

    Args:
        algorithm: The method's name.
        game: The rules; None: some game for two that hides nothing.
        ignore: Its capabilities that are not used.

    Raises:
        OptionError: There is no method of that name.
        GameError: The game's number of players is none.
    """
    if algorithm not in ALGORITHMS:
        raise OptionError(f"expected algorithm to be one of {', '.join(ALGORITHMS)}, got {algorithm!r}")
    players, hidden = (2, False) if game is None else (players_of(game), hides(game, ignore))
    name = method_for(algorithm, players, hidden=hidden)
    return ALPHABETA if name == "auto" else METHODS[name].family
