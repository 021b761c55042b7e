"""Step through a search in a browser: writes one page that needs no network."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from ...base.files import check_writable, telling
from ...game.notation import Notation
from ...game.registry import find_game
from ...insight.steps.recording import SIMULATIONS, STEPS, record
from ...insight.steps.running import VARIANTS
from ...insight.steps.step import PSEUDOCODE
from ..arguments import add_game, add_whole
from ..positions import Position, read
from ..progress import say
from ..tiers import options_from


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--position", metavar="P", help="the position, in the game's notation (default: the start)")
    command.add_argument("--out", metavar="F", default="steps.html", help="the file of the page (default steps.html)")
    command.add_argument("--open", action="store_true", help="open the page in the browser of this machine")
    add_whole(command, "--depth", "D", "plies to look ahead (default 3)", default=3)
    add_whole(command, "--simulations", "N", "games played out by montecarlo", default=SIMULATIONS)
    add_whole(command, "--steps", "N", f"steps of each search at the most (default {STEPS})", default=STEPS)
    about = f"searches to switch among, of {', '.join(VARIANTS)} (default: those that fit the game)"
    command.add_argument("--variants", metavar="NAME,...", help=about)
    command.add_argument("--algorithm", choices=PSEUDOCODE, help="a search of your own in front of them")
    command.add_argument("--options", metavar="NAME=VALUE,...", default="", help="its options, as for search")


def run(given: Namespace) -> int:
    """Records the searches, and writes the page."""
    check_writable(given.out)
    game = find_game(given.game)
    notation: Notation[object, object] = Notation(game)
    recording = record(
        game,
        read(Position(given.position, "--position"), notation),
        depth=given.depth,
        simulations=given.simulations,
        variants=None if given.variants is None else given.variants.split(","),
        algorithm=given.algorithm,
        options=options_from(given.options, given.algorithm or "auto"),
        steps=given.steps,
    )
    with telling(given.out):
        recording.save(given.out)
    for search in recording.searches:
        cut = "" if search.is_complete else f" (the first {given.steps:,}; give a smaller --depth or more --steps)"
        say(f"{search.label}: {len(search.steps):,} steps{cut}")
    say(f"written to {given.out}")
    if given.open:
        import webbrowser

        webbrowser.open(Path(given.out).resolve().as_uri())
    return 0
