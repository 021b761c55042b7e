"""Static exchange evaluation: captures that lose material once all attackers of the square have captured in turn."""

from __future__ import annotations

from minimaxer import bits

from .evaluation import MATERIAL
from .geometry import Geometry
from .movement import Board, kind_at, occupied
from .variants import KING


def loses(geometry: Geometry, board: Board, move: int) -> bool:
    """True if a capture loses material when both sides capture with their least valuable piece and may stop; pins are ignored.

    Source: chessprogramming.org "Static Exchange Evaluation", by a threshold as in Stockfish.
    """
    start, target = bits.bit(move & 63), bits.bit(move >> 6 & 63)
    risk = MATERIAL[kind_at(board, start)] - MATERIAL[kind_at(board, target)]
    if risk <= 0:
        return False
    pieces, player, lost = occupied(board) & ~start, board.player, False
    while True:  # each side captures in turn; `risk` is what it wins by that, less what it may lose
        player = 1 - player
        found = attackers(geometry, board, move >> 6 & 63, pieces)
        mine = found & board.white if player == 0 else found & ~board.white
        if mine == 0:
            return lost
        smallest = least(board, mine)
        kind = kind_at(board, smallest)
        if kind == KING and mine != found:
            return lost
        lost = not lost
        risk = MATERIAL[kind] - risk
        if risk < 0 or (risk == 0 and not lost):
            return lost
        pieces &= ~smallest


def attackers(geometry: Geometry, board: Board, square: int, pieces: int) -> int:
    """The pieces of both sides that attack a square."""
    pawns = geometry.takes[0][square] & ~board.white | geometry.takes[1][square] & board.white
    found = pawns & board.pawns | geometry.knights[square] & board.knights | geometry.kings[square] & board.kings
    straight, aslant = (board.rooks | board.queens) & pieces, (board.bishops | board.queens) & pieces
    if straight:
        found |= geometry.slide(square, pieces, 0) & straight
    if aslant:
        found |= geometry.slide(square, pieces, 1) & aslant
    return found & pieces


def least(board: Board, mine: int) -> int:
    """The least valuable piece, as a bit."""
    for pieces in (board.pawns, board.knights, board.bishops, board.rooks, board.queens):
        if mine & pieces:
            return bits.lowest_bit(mine & pieces)
    return mine
