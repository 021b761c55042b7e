"""Dots and boxes: draw the last side of a box to own it and draw again; the player with more boxes wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import is_number, whole

MIRRORED: Final = 20
"""The most lines for which mirror images are merged: later they are too rare to pay off."""
SIDE: Final = 54
"""The side of a box in the picture, in pixels."""


class Board(NamedTuple):
    """The lines drawn, as bits, player 0's boxes less player 1's, and the player to move.

    The horizontal lines, between the rows, come first, row by row from the top and from the left; then the vertical lines,
    between the columns, likewise.
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

    names: ClassVar = ("Orange", "Blue")
    rows: int = field(default=3, validator=whole(1, 5))
    columns: int = field(default=3, validator=whole(1, 5))

    @cached_property
    def lying(self) -> int:
        """The number of horizontal lines."""
        return (self.rows + 1) * self.columns

    @cached_property
    def count(self) -> int:
        """The number of lines."""
        return self.lying + self.rows * (self.columns + 1)

    @cached_property
    def everything(self) -> int:
        """All lines."""
        return (1 << self.count) - 1

    def initial(self) -> Board:
        """The board without lines; player 0 begins."""
        return Board(0, 0, 0)

    def player(self, board: Board) -> int:
        """The player to move."""
        return board.player

    def moves(self, board: Board) -> Iterator[int]:
        """Every line not drawn yet."""
        return mx.bits.each_bit(self.everything & ~board.lines)

    def sides(self, row: int, column: int) -> int:
        """The four lines around a box."""
        above = row * self.columns + column
        left = self.lying + row * (self.columns + 1) + column
        return 1 << above | 1 << above + self.columns | 1 << left | 2 << left

    @cached_property
    def boxes(self) -> tuple[int, ...]:
        """The four lines of each box, row by row; then an empty set for the outside of the board."""
        return *(self.sides(row, column) for row in range(self.rows) for column in range(self.columns)), 0

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int], ...]:
        """The boxes on both sides of each line, by number; at the edge the second is the number of boxes, which is no box."""
        beyond = self.rows * self.columns
        touched = [[box for box in range(beyond) if self.boxes[box] >> line & 1] for line in range(self.count)]
        return tuple((boxes[0], boxes[1] if len(boxes) == 2 else beyond) for boxes in touched)

    def lacks(self, free: int, box: int) -> int:
        """The number of lines that a box still lacks, given the lines not drawn; 4 outside the board."""
        return (self.boxes[box] & free).bit_count() if box < self.rows * self.columns else 4

    def across(self, box: int, line: int) -> int:
        """The box on the other side of a box's line."""
        one, other = self.neighbours[line]
        return other if one == box else one

    def beside(self, lines: int, line: int) -> tuple[int, int]:
        """The numbers of lines that the boxes on both sides of a line still lack."""
        one, other = self.neighbours[line]
        return self.lacks(~lines, one), self.lacks(~lines, other)

    def play(self, board: Board, line: int) -> Board:
        """Draws a line; a player who completes a box moves again."""
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
        """The number of boxes that are not complete yet."""
        left = 0
        for row in range(self.rows):
            for column in range(self.columns):
                if self.sides(row, column) & ~lines:
                    left += 1
        return left

    def key(self, board: Board) -> int:
        """The lines; the boxes that players have are banked."""
        return board.lines

    def banked(self, board: Board) -> int:
        """The difference of the boxes so far."""
        return board.lead

    def bounds(self, board: Board) -> tuple[int, int]:
        """The difference if all boxes left went to one player, or to the other."""
        left = self.boxes_left(board.lines)
        return board.lead - left, board.lead + left

    def order(self, board: Board, line: int) -> int:
        """Lines that complete a box first, those that give one away last; among the rest, those that build chains first."""
        one, other = self.beside(board.lines, line)
        building = 2 * ((one == 3) + (other == 3)) - (other == 4 and self.neighbours[line][1] == self.rows * self.columns)
        return 8 * ((one == 1) + (other == 1)) - 4 * ((one == 2) + (other == 2)) + building

    def search_moves(self, board: Board) -> Iterator[int]:
        """A box that can be taken safely; else both ways to play the boxes on offer; else one line per chain, and all others.

        A player who takes a box and moves again is one box better off than one who leaves it, except when one line leaves the
        last two boxes of a chain or four of a ring: the opponent takes them, and has to move. Leaving a ring costs more than
        leaving a chain, so of two such offers a ring is taken.

        Source: E. Berlekamp, "The Dots and Boxes Game", 2000; J. Barker and R. Korf, "Solving Dots-And-Boxes", 2012.
        """
        free = self.everything & ~board.lines
        taking = leaving = 0
        is_ring = False
        for box in range(self.rows * self.columns):
            if self.lacks(free, box) == 1:
                last = self.boxes[box] & free
                line, rings = self.leaving(free, box)
                if line == 0:
                    taking, leaving = last, 0
                    break
                if leaving not in (0, line):
                    taking, leaving = taking if is_ring else last, 0
                    break
                taking, leaving, is_ring = taking | last, line, rings
        yield from mx.bits.each_bit(taking | leaving or self.openings(free))

    def leaving(self, free: int, box: int) -> tuple[int, bool]:
        """The line that leaves a box and the boxes behind it to the opponent, and True if they are a ring.

        The line is 0 if there is none, or if drawing it is worse than taking the box.
        """
        last = self.boxes[box] & free
        second = self.across(box, mx.bits.lowest(last))
        if self.lacks(free, second) != 2:
            return 0, False
        line = self.boxes[second] & free & ~last
        third = self.across(second, mx.bits.lowest(line))
        if self.lacks(free, third) != 2:
            return (line if self.lacks(free, third) > 2 else 0), False
        fourth = self.across(third, mx.bits.lowest(self.boxes[third] & free & ~line))
        return (line, True) if self.lacks(free, fourth) == 1 else (0, False)

    def openings(self, free: int) -> int:
        """The lines worth drawing if no box can be taken.

        Any line of a chain gives all its boxes away, so one is enough. In a chain of two boxes it is the line between them, after
        which the opponent has to take both and move.
        """
        worth, seen = free, 0
        for box in range(self.rows * self.columns):
            if self.lacks(free, box) == 2 and not seen >> box & 1:
                seen |= 1 << box
                chain, between, size = self.boxes[box] & free, 0, 1
                for end in mx.bits.each_bit(chain):
                    line, here = end, self.across(box, end)
                    while self.lacks(free, here) == 2 and not seen >> here & 1:
                        seen |= 1 << here
                        between, size = 1 << line, size + 1
                        chain |= self.boxes[here] & free
                        line = mx.bits.lowest(self.boxes[here] & free & ~(1 << line))
                        here = self.across(here, line)
                worth &= ~chain
                worth |= between if size == 2 else mx.bits.lowest_bit(chain)
        return worth

    @cached_property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """The two outer lines of each corner box, if it has two: they are interchangeable."""
        beyond = self.rows * self.columns
        found = []
        for box in {0, self.columns - 1, beyond - self.columns, beyond - 1}:
            outer = [line for line in mx.bits.each_bit(self.boxes[box]) if self.neighbours[line][1] == beyond]
            if len(outer) == 2:
                found.append((outer[0], outer[1]))
        return tuple(sorted(found))

    @cached_property
    def images(self) -> tuple[tuple[int, ...], ...]:
        """The image of each line by symmetry of the board: 1 flips it top to bottom, 2 left to right, 4 along its diagonal."""
        numbers = {self._ends(line): line for line in range(self.count)}
        found = []
        for symmetry in range(8 if self.rows == self.columns else 4):
            moved = [[self._moved(dot, symmetry) for dot in self._ends(line)] for line in range(self.count)]
            found.append(tuple(numbers[min(one, other), max(one, other)] for one, other in moved))
        return tuple(found)

    def _ends(self, line: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The dots that a line joins, by row and column."""
        if line < self.lying:
            row, column = divmod(line, self.columns)
            return (row, column), (row, column + 1)
        row, column = divmod(line - self.lying, self.columns + 1)
        return (row, column), (row + 1, column)

    def _moved(self, dot: tuple[int, int], symmetry: int) -> tuple[int, int]:
        """The image of a dot under a symmetry."""
        row = self.rows - dot[0] if symmetry & 1 else dot[0]
        column = self.columns - dot[1] if symmetry & 2 else dot[1]
        return (column, row) if symmetry & 4 else (row, column)

    def canonical(self, board: Board) -> tuple[Board, int]:
        """The smallest image of the board under its symmetries and under swaps of lines in its corners.

        The symmetry is the index in `images`, and the corners that are swapped, as bits from 8 on.
        """
        least, corners = self.cornered(board.lines)
        symmetry = corners << 3
        if board.lines.bit_count() <= MIRRORED:
            for number in range(1, len(self.images)):
                image = 0
                for line in mx.bits.each_bit(board.lines):
                    image |= 1 << self.images[number][line]
                image, corners = self.cornered(image)
                if image < least:
                    least, symmetry = image, corners << 3 | number
        return (Board(least, board.lead, board.player), symmetry) if symmetry else (board, 0)

    def cornered(self, lines: int) -> tuple[int, int]:
        """The lines, with a corner's first in place of its second if only that is drawn, and the corners changed, as bits."""
        changed = 0
        for number, (first, second) in enumerate(self.corners):
            if lines >> second & 1 and not lines >> first & 1:
                lines ^= 1 << first | 1 << second
                changed |= 1 << number
        return lines, changed

    def map_move(self, line: int, symmetry: int) -> int:
        """The line after a symmetry of `canonical`."""
        line = self.images[symmetry & 7][line]
        for number, (first, second) in enumerate(self.corners):
            if symmetry >> 3 >> number & 1 and line in (first, second):
                line = first + second - line
        return line

    def parse(self, text: str) -> Board:
        """Reads the rows of lines from the top, then lead and mover, as in `-./|.|/--/1/0`.

        Rows of horizontal lines and rows of vertical ones alternate; a dot is a line not drawn yet.
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
        """The number of boxes of each player."""
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
        return "\n".join([*text, f"boxes of Orange less those of Blue: {board.lead}"])

    def svg(self, board: Board) -> str:
        """The board as a picture, with the lines that can be drawn dashed."""
        side = SIDE
        canvas = mx.drawing.Canvas(self.columns * side + 40, self.rows * side + 62, title=f"dots and boxes: {self.format(board)}")
        for line in range(self.count):
            x, y, lies = self._start(line)
            if board.lines >> line & 1:
                canvas.line(x, y, x + side * lies, y + side * (not lies), "ink", thick=4)
            else:
                canvas.line(x, y, x + side * lies, y + side * (not lies), "rule", dashed=True)
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                canvas.circle(20 + column * side, 20 + row * side, 5, "ink")
        leader = "Orange" if board.lead > 0 else "Blue"
        lead = f"{leader} leads by {abs(board.lead)}" if board.lead else "level"
        canvas.text(20, self.rows * side + 44, lead, size=12, anchor="start")
        return str(canvas.drawing())

    def areas(self, board: Board, line: int) -> tuple[mx.drawing.Area]:
        """A strip around the line, without the dots at its ends."""
        x, y, lies = self._start(line)
        return ((x + 9, y - 12, SIDE - 18, 24) if lies else (x - 12, y + 9, 24, SIDE - 18),)

    def _start(self, line: int) -> tuple[int, int, bool]:
        """The left or upper end of a line in the picture, and True if the line is horizontal."""
        lies = line < self.lying
        row, column = divmod(line if lies else line - self.lying, self.columns + (not lies))
        return 20 + column * SIDE, 20 + row * SIDE, lies

    def _rows(self, board: Board) -> list[str]:
        drawn = [board.lines >> line & 1 for line in range(self.count)]
        rows = []
        for number in range(2 * self.rows + 1):
            stands, width = number % 2, self.columns + number % 2
            first = number // 2 * width + self.lying * stands
            rows.append("".join([".-|"[line and 1 + stands] for line in drawn[first : first + width]]))
        return rows
