"""Boards in compact form: pieces that boards share are kept once, and each board as edits of the one before."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from difflib import SequenceMatcher
from typing import Any, Final

from ...errors import GameError
from ...game.capability import Capabilities

_LONGEST: Final = 100_000
"""Most characters of a board; a longer one is left out."""
_PIECES: Final = re.compile(r"[^<]+|<[^<]*")
"""A sign that opens a tag, with the text up to the next one."""
_SPOKEN: Final = re.compile(r'\s+aria-label="[^"]*"|<title>[^<]*</title>')
"""Text of a picture for people who cannot see it: the page has it beside the picture, and no two boards share it."""


class Boards:
    """The boards of a recording, each once: by `svg`, else `render`, else the state's `repr`; `kind` is `svg` or `text`."""

    def __init__(self, found: Capabilities[Any, Any]) -> None:
        self.kind: Final = "text" if found.svg is None else "svg"
        self._draw: Final = found.svg or found.render or repr
        self._name: Final = "svg" if found.svg is not None else "render"
        self._known: Final[dict[Any, int]] = {}
        self._places: Final[dict[str, int]] = {}
        self._pieces: Final[dict[str, int]] = {}
        self._rows: Final[list[list[list[int]]]] = []
        self._last: list[int] = []

    def place(self, state: Any) -> int:
        """The number of the state's board, added if it is new; -1 if too long. Raises GameError unless the game gives text."""
        if isinstance(state, Hashable) and state in self._known:
            return self._known[state]
        place = self._place(state)
        if isinstance(state, Hashable):
            self._known[state] = place
        return place

    def _place(self, state: Any) -> int:
        text = self._draw(state)
        if not isinstance(text, str):
            raise GameError(f"{self._name}({state!r}) gave {text!r}; expected text")
        if len(text) > _LONGEST:
            return -1
        text = text.encode("utf-8", "replace").decode("utf-8")
        if text not in self._places:
            self._places[text] = len(self._rows)
            pieces = _PIECES.findall(_SPOKEN.sub("", text)) if self.kind == "svg" else text.splitlines(keepends=True)
            board = [self._pieces.setdefault(piece, len(self._pieces)) for piece in pieces]
            self._rows.append(list(_edits(self._last, board)))
            self._last = board
        return self._places[text]

    def packed(self) -> dict[str, Any]:
        """The boards as plain data: `kind`, `pieces`, and `rows`, each a list of edits of the board before: an index, the
        number of pieces to remove there, and the pieces to insert.
        """
        return {"kind": self.kind, "pieces": list(self._pieces), "rows": self._rows}


def _edits(before: list[int], after: list[int]) -> Iterator[list[int]]:
    """The edits that turn one list into another, from the end to the beginning."""
    for what, low, high, first, last in reversed(SequenceMatcher(None, before, after, autojunk=False).get_opcodes()):
        if what != "equal":
            yield [low, high - low, *after[first:last]]
