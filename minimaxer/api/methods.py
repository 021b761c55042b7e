"""The registry of methods: the names that `algorithm` may have, the method for a game, and the search of a setup.

A family declares itself in its package, as `FAMILY`; here it has its place in `FAMILIES` and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

from ..errors import OptionError
from ..families import alphabeta, determinization, hybrid, information_sets, maxn, montecarlo, paranoid, proof
from ..families.family import Family
from ..families.hybrid.options import PLAYED_OUT, UnevaluatedOptions
from ..game.capability import Capabilities, capabilities
from ..game.protocol import Game, M, S, Score, hides, players_of
from ..native import CompiledGame, PendingGame, rules_of
from ..searching.options import Options
from ..searching.setup import Setup, Tier
from ..searching.validators import check
from .moving import MovingTier

FAMILIES: Final = (alphabeta, maxn, montecarlo, hybrid, paranoid, information_sets, determinization, proof)
METHODS: Final = {name: each.FAMILY for each in FAMILIES for name in each.FAMILY.methods}
"""The family of each method, by the method's name."""
BEST_REPLY_PLAYERS: Final = 3
"""Number of players for which `auto` takes best-reply search; with more, too much happens between one's own moves.

Source: Chinese checkers at 20 ms a move: best reply, max^n and paranoid won, a seat, 43, 29 and 28 % of 300 games for three; 18,
32 and 25 % of 150 for four; 9, 23 and 18 % of 120 for six.
"""
ALGORITHMS: Final = ("auto", *METHODS)
"""Valid values of `algorithm`; `auto` is the method that fits the game."""


Evaluating = Callable[[S], Score] | Literal["auto"] | None
"""A function, the game's own or else one that is learnt, or the game's own or nothing."""


def create(setup: Setup[S, M]) -> Tier[S, M]:
    """Creates the search that a setup asks for. Raises OptionError for an unknown method or unsuitable options; GameError for a
    missing method of the game or a wrong signature; CompileError for an evaluation of a compiled game that cannot be compiled.
    """
    if isinstance(setup.game, PendingGame):
        return MovingTier(setup, setup.game, create)
    rules = rules_of(setup.game)
    players = players_of(rules)
    ignored = getattr(setup.options, "ignore", ())  # options of another class are told below
    family = family_of(setup.algorithm, rules, ignored)
    if setup.algorithm == "auto" and isinstance(setup.options, UnevaluatedOptions):
        family = hybrid.FAMILY
    _check_family(family, setup, players, hidden=hides(rules, ignored))
    if not isinstance(setup.options, type(family.defaults)):
        raise OptionError(f"expected options to be {type(family.defaults).__name__}(...), got {setup.options!r}")
    check(setup.threads, setup.parallel)
    if setup.tables and family is not alphabeta.FAMILY:
        raise OptionError(
            "contradictory options: endgame tables are looked up by alpha-beta alone; leave tables out, or name no other "
            "algorithm"
        )
    if family.scheme and setup.parallel != "auto":
        raise OptionError(f"contradictory options: parallel={setup.parallel!r}: {family.scheme}")
    return family.create(setup)


def _check_family(family: Family, setup: Setup[Any, Any], players: int, *, hidden: bool) -> None:
    """Raises OptionError if the family does not support this number of players, or hidden information, or its absence."""
    if family.many not in (None, players > 2):
        fitting = [name for name, each in METHODS.items() if each.many in (None, players > 2) and not each.deals]
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
    """Resolves `auto` by the number of players and hidden information; for one or two players the options decide later."""
    if algorithm != "auto" or (players <= 2 and not hidden):
        return algorithm
    return "ismcts" if hidden else "brs" if players == BEST_REPLY_PLAYERS else "maxn"


def defaults_for(algorithm: str, game: Game[Any, Any], evaluate: Evaluating[Any] = None) -> Options:
    """The default options of a method; without an evaluation, `auto` takes playouts in two-player games."""
    family, is_blind = family_of(algorithm, game), _is_blind(game, evaluate)
    if algorithm == "auto" and family is alphabeta.FAMILY and is_blind and players_of(game) == 2:
        family = hybrid.FAMILY
    return family.defaults


def defaults_to_play(algorithm: str, game: Game[Any, Any], evaluate: Evaluating[Any] = None) -> Options:
    """The default options for playing: as in `defaults_for`, but by playouts where `auto` finds no evaluation. Playouts then
    choose the move unless alpha-beta proves it, also with a depth limit.
    """
    is_blind = _is_blind(game, evaluate)
    return PLAYED_OUT if algorithm == "auto" and is_blind and not hides(game) else defaults_for(algorithm, game, evaluate)


def _is_blind(game: Game[Any, Any], evaluate: Evaluating[Any]) -> bool:
    """True if nothing evaluates the game. A compiled one knows its capabilities; to find them takes as long as a small search.
    Raises GameError if it is no game.
    """
    if evaluate is not None and not isinstance(evaluate, str):
        return False
    return not is_evaluated(game.variant().found if isinstance(game, CompiledGame) else capabilities(game))


def is_evaluated(found: Capabilities[Any, Any]) -> bool:
    """True if positions differ in value before the end of the game."""
    return found.evaluate is not None or found.bounds is not None


def options_class(name: str) -> type[Any]:
    """The class of options of that name; raises LookupError if no method has such options."""
    return {type(each.defaults).__name__: type(each.defaults) for each in METHODS.values()}[name]


def family_of(algorithm: str, game: Game[Any, Any] | None = None, ignore: Iterable[str] = ()) -> Family:
    """The family of a method; `auto` is resolved by the game, or without one as for two players who see everything. Raises
    OptionError for an unknown method, and GameError for an invalid number of players.
    """
    if algorithm not in ALGORITHMS:
        raise OptionError(f"expected algorithm to be one of {', '.join(ALGORITHMS)}, got {algorithm!r}")
    rules = rules_of(game)
    players, hidden = (2, False) if game is None else (players_of(rules), hides(rules, ignore))
    name = method_for(algorithm, players, hidden=hidden)
    return alphabeta.FAMILY if name == "auto" else METHODS[name]
