"""FEN as Fairy-Stockfish writes it for these boards, and moves as two squares."""

from __future__ import annotations

import re
from typing import Final

import minimaxer as mx

from ..fields import is_number
from .geometry import Geometry
from .movement import Board, occupied
from .variants import LETTERS, Variant

COLUMNS: Final = "abcdefgh"
SIGNS: Final = {"ascii": "PNBRQKpnbrqk", "unicode": "♙♘♗♖♕♔♟♞♝♜♛♚"}
"""The signs of the pieces, white's first."""
AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""A suffix that requests a sign as text instead of a coloured picture."""


def parsed(variant: Variant, geometry: Geometry, text: str) -> Board:
    """Reads a FEN; fields from the right may be missing.

    Raises:
        NotationError: The text is not a FEN, or not one of a possible position.
    """
    fields = text.split()
    given = fields + ["w", "-", "-", "0", "1"][len(fields) - 1 :] if fields else []
    rows = re.sub(r"[1-8]", lambda found: "." * int(found[0]), given[0]).split("/") if given else []
    shaped = len(rows) == variant.rows and all(len(row) == variant.columns for row in rows)
    if len(given) != 6 or not shaped or set("".join(rows)) - set(LETTERS + LETTERS.upper() + "."):
        raise mx.NotationError(
            f"expected a FEN of {variant.columns}x{variant.rows} squares, such as {variant.start} w - - 0 1, got {text!r}"
        )
    _, mover, castling, passing, clock, number = given
    if mover not in ("w", "b") or (castling, passing) != ("-", "-") or not all(map(_is_number, (clock, number))):
        raise mx.NotationError(f"expected w or b, - - and two numbers behind the pieces, as in w - - 0 1, got {text!r}")
    if not is_number(clock, 100):
        raise mx.NotationError(f"expected at most 100 plies since a pawn moved or a piece was taken, got {clock} in {text!r}")
    pieces = "".join(reversed(rows))
    kinds = [_squares(pieces, letter) | _squares(pieces, letter.upper()) for letter in LETTERS]
    white = sum(_squares(pieces, letter.upper()) for letter in LETTERS)
    pawns, knights, bishops, rooks, queens, kings = kinds
    board = Board(pawns, knights, bishops, rooks, queens, kings, white, "wb".index(mover), int(clock))
    _check(geometry, board, text)
    return board


def formatted(variant: Variant, board: Board) -> str:
    """Writes a FEN. Its move number is always 1, since the state does not know it."""
    rows = [_row(signs) for signs in rows_from_top(variant, board, "PNBRQKpnbrqk")]
    return f"{'/'.join(rows)} {'wb'[board.player]} - - {board.clock} 1"


def _row(signs: list[str]) -> str:
    """A row of a FEN: signs, and numbers of free squares."""
    text, free = "", 0
    for sign in [*signs, ""]:
        if sign == ".":
            free += 1
        else:
            text, free = f"{text}{free or ''}{sign}", 0
    return text


def rows_from_top(variant: Variant, board: Board, signs: str) -> list[list[str]]:
    """The pieces' signs row by row; a dot for an empty square."""
    squares = ["."] * (variant.columns * variant.rows)
    for kind, pieces in enumerate(board[:6]):
        for square in mx.bits.each_bit(pieces):
            squares[square] = signs[kind if board.white >> square & 1 else kind + 6]
    return [squares[row * variant.columns : (row + 1) * variant.columns] for row in reversed(range(variant.rows))]


def parsed_move(variant: Variant, text: str) -> int:
    """Reads two squares and the letter of a promotion, such as `a2a3` and `a4a5q`.

    Raises:
        NotationError: The text is not a move on this board.
    """
    found = re.fullmatch(r"([a-h])([1-8])([a-h])([1-8])([nbrq]?)", text.lower())
    places = [] if found is None else [(COLUMNS.index(found[at]), int(found[at + 1]) - 1) for at in (1, 3)]
    if found is None or any(column >= variant.columns or row >= variant.rows for column, row in places):
        last = f"{COLUMNS[variant.columns - 1]}{variant.rows}"
        raise mx.NotationError(f"expected two squares from a1 to {last}, such as a2a3 or a4a5q, got {text!r}")
    start, target = (row * variant.columns + column for column, row in places)
    return start | target << 6 | (LETTERS.index(found[5]) << 12 if found[5] else 0)


def formatted_move(variant: Variant, move: int) -> str:
    """Writes what `parsed_move` reads."""
    squares = [f"{COLUMNS[square % variant.columns]}{square // variant.columns + 1}" for square in (move & 63, move >> 6 & 63)]
    return "".join(squares) + (LETTERS[move >> 12] if move >> 12 else "")


def _squares(pieces: str, sign: str) -> int:
    return sum(1 << square for square, each in enumerate(pieces) if each == sign)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _check(geometry: Geometry, board: Board, text: str) -> None:
    black = occupied(board) & ~board.white
    for name, pieces in (("white", board.white), ("black", black)):
        if mx.bits.popcount(pieces & board.kings) != 1:
            raise mx.NotationError(f"expected one king for {name}, got {mx.bits.popcount(pieces & board.kings)} in {text!r}")
    if geometry.kings[mx.bits.lowest(board.kings)] & board.kings:
        raise mx.NotationError(f"the kings stand next to one another, which no move leads to, in {text!r}")
    if board.pawns & (geometry.edges[0] & board.white | geometry.edges[1] & black):
        raise mx.NotationError(f"a pawn stands where it would have been promoted, in {text!r}")
