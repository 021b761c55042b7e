"""Find the values of all positions, backwards from the ends, and write them to an endgame table."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ...api.tabulate import tabulate
from ...game.notation import Notation
from ..arguments import add_game, add_json, add_tier, add_whole
from ..progress import clear, note, reporter, tell
from ..tiers import game_in_tier


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--out", required=True, metavar="FILE", help="the table to write")
    about = "where to begin, in the game's notation; may be given several times (default: all it numbers, or the start)"
    command.add_argument("--position", metavar="P", action="append", help=about)
    add_whole(command, "--endless", "N", "the player who loses where play never ends (default: a draw)")
    command.add_argument("--without-plies", action="store_true", help="write values alone, which takes much less room")
    command.add_argument("--memory", metavar="SIZE", help="the most memory to take (default: half of the machine's)")
    about = "capabilities of the game to leave out, such as canonical"
    command.add_argument("--ignore", metavar="NAME+...", default="", help=about)
    add_whole(command, "--tiers", "N", "the highest tier to tabulate, of a game with tier(state) (default: all)")
    add_whole(command, "--threads", "N", "threads of native code (default: one for each processor)")
    add_tier(command)
    add_json(command)


def run(given: Namespace) -> int:
    """Makes the table, and prints what is in it."""
    game, tiered = game_in_tier(given)
    notation = Notation(game)
    states = None if given.position is None else [notation.read_position(text) for text in given.position]
    try:
        table = tabulate(
            tiered,
            states,
            endless=given.endless,
            plies=True,
            memory=given.memory,
            ignore=filter(None, given.ignore.split("+")),
            threads=given.threads,
            tiers=given.tiers,
            on_progress=reporter(),
        )
        note(f"writing {given.out}")
        table.save(given.out, plies=not given.without_plies)
    finally:
        clear()
    tell(given, table.statistics())
    if table.contents.interrupted:
        print(f"minimaxer: {given.out} has the tiers up to {table.tier}, which were finished", file=sys.stderr)
        raise KeyboardInterrupt  # the command ends as interrupted ones do
    return 0
