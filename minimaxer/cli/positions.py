"""Reading positions for the commands that take one or a file of them."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from attrs import frozen

from ..errors import NotationError
from ..notation import Notation

S = TypeVar("S")
M = TypeVar("M")


@frozen
class Position:
    """A position as it was given: its text (None: the start) and where it stood."""

    text: str | None
    where: str


def positions(given: Namespace) -> list[Position]:
    """The positions that `--position` or `--file` names, in order.

    Raises:
        NotationError: The file cannot be read or holds no position.
    """
    if given.file is None:
        return [Position(given.position, "--position")]
    rows = [
        Position(line.split()[0], f"line {number} of {given.file}")
        for number, line in enumerate(_lines(given.file), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not rows:
        raise NotationError(f"{given.file} holds no position; expected one per line")
    return rows


def _lines(name: str) -> Iterator[str]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f"cannot read {name}: {error}") from error
    yield from text.splitlines()


def read(position: Position, notation: Notation[S, M]) -> S:
    """The state the position stands for.

    Raises:
        NotationError: It stands for none, or the game's `parse` failed; the message says where it stood.
    """
    try:
        return notation.read_position(position.text)
    except NotationError as error:
        raise NotationError(f"{position.where}: {error}") from error
    except Exception as error:
        what = f"parse({position.text!r}) raised {type(error).__name__}: {error}"
        raise NotationError(f"{position.where}: {what}") from error
