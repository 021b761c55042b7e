"""Write a web page that plays the game, natively fast and without a server of its own."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...exporting.site import export
from ...game.registry import find_game
from ...web.seats import title_of
from ..arguments import add_game
from ..progress import clear, reporter, say


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--web", metavar="FOLDER", required=True, help="the folder for the page; any static server shows it")


def run(given: Namespace) -> int:
    """Writes the page."""
    page = export(find_game(given.game), given.web, name=title_of(given.game), on_progress=reporter())
    clear()
    size = (page.parent / "game.wasm").stat().st_size
    say(f"written to {page}, with {size / 1000:,.0f} kB of rules and searches; see it by: python -m http.server -d {page.parent}")
    return 0
