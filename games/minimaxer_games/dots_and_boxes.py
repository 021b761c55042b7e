"""Dots and boxes: who draws the last side of a box owns it and draws again; who owns more boxes wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import is_number, whole

SIDE: Final = 54
"""Pixels of a box's side in the picture."""


class Board(NamedTuple):
    """The lines drawn, as bits, player 0's boxes less player 1's, and who moves.

    The lines that lie between the rows come first, row by row from the top and from the left; then those that stand between the
    columns, likewise.
    """

    lines: int
    lead: int
    player: int


@frozen(kw_only=True)
class DotsAndBoxes:
    """The rules. A move is the number of a line, as in `Board`; the outcome is the difference of the boxes.

    Attributes:
        rows: Rows of boxes.
        columns: Columns of boxes.

    Examples:
        >>> mx.solve(DotsAndBoxes(rows=1, columns=2)).value
        0
    """

    rows: int = field(default=3, validator=whole(1, 5))
    columns: int = field(default=3, validator=whole(1, 5))

    @cached_property
    def lying(self) -> int:
        """How many lines lie between rows."""
        return (self.rows + 1) * self.columns

    @cached_property
    def count(self) -> int:
        """How many lines there are."""
        return self.lying + self.rows * (self.columns + 1)

    @cached_property
    def everything(self) -> int:
        """All lines."""
        return (1 << self.count) - 1

    def initial(self) -> Board:
        """No line; player 0 begins."""
        return Board(0, 0, 0)

    def player(self, board: Board) -> int:
        """Who moves."""
        return board.player

    def moves(self, board: Board) -> Iterator[int]:
        """Every line not drawn yet."""
        return mx.bits.each_bit(self.everything & ~board.lines)

    def sides(self, row: int, column: int) -> int:
        """The four lines around a box."""
        above = row * self.columns + column
        left = self.lying + row * (self.columns + 1) + column
        return 1 << above | 1 << above + self.columns | 1 << left | 2 << left

    def sides_left(self, lines: int, row: int, column: int) -> int:
        """How many lines a box still lacks; 4 where there is no such box."""
        if row < 0 or row >= self.rows or column < 0 or column >= self.columns:
            return 4
        return (self.sides(row, column) & ~lines).bit_count()

    def beside(self, lines: int, line: int) -> tuple[int, int]:
        """What the boxes on both sides of a line still lack."""
        if line < self.lying:
            row, column = line // self.columns, line % self.columns
            return self.sides_left(lines, row - 1, column), self.sides_left(lines, row, column)
        row, column = (line - self.lying) // (self.columns + 1), (line - self.lying) % (self.columns + 1)
        return self.sides_left(lines, row, column - 1), self.sides_left(lines, row, column)

    def play(self, board: Board, line: int) -> Board:
        """Draws a line; who completes a box moves again."""
        one, other = self.beside(board.lines, line)
        gained = (one == 1) + (other == 1)
        lines = board.lines | 1 << line
        if gained == 0:
            return Board(lines, board.lead, 1 - board.player)
        return Board(lines, board.lead + gained if board.player == 0 else board.lead - gained, board.player)

    def outcome(self, board: Board) -> int | None:
        """The difference of the boxes once all lines are drawn."""
        return board.lead if board.lines == self.everything else None

    def all_moves(self) -> range:
        """The lines."""
        return range(self.count)

    def evaluate(self, board: Board) -> int:
        """The difference of the boxes so far."""
        return board.lead

    def boxes_left(self, lines: int) -> int:
        """How many boxes are still to be had."""
        left = 0
        for row in range(self.rows):
            for column in range(self.columns):
                if self.sides_left(lines, row, column) > 0:
                    left += 1
        return left

    def key(self, board: Board) -> int:
        """The lines; who has which boxes is banked."""
        return board.lines

    def banked(self, board: Board) -> int:
        """The difference of the boxes so far."""
        return board.lead

    def bounds(self, board: Board) -> tuple[int, int]:
        """The difference so far, with the boxes that are left going to the one player or the other."""
        left = self.boxes_left(board.lines)
        return board.lead - left, board.lead + left

    def order(self, board: Board, line: int) -> int:
        """Lines that complete a box first, those that leave one to the other player last."""
        one, other = self.beside(board.lines, line)
        return 2 * ((one == 1) + (other == 1)) - (one == 2) - (other == 2)

    def parse(self, text: str) -> Board:
        """Reads the rows of lines from the top, then lead and mover, as in `-./|.|/--/1/0`.

        Rows of lying lines and rows of standing ones take turns; a dot is a line not drawn yet.
        """
        *rows, lead, player = text.split("/") if text.count("/") >= 2 else ("", "", "")
        widths = [self.columns + number % 2 for number in range(2 * self.rows + 1)]
        signs = [set(row) <= set("|." if number % 2 else "-.") for number, row in enumerate(rows)]
        if (
            [len(row) for row in rows] != widths
            or not all(signs)
            or player not in ("0", "1")
            or not is_number(lead.removeprefix("-"), self.rows * self.columns)
        ):
            raise mx.NotationError(
                f"expected {2 * self.rows + 1} rows of lines, in turn {self.columns} of - and . and {self.columns + 1} of | "
                f"and ., then player 0's lead and who moves, all with / between, got {text!r}"
            )
        drawn = "".join(rows[::2]) + "".join(rows[1::2])
        lines = sum(1 << line for line, sign in enumerate(drawn) if sign != ".")
        owned = self.rows * self.columns - self.boxes_left(lines)
        if abs(int(lead)) > owned or (int(lead) - owned) % 2:
            raise mx.NotationError(f"a lead of {lead} is not possible with {owned} complete boxes, in {text!r}")
        return Board(lines, int(lead), int(player))

    def format(self, board: Board) -> str:
        """Writes what `parse` reads."""
        return "/".join([*self._rows(board), str(board.lead), str(board.player)])

    def parse_move(self, board: Board, text: str) -> int:
        """Reads a line's number, counted from 1."""
        if not is_number(text, self.count) or int(text) < 1:
            raise mx.NotationError(f"expected a line from 1 to {self.count}, got {text!r}")
        return int(text) - 1

    def format_move(self, board: Board, line: int) -> str:
        """Writes what `parse_move` reads."""
        return str(line + 1)

    def tally(self, board: Board) -> tuple[int, int]:
        """The boxes of both."""
        taken = self.rows * self.columns - self.boxes_left(board.lines)
        return (taken + board.lead) // 2, (taken - board.lead) // 2

    def render(self, board: Board) -> str:
        """The board, with the numbers of the lines that can be drawn, and the lead."""
        names = [f"{line + 1:>2}" for line in range(self.count)]
        drawn = [board.lines >> line & 1 for line in range(self.count)]
        text = []
        for row in range(self.rows + 1):
            lying = range(row * self.columns, (row + 1) * self.columns)
            text.append(" +" + "+".join("---" if drawn[line] else f"{names[line]} " for line in lying) + "+")
            first = self.lying + row * (self.columns + 1)
            if row < self.rows:
                standing = range(first, first + self.columns + 1)
                text.append("  ".join(" |" if drawn[line] else names[line] for line in standing))
        return "\n".join([*text, f"boxes of player 0 less those of player 1: {board.lead}"])

    def svg(self, board: Board) -> str:
        """The board as a picture, with the numbers of the lines that can be drawn."""
        side = SIDE
        canvas = mx.drawing.Canvas(self.columns * side + 40, self.rows * side + 62, title=f"dots and boxes: {self.format(board)}")
        for line in range(self.count):
            x, y, lies = self._start(line)
            if board.lines >> line & 1:
                canvas.line(x, y, x + side * lies, y + side * (not lies), "ink", thick=4)
            else:
                canvas.line(x, y, x + side * lies, y + side * (not lies), "rule", dashed=True)
                middle = x + side / 2 * lies, y + side / 2 * (not lies)
                canvas.circle(*middle, 9, "paper")
                canvas.text(*middle, str(line + 1), "faint", size=10)
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                canvas.circle(20 + column * side, 20 + row * side, 5, "ink")
        canvas.text(20, self.rows * side + 44, f"player 0 leads by {board.lead}", size=12, anchor="start")
        return str(canvas.drawing())

    def areas(self, board: Board, line: int) -> tuple[mx.drawing.Area]:
        """A strip around the line, without the dots at its ends."""
        x, y, lies = self._start(line)
        return ((x + 9, y - 12, SIDE - 18, 24) if lies else (x - 12, y + 9, 24, SIDE - 18),)

    def _start(self, line: int) -> tuple[int, int, bool]:
        """The left or upper end of a line in the picture, and whether it lies."""
        lies = line < self.lying
        row, column = divmod(line if lies else line - self.lying, self.columns + (not lies))
        return 20 + column * SIDE, 20 + row * SIDE, lies

    def _rows(self, board: Board) -> list[str]:
        drawn = [board.lines >> line & 1 for line in range(self.count)]
        lying = iter(["-" if line else "." for line in drawn[: self.lying]])
        standing = iter(["|" if line else "." for line in drawn[self.lying :]])
        widths = [self.columns + number % 2 for number in range(2 * self.rows + 1)]
        return ["".join(next(standing if number % 2 else lying) for _ in range(width)) for number, width in enumerate(widths)]
