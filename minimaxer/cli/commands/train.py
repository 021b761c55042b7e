"""Learn an evaluation from the rules alone, by games against itself."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from attrs import fields_dict

from ...errors import OptionError
from ...game.registry import find_game
from ...learning.result import DEFAULTS, NetworkOptions, Training, TrainingOptions
from ...play.training import NODES, ROUNDS, SECONDS, TEST_ROUNDS, check_trainable, train
from ...searching.limits import Limits
from ..arguments import add_game, add_json, add_number, add_tier, add_whole
from ..progress import clear, note, say
from ..tiers import in_tier

_OPTIONS: Final = ("patterns", "length", "rate", "explore", "trace", "opening", "size_bytes", "symmetries", "seed")
_NETWORK: Final = {name: f"; of a network {getattr(NetworkOptions(), name):g}" for name in ("explore", "opening", "trace")}


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    about = "write the evaluation to this file, and go on from what it holds"
    command.add_argument("--out", metavar="F", required=True, help=about)
    add_number(command, "--seconds", "T", f"play so long, matches not counted (default {SECONDS:g})")
    add_whole(command, "--games", "N", "play so many games, instead of --seconds")
    add_whole(command, "--rounds", "N", f"matches on the way (default {ROUNDS})", default=ROUNDS)
    add_whole(command, "--test", "N", f"pairs of games of a match; 0 for none (default {TEST_ROUNDS})", default=TEST_ROUNDS)
    add_whole(command, "--nodes", "N", f"nodes of a search in a match (default {NODES})", default=NODES)
    add_whole(command, "--network", "N", "learn a network with so many sums instead of patterns (needs numpy and compiled rules)")
    for name, metavar, what in (
        ("patterns", "N", "how many patterns, images counted"),
        ("length", "N", "cells of a pattern"),
        ("rate", "R", "how far values follow errors"),
        ("explore", "P", "share of random moves"),
        ("trace", "L", "lambda: how much later values count"),
        ("opening", "N", "most random plies at the start"),
        ("seed", "N", "of all random choices"),
    ):
        default = getattr(DEFAULTS, name)
        add = add_whole if isinstance(default, int) else add_number
        add(command, f"--{name}", metavar, f"{what} (default {default:g}{_NETWORK.get(name, '')})")
    add_whole(command, "--size", "MB", f"memory for numbers (default {DEFAULTS.size_bytes >> 20} MB)")
    told = "learn mirrored and turned positions each for itself"
    command.add_argument("--no-symmetries", dest="symmetries", action="store_const", const=False, help=told)
    add_whole(command, "--threads", "N", "games of training side by side (default: one for each processor)")
    add_whole(command, "--workers", "N", "games of matches side by side (default: one for each processor)")
    add_json(command)
    add_tier(command)


def run(given: Namespace) -> int:
    """Trains, and prints the strength curve; Ctrl-C leaves what was learnt in the file."""
    game, options = find_game(given.game), _options(given)
    check_trainable(game)  # before it is compiled, which takes a while
    if given.network is not None:
        if given.tier == "tree":
            raise OptionError(
                "contradictory options: --network needs compiled rules, --tier tree has none; leave one of them out"
            )
        given.tier = "compiled"  # so that an error says why there are none
    tiered = in_tier(given, game)
    try:
        found = train(
            tiered,
            seconds=given.seconds,
            games=given.games,
            rounds=given.rounds,
            test_rounds=given.test,
            limits=Limits(nodes=given.nodes),
            options=options,
            threads=given.threads,
            path=Path(given.out),
            workers=given.workers,
            tell=note,
            on_round=None if given.json else _shown,
        )
    finally:
        clear()
    say(json.dumps(found.to_dict()) if given.json else str(found).splitlines()[0])
    return 0


def _shown(found: Training) -> None:
    clear()
    say(str(found.rounds[-1]))


def _options(given: Namespace) -> TrainingOptions | NetworkOptions:
    given.size_bytes = None if given.size is None else given.size << 20
    settings = {name: getattr(given, name) for name in _OPTIONS if getattr(given, name) is not None}
    if given.network is None:
        return TrainingOptions(**settings)
    if foreign := settings.keys() - fields_dict(NetworkOptions):
        name = min(foreign).removesuffix("_bytes")
        raise OptionError(f"contradictory options: --network learns no patterns, which --{name} is about; leave one of them out")
    return NetworkOptions(width=given.network, **settings)
