"""Connect four: stones fall into columns; four in a line win. Any width, height and length of line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from attrs import field, frozen

import minimaxer as mx

from .fields import whole

DIGITS: Final = "123456789abcdefghijklmnopqrstuvwxyz"
"""The names of the columns, from the left."""
MIRRORED: Final = 14
"""The most stones for which mirror images are merged: later, a search rarely meets both, and looking costs more than it saves.

Source: solved from the empty board, 6x5 takes 0.66 times the nodes, 5x6 0.57, 6x6 0.64; 25 positions with 14 stones and fewer
(L1_R2) take the same nodes and time as before.
"""


class Board(NamedTuple):
    """Each player's stones as a bitboard, and the player to move.

    Bit `column * (height + 1) + row` is the square of that column and row, both counted from 0 at the bottom left. The bit above
    each column stays 0, so that no line runs from the top of one column into the bottom of the next.
    """

    first: int
    second: int
    player: int


@frozen(kw_only=True)
class ConnectFour:
    """The rules. A move is the number of a column, from 0 at the left.

    Attributes:
        width: Columns.
        height: Rows.
        connect: Stones in a line that win.

    Examples:
        >>> game = ConnectFour()
        >>> mx.best_move(game, game.parse("4455"), depth=3)
        2
    """

    names: ClassVar = ("Orange", "Blue")
    width: int = field(default=7, validator=whole(1, len(DIGITS)))
    height: int = field(default=6, validator=whole(1, 63))
    connect: int = field(default=4, validator=whole(2, 63))

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The columns from the centre outwards: the order in which moves are tried."""
        return tuple(sorted(range(self.width), key=lambda column: abs(2 * column + 1 - self.width)))

    @cached_property
    def bottoms(self) -> int:
        """The lowest square of each column."""
        return sum(1 << column * (self.height + 1) for column in range(self.width))

    @cached_property
    def squares(self) -> int:
        """All squares."""
        return self.bottoms * ((1 << self.height) - 1)

    @cached_property
    def uppers(self) -> int:
        """Every second square of each column from the top down: the upper square of each pair."""
        rows = sum(1 << row for row in range(self.height - 1, -1, -2))
        return self.bottoms * rows

    def initial(self) -> Board:
        """The empty board; player 0 begins."""
        return Board(0, 0, 0)

    def player(self, board: Board) -> int:
        """The player to move."""
        return board.player

    def moves(self, board: Board) -> Iterator[int]:
        """The columns with room, from the centre outwards."""
        filled = board.first | board.second
        size, top = self.height + 1, self.height - 1
        for column in self.columns:
            if not filled >> column * size + top & 1:
                yield column

    def play(self, board: Board, column: int) -> Board:
        """Drops a stone: adding 1 to the column's bits carries over the filled squares onto the lowest free one."""
        first, second, player = board
        bottom = 1 << column * (self.height + 1)
        filled = first | second
        stone = (filled + bottom) & ~filled & (bottom << self.height) - bottom
        if player == 0:
            return Board(first | stone, second, 1)
        return Board(first, second | stone, 0)

    def outcome(self, board: Board) -> int | None:
        """A win for the player who has just completed a line, a draw on a full board."""
        first, second, player = board
        if self.starts(first if player == 1 else second):
            return mx.WIN if player == 1 else mx.LOSS
        return mx.DRAW if first | second == self.squares else None

    def all_moves(self) -> range:
        """The columns, from the left."""
        return range(self.width)

    def threats(self, stones: int, empty: int) -> int:
        """The empty squares on which one more stone completes a line."""
        found = 0
        height = self.height
        for step in (1, height, height + 1, height + 2):
            if self.connect == 4:  # the usual game, in a third of the operations
                second, third, fourth = stones >> step, stones >> 2 * step, stones >> 3 * step
                first_two, last_two = stones & second, third & fourth
                found |= second & last_two | (stones & last_two) << step | (first_two & fourth) << 2 * step
                found |= (empty >> 3 * step & first_two & third) << 3 * step
            else:
                found |= self.gaps(stones, empty, step)
        return found & empty

    def gaps(self, stones: int, empty: int, step: int) -> int:
        """The empty squares on which one more stone completes a line in one direction."""
        found = 0
        for gap in range(self.connect):
            starts = empty >> step * gap
            for place in range(self.connect):
                if place != gap:
                    starts &= stones >> step * place
            found |= starts << step * gap
        return found

    def starts(self, stones: int) -> int:
        """The squares where a complete line of stones starts."""
        found = 0
        height = self.height
        for step in (1, height, height + 1, height + 2):
            if self.connect == 4:  # two pairs
                pairs = stones & stones >> step
                found |= pairs & pairs >> 2 * step
            else:
                line = stones
                for _ in range(self.connect - 1):
                    line &= line >> step
                found |= line
        return found

    def evaluate(self, board: Board) -> int:
        """Player 0's threats less player 1's: empty squares on which a stone completes a line."""
        empty = self.squares ^ (board.first | board.second)
        return self.threats(board.first, empty).bit_count() - self.threats(board.second, empty).bit_count()

    def key(self, board: Board) -> int:
        """The first player's stones plus all stones plus a bottom row of ones: a sum that no two boards share."""
        return board.first + (board.first | board.second) + self.bottoms

    def canonical(self, board: Board) -> tuple[Board, int]:
        """The board or its mirror image, whichever has the smaller numbers, and 1 if it is the image."""
        first, second, player = board
        if (first | second).bit_count() > MIRRORED:
            return board, 0
        mirrored = self.mirrored(first)
        if mirrored > first:
            return board, 0
        image = Board(mirrored, self.mirrored(second), player)
        return (image, 1) if mirrored < first or image.second < second else (board, 0)

    def mirrored(self, stones: int) -> int:
        """The mirror image of the stones."""
        size = self.height + 1
        column = (1 << size) - 1
        found = 0
        for number in range(self.width):
            found |= (stones >> number * size & column) << (self.width - 1 - number) * size
        return found

    def map_move(self, column: int, symmetry: int) -> int:
        """The column after a symmetry of `canonical`."""
        return self.width - 1 - column if symmetry else column

    def safe(self, stones: int, others: int) -> int:
        """The squares where the owner of `stones`, who has no winning move, can move without losing to the reply.

        Source: P. Pons, "Solving Connect 4: how to build a perfect AI", part 9.
        """
        filled = stones | others
        possible = filled + self.bottoms & self.squares
        losing = self.threats(others, self.squares ^ filled)
        forced = possible & losing
        if forced:
            if forced & forced - 1:
                return 0
            possible = forced
        return possible & ~(losing >> 1)

    def search_moves(self, board: Board) -> Iterable[int]:
        """The winning moves; else the moves that do not lose to the reply; else, where all do, any one move."""
        first, second, player = board
        stones, others = (first, second) if player == 0 else (second, first)
        filled = first | second
        possible = filled + self.bottoms & self.squares
        worth = possible & self.threats(stones, self.squares ^ filled)
        if not worth:
            worth = self.safe(stones, others)
        if not worth:
            worth = possible & -possible
        column = (1 << self.height) - 1
        for number in self.columns:
            if worth >> number * (self.height + 1) & column:
                yield number

    def bounds(self, board: Board) -> tuple[int, int]:
        """The exact value of a win at once or in the reply; otherwise neither player wins before placing two more stones.

        The player who places the last stone can also follow: he replies in the same column, and so gets the upper square of each
        pair, or in another column with an odd number of squares left, since there is one. The other player then gets at most the
        lower squares and the lowest free square of each column: if no line fits there, he cannot win. If the upper squares make a
        line, the follower has won when the board is full.

        Source: V. Allis, "A Knowledge-based Approach of Connect-Four", 1988, the rules claimeven and baseinverse.
        """
        first, second, player = board
        stones, others = (first, second) if player == 0 else (second, first)
        empty = self.squares ^ (first | second)
        possible = (first | second) + self.bottoms & self.squares
        left = empty.bit_count()
        low = mx.DRAW if left < 4 else mx.LOSS + 4
        high = mx.DRAW if left < 3 else mx.WIN - 3
        if possible & self.threats(stones, empty):
            low = high = mx.WIN - 1
        elif not self.safe(stones, others):
            low = high = mx.LOSS + 2
        else:
            follows = left & 1
            leader, follower = (others, stones) if follows else (stones, others)
            if not self.starts(leader | empty & ~self.uppers | possible):
                sure = mx.DRAW
                if self.starts(follower | empty & self.uppers & ~possible):
                    sure = mx.WIN - left
                if follows:
                    low = sure
                else:
                    high = -sure
        return (low, high) if player == 0 else (-high, -low)

    def order(self, board: Board, column: int) -> int:
        """The number of the mover's threats after the move."""
        first, second, player = board
        filled = first | second
        stone = (filled + (1 << column * (self.height + 1))) & ~filled
        stones = (first if player == 0 else second) | stone
        return self.threats(stones, self.squares ^ filled).bit_count()

    def parse(self, text: str) -> Board:
        """Reads the columns played, counted from 1, such as `4455`; or the board as `format` writes it."""
        if "/" in text:
            return self._parse_columns(text)
        before = board = self.initial()
        for digit in text.lower():
            before, board = board, self.play(board, self.parse_move(board, digit))
            if before.first | before.second == board.first | board.second:  # the column is full
                self._refuse(text)
        if self.outcome(before) is not None and before is not board:  # a line stays, so one test covers all earlier moves
            self._refuse(text)
        return board

    def _refuse(self, text: str) -> None:
        """Raises the error of the first move that cannot be played."""
        board = self.initial()
        for place, digit in enumerate(text.lower(), 1):
            if self.outcome(board) is not None:
                raise mx.NotationError(f"move {place} of {text!r} comes after the game is over")
            column = self.parse_move(board, digit)
            if column not in self.moves(board):
                raise mx.NotationError(f"move {place} of {text!r} is column {digit}, which is full")
            board = self.play(board, column)

    def _parse_columns(self, text: str) -> Board:
        columns = text.lower().split("/")
        stones = [0, 0]
        if len(columns) != self.width or any(len(column) > self.height or set(column) - {"x", "o"} for column in columns):
            raise mx.NotationError(
                f"expected {self.width} columns from the left, each its x and o from the bottom, at most {self.height}, "
                f"got {text!r}"
            )
        for number, column in enumerate(columns):
            for row, sign in enumerate(column):
                stones["xo".index(sign)] |= 1 << number * (self.height + 1) + row
        player = stones[0].bit_count() - stones[1].bit_count()
        if player not in (0, 1):
            raise mx.NotationError(f"expected as many x as o or one more, got {text!r}")
        return Board(stones[0], stones[1], player)

    def format(self, board: Board) -> str:
        """Writes the columns from the left, each from the bottom: x for player 0, o for player 1."""
        return "/".join(self._signs(board, column).rstrip(".") for column in range(self.width))

    def parse_move(self, board: Board, text: str) -> int:
        """Reads a column, counted from 1."""
        column = DIGITS.find(text.lower()) if len(text) == 1 else -1
        if not 0 <= column < self.width:
            raise mx.NotationError(f"expected a column from 1 to {DIGITS[self.width - 1]}, got {text!r}")
        return column

    def format_move(self, board: Board, column: int) -> str:
        """Writes what `parse_move` reads."""
        return DIGITS[column]

    def render(self, board: Board) -> str:
        """The board, with the column numbers below."""
        columns = [self._signs(board, column) for column in range(self.width)]
        rows = ["| " + " ".join(column[row] for column in columns) + " |" for row in reversed(range(self.height))]
        return "\n".join([*rows, "  " + " ".join(DIGITS[: self.width])])

    def svg(self, board: Board) -> str:
        """The board as a picture."""
        title = f"connect four: {self.format(board)}"
        grid = mx.drawing.Grid(self.width, self.height, title=title, names=DIGITS[: self.width], numbers="")
        for column in range(self.width):
            for row, sign in enumerate(reversed(self._signs(board, column))):
                grid.disc(column, row, {"x": "first", "o": "second"}.get(sign, "paper"))
        won = self._lines(board.first) | self._lines(board.second)
        for column in range(self.width):
            for row in range(self.height):
                if won >> column * (self.height + 1) + row & 1:
                    grid.ring(column, self.height - 1 - row)
        return str(grid.canvas.drawing())

    def areas(self, board: Board, column: int) -> tuple[mx.drawing.Area]:
        """The area of the column."""
        return (mx.drawing.Grid.area(column, 0, rows=self.height),)

    def _lines(self, stones: int) -> int:
        """The stones that are part of a complete line."""
        found = 0
        for step in (1, self.height, self.height + 1, self.height + 2):
            line = stones
            for place in range(1, self.connect):
                line &= stones >> place * step
            for place in range(self.connect):
                found |= line << place * step
        return found

    def _signs(self, board: Board, column: int) -> str:
        bits = range(column * (self.height + 1), (column + 1) * (self.height + 1) - 1)
        return "".join("x" if board.first >> bit & 1 else "o" if board.second >> bit & 1 else "." for bit in bits)
