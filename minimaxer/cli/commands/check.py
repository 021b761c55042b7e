"""Play random games, and say which laws the rules break."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from ...game.registry import find_game
from ...testing import check_game
from ...testing.doctor import GAMES
from ..arguments import add_game, add_json, add_number, add_tier, add_whole
from ..progress import clear, reporter, tell
from ..tiers import announce

BROKEN: Final = 1
"""The exit code where a law is broken."""
_COMPILED: Final = {"auto": None, "tree": False, "compiled": True}


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    add_whole(command, "--games", "N", f"random games to play (default {GAMES})", default=GAMES)
    add_whole(command, "--seed", "S", "which games (default 0)", default=0)
    add_number(command, "--seconds", "T", "end the examination after that time (default: no limit)")
    about = "compare compiled rules where possible (auto, the default), demand that they compile, or look at Python's alone"
    add_tier(command, about)
    add_json(command)


def run(given: Namespace) -> int:
    """Plays random games, and prints which laws the rules break."""
    announce()
    game = find_game(given.game)
    try:
        report = check_game(
            game,
            games=given.games,
            seed=given.seed,
            compiled=_COMPILED[given.tier],
            seconds=given.seconds,
            on_progress=reporter(),
        )
    finally:
        clear()
    tell(given, report)
    return 0 if report.ok else BROKEN
