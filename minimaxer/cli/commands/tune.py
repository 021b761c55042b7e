"""Fit the weights of an evaluation, or options, to games against itself, and test whether they are stronger."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from ...api.methods import ALGORITHMS
from ...errors import OptionError
from ...game.registry import find_game
from ...play.players import Player
from ...play.statistics import Sprt
from ...play.tuning.result import NODES, TEST, TEST_ROUNDS
from ...play.tuning.samples import Reader
from ...play.tuning.spsa import PAIRS, STEPS, tune_options
from ...play.tuning.tuner import GAMES, POSITIONS, ROUNDS, tune
from ...searching.limits import Limits
from ..arguments import add_game, add_json, add_number, add_tier, add_whole, hypotheses
from ..progress import clear, note, tell
from ..tiers import in_tier

_OF_WEIGHTS: Final = ("weights", "rounds", "games", "positions", "seconds")
_OF_OPTIONS: Final = ("steps", "pairs")


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--weights", metavar="NAME,...", help="tune these weights only (default: all)")
    add_whole(command, "--rounds", "N", f"rounds of games (default {ROUNDS})")
    add_whole(command, "--games", "N", f"games of a round (default {GAMES})")
    about = "tune these options of the search instead, each within its range, as in exploration=0.2:2"
    command.add_argument("--options", metavar="NAME=LOW:HIGH,...", help=about)
    command.add_argument("--algorithm", choices=ALGORITHMS, default="auto", help="with --options: whose they are (default auto)")
    add_whole(command, "--steps", "N", f"with --options: how many steps (default {STEPS})")
    add_whole(command, "--pairs", "N", f"with --options: pairs of games of a step (default {PAIRS})")
    add_whole(command, "--nodes", "N", f"nodes of a search (default {NODES})")
    add_whole(command, "--depth", "D", "plies of a search, instead of nodes")
    add_whole(command, "--positions", "N", f"positions taken of a game at the most (default {POSITIONS})")
    add_whole(command, "--openings", "N", "begin after N random plies (default: as few as are enough)")
    add_whole(command, "--test", "N", f"most pairs of games of the match (default {TEST_ROUNDS})", default=TEST_ROUNDS)
    command.add_argument(
        "--sprt",
        metavar="E0,E1",
        default=f"{TEST.elo0:g},{TEST.elo1:g}",
        help="the match ends as soon as it is proven that new weights are E1 normalised Elo stronger, or not even E0 (default "
        "%(default)s)",
    )
    add_number(command, "--seconds", "T", "begin no other round after that time")
    add_whole(command, "--seed", "N", "of openings, dice and positions (default 0)", default=0)
    add_whole(command, "--workers", "N", "games side by side (default: one for each processor)")
    command.add_argument("--out", metavar="F", help="write rounds to this file as JSON, and go on from those it holds")
    add_json(command)
    add_tier(command)


def run(given: Namespace) -> int:
    """Tunes, and prints the weights with what the test says; after Ctrl-C those of the last round, which are not tested."""
    if given.nodes is not None and given.depth is not None:
        raise OptionError("contradictory options: --nodes and --depth both say when a search ends")
    for name in _OF_OPTIONS if given.options is None else _OF_WEIGHTS:
        if getattr(given, name) is not None:
            why = "goes with --options" if given.options is None else "is for tuning weights, and --options tunes options"
            raise OptionError(f"contradictory options: --{name} {why}; leave it out")
    game = find_game(given.game)
    names = None if given.weights is None else given.weights.split(",")
    if given.options is None:
        Reader(game, names)  # fails before compiling, which takes a while, where there is nothing to tune
    ranges = {} if given.options is None else _ranges(given.options)
    tiered = in_tier(given, game)
    limits = Limits(nodes=NODES if given.nodes is None else given.nodes) if given.depth is None else Limits(depth=given.depth)
    settings: dict[str, Any] = {
        "openings": given.openings,
        "test_rounds": given.test,
        "sprt": Sprt(*hypotheses(given.sprt, "0,20")),
        "seed": given.seed,
        "workers": given.workers,
        "path": given.out,
        "tell": note,
    }
    own = _OF_WEIGHTS[1:] if given.options is None else _OF_OPTIONS
    settings |= {name: value for name in own if (value := getattr(given, name)) is not None}
    done: list[Any] = []
    found: Any
    try:
        if given.options is None:
            found = tune(tiered, names=names, player=Player(limits=limits), on_round=done.append, **settings)
        else:
            player: Player[Any, Any] = Player(limits=limits, algorithm=given.algorithm)
            found = tune_options(tiered, ranges, player=player, on_step=done.append, **settings)
    except KeyboardInterrupt:
        if not done:
            raise
        found = done[-1]
    finally:
        clear()
    tell(given, found)
    return 0


def _ranges(text: str) -> dict[str, tuple[float, float]]:
    """Ranges by name; two whole numbers stay whole."""
    ranges = {}
    for part in text.split(","):
        name, _, span = part.partition("=")
        low, _, high = span.partition(":")
        try:
            ranges[name.strip()] = _number(low), _number(high)
        except ValueError:
            raise OptionError(f"expected --options to be ranges as in exploration=0.2:2, got {part!r}") from None
    return ranges


def _number(text: str) -> float:
    return int(text) if text.strip().lstrip("-").isdecimal() else float(text)
