"""Squares, rays and jumps on a board of any size up to 8x8, as tables of bits."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from minimaxer import bits

_JUMPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_STEPS: Final = ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1))
"""The directions as steps of columns and rows. The first four lead to higher squares; those with even indices are straight."""
_LAST_UP: Final = 3
_LAST: Final = 1 << 63
"""The last square of the largest board."""
ANYWHERE: Final = -1
"""All squares of every board, as bits."""


@frozen
class Geometry:
    """The attack tables of a board. Square `row * columns + column` is a bit, rows counted from 0 at white's edge.

    Attributes:
        columns: The width of the board.
        rows: The height of the board.
    """

    columns: int = field()
    rows: int = field()

    @cached_property
    def squares(self) -> int:
        """All squares."""
        return (1 << self.columns * self.rows) - 1

    @cached_property
    def knights(self) -> tuple[int, ...]:
        """The squares that a knight attacks from each square."""
        return self._table(_JUMPS)

    @cached_property
    def kings(self) -> tuple[int, ...]:
        """The squares that a king attacks from each square."""
        return self._table(_STEPS)

    @cached_property
    def takes(self) -> tuple[tuple[int, ...], ...]:
        """The squares that each player's pawn attacks from each square."""
        return self._table(((-1, 1), (1, 1))), self._table(((-1, -1), (1, -1)))

    @cached_property
    def passes(self) -> tuple[tuple[int, ...], ...]:
        """The squares where enemy pawns can stop or capture a pawn on its way, for each player and from each square."""
        return tuple(self._table([(across, way * up) for across in (-1, 0, 1) for up in range(1, self.rows)]) for way in (1, -1))

    @cached_property
    def rays(self) -> tuple[tuple[int, ...], ...]:
        """All squares up to the edge, for each of the eight directions and from each square."""
        longest = max(self.columns, self.rows)
        return tuple(self._table([(across * far, up * far) for far in range(1, longest)]) for across, up in _STEPS)

    @cached_property
    def edges(self) -> tuple[int, int]:
        """Each player's farthest row, where pawns promote."""
        row = (1 << self.columns) - 1
        return row << self.columns * (self.rows - 1), row

    @cached_property
    def second_rows(self) -> tuple[int, int]:
        """Each player's second row, where pawns begin."""
        row = (1 << self.columns) - 1
        return row << self.columns, row << self.columns * (self.rows - 2)

    def nearest(self, direction: int, pieces: int) -> int:
        """The first of some pieces on a ray, as a square."""
        return bits.lowest(pieces) if direction <= _LAST_UP else bits.highest(pieces)

    def slide(self, square: int, occupied: int, first: int) -> int:
        """The squares that a slider attacks, including the first piece met: straight with `first` 0, diagonally with 1.

        Source: chessprogramming.org "Classical Approach".
        """
        reached = 0
        for direction in range(first, 4, 2):
            ray = self.rays[direction][square]
            reached |= ray & ~bits.shift_left(-2, bits.lowest(ray & occupied | _LAST))
        for direction in range(4 + first, 8, 2):
            ray = self.rays[direction][square]
            reached |= ray & bits.shift_left(-1, bits.highest(ray & occupied | 1))
        return reached

    def line(self, start: int, square: int) -> int:
        """The ray from one square through another; `ANYWHERE` if there is none."""
        for direction in range(8):
            if self.rays[direction][start] & bits.bit(square):
                return self.rays[direction][start]
        return ANYWHERE

    def ahead(self, player: int, pawns: int) -> int:
        """The squares in front of the player's pawns."""
        if player == 0:
            return bits.shift_left(pawns, self.columns) & self.squares
        return bits.shift_right(pawns, self.columns)

    def threatened(self, player: int, pawns: int) -> int:
        """The squares that the player's pawns attack."""
        before, left = self.ahead(player, pawns), self._left
        return bits.shift_right(before & ~left, 1) | bits.shift_left(before, 1) & self.squares & ~left

    @cached_property
    def _left(self) -> int:
        """The first column."""
        return sum(1 << row * self.columns for row in range(self.rows))

    def _table(self, steps: tuple[tuple[int, int], ...] | list[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(
            sum(
                1 << (row + up) * self.columns + column + across
                for across, up in steps
                if 0 <= row + up < self.rows and 0 <= column + across < self.columns
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )
