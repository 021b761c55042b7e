"""Say where the time of a game's rules goes, and what would help."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...insight.laboratory.profile import profile
from ..arguments import add_game, add_json, add_tier, add_whole
from ..progress import tell
from ..tiers import game_in_tier


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    add_whole(command, "--states", "N", "states of random games to look at (default 40)", default=40)
    add_whole(command, "--seed", "S", "which random games (default 0)", default=0)
    add_tier(command)
    add_json(command)


def run(given: Namespace) -> int:
    """Times the methods, and prints what they cost."""
    _, tiered = game_in_tier(given)
    tell(given, profile(tiered, states=given.states, seed=given.seed))
    return 0
