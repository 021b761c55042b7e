"""The boards as data: size, pieces at the start, and promotions."""

from __future__ import annotations

import re
from typing import Final

from attrs import Attribute, field, frozen

import minimaxer as mx

from ..fields import whole

LETTERS: Final = "pnbrqk"
"""The letters of the kinds of pieces; the index of a kind is its number."""
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)


def _kinds(instance: object, attribute: Attribute[str], value: object) -> None:
    if not isinstance(value, str) or not value or set(value) - set("nbrq") or len(set(value)) < len(value):
        raise mx.OptionError(f"expected {attribute.name} to be some of the letters qrbn, got {value!r}")


@frozen(kw_only=True)
class Variant:
    """One board of chess without castling and en passant.

    Attributes:
        columns: The width of the board.
        rows: The height of the board.
        start: The pieces at the start, as the first field of a FEN: rows from the top, capitals for white.
        promotions: The letters of the pieces that a pawn may promote to, the most valuable first.
        double_step: True if a pawn may move two squares from its second row.
    """

    columns: int = field(validator=whole(3, 8))
    rows: int = field(validator=whole(3, 8))
    start: str = field()
    promotions: str = field(default="qrbn", validator=_kinds)
    double_step: bool = field(default=False)

    @start.validator
    def _fits(self, attribute: Attribute[str], value: str) -> None:
        rows = re.sub(r"[1-8]", lambda found: "." * int(found[0]), value).split("/")
        if len(rows) != self.rows or any(len(row) != self.columns or set(row.lower()) - set("pnbrqk.") for row in rows):
            raise mx.OptionError(f"expected start to be {self.rows} rows of {self.columns} squares, from the top, got {value!r}")
        if value.count("K") != 1 or value.count("k") != 1:
            raise mx.OptionError(f"expected start to have one K and one k, got {value!r}")

    @property
    def becomes(self) -> tuple[int, ...]:
        """The kinds that a pawn may promote to."""
        return tuple(LETTERS.index(letter) for letter in self.promotions)


VARIANTS: Final = {
    "gardner": Variant(columns=5, rows=5, start="rnbqk/ppppp/5/PPPPP/RNBQK"),
    "losalamos": Variant(columns=6, rows=6, start="rnqknr/pppppp/6/6/PPPPPP/RNQKNR", promotions="qrn"),
    "eight": Variant(columns=8, rows=8, start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", double_step=True),
}
"""Gardner's minichess (M. Gardner, 1969), Los Alamos chess (1956), and the 8x8 board."""
