"""What a position is worth: the pieces, where they stand, and where they can go. For white, a rook being worth about 500."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from minimaxer import bits

from .geometry import Geometry
from .movement import Board, kind_at, occupied
from .variants import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

MATERIAL: Final = (100, 300, 310, 500, 900, 0)
"""What a piece of each kind is worth, as is usual on the whole board."""


@frozen(kw_only=True)
class Weights:
    """What counts how much. Tuples have a number for each kind of piece.

    Attributes:
        pieces: A piece.
        mobility: Each square that a piece can go to where no pawn takes it.
        centre: Each step to the centre.
        row: Each row that a pawn has gone.
        passed: A pawn that no pawn can stop, by how many rows are left to go.
        doubled: A pawn behind another one.
        chased: A piece that a pawn can take.
        exposed: Each step to the centre of a king against whom there is a queen.
        turn: Being the one who moves.
    """

    pieces: tuple[int, ...] = field()
    mobility: tuple[int, ...] = field()
    centre: tuple[int, ...] = field()
    row: int = field()
    passed: tuple[int, ...] = field()
    doubled: int = field()
    chased: int = field()
    exposed: int = field()
    turn: int = field()


SMALL: Final = Weights(
    pieces=(130, 340, 330, 470, 880, 0),
    mobility=(0, 20, 12, 22, 22, 0),
    centre=(0, 0, 10, 6, 0, 8),
    row=0,
    passed=(0, 120, 40, 10, 0),
    doubled=-40,
    chased=-100,
    exposed=-20,
    turn=15,
)
"""For boards of up to six rows. Found in November 2026 by matches at 3,000 nodes a move, as those of `LARGE`."""
LARGE: Final = Weights(
    pieces=(90, 310, 325, 470, 900, 0),
    mobility=(0, 4, 5, 4, 2, 0),
    centre=(4, 8, 2, 2, 3, 6),
    row=4,
    passed=(0, 90, 60, 40, 25, 15, 10),
    doubled=-15,
    chased=-40,
    exposed=-12,
    turn=15,
)
"""For larger boards."""


@frozen
class Evaluation:
    """The evaluation of one board.

    Attributes:
        geometry: The board.
    """

    geometry: Geometry = field()

    @cached_property
    def weights(self) -> Weights:
        """Those for a board of this size."""
        return SMALL if self.geometry.rows <= 6 else LARGE

    @cached_property
    def worth(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The worth of each player's piece of each kind on each square; behind the kinds, that of an exposed king."""
        weights = self.weights
        pieces, centres = (*weights.pieces, 0), (*weights.centre, weights.exposed)
        return tuple(
            tuple(
                tuple(
                    pieces[kind] + centres[kind] * self._near(square) + (weights.row * row if kind == PAWN else 0)
                    for square, row in enumerate(self._gone(player))
                )
                for kind in range(KING + 2)
            )
            for player in (0, 1)
        )

    @cached_property
    def passed(self) -> tuple[tuple[int, ...], ...]:
        """The worth of each player's passed pawn on each square."""
        rows, weights = self.geometry.rows, self.weights.passed
        return tuple(tuple((*weights, *[0] * rows)[rows - 1 - row] for row in self._gone(player)) for player in (0, 1))

    def value(self, board: Board) -> int:
        """The worth of white's pieces less that of black's, and of having the move."""
        turn = self.weights.turn if board.player == 0 else -self.weights.turn
        return self.side(board, 0) - self.side(board, 1) + turn

    def gain(self, board: Board, move: int) -> int:
        """The worth of the piece that a move takes, and of what a pawn becomes."""
        pieces, target, becomes = self.weights.pieces, bits.bit(move >> 6 & 63), move >> 12
        found = pieces[becomes] - pieces[PAWN] if becomes else 0
        return found + pieces[kind_at(board, target)] if target & occupied(board) else found

    def side(self, board: Board, player: int) -> int:
        """The worth of a player's pieces."""
        geometry, weights, worth = self.geometry, self.weights, self.worth[player]
        pieces = occupied(board)
        own = board.white if player == 0 else pieces & ~board.white
        others = pieces & ~own
        chased = geometry.threatened(1 - player, others & board.pawns)
        free = ~(own | chased)
        found = weights.chased * bits.popcount(own & chased & ~(board.pawns | board.kings))
        for square in bits.each_bit(own & board.pawns):
            found += worth[PAWN][square]
            if geometry.passes[player][square] & others & board.pawns == 0:
                found += self.passed[player][square]
            if geometry.rays[2 + 4 * player][square] & own & board.pawns:
                found += weights.doubled
        for square in bits.each_bit(own & board.knights):
            found += worth[KNIGHT][square] + weights.mobility[KNIGHT] * bits.popcount(geometry.knights[square] & free)
        for square in bits.each_bit(own & board.bishops):
            found += worth[BISHOP][square] + weights.mobility[BISHOP] * bits.popcount(geometry.slide(square, pieces, 1) & free)
        for square in bits.each_bit(own & board.rooks):
            found += worth[ROOK][square] + weights.mobility[ROOK] * bits.popcount(geometry.slide(square, pieces, 0) & free)
        for square in bits.each_bit(own & board.queens):
            reached = geometry.slide(square, pieces, 0) | geometry.slide(square, pieces, 1)
            found += worth[QUEEN][square] + weights.mobility[QUEEN] * bits.popcount(reached & free)
        return found + worth[KING + 1 if board.queens & others else KING][bits.lowest(own & board.kings)]

    def _near(self, square: int) -> int:
        """How many steps a square is nearer to the centre than a corner."""
        columns, rows = self.geometry.columns, self.geometry.rows
        row, column = divmod(square, columns)
        return (columns - 1 - abs(2 * column - columns + 1) + rows - 1 - abs(2 * row - rows + 1)) // 2

    def _gone(self, player: int) -> list[int]:
        """How many rows each square lies before the player's edge."""
        columns, rows = self.geometry.columns, self.geometry.rows
        return [rows - 1 - square // columns if player else square // columns for square in range(columns * rows)]


def weight(board: Board, move: int) -> int:
    """How early a move is worth trying: great pieces taken by small ones first, and promotions; 0 for quiet moves.

    Source: chessprogramming.org "MVV-LVA".
    """
    start, target, becomes = bits.bit(move & 63), bits.bit(move >> 6 & 63), move >> 12
    gain = MATERIAL[becomes] if becomes else 0
    if target & occupied(board):
        gain += 8 * (MATERIAL[kind_at(board, target)] // 10) - kind_at(board, start) + 10
    return gain
