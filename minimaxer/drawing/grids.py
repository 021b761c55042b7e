"""Boards of squares, which most board games are played on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..game.protocol import Area
from .canvas import Canvas, Theme

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Grid:
    """A board of squares with its columns and rows named at the edges.

    Args:
        columns: Squares side by side.
        rows: Squares one above the other.
        title: A description of the picture.
        square: Pixels of a square's side.
        chequered: Light and dark squares, the lower left one dark, instead of lines.
        names: Columns' names from the left; by default letters.
        numbers: Rows' names from the top; by default numbers that grow upwards.
        below: Pixels below the board, for what lies on no square.
        theme: As for `Canvas`.

    Attributes:
        canvas: To draw on.

    Examples:
        >>> grid = Grid(3, 3, title="one stone")
        >>> grid.disc(1, 1, "first")
        >>> grid.canvas.drawing()
        <Drawing of 148 x 148 pixels>
    """

    MARGIN: Final = 14

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        title: str,
        square: float = 40,
        chequered: bool = False,
        names: Sequence[str] | None = None,
        numbers: Sequence[str] | None = None,
        below: float = 0,
        theme: Theme = "auto",
    ) -> None:
        self.columns: Final = columns
        self.rows: Final = rows
        self.square: Final = square
        margin = self.MARGIN
        self.canvas: Final = Canvas(columns * square + 2 * margin, rows * square + 2 * margin + below, title=title, theme=theme)
        self._squares(chequered)
        names = LETTERS[:columns] if names is None else names
        numbers = [str(rows - row) for row in range(rows)] if numbers is None else numbers
        for column, name in enumerate(names):
            self.canvas.text(self.middle(column, 0)[0], self.canvas.height - below - margin / 2, name, "faint", size=10)
        for row, number in enumerate(numbers):
            self.canvas.text(margin / 2, self.middle(0, row)[1], number, "faint", size=10)

    def _squares(self, chequered: bool) -> None:
        side, margin = self.square, self.MARGIN
        if not chequered:
            self.canvas.rect(margin, margin, self.columns * side, self.rows * side, "board", round=4)
            for column in range(1, self.columns):
                self.canvas.line(margin + column * side, margin, margin + column * side, margin + self.rows * side, "rule")
            for row in range(1, self.rows):
                self.canvas.line(margin, margin + row * side, margin + self.columns * side, margin + row * side, "rule")
            return
        for column in range(self.columns):
            for row in range(self.rows):
                colour = "dark" if (column + self.rows - 1 - row) % 2 == 0 else "light"
                self.canvas.rect(margin + column * side, margin + row * side, side, side, colour)

    def middle(self, column: float, row: float) -> tuple[float, float]:
        """The middle of a square, in pixels; columns and rows are counted from 0 at the upper left."""
        return self.MARGIN + (column + 0.5) * self.square, self.MARGIN + (row + 0.5) * self.square

    @classmethod
    def area(cls, column: float, row: float, columns: float = 1, rows: float = 1, *, square: float = 40) -> Area:
        """A rectangle of squares, for a game's `areas`: left and upper edge, width and height, in pixels.

        Args:
            column: The first square's column, counted from 0 at the left.
            row: The first square's row, counted from 0 at the top.
            columns: Squares side by side.
            rows: Squares one above the other.
            square: Pixels of a square's side, as for the grid.

        Examples:
            >>> Grid.area(2, 0, rows=3)
            (94, 14, 40, 120)
        """
        return cls.MARGIN + column * square, cls.MARGIN + row * square, columns * square, rows * square

    def disc(self, column: int, row: int, fill: str) -> None:
        """A round piece on a square."""
        x, y = self.middle(column, row)
        self.canvas.circle(x, y, 0.38 * self.square, fill, stroke="ink", thick=1.2)

    def sign(self, column: int, row: int, words: str, fill: str = "ink", *, size: float = 0.6, outline: str = "none") -> None:
        """Text on a square; `size` as a share of its side."""
        x, y = self.middle(column, row)
        self.canvas.text(x, y, words, fill, size=size * self.square, outline=outline)

    def ring(self, column: int, row: int, stroke: str = "accent") -> None:
        """A ring on a square, around a piece that wins or is in danger."""
        x, y = self.middle(column, row)
        self.canvas.circle(x, y, 0.42 * self.square, "none", stroke=stroke, thick=4)

    def dot(self, column: int, row: int) -> None:
        """A small mark on a square, for where one may move."""
        x, y = self.middle(column, row)
        self.canvas.circle(x, y, 0.08 * self.square, "faint")
