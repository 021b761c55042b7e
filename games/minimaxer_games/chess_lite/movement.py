"""Legal moves, generated directly from checks and pins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from minimaxer import bits

from .geometry import ANYWHERE, Geometry
from .variants import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK


class Board(NamedTuple):
    """The pieces of each kind, the white pieces, the player to move, and the plies since a pawn move or a capture.

    Player 0 is white.
    """

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    player: int
    clock: int


class Sides(NamedTuple):
    """The mover's pieces, the other player's, and the square of the mover's king."""

    own: int
    others: int
    king: int


class Dangers(NamedTuple):
    """The targets that answer every check, `ANYWHERE` if there is none; and the mover's pinned pieces."""

    answers: int
    pinned: int


def occupied(board: Board) -> int:
    """All pieces."""
    return board.pawns | board.knights | board.bishops | board.rooks | board.queens | board.kings


def sides(board: Board) -> Sides:
    """The pieces of the mover and of the other player, and the mover's king."""
    black = occupied(board) & ~board.white
    own, others = (board.white, black) if board.player == 0 else (black, board.white)
    return Sides(own, others, bits.lowest(own & board.kings))


def attacked(geometry: Geometry, board: Board, square: int, pieces: int, by: int, player: int) -> bool:
    """True if one of the pieces `by` attacks a square of the player, with `pieces` on the board.

    Args:
        geometry: The board.
        board: The position.
        square: The square attacked.
        pieces: All pieces that block lines of attack.
        by: The pieces that attack.
        player: The player attacked, which decides the direction in which pawns capture.
    """
    if by & (geometry.knights[square] & board.knights | geometry.kings[square] & board.kings):
        return True
    if by & geometry.takes[player][square] & board.pawns:
        return True
    straight = by & (board.rooks | board.queens)
    if straight and geometry.slide(square, pieces, 0) & straight:
        return True
    aslant = by & (board.bishops | board.queens)
    return aslant != 0 and geometry.slide(square, pieces, 1) & aslant != 0


def in_check(geometry: Geometry, board: Board) -> bool:
    """True if the mover's king is attacked."""
    _, others, king = sides(board)
    return attacked(geometry, board, king, occupied(board), others, board.player)


def dangers(geometry: Geometry, board: Board, own: int, others: int, king: int) -> Dangers:
    """Checks and pins, from the king's square outwards."""
    pieces = own | others
    hits = geometry.knights[king] & board.knights & others | geometry.takes[board.player][king] & board.pawns & others
    answers = ANYWHERE if hits == 0 else hits if hits & hits - 1 == 0 else 0
    pinned = 0
    for direction in range(8):
        ray = geometry.rays[direction][king]
        sliders = others & (board.queens | (board.bishops if direction & 1 else board.rooks))
        if ray & sliders:
            first = geometry.nearest(direction, ray & pieces)
            beyond = geometry.rays[direction][first]
            if bits.bit(first) & sliders:
                answers &= ray & ~beyond
            elif beyond & sliders and bits.bit(geometry.nearest(direction, beyond & pieces)) & sliders:
                pinned |= bits.bit(first) & own
    return Dangers(answers, pinned)


def reach(geometry: Geometry, board: Board, start: int, others: int, pieces: int, double: bool) -> int:
    """The squares that a piece other than a king reaches, ignoring pins and own pieces on these squares."""
    piece = bits.bit(start)
    if piece & board.pawns:
        free = geometry.squares & ~pieces
        steps = geometry.ahead(board.player, piece) & free
        if double:
            steps |= geometry.ahead(board.player, steps & geometry.ahead(board.player, geometry.second_rows[board.player])) & free
        return steps | geometry.takes[board.player][start] & others
    if piece & board.knights:
        return geometry.knights[start]
    found = 0
    if piece & (board.rooks | board.queens):
        found = geometry.slide(start, pieces, 0)
    if piece & (board.bishops | board.queens):
        found |= geometry.slide(start, pieces, 1)
    return found


def safe_steps(geometry: Geometry, board: Board, own: int, others: int, king: int) -> int:
    """The squares where the mover's king can go without being attacked."""
    found = 0
    rest = (own | others) & ~bits.bit(king)
    for target in bits.each_bit(geometry.kings[king] & ~own):
        if not attacked(geometry, board, target, rest, others, board.player):
            found |= bits.bit(target)
    return found


def legal_moves(
    geometry: Geometry, becomes: tuple[int, ...], board: Board, targets: int, promoting: int, double: bool
) -> Iterator[int]:
    """The legal moves to some squares.

    Args:
        geometry: The board.
        becomes: The kinds that a pawn may promote to.
        board: The position.
        targets: The squares.
        promoting: More squares, for pawns.
        double: True if pawns may begin with a double step.

    Yields:
        Moves: the start square, plus 64 times the target square, plus 4096 times the kind of a promotion.
    """
    own, others, king = sides(board)
    answers, pinned = dangers(geometry, board, own, others, king)
    free = ~(own | board.kings)  # a king is never captured, even where an impossible position would allow it
    edge = geometry.edges[board.player]
    for start in bits.each_bit(own):
        piece = bits.bit(start)
        if start == king:
            found = safe_steps(geometry, board, own, others, king) & free & targets
        else:
            found = reach(geometry, board, start, others, own | others, double) & free & answers
            found &= targets | promoting if piece & board.pawns else targets
            if piece & pinned:
                found &= geometry.line(king, start)
        for target in bits.each_bit(found):
            if piece & board.pawns and edge & bits.bit(target):
                for kind in becomes:
                    yield start | target << 6 | kind << 12
            else:
                yield start | target << 6


def moved(board: Board, move: int) -> Board:
    """The position after a move."""
    start, target, kind = bits.bit(move & 63), bits.bit(move >> 6 & 63), move >> 12
    quiet = (occupied(board) & target | board.pawns & start) == 0
    pawns = carried(board.pawns, start, target)
    knights = carried(board.knights, start, target)
    bishops = carried(board.bishops, start, target)
    rooks = carried(board.rooks, start, target)
    queens = carried(board.queens, start, target)
    if kind:
        pawns &= ~target
        knights |= target if kind == KNIGHT else 0
        bishops |= target if kind == BISHOP else 0
        rooks |= target if kind == ROOK else 0
        queens |= target if kind == QUEEN else 0
    white = board.white & ~start | target if board.player == 0 else board.white & ~target
    clock = board.clock + 1 if quiet else 0
    return Board(pawns, knights, bishops, rooks, queens, carried(board.kings, start, target), white, 1 - board.player, clock)


def carried(pieces: int, start: int, target: int) -> int:
    """The pieces of one kind after a move from one square to another."""
    return pieces & ~(start | target) | (target if pieces & start else 0)


def kind_at(board: Board, square: int) -> int:
    """The kind of the piece on a square, given as a bit; a pawn if the square is empty."""
    if square & board.knights:
        return KNIGHT
    if square & board.bishops:
        return BISHOP
    if square & board.rooks:
        return ROOK
    if square & board.queens:
        return QUEEN
    return KING if square & board.kings else PAWN
