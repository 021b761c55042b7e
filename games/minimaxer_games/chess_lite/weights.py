"""Evaluation weights for each size of board; a rook is worth about 500."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen


@frozen(kw_only=True)
class Weights:
    """The values of the parts of an evaluation. Tuples have a number for each kind of piece.

    Attributes:
        pieces: A piece.
        mobility: Each square that a piece can move to and no enemy pawn attacks.
        centre: Each step towards the centre.
        row: Each row that a pawn has advanced.
        passed: A passed pawn, by the number of rows left to go.
        doubled: A pawn behind another one.
        chased: A piece that an enemy pawn attacks.
        exposed: Each step towards the centre of a king while the opponent has a queen.
        turn: Having the move.
        squares: Piece-square tables: a bonus for each square, rows as white sees them, the farthest first. Empty where `centre`
            and `row` are enough.
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
    squares: tuple[tuple[tuple[int, ...], ...], ...] = field(default=())


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
"""The weights for other boards of up to six rows. Found in November 2026 by matches at 3,000 nodes a move, like `LARGE`."""
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
"""The weights for larger boards."""
GARDNER: Final = Weights(
    pieces=(147, 379, 377, 470, 849, 0),
    mobility=(0, -2, -9, 24, 19, 0),
    centre=(0, 0, 0, 0, 0, 0),
    row=0,
    passed=(0, 65, 43, -9, 0),
    doubled=-46,
    chased=-109,
    exposed=-39,
    turn=19,
    squares=(
        (  # pawns
            (0, 0, 0, 0, 0),
            (-2, 87, 34, 56, -13),
            (-11, 6, 30, 15, -1),
            (-9, -14, 2, -11, -23),
            (0, 0, 0, 0, 0),
        ),
        (  # knights
            (-37, -24, -30, -44, -1),
            (-18, -16, 42, -16, 0),
            (23, 11, 31, -35, 39),
            (-26, 11, 1, 31, -23),
            (-16, -14, -8, 4, 4),
        ),
        (  # bishops
            (-20, -5, -36, 0, -46),
            (0, 11, 0, 12, 0),
            (23, 0, -74, 0, 40),
            (0, 31, 0, 18, 0),
            (13, 0, -13, 0, -39),
        ),
        (  # rooks
            (11, 15, 10, 23, 18),
            (35, 26, 45, 41, 23),
            (21, 25, 19, 25, 19),
            (-13, -18, -1, -3, -23),
            (-15, -4, -3, -13, -20),
        ),
        (  # queens
            (-29, -15, 27, 83, 51),
            (-27, 30, 19, 45, -3),
            (8, -5, 24, -8, 27),
            (10, 13, 12, 1, 1),
            (6, -8, -11, -14, -25),
        ),
        (  # kings
            (33, 62, 62, 47, 25),
            (39, 43, 50, 10, 25),
            (14, 38, 59, 45, 18),
            (-2, 4, 23, -2, -19),
            (-30, -2, -11, -23, -40),
        ),
    ),
)
"""The weights for 5x5 squares.

Found in November 2026 by a regression: 150,000 quiet positions from games of the program against itself, half of them after one
more random move, each with the probability of winning that the value of a search of 10,000 or 15,000 nodes implies.
"""


def weights_for(columns: int, rows: int) -> Weights:
    """The weights for a board of that size."""
    if (columns, rows) == (5, 5):
        return GARDNER
    return SMALL if rows <= 6 else LARGE
