"""Look at a game that was played: the value of each position, the mistakes, and what would have been better."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ...base.files import check_writable
from ...errors import OptionError
from ...play.review import review
from ...searching.limits import Limits
from ..arguments import add_game, add_json, add_limits, add_method, add_threads, add_whole, limits_of
from ..positions import add_records, records_of
from ..progress import counter, tell
from ..tiers import game_in_tier, options_from


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    add_records(command, 1)
    add_whole(command, "--number", "N", "which game of the file, from 1 (default: the last)", default=-1)
    command.add_argument("--svg", metavar="F", help="draw the values from move to move into this file")
    add_json(command)
    add_limits(command)
    add_method(command)
    add_threads(command)


def run(given: Namespace) -> int:
    """Reviews one game."""
    check_writable(given.svg)
    _, tiered = game_in_tier(given)
    records = records_of(*given.records)
    if given.number == 0 or given.number < -1 or given.number > len(records):
        raise OptionError(f"expected --number to be from 1 to {len(records)}, got {given.number}")
    record = records[given.number - 1 if given.number > 0 else -1]
    limits = limits_of(given)
    show = counter("reviewing", len(record.moves), "moves")
    found = review(
        tiered,
        record,
        limits=None if limits == Limits() else limits,
        options=options_from(given.options, given.algorithm),
        algorithm=given.algorithm,
        threads=given.threads,
        on_move=show,
    )
    show(None)
    tell(given, found)
    if given.svg is not None:
        found.curve().save(given.svg)
    return 0
