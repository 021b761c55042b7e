"""Moves in algebraic notation: the piece and its target, such as Nc3, exd5 or a8=Q."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import minimaxer as mx

from .movement import Board
from .notation import formatted_move
from .variants import LETTERS, Variant

_MOVE: Final = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:=?([NBRQ]))?[+#]?")
"""The piece, the column and row of its start if given, its target, and the promotion."""

_SQUARES: Final = re.compile(r"[a-h][1-8][a-h][1-8].?", re.IGNORECASE)


def is_algebraic(text: str) -> bool:
    """True if the text looks like an algebraic move; two squares, such as b1c3, do not.

    Examples:
        >>> is_algebraic("Nc3"), is_algebraic("c3"), is_algebraic("b1c3")
        (True, True, False)
    """
    return _MOVE.fullmatch(text) is not None and _SQUARES.fullmatch(text) is None


def algebraic_move(variant: Variant, board: Board, legal: Iterable[int], text: str) -> int:
    """The legal move that the text denotes.

    Raises:
        IllegalMoveError: There is no such move.
        NotationError: There is more than one such move.
    """
    found = _MOVE.fullmatch(text)
    assert found is not None
    piece, column, row, target, new = found.groups()
    sources, becomes = f"{column or '.'}{row or '.'}", (new or "").lower()
    pattern = re.compile(f"{sources}{target}{becomes}")
    kind = LETTERS.index(piece.lower()) if piece else 0
    moves = [move for move in legal if board[kind] >> (move & 63) & 1 and pattern.fullmatch(formatted_move(variant, move))]
    if len(moves) == 1:
        return moves[0]
    if not moves:
        raise mx.IllegalMoveError(f"expected a legal move such as Nc3 or b1c3, got {text!r}, which no piece can do here")
    named = "  ".join(formatted_move(variant, move) for move in moves)
    raise mx.NotationError(f"expected one move, got {text!r}, which may be {named}; name the squares")
