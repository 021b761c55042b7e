"""Squares, rays and jumps on a board of any size up to 8x8, as tables of bits."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from minimaxer import bits

_JUMPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_STEPS: Final = ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1))
"""The directions as steps of columns and rows. The first four lead to higher squares; those of even number are straight."""
_LAST_UP: Final = 3
ANYWHERE: Final = -1
"""All squares of every board, as bits."""


@frozen
class Geometry:
    """Where pieces reach. Square `row * columns + column` is a bit, rows counted from 0 at white's edge.

    Attributes:
        columns: How wide the board is.
        rows: How high it is.
    """

    columns: int = field()
    rows: int = field()

    @cached_property
    def squares(self) -> int:
        """All squares."""
        return (1 << self.columns * self.rows) - 1

    @cached_property
    def knights(self) -> tuple[int, ...]:
        """Where a knight jumps, from each square."""
        return self._table(_JUMPS)

    @cached_property
    def kings(self) -> tuple[int, ...]:
        """Where a king steps, from each square."""
        return self._table(_STEPS)

    @cached_property
    def takes(self) -> tuple[tuple[int, ...], ...]:
        """Where a pawn takes, for each player and from each square."""
        return self._table(((-1, 1), (1, 1))), self._table(((-1, -1), (1, -1)))

    @cached_property
    def rays(self) -> tuple[tuple[int, ...], ...]:
        """All squares as far as the edge, for each of the eight directions and from each square."""
        longest = max(self.columns, self.rows)
        return tuple(self._table([(across * far, up * far) for far in range(1, longest)]) for across, up in _STEPS)

    @cached_property
    def edges(self) -> tuple[int, int]:
        """Each player's farthest row, where his pawns promote."""
        row = (1 << self.columns) - 1
        return row << self.columns * (self.rows - 1), row

    @cached_property
    def second_rows(self) -> tuple[int, int]:
        """Each player's second row, where his pawns begin."""
        row = (1 << self.columns) - 1
        return row << self.columns, row << self.columns * (self.rows - 2)

    def nearest(self, direction: int, pieces: int) -> int:
        """Of some pieces on a ray, the one that is met first."""
        return bits.lowest(pieces) if direction <= _LAST_UP else bits.highest(pieces)

    def slide(self, square: int, occupied: int, first: int) -> int:
        """Where a piece slides, the first piece met included: straight with `first` 0, aslant with 1.

        Source: chessprogramming.org "Classical Approach".
        """
        reached = 0
        for direction in range(first, 8, 2):
            ray = self.rays[direction][square]
            met = ray & occupied
            if met:
                ray &= ~self.rays[direction][self.nearest(direction, met)]
            reached |= ray
        return reached

    def line(self, start: int, square: int) -> int:
        """The ray from one square that holds the other; `ANYWHERE` where none does."""
        for direction in range(8):
            if self.rays[direction][start] & bits.bit(square):
                return self.rays[direction][start]
        return ANYWHERE

    def ahead(self, player: int, pawns: int) -> int:
        """The squares in front of the player's pawns."""
        if player == 0:
            return bits.shift_left(pawns, self.columns) & self.squares
        return bits.shift_right(pawns, self.columns)

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
