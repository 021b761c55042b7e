"""Domineering: one player places vertical dominoes, the other horizontal ones; the player who places the last one wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import ClassVar, Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import is_number, whole

MOST: Final = 8
"""The greatest number of rows, and of columns."""
LETTERS: Final = "abcdefgh"
"""The names of the columns, from the left."""
MIRRORED: Final = 16
"""The most covered squares for which mirror images are merged: later they are too rare to pay off."""
SAFE: Final = 3
"""The value of a domino that the opponent cannot prevent, in places where a domino fits."""
_NAMES: Final = "vh"
"""The letters of the players: vertical, horizontal."""


class Board(NamedTuple):
    """The covered squares as a bitboard, and the player to move: player 0 places vertical dominoes, player 1 horizontal ones.

    Bit `row * columns + column` is a square, rows counted from 0 at the bottom. `upright` and `lying`, the squares under
    vertical and horizontal dominoes, matter to the display only, not to the game; a covered square may be in neither.
    """

    covered: int
    player: int
    upright: int = 0
    lying: int = 0


@frozen(kw_only=True)
class Domineering:
    """The rules. A move is the number of the domino's lower or left square.

    Attributes:
        rows: The height of the board.
        columns: The width of the board.

    Examples:
        >>> mx.solve(Domineering(rows=3, columns=3)).winner
        0
    """

    names: ClassVar = ("Upright", "Lying")
    rows: int = field(default=6, validator=whole(1, MOST))
    columns: int = field(default=6, validator=whole(1, MOST))

    @cached_property
    def squares(self) -> int:
        """All squares."""
        return (1 << self.rows * self.columns) - 1

    @cached_property
    def inner(self) -> int:
        """All squares but those of the last column."""
        return self.squares & ~sum(1 << row * self.columns + self.columns - 1 for row in range(self.rows))

    @cached_property
    def edge(self) -> int:
        """The first column."""
        return sum(1 << row * self.columns for row in range(self.rows))

    @cached_property
    def outer(self) -> int:
        """All squares but those of the first column."""
        return self.squares & ~self.edge

    @cached_property
    def steps(self) -> tuple[int, int]:
        """The distance between the two squares of a domino, for each player."""
        return self.columns, 1

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The rows for player 0, the columns for player 1: dominoes that begin in the same one never overlap. Some are empty."""
        rows = tuple((1 << self.columns) - 1 << row * self.columns for row in range(self.rows))
        columns = tuple(sum(1 << row * self.columns + column for row in range(self.rows)) for column in range(self.columns - 1))
        return rows + (0,) * (MOST - len(rows)), columns + (0,) * (MOST - len(columns))

    def initial(self) -> Board:
        """The empty board; player 0, who places vertical dominoes, begins."""
        return Board(0, 0)

    def player(self, board: Board) -> int:
        """The player to move."""
        return board.player

    def upright(self, covered: int) -> int:
        """The lower squares of the vertical dominoes that fit."""
        free = self.squares & ~covered
        return free & mx.bits.shift_right(free, self.columns)

    def lying(self, covered: int) -> int:
        """The left squares of the horizontal dominoes that fit."""
        free = self.squares & ~covered
        return free & mx.bits.shift_right(free, 1) & self.inner

    def places(self, board: Board) -> int:
        """The lower or left squares of the mover's dominoes that fit."""
        return self.upright(board.covered) if board.player == 0 else self.lying(board.covered)

    def moves(self, board: Board) -> Iterator[int]:
        """Every place for the mover's domino."""
        return mx.bits.each_bit(self.places(board))

    def play(self, board: Board, square: int) -> Board:
        """Places the mover's domino."""
        domino = mx.bits.bit(square) | mx.bits.bit(square + (self.columns if board.player == 0 else 1))
        if board.player == 0:
            return Board(board.covered | domino, 1, board.upright | domino, board.lying)
        return Board(board.covered | domino, 0, board.upright, board.lying | domino)

    def key(self, board: Board) -> tuple[int, int]:
        """The covered squares, whichever dominoes cover them, and the player to move."""
        return board.covered, board.player

    def canonical(self, board: Board) -> tuple[Board, int]:
        """The smallest of the board and its mirror images.

        The symmetry is the sum of 1 if left and right are swapped, 2 if top and bottom are swapped, and 4 if player 1 moves.
        """
        if mx.bits.popcount(board.covered) > MIRRORED:
            return board, 0
        least, symmetry = board.covered, 0
        upside = self.upside_down(board.covered)
        for number, image in enumerate((self.sideways(board.covered), upside, self.sideways(upside)), 1):
            if mx.bits.shift_right(image, 1) < mx.bits.shift_right(least, 1):  # native 64-bit integers are signed
                least, symmetry = image, number
        return (Board(least, board.player), symmetry + 4 * board.player) if symmetry else (board, 0)

    def sideways(self, squares: int) -> int:
        """The squares mirrored left to right."""
        found = 0
        for column in range(self.columns):
            moved = mx.bits.shift_right(squares, column) & self.edge
            found |= mx.bits.shift_left(moved, self.columns - 1 - column)
        return found

    def upside_down(self, squares: int) -> int:
        """The squares mirrored top to bottom."""
        row = (1 << self.columns) - 1
        found = 0
        for number in range(self.rows):
            moved = mx.bits.shift_right(squares, number * self.columns) & row
            found |= mx.bits.shift_left(moved, (self.rows - 1 - number) * self.columns)
        return found

    def map_move(self, square: int, symmetry: int) -> int:
        """The domino's square after a symmetry of `canonical`."""
        row, column = divmod(square, self.columns)
        lying = symmetry >> 2
        if symmetry & 1:
            column = self.columns - 1 - column - lying
        if symmetry & 2:
            row = self.rows - 1 - row - (1 - lying)
        return row * self.columns + column

    def outcome(self, board: Board) -> int | None:
        """A loss for the mover if no domino fits."""
        if self.places(board) != 0:
            return None
        return mx.LOSS if board.player == 0 else mx.WIN

    def all_moves(self) -> list[int]:
        """The squares that the lower or left half of a domino can cover."""
        return list(mx.bits.each_bit(self.upright(0) | self.lying(0)))

    def evaluate(self, board: Board) -> int:
        """The places for vertical dominoes less those for horizontal ones; a safe domino counts as three more."""
        places = mx.bits.popcount(self.upright(board.covered)) - mx.bits.popcount(self.lying(board.covered))
        free = self.squares & ~board.covered
        return places + SAFE * (mx.bits.popcount(self.safe(free, 0)) - mx.bits.popcount(self.safe(free, 1)))

    def order(self, board: Board, square: int) -> int:
        """The evaluation after the move, for the mover."""
        value = self.evaluate(self.play(board, square))
        return value if board.player == 0 else -value

    def bounds(self, board: Board) -> tuple[int, int]:
        """A win for the player who is certain of more dominoes than the opponent can place at most.

        Source: D. Breuker, J. Uiterwijk and J. van den Herik, "Solving 8x8 Domineering", 2000, and N. Bullock, "Domineering:
        solving large combinatorial search spaces", 2002; the simplest of their counts.
        """
        free = self.squares & ~board.covered
        ahead = 1 - board.player  # player 0 needs one domino more than player 1 if it is his turn
        safe, contested = self.certain(free, 0, board.player == 0)
        others_safe, others_contested = self.certain(free, 1, board.player == 1)
        most = self.possible(free, 0, others_contested)
        others_most = self.possible(free, 1, contested)
        if safe + contested >= others_most + ahead:
            return mx.WIN - 2 * others_most - ahead, mx.WIN - 2 + ahead
        if others_safe + others_contested > most - ahead:
            return mx.LOSS + 2 - board.player, mx.LOSS + 2 * most + board.player
        return mx.LOSS + 2 - board.player, mx.WIN - 2 + ahead

    def certain(self, free: int, player: int, begins: bool) -> tuple[int, int]:
        """The numbers of safe and of contested dominoes that a player can place whatever the opponent does.

        Picks dominoes that do not overlap. An opponent's move removes one of them, or two that are side by side; so the player
        places those beside others first.
        """
        safe = self.safe(free, player)
        step = self.steps[player]
        picked = self.packed(free & ~(safe | mx.bits.shift_left(safe, step)), player)
        near = self.beside(picked | mx.bits.shift_left(picked, step), player)
        alone = mx.bits.popcount(picked & ~near & ~mx.bits.shift_right(near, step))
        pairs = mx.bits.popcount(picked) - alone
        if not begins:
            pairs, alone = (max(pairs - 2, 0), alone) if pairs else (0, max(alone - 1, 0))
        rounds, left = divmod(pairs, 3)
        return mx.bits.popcount(safe), rounds + (left > 0) + (alone + (left != 1)) // 2

    def possible(self, free: int, player: int, contested: int) -> int:
        """The most dominoes a player can place if the opponent places `contested` ones on squares that both can cover."""
        reach = free & self.beside(free, 1 - player)
        return min(mx.bits.popcount(self.packed(free, player)), (mx.bits.popcount(reach) - contested) // 2)

    def safe(self, free: int, player: int) -> int:
        """The first squares of dominoes that do not overlap, and that the opponent cannot block."""
        return self.packed(free & ~self.beside(free, player), player)

    def packed(self, free: int, player: int) -> int:
        """The first squares of a player's dominoes, the most that fit on free squares without overlapping."""
        step = self.steps[player]
        found = 0
        for line in self.lines[player]:
            laid = free & mx.bits.shift_right(free, step) & line
            free &= ~(laid | mx.bits.shift_left(laid, step))
            found |= laid
        return found

    def beside(self, squares: int, player: int) -> int:
        """The squares adjacent to some, across the direction of a player's dominoes."""
        if player == 0:
            return mx.bits.shift_right(squares, 1) & self.inner | mx.bits.shift_left(squares, 1) & self.outer
        return mx.bits.shift_right(squares, self.columns) | mx.bits.shift_left(squares, self.columns) & self.squares

    def parse(self, text: str) -> Board:
        """Reads the rows from the top and the player to move, as in `..|/--|/v`.

        `|` is covered by a vertical domino, `-` by a horizontal one, `#` by any, and `.` is free.
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
    """True if `before` ends with an even number of these signs: those halves form dominoes, so another one begins here."""
    return (len(before) - len(before.rstrip(sign))) % 2 == 0
