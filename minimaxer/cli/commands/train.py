"""`minimaxer train`: an evaluation learnt from the rules alone, and how strong it becomes."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from ...learning.training.result import Training
from ...learning.training.trainer import (
    EXPLORE,
    LENGTH,
    NODES,
    OPENING,
    PATTERNS,
    RATE,
    ROUNDS,
    SECONDS,
    SIZE_BYTES,
    TEST_ROUNDS,
    TRACE,
    train,
)
from ...searching.limits import Limits
from ..arguments import add_game, add_json, add_tier, number, whole
from ..progress import clear, note, say
from ..tiers import game_in_tier

ABOUT: Final = "learn an evaluation from the rules alone, by games against itself"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_game(command)
    command.add_argument(
        "--out", metavar="F", required=True, help="write the evaluation to this file, and go on from what it holds"
    )
    command.add_argument("--seconds", type=number, metavar="T", help=f"play so long, matches not counted (default {SECONDS:g})")
    command.add_argument("--games", type=whole, metavar="N", help="play so many games, instead of --seconds")
    command.add_argument("--rounds", type=whole, default=ROUNDS, metavar="N", help=f"matches on the way (default {ROUNDS})")
    command.add_argument(
        "--test",
        type=whole,
        default=TEST_ROUNDS,
        metavar="N",
        help=f"pairs of games of a match; 0 for none (default {TEST_ROUNDS})",
    )
    command.add_argument(
        "--nodes", type=whole, default=NODES, metavar="N", help=f"nodes of a search in a match (default {NODES})"
    )
    command.add_argument(
        "--patterns", type=whole, default=PATTERNS, metavar="N", help=f"how many patterns, images counted (default {PATTERNS})"
    )
    command.add_argument("--length", type=whole, default=LENGTH, metavar="N", help=f"cells of a pattern (default {LENGTH})")
    command.add_argument(
        "--size", type=whole, default=SIZE_BYTES >> 20, metavar="MB", help=f"memory for numbers (default {SIZE_BYTES >> 20} MB)"
    )
    command.add_argument(
        "--rate", type=number, default=RATE, metavar="R", help=f"how far values follow errors (default {RATE:g})"
    )
    command.add_argument(
        "--explore", type=number, default=EXPLORE, metavar="P", help=f"share of moves drawn by lot (default {EXPLORE:g})"
    )
    command.add_argument(
        "--trace", type=number, default=TRACE, metavar="L", help=f"lambda: how much later values count (default {TRACE:g})"
    )
    command.add_argument(
        "--opening", type=whole, default=OPENING, metavar="N", help=f"most plies drawn by lot at the start (default {OPENING})"
    )
    command.add_argument(
        "--no-symmetries",
        dest="symmetries",
        action="store_false",
        help="learn mirrored and turned positions each for itself",
    )
    command.add_argument("--threads", type=whole, metavar="N", help="learners side by side (default: one for each processor)")
    command.add_argument(
        "--workers", type=whole, metavar="N", help="games of matches side by side (default: one for each processor)"
    )
    command.add_argument("--seed", type=whole, default=0, metavar="N", help="of all lots (default 0)")
    add_json(command)
    add_tier(command)


def run(given: Namespace) -> int:
    """Trains, and prints the strength curve; Ctrl-C leaves what was learnt in the file."""
    _, tiered = game_in_tier(given)
    try:
        found = train(
            tiered,
            seconds=given.seconds,
            games=given.games,
            rounds=given.rounds,
            test_rounds=given.test,
            limits=Limits(nodes=given.nodes),
            patterns=given.patterns,
            length=given.length,
            size_bytes=given.size << 20,
            rate=given.rate,
            explore=given.explore,
            trace=given.trace,
            opening=given.opening,
            symmetries=given.symmetries,
            threads=given.threads,
            seed=given.seed,
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
    """Prints the last row of the curve."""
    clear()
    say(str(found.rounds[-1]))
