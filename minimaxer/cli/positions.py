"""Reading positions, and games that were played, for the commands that take them."""

from __future__ import annotations

import contextlib
import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from attrs import frozen

from ..base.files import read_text
from ..errors import NotationError
from ..game.notation import Notation, lines_of
from ..game.protocol import M, S
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


MOST_COLUMNS: Final = 100
"""Columns of a line that a position may take: a FEN has six, a board of 64 squares with spaces between has 65."""
LONGEST_LINE: Final = 100_000
"""Characters of a line; the text of a position is mostly below 100."""


@frozen
class Position:
    """A position as given: its text (None: the start), the place of that text, the columns after it, and its whole line."""

    text: str | None
    where: str
    rest: tuple[str, ...] = ()
    line: str | None = None


def positions(given: Namespace) -> list[Position]:
    """The positions that `--position` or `--file` names, in order; errors as in `rows_of`."""
    return [Position(given.position, "--position")] if given.file is None else rows_of(given.file)


def rows_of(name: str) -> list[Position]:
    """The positions of a file, or of standard input for `-`; raises NotationError if it cannot be read or holds none."""
    rows = [
        _of_line(line, f"line {number} of {name}")
        for number, line in enumerate(_lines(name), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not rows:
        raise NotationError(f"{name} holds no position; expected one per line")
    return rows


def _lines(name: str) -> list[str]:
    if name == "-" and sys.stdin is None:
        raise NotationError("cannot read -: standard input is closed")
    try:
        return lines_of(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except (OSError, ValueError) as error:
        raise NotationError(f"cannot read {name}: {error}") from error


def read(position: Position, notation: Notation[S, M]) -> S:
    """The state of the position; errors as in `located`."""
    return located(position, notation)[1]


def located(position: Position, notation: Notation[S, M]) -> tuple[str | None, S]:
    """The text of the position, without the rest of its line, and its state.

    A notation may hold spaces, and columns may follow it: the position is the longest beginning of the line, of at most
    `MOST_COLUMNS` columns, that the game can read. Else it raises NotationError about the first column.
    """
    if position.line is not None and notation.is_bare:
        ends = [each.start() for each in re.finditer(r"[\s;]+", position.line)]
        for end in [len(position.line), *ends[: -MOST_COLUMNS - 1 : -1]]:
            with contextlib.suppress(Exception):
                return position.line[:end], notation.read_position(position.line[:end])
    for end in range(len(position.rest), 0, -1):
        text = " ".join([position.text or "", *position.rest[:end]])
        with contextlib.suppress(Exception):
            return text, notation.read_position(text)
    try:
        return position.text, notation.read_position(position.text)
    except NotationError as error:
        raise NotationError(f"{position.where}: {error}") from error
    except Exception as error:
        what = f"parse({position.text!r}) raised {type(error).__name__}: {error}"
        raise NotationError(f"{position.where}: {what}") from error


def _of_line(line: str, where: str) -> Position:
    """The position of a line: the text before a semicolon or a tab, or else the first column, with the others as its rest."""
    if len(line) > LONGEST_LINE:
        raise NotationError(f"{where}: expected a line of at most {LONGEST_LINE:,} characters, got {len(line):,}")
    for separator in (";", "\t"):
        if separator in line:
            return Position(line.partition(separator)[0].strip(), where, line=line.strip())
    first, *rest = line.split(maxsplit=MOST_COLUMNS)
    return Position(first, where, tuple(rest[: MOST_COLUMNS - 1]), line.strip())
