"""Boards as text in little room: pieces that many boards share are kept once, and a board is told by what differs from another."""

from __future__ import annotations

import re
from typing import Any, Final

from ..errors import GameError
from ..rules.capability import Capabilities

_LONGEST: Final = 100_000
"""Characters of a board; a longer one is left out."""
_PIECES: Final = re.compile(r"[^<]+|<[^<]*")
"""A sign that opens a tag, with what stands up to the next one."""


class Boards:
    """The boards of a recording, each once.

    Args:
        found: The game's capabilities: `svg` is drawn, or else `render` written, or else the state.

    Attributes:
        kind: `svg` or `text`.
    """

    def __init__(self, found: Capabilities[Any, Any]) -> None:
        self.kind: Final = "text" if found.svg is None else "svg"
        self._draw: Final = found.svg or found.render or repr
        self._name: Final = "svg" if found.svg is not None else "render"
        self._places: Final[dict[str, int]] = {}
        self._pieces: Final[dict[str, int]] = {}
        self._rows: Final[list[list[int]]] = []
        self._last: list[int] = []

    def place(self, state: Any) -> int:
        """The number of the state's board, which is added where it is new; -1 where it is too long.

        Raises:
            GameError: The game's method gave something else than text.
        """
        text = self._draw(state)
        if not isinstance(text, str):
            raise GameError(f"{self._name}({state!r}) gave {text!r}; expected text")
        if len(text) > _LONGEST:
            return -1
        if text not in self._places:
            self._places[text] = len(self._rows)
            self._rows.append(self._row([self._piece(piece) for piece in self._split(text)]))
        return self._places[text]

    def packed(self) -> dict[str, Any]:
        """The boards as plain data: `pieces`, and `rows`, each the number of pieces that its beginning and its end share with the
        board before, and the pieces in between."""
        return {"kind": self.kind, "pieces": list(self._pieces), "rows": self._rows}

    def _split(self, text: str) -> list[str]:
        return _PIECES.findall(text) if self.kind == "svg" else text.splitlines(keepends=True)

    def _piece(self, text: str) -> int:
        return self._pieces.setdefault(text, len(self._pieces))

    def _row(self, board: list[int]) -> list[int]:
        last, self._last = self._last, board
        most = min(len(last), len(board))
        same = next((place for place in range(most) if last[place] != board[place]), most)
        tail = next((place for place in range(most - same) if last[-1 - place] != board[-1 - place]), most - same)
        return [same, tail, *board[same : len(board) - tail]]


def unpacked(packed: dict[str, Any]) -> list[str]:
    """The boards of what `Boards.packed` gave; the page does the same.

    Examples:
        >>> unpacked({"pieces": ["<a/>", "<b/>"], "rows": [[0, 0, 0, 1], [1, 0, 0]]})
        ['<a/><b/>', '<a/><a/>']
    """
    boards: list[str] = []
    last: list[int] = []
    for same, tail, *middle in packed["rows"]:
        last = [*last[:same], *middle, *last[len(last) - tail :]]
        boards.append("".join(packed["pieces"][piece] for piece in last))
    return boards
