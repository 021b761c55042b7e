"""Reading games that were played, for the commands that look at them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from ..base.files import read_text
from ..errors import NotationError
from ..play.record import Record, read_records


def add_records(command: ArgumentParser, count: int | str) -> None:
    """The files of games."""
    about = "games as text or JSON lines, as `match --records`, `match --out` and `save` write them; - is standard input"
    command.add_argument("records", nargs=count, metavar="FILE", help=about)


def records_of(name: str) -> list[Record]:
    """The games of a file; raises NotationError if it cannot be read, or holds none."""
    try:
        text = sys.stdin.read() if name == "-" else read_text(name)
    except UnicodeDecodeError as error:
        raise NotationError(f"cannot read standard input: {error}") from error
    found = read_records(text)
    if not found:
        raise NotationError(f"{name} holds no game")
    return found
