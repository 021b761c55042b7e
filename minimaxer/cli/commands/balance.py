"""Say who wins random games, how long they last, and how much choice players have."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...native import CompiledGame
from ...play.balance import GAMES, balance
from ...play.match import processors
from ..arguments import add_game, add_json, add_tier, add_whole
from ..progress import reporter, tell
from ..tiers import game_in_tier, in_tier
from .match import HELP, contestant_from


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    add_whole(command, "--games", "N", f"games to play (default {GAMES:,})", default=GAMES)
    command.add_argument("--player", metavar="P", help=f"as many games of a player against itself: {HELP}")
    add_whole(command, "--seed", "N", "of the random numbers (default 0)", default=0)
    add_whole(command, "--threads", "N", "threads to play on (default: one for each processor; in Python: 1)")
    add_tier(command)
    add_json(command)


def run(given: Namespace) -> int:
    """Plays the games, and prints what they show."""
    game, tiered = game_in_tier(given)
    player = None if given.player is None else contestant_from(given.player, game, lambda rules: in_tier(given, rules))
    threads = given.threads if given.threads is not None else processors() if isinstance(tiered, CompiledGame) else 1
    settings = {"games": given.games, "threads": threads, "seed": given.seed}
    tell(given, balance(tiered, player=player, on_progress=reporter(), **settings))
    return 0
