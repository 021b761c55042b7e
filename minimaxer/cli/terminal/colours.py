"""Colours in the terminal, if it supports them and the environment permits them."""

from __future__ import annotations

import os
import sys
from typing import Final

_PLAYERS: Final = ("33", "36", "35", "32", "34", "31")
"""A colour for each player, player 0's first; as codes of a terminal, which shows them by its own theme."""


class Colours:
    r"""Colours a terminal's text, or leaves it as it is.

    Examples:
        >>> Colours(is_on=False).error("no"), Colours(is_on=True).error("no")
        ('no', '\x1b[31mno\x1b[0m')
    """

    def __init__(self, *, is_on: bool) -> None:
        self.is_on: Final = is_on

    def player(self, player: int, text: str) -> str:
        """The text in a player's colour."""
        return self._in(f"1;{_PLAYERS[player % len(_PLAYERS)]}", text)

    def mark(self, text: str) -> str:
        """The text as a marked place on a board."""
        return self._in("7", text)

    def error(self, text: str) -> str:
        """The text as an error message."""
        return self._in("31", text)

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_on and text else text


def wanted_colours() -> Colours:
    """Colours where standard output is a terminal that has them, unless the environment has `NO_COLOR` (https://no-color.org)."""
    is_able = sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"
    return Colours(is_on=is_able and not os.environ.get("NO_COLOR"))
