"""`minimaxer profile`."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Final

from ...insight.laboratory.profile import profile
from ..arguments import add_game, add_json, add_tier, whole
from ..tiers import game_in_tier

ABOUT: Final = "say where the time of a game's rules goes, and what would help"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_game(command)
    command.add_argument("--states", type=whole, default=40, metavar="N", help="states of random games to look at (default 40)")
    command.add_argument("--seed", type=whole, default=0, metavar="S", help="which random games (default 0)")
    add_tier(command)
    add_json(command)


def run(given: Namespace) -> int:
    """Times the methods, and prints what they cost."""
    _, tiered = game_in_tier(given)
    found = profile(tiered, states=given.states, seed=given.seed)
    print(json.dumps(found.to_dict()) if given.json else found)
    return 0
