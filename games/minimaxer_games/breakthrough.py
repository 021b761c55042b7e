"""Breakthrough: men step forward, capture diagonally, and win on the far side. Source: D. Troyka, 2000."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import whole

LETTERS: Final = "abcdefgh"
"""The names of the columns, from the left."""
MAN: Final = 100
AHEAD: Final = 10
"""The bonus for each row that a man has advanced."""
AT_HOME: Final = 20
"""The bonus for a man still on the first row, which bars the way."""
CLOSE: Final = (20, 40)
"""The bonuses for a man two steps from the far edge, and one step."""
GUARDED: Final = 5
BESIDE: Final = 2
"""The bonus for a pair of men side by side; `GUARDED` is that for a man guarded by another."""


class Board(NamedTuple):
    """Each player's men as a bitboard, and the player to move.

    Bit `row * columns + column` is a square, rows counted from 0 at player 0's edge.
    """

    first: int
    second: int
    player: int


class Step(NamedTuple):
    """A move from square to square."""

    start: int
    target: int


@frozen(kw_only=True)
class Breakthrough:
    """The rules.

    Attributes:
        columns: The width of the board.
        rows: The height of the board.
        men: Rows full of men at the start, for each player.

    Examples:
        >>> mx.perft(Breakthrough(), depth=2)
        484
    """

    columns: int = field(default=8, validator=whole(2, 8))
    names: ClassVar = ("Orange", "Blue")
    rows: int = field(default=8, validator=whole(2, 8))
    men: int = field(default=2, validator=whole(1, 3))

    def __attrs_post_init__(self) -> None:
        if 2 * self.men >= self.rows:
            raise mx.OptionError(f"expected an empty row between the players, got {self.men} rows of men on {self.rows} rows")

    @cached_property
    def home(self) -> int:
        """The row at player 0's edge."""
        return (1 << self.columns) - 1

    @cached_property
    def goal(self) -> int:
        """The row at player 1's edge."""
        return self.home << (self.rows - 1) * self.columns

    @cached_property
    def inner(self) -> tuple[int, int, int]:
        """The squares from which a step to the left, ahead and to the right stays on the board."""
        edge = sum(1 << row * self.columns for row in range(self.rows))
        squares = self.home * edge
        return squares & ~edge, squares, squares & ~(edge << self.columns - 1)

    @cached_property
    def worth(self) -> tuple[int, ...]:
        """The value of a man, by the rows that it has advanced."""
        values = [MAN + AHEAD * row for row in range(self.rows)]
        values[0] += AT_HOME
        for row, more in zip(range(self.rows - 3, self.rows - 1), CLOSE, strict=True):
            values[row] += more if row > 0 else 0
        return tuple(values)

    def initial(self) -> Board:
        """Both sides' rows full of men; player 0 begins."""
        men = (1 << self.men * self.columns) - 1
        return Board(men, men << (self.rows - self.men) * self.columns, 0)

    def player(self, board: Board) -> int:
        """The player to move."""
        return board.player

    def moves(self, board: Board) -> Iterator[Step]:
        """Steps straight ahead to free squares, and diagonally to squares without an own man, man by man."""
        first, second, player = board
        own, others = (first, second) if player == 0 else (second, first)
        ahead = self.columns if player == 0 else -self.columns
        for start in mx.bits.each_bit(own):
            for side in range(-1, 2):
                if mx.bits.shift_right(self.inner[side + 1], start) & 1:
                    target = start + ahead + side
                    taken = own if side else own | others
                    if not mx.bits.shift_right(taken, target) & 1:
                        yield Step(start, target)

    def play(self, board: Board, step: Step) -> Board:
        """Moves a man and captures one on the target."""
        first, second, player = board
        start, target = mx.bits.bit(step.start), mx.bits.bit(step.target)
        if player == 0:
            return Board(first & ~start | target, second & ~target, 1)
        return Board(first & ~target, second & ~start | target, 0)

    def outcome(self, board: Board) -> int | None:
        """A win for the player who has a man on the far edge or has captured all men."""
        if board.player == 1:
            return mx.WIN if board.first & self.goal or board.second == 0 else None
        return mx.LOSS if board.second & self.home or board.first == 0 else None

    def all_moves(self) -> list[Step]:
        """Steps of either player from every square, player 0's first, from the left."""
        count = self.rows * self.columns
        return [
            Step(start, start + ahead + side)
            for start in range(count)
            for ahead in (self.columns, -self.columns)
            for side in range(-1, 2)
            if 0 <= start + ahead < count and 0 <= start % self.columns + side < self.columns
        ]

    def noisy_moves(self, board: Board) -> Iterator[Step]:
        """The captures."""
        first, second, player = board
        own, others = (first, second) if player == 0 else (second, first)
        ahead = self.columns if player == 0 else -self.columns
        for start in mx.bits.each_bit(own):
            for side in range(-1, 2, 2):
                if mx.bits.shift_right(self.inner[side + 1], start) & 1:
                    target = start + ahead + side
                    if mx.bits.shift_right(others, target) & 1:
                        yield Step(start, target)

    def evaluate(self, board: Board) -> int:
        """The men's values by row, with bonuses for men guarded by others and for pairs side by side."""
        first, second, columns = board.first, board.second, self.columns
        left, _, right = self.inner
        before = mx.bits.shift_left(first & left, columns - 1) | mx.bits.shift_left(first & right, columns + 1)
        behind = mx.bits.shift_right(second & left, columns + 1) | mx.bits.shift_right(second & right, columns - 1)
        value = GUARDED * ((first & before).bit_count() - (second & behind).bit_count())
        beside = (first & mx.bits.shift_right(first, 1) & right).bit_count()
        value += BESIDE * (beside - (second & mx.bits.shift_right(second, 1) & right).bit_count())
        for row in range(self.rows):
            near = (mx.bits.shift_right(first, row * columns) & self.home).bit_count()
            far = (mx.bits.shift_right(second, (self.rows - 1 - row) * columns) & self.home).bit_count()
            value += self.worth[row] * (near - far)
        return value

    def order(self, board: Board, step: Step) -> int:
        """Captures first, then men far advanced."""
        others = board.second if board.player == 0 else board.first
        row = step.target // self.columns
        return (20 if others & mx.bits.bit(step.target) else 0) + (row if board.player == 0 else self.rows - 1 - row)

    def parse(self, text: str) -> Board:
        """Reads the rows from the top, `x` for player 0, `o` for player 1, then the player to move, as in `oo/../xx/0`."""
        *rows, player = text.lower().split("/")
        wide = all(len(row) == self.columns and not set(row) - set("xo.") for row in rows)
        if player not in ("0", "1") or len(rows) != self.rows or not wide:
            raise mx.NotationError(
                f"expected {self.rows} rows of {self.columns} signs, each x, o or ., then 0 or 1 for who moves, all with / "
                f"between, got {text!r}"
            )
        signs = "".join(reversed(rows))
        first, second = (sum(1 << square for square, sign in enumerate(signs) if sign == own) for own in "xo")
        board = Board(first, second, int(player))
        if self.outcome(board._replace(player=1 - board.player)) is not None:
            raise mx.NotationError(f"player {player} has won already in {text!r}; the other player is to move there")
        return board

    def format(self, board: Board) -> str:
        """Writes what `parse` reads."""
        return "/".join([*self._rows(board), str(board.player)])

    def parse_move(self, board: Board, text: str) -> Step:
        """Reads two squares, such as `a2b3`."""
        if len(text) != 4:
            raise mx.NotationError(f"expected two squares, such as a2b3, got {text!r}")
        return Step(self._square(text[:2]), self._square(text[2:]))

    def format_move(self, board: Board, step: Step) -> str:
        """Writes what `parse_move` reads."""
        return "".join(f"{LETTERS[square % self.columns]}{square // self.columns + 1}" for square in step)

    def render(self, board: Board) -> str:
        """The board from above, with letters and numbers at its edges."""
        rows = [f"{self.rows - number} {' '.join(row)}" for number, row in enumerate(self._rows(board))]
        return "\n".join([*rows, "  " + " ".join(LETTERS[: self.columns])])

    def svg(self, board: Board) -> str:
        """The board as a picture."""
        grid = mx.drawing.Grid(self.columns, self.rows, title=f"breakthrough: {self.format(board)}", chequered=True)
        for row, signs in enumerate(self._rows(board)):
            for column, sign in enumerate(signs):
                if sign != ".":
                    grid.disc(column, row, "first" if sign == "x" else "second")
        return str(grid.canvas.drawing())

    def areas(self, board: Board, step: Step) -> tuple[mx.drawing.Area, ...]:
        """The start and target squares of the man."""
        places = (divmod(square, self.columns) for square in step)
        return tuple(mx.drawing.Grid.area(column, self.rows - 1 - row) for row, column in places)

    def _square(self, text: str) -> int:
        column, row = LETTERS.find(text[0].lower()), text[1]
        if not 0 <= column < self.columns or not row.isdecimal() or not 1 <= int(row) <= self.rows:
            raise mx.NotationError(f"expected a square from a1 to {LETTERS[self.columns - 1]}{self.rows}, got {text!r}")
        return (int(row) - 1) * self.columns + column

    def _rows(self, board: Board) -> list[str]:
        squares = range(self.rows * self.columns)
        signs = ["x" if board.first >> square & 1 else "o" if board.second >> square & 1 else "." for square in squares]
        return ["".join(signs[row * self.columns : (row + 1) * self.columns]) for row in reversed(range(self.rows))]
