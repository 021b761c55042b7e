"""Boards and lists on a terminal: marking the last move, turning a board round, wrapping lines."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from typing import Final

_MOST_MARKED: Final = 0.5
"""Largest share of a board's signs to mark; marks are useless for a move that changes more, such as all cards."""
_TURNED: Final = str.maketrans("()[]{}<>^v\\/", ")(][}{><v^\\/")
"""Signs that look different from the other side."""


def marked(board: str, before: str, mark: Callable[[str], str]) -> str:
    """The board with every place marked that a move changed; unmarked if its height or too much of it changed.

    Examples:
        >>> marked("x . .", ". . .", lambda text: f"[{text}]")
        '[x] . .'
    """
    lines, earlier = board.split("\n"), before.split("\n")
    if len(lines) != len(earlier):
        return board
    parts = [_compared(line, old) for line, old in zip(lines, earlier, strict=True)]
    changed = sum(len(text) for line in parts for text, is_new in line if is_new)
    if changed > _MOST_MARKED * len("".join(board.split())):
        return board
    return "\n".join("".join(mark(text) if is_new else text for text, is_new in line) for line in parts)


def turned(board: str) -> str | None:
    r"""A board as seen from the other side; None if it has words, which would be reversed.

    Examples:
        >>> print(turned("2 k .\n1 . Q\n  a b"))
        b a
        Q . 1
        . k 2
    """
    if re.search(r"[^\W\d_]{2}", board):
        return None
    lines = board.split("\n")
    width = max(map(len, lines))
    return "\n".join(_backwards(line.ljust(width)).rstrip() for line in reversed(lines))


def width() -> int:
    """The columns of the terminal; 80 where there is none."""
    return max(20, shutil.get_terminal_size().columns)


def wrapped(parts: Iterable[str], columns: int, indent: str = "  ") -> str:
    """Parts in lines of at most `columns` columns, with two blanks in between if any part contains a blank.

    Examples:
        >>> print(wrapped(["a2a3", "b2b3", "c2c3"], 12))
          a2a3 b2b3
          c2c3
    """
    listed = list(parts)
    between = "  " if any(" " in part for part in listed) else " "
    lines: list[str] = []
    for part in listed:
        if lines and len(lines[-1]) + len(between) + len(part) <= columns:
            lines[-1] += between + part
        else:
            lines.append(indent + part)
    return "\n".join(lines)


def _compared(line: str, before: str) -> list[tuple[str, bool]]:
    """The numbers and signs of a line, each with True if it changed; not the blank beside a shorter number."""
    old = before.ljust(len(line))
    parts = []
    for found in re.finditer(r"\d+|.", line):
        text, earlier = found[0], old[found.start() : found.end()]
        parts.append((text, text != earlier and not (text == " " and earlier.isdigit())))
    return parts


def _backwards(line: str) -> str:
    """A line from right to left, without reversing its numbers."""
    return "".join(reversed(re.findall(r"\d+|.", line))).translate(_TURNED)
