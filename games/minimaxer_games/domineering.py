"""Domineering: one player lays upright dominoes, the other lying ones; who lays the last one wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import ClassVar, Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import is_number, whole

LETTERS: Final = "abcdefgh"
"""How columns are written, from the left."""
_NAMES: Final = "vh"
"""How players are written: vertical, horizontal."""


class Board(NamedTuple):
    """The squares covered, as bits, and who moves: player 0 lays upright dominoes, player 1 lying ones.

    Bit `row * columns + column` is a square, rows counted from 0 at the bottom. Which squares lie under upright and which under
    lying dominoes matters to those who look at the board, not to the game; of a covered square neither may be known.
    """

    covered: int
    player: int
    upright: int = 0
    lying: int = 0


@frozen(kw_only=True)
class Domineering:
    """The rules. A move is the number of the domino's lower or left square.

    Attributes:
        rows: How high the board is.
        columns: How wide it is.

    Examples:
        >>> mx.solve(Domineering(rows=3, columns=3)).winner
        0
    """

    names: ClassVar = ("Upright", "Lying")
    rows: int = field(default=6, validator=whole(1, 8))
    columns: int = field(default=6, validator=whole(1, 8))

    @cached_property
    def squares(self) -> int:
        """All squares."""
        return (1 << self.rows * self.columns) - 1

    @cached_property
    def inner(self) -> int:
        """All squares but those of the last column."""
        last = sum(1 << row * self.columns + self.columns - 1 for row in range(self.rows))
        return self.squares & ~last

    def initial(self) -> Board:
        """The empty board; player 0, who lays upright dominoes, begins."""
        return Board(0, 0)

    def player(self, board: Board) -> int:
        """Who moves."""
        return board.player

    def upright(self, covered: int) -> int:
        """The squares that an upright domino and its upper half can cover."""
        free = self.squares & ~covered
        return free & mx.bits.shift_right(free, self.columns)

    def lying(self, covered: int) -> int:
        """The squares that a lying domino and its right half can cover."""
        free = self.squares & ~covered
        return free & mx.bits.shift_right(free, 1) & self.inner

    def places(self, board: Board) -> int:
        """Where the mover can lay a domino."""
        return self.upright(board.covered) if board.player == 0 else self.lying(board.covered)

    def moves(self, board: Board) -> Iterator[int]:
        """Every place for the mover's domino."""
        return mx.bits.each_bit(self.places(board))

    def play(self, board: Board, square: int) -> Board:
        """Lays the mover's domino."""
        domino = mx.bits.bit(square) | mx.bits.bit(square + (self.columns if board.player == 0 else 1))
        if board.player == 0:
            return Board(board.covered | domino, 1, board.upright | domino, board.lying)
        return Board(board.covered | domino, 0, board.upright, board.lying | domino)

    def key(self, board: Board) -> tuple[int, int]:
        """The covered squares, under whichever dominoes they lie, and who moves."""
        return board.covered, board.player

    def outcome(self, board: Board) -> int | None:
        """Who cannot lay a domino has lost."""
        if self.places(board) != 0:
            return None
        return mx.LOSS if board.player == 0 else mx.WIN

    def all_moves(self) -> list[int]:
        """The squares on which the lower or left half of a domino can lie."""
        return list(mx.bits.each_bit(self.upright(0) | self.lying(0)))

    def evaluate(self, board: Board) -> int:
        """The places for upright dominoes less those for lying ones."""
        return mx.bits.popcount(self.upright(board.covered)) - mx.bits.popcount(self.lying(board.covered))

    def order(self, board: Board, square: int) -> int:
        """By how much the move is to the mover's liking: his places less the other's after it."""
        value = self.evaluate(self.play(board, square))
        return value if board.player == 0 else -value

    def parse(self, text: str) -> Board:
        """Reads the rows from the top and who moves, as in `..|/--|/v`.

        `|` is covered by an upright domino, `-` by a lying one, `#` by any, and `.` is free.
        """
        *rows, player = text.split("/")
        if (
            player not in ("v", "h")
            or len(rows) != self.rows
            or any(len(row) != self.columns or set(row) - set("#|-.") for row in rows)
        ):
            raise mx.NotationError(
                f"expected {self.rows} rows of {self.columns} signs, each |, -, # or ., then v or h for who moves, "
                f"all with / between, got {text!r}"
            )
        signs = "".join(reversed(rows))
        covered, upright, lying = (
            sum(1 << square for square, sign in enumerate(signs) if sign in kind) for kind in ("#|-", "|", "-")
        )
        return Board(covered, _NAMES.index(player), upright, lying)

    def format(self, board: Board) -> str:
        """Writes what `parse` reads."""
        return "/".join([*self._rows(board), _NAMES[board.player]])

    def parse_move(self, board: Board, text: str) -> int:
        """Reads the lower or left square, such as `b3`."""
        column, row = LETTERS.find(text[:1].lower()) if text else -1, text[1:]
        if not 0 <= column < self.columns or not is_number(row, self.rows) or int(row) < 1:
            raise mx.NotationError(f"expected a square from a1 to {LETTERS[self.columns - 1]}{self.rows}, got {text!r}")
        return (int(row) - 1) * self.columns + column

    def format_move(self, board: Board, square: int) -> str:
        """Writes what `parse_move` reads."""
        return f"{LETTERS[square % self.columns]}{square // self.columns + 1}"

    def render(self, board: Board) -> str:
        """The board from above, with letters and numbers at its edges."""
        rows = [f"{self.rows - number} {' '.join(row)}" for number, row in enumerate(self._rows(board))]
        return "\n".join([*rows, "  " + " ".join(LETTERS[: self.columns])])

    def svg(self, board: Board) -> str:
        """The board as a picture, with each player's dominoes in the player's colour."""
        grid = mx.drawing.Grid(self.columns, self.rows, title=f"domineering: {self.format(board)}")
        rows = self._rows(board)
        for row, column in product(range(self.rows), range(self.columns)):
            x, y = grid.middle(column, row)
            above = "".join(each[column] for each in rows[:row])
            before = rows[row][:column]
            sign = rows[row][column]
            if sign == "#":
                grid.canvas.rect(x - 18, y - 18, 36, 36, "bar_other", round=4)
            elif sign == "|" and _is_even(above, sign):
                below = grid.middle(column, row + 1)[1] if row + 1 < self.rows else y
                grid.canvas.rect(x - 16, y - 16, 32, below - y + 32, "first", stroke="rule", round=6)
            elif sign == "-" and _is_even(before, sign):
                beside = grid.middle(column + 1, row)[0] if column + 1 < self.columns else x
                grid.canvas.rect(x - 16, y - 16, beside - x + 32, 32, "second", stroke="rule", round=6)
        return str(grid.canvas.drawing())

    def areas(self, board: Board, square: int) -> tuple[mx.drawing.Area]:
        """The domino's lower or left square."""
        row, column = divmod(square, self.columns)
        return (mx.drawing.Grid.area(column, self.rows - 1 - row),)

    def _rows(self, board: Board) -> list[str]:
        kinds = ((board.upright, "|"), (board.lying, "-"), (board.covered, "#"), (-1, "."))
        signs = [next(sign for squares, sign in kinds if squares >> square & 1) for square in range(self.rows * self.columns)]
        return ["".join(signs[row * self.columns : (row + 1) * self.columns]) for row in reversed(range(self.rows))]


def _is_even(before: str, sign: str) -> bool:
    """Whether an even number of these signs stand right before: a domino begins where halves have been put together in pairs."""
    return (len(before) - len(before.rstrip(sign))) % 2 == 0
