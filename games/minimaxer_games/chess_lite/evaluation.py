"""The evaluation of a position by material, piece squares and mobility, for white; a rook is worth about 500."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from minimaxer import bits

from .geometry import Geometry
from .movement import Board, kind_at, occupied
from .variants import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from .weights import Weights, weights_for

MATERIAL: Final = (100, 300, 310, 500, 900, 0)
"""The usual value of each kind of piece on the 8x8 board."""


@frozen
class Evaluation:
    """The evaluation of one board.

    Attributes:
        geometry: The board.
    """

    geometry: Geometry = field()

    @cached_property
    def weights(self) -> Weights:
        """The weights for a board of this size."""
        return weights_for(self.geometry.columns, self.geometry.rows)

    @cached_property
    def worth(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The value of a piece by player, kind and square; after the kinds, that of an exposed king."""
        weights = self.weights
        pieces, centres = (*weights.pieces, 0), (*weights.centre, weights.exposed)
        return tuple(
            tuple(
                tuple(
                    pieces[kind]
                    + centres[kind] * self._near(square)
                    + (weights.row * row if kind == PAWN else 0)
                    + self._on(kind, row, square % self.geometry.columns)
                    for square, row in enumerate(self._gone(player))
                )
                for kind in range(KING + 2)
            )
            for player in (0, 1)
        )

    @cached_property
    def passed(self) -> tuple[tuple[int, ...], ...]:
        """The value of a passed pawn by player and square."""
        rows, weights = self.geometry.rows, self.weights.passed
        return tuple(tuple((*weights, *[0] * rows)[rows - 1 - row] for row in self._gone(player)) for player in (0, 1))

    def value(self, board: Board) -> int:
        """The value of white's pieces less that of black's, and the value of having the move."""
        turn = self.weights.turn if board.player == 0 else -self.weights.turn
        return self.side(board, 0) - self.side(board, 1) + turn

    def gain(self, board: Board, move: int) -> int:
        """The value of the piece that a move captures, and of its promotion."""
        pieces, target, becomes = self.weights.pieces, bits.bit(move >> 6 & 63), move >> 12
        found = pieces[becomes] - pieces[PAWN] if becomes else 0
        return found + pieces[kind_at(board, target)] if target & occupied(board) else found

    def side(self, board: Board, player: int) -> int:
        """The value of a player's pieces."""
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

    def _on(self, kind: int, row: int, column: int) -> int:
        """The bonus of a piece's square in `weights.squares`, 0 without these; rows are counted from the player's edge."""
        squares = self.weights.squares
        return squares[min(kind, KING)][-1 - row][column] if squares else 0

    def _near(self, square: int) -> int:
        """The number of steps by which a square is closer to the centre than a corner is."""
        columns, rows = self.geometry.columns, self.geometry.rows
        row, column = divmod(square, columns)
        return (columns - 1 - abs(2 * column - columns + 1) + rows - 1 - abs(2 * row - rows + 1)) // 2

    def _gone(self, player: int) -> list[int]:
        """The number of rows from the player's edge to each square."""
        columns, rows = self.geometry.columns, self.geometry.rows
        return [rows - 1 - square // columns if player else square // columns for square in range(columns * rows)]


def weight(board: Board, move: int) -> int:
    """The ordering weight of a move: captures of valuable pieces by less valuable ones first, and promotions; 0 for quiet moves.

    Source: chessprogramming.org "MVV-LVA".
    """
    start, target, becomes = bits.bit(move & 63), bits.bit(move >> 6 & 63), move >> 12
    gain = MATERIAL[becomes] if becomes else 0
    if target & occupied(board):
        gain += 8 * (MATERIAL[kind_at(board, target)] // 10) - kind_at(board, start) + 10
    return gain
