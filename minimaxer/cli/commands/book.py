"""Collect games into an opening book, or show what it knows of a position."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from attrs import asdict

from ...game.registry import find_game
from ...play.book import PLIES, Book, open_book
from ..arguments import add_game, add_json, add_whole
from ..positions import add_records, records_of
from ..progress import say


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("book", metavar="BOOK", help="the file of the book; made where there is none")
    add_records(command, "*")
    add_whole(command, "--plies", "N", f"moves of each game (default {PLIES})", default=PLIES)
    command.add_argument("--position", metavar="P", help="show the moves known of this position (default: the start)")
    add_json(command)


def run(given: Namespace) -> int:
    """Adds games where there are some, and shows what is known of a position else."""
    game = find_game(given.game)
    if given.records:
        records = [record for name in given.records for record in records_of(name)]
        with Book(game, given.book) as book:
            added = book.add(records, plies=given.plies)
            known = {"added": added, "games": book.games, "moves": book.size}
        left = "" if added == len(records) else f", {len(records) - added:,} left out (no result, or already in the book)"
        text = f"{added:,} games added{left}; the book knows {known['moves']:,} moves of {known['games']:,} games"
        say(json.dumps(known) if given.json else text)
        return 0
    with open_book(game, given.book) as book:
        rows = book.moves(book.notation.read_position(given.position))
    if given.json:
        say(json.dumps([asdict(row) for row in rows]))
    for row in [] if given.json else rows:
        value = "" if row.value is None else f", value {row.value:+g}"
        say(f"{row.move}: {row.games:,} games, {row.points / row.games:.0%} of the points{value}")
    if not rows and not given.json:
        say("the book knows no move here")
    return 0
