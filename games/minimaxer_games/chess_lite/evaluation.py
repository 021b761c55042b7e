"""What a position is worth: the pieces, and where they stand. In hundredths of a pawn, for white."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from minimaxer import bits

from .geometry import Geometry
from .movement import Board, kind_at, occupied
from .variants import KING, PAWN

MATERIAL: Final = (100, 300, 310, 500, 900, 0)
"""What a piece of each kind is worth, as is usual on the whole board."""
_CENTRE: Final = (2, 8, 4, 1, 2, -6, 8)
"""What a piece of each kind gains by each step to the centre; the last is a king against whom there is no queen."""
_ADVANCE: Final = 10
"""What a pawn gains by each row."""
_LONE_KING: Final = KING + 1


@frozen
class Evaluation:
    """Tables of what each piece is worth on each square.

    Attributes:
        geometry: The board.
    """

    geometry: Geometry = field()

    @cached_property
    def worth(self) -> tuple[tuple[int, ...], ...]:
        """The worth of a white piece of each kind on each square; behind the kinds, that of a king safe from queens."""
        columns, rows = self.geometry.columns, self.geometry.rows
        squares = [(column, row) for row in range(rows) for column in range(columns)]
        centre = [
            (columns - 1 - abs(2 * column - columns + 1) + rows - 1 - abs(2 * row - rows + 1)) // 2 for column, row in squares
        ]
        return tuple(
            tuple(
                (*MATERIAL, MATERIAL[KING])[kind] + _CENTRE[kind] * near + (_ADVANCE * row if kind == PAWN else 0)
                for near, (_, row) in zip(centre, squares, strict=True)
            )
            for kind in range(_LONE_KING + 1)
        )

    @cached_property
    def mirrored(self) -> tuple[int, ...]:
        """Each square seen from the other side."""
        columns, rows = self.geometry.columns, self.geometry.rows
        return tuple((rows - 1 - square // columns) * columns + square % columns for square in range(columns * rows))

    def value(self, board: Board) -> int:
        """The worth of white's pieces less that of black's."""
        black = occupied(board) & ~board.white
        found = 0
        for kind, pieces in enumerate((board.pawns, board.knights, board.bishops, board.rooks, board.queens)):
            for square in bits.each_bit(pieces & board.white):
                found += self.worth[kind][square]
            for square in bits.each_bit(pieces & black):
                found -= self.worth[kind][self.mirrored[square]]
        found += self.worth[KING if board.queens & black else _LONE_KING][bits.lowest(board.kings & board.white)]
        king = self.mirrored[bits.lowest(board.kings & black)]
        return found - self.worth[KING if board.queens & board.white else _LONE_KING][king]


def weight(board: Board, move: int) -> int:
    """How early a move is worth trying: great pieces taken by small ones first, and promotions; 0 for quiet moves.

    Source: chessprogramming.org "MVV-LVA".
    """
    start, target, becomes = bits.bit(move & 63), bits.bit(move >> 6 & 63), move >> 12
    gain = MATERIAL[becomes] if becomes else 0
    if target & occupied(board):
        gain += 8 * (MATERIAL[kind_at(board, target)] // 10) - kind_at(board, start) + 10
    return gain
