"""`minimaxer tune`: the weights of an evaluation, fitted to games against itself, and whether they are stronger."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Final

from ..errors import OptionError
from ..play.statistics import Sprt
from ..terms.limits import Limits
from ..tuning.result import Tuning
from ..tuning.tuner import GAMES, NODES, POSITIONS, ROUNDS, TEST, TEST_ROUNDS, tune
from .arguments import add_game, add_json, add_tier, number, whole
from .progress import clear, note, say
from .tiers import game_in_tier

ABOUT: Final = "fit the weights of an evaluation to games against itself, and test whether they are stronger"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_game(command)
    command.add_argument("--weights", metavar="NAME,...", help="tune these weights only (default: all)")
    command.add_argument("--rounds", type=whole, default=ROUNDS, metavar="N", help=f"rounds of games (default {ROUNDS})")
    command.add_argument("--games", type=whole, default=GAMES, metavar="N", help=f"games of a round (default {GAMES})")
    command.add_argument("--nodes", type=whole, metavar="N", help=f"nodes of a search (default {NODES})")
    command.add_argument("--depth", type=whole, metavar="D", help="plies of a search, instead of nodes")
    command.add_argument(
        "--positions",
        type=whole,
        default=POSITIONS,
        metavar="N",
        help=f"positions taken of a game at the most (default {POSITIONS})",
    )
    command.add_argument("--openings", type=whole, metavar="N", help="begin after N random plies (default: as few as are enough)")
    command.add_argument(
        "--test", type=whole, default=TEST_ROUNDS, metavar="N", help=f"most pairs of games of the match (default {TEST_ROUNDS})"
    )
    command.add_argument(
        "--sprt",
        metavar="E0,E1",
        default=f"{TEST.elo0:g},{TEST.elo1:g}",
        help="the match ends as soon as it is proven that new weights are E1 normalised Elo stronger, or not even E0 (default "
        "%(default)s)",
    )
    command.add_argument("--seconds", type=number, metavar="T", help="begin no other round after that time")
    command.add_argument("--seed", type=whole, default=0, metavar="N", help="of openings, dice and positions (default 0)")
    command.add_argument("--workers", type=whole, metavar="N", help="games side by side (default: one for each processor)")
    command.add_argument("--out", metavar="F", help="write rounds to this file as JSON, and go on from those it holds")
    add_json(command)
    add_tier(command)


def run(given: Namespace) -> int:
    """Tunes, and prints the weights with what the test says; after Ctrl-C those of the last round, which are not tested."""
    if given.nodes is not None and given.depth is not None:
        raise OptionError("contradictory options: --nodes and --depth both say when a search ends")
    _, tiered = game_in_tier(given)
    limits = Limits(nodes=NODES if given.nodes is None else given.nodes) if given.depth is None else Limits(depth=given.depth)
    done: list[Tuning] = []
    try:
        found = tune(
            tiered,
            names=None if given.weights is None else given.weights.split(","),
            rounds=given.rounds,
            games=given.games,
            limits=limits,
            positions=given.positions,
            openings=given.openings,
            test_rounds=given.test,
            sprt=_sprt(given.sprt),
            seconds=given.seconds,
            seed=given.seed,
            workers=given.workers,
            path=given.out,
            tell=note,
            on_round=done.append,
        )
    except KeyboardInterrupt:
        if not done:
            raise
        found = done[-1]
    finally:
        clear()
    say(json.dumps(found.to_dict()) if given.json else str(found))
    return 0


def _sprt(text: str) -> Sprt:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise OptionError(f"expected --sprt to be two numbers as in 0,20, got {text!r}") from None
    return Sprt(elo0, elo1)
