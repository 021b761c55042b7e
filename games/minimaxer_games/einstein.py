"""EinStein würfelt nicht: a die decides which stone may move; reach the far corner or capture all stones to win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from attrs import Attribute, field, frozen

import minimaxer as mx

from .fields import whole

SIGNS: Final = ("123456", "abcdef")
"""The signs of each player's stones, in the order of their numbers."""


class Board(NamedTuple):
    """The squares row by row from the top left, the player to move, and the die, which is 0 before it is thrown.

    A square holds 0, or the number of a stone, which is negative for player 1's.
    """

    squares: tuple[int, ...]
    player: int
    die: int


class Step(NamedTuple):
    """A move from square to square."""

    origin: int
    target: int


class Throw(NamedTuple):
    """A chance outcome: the side that the die shows."""

    side: int


Move = Step | Throw


def _stones(instance: EinStein, attribute: Attribute[int], value: object) -> None:
    if value not in (3, 6) or (value == 6 and instance.size == 3):
        raise mx.OptionError(f"expected stones to be 3, or 6 on boards of 4 and 5, got {value!r}")


@frozen(kw_only=True)
class EinStein:
    """The rules.

    Attributes:
        size: Squares in a row and in a column, 3 to 5.
        stones: Stones of each player and sides of the die, 3 or 6; by default 6 on a board of size 5, and 3 on smaller ones.

    Source: I. Althöfer's game of 2004.

    Examples:
        >>> mx.solve(EinStein(size=3)).solved
        True
    """

    names: ClassVar = ("Orange", "Blue")
    size: int = field(default=5, validator=whole(3, 5))
    stones: int = field(validator=_stones)

    @stones.default
    def _usual(self) -> int:
        return 6 if self.size == 5 else 3

    def initial(self) -> Board:
        """The stones of player 0 in the upper left corner, in the order of their numbers; those of player 1 opposite."""
        squares, last = [0] * self.size**2, self.size**2 - 1
        rows = 2 if self.stones == 3 else 3
        places = [row * self.size + column for row in range(rows) for column in range(rows - row)]
        for number, place in enumerate(places, 1):
            squares[place], squares[last - place] = number, -number
        return Board(tuple(squares), 0, 0)

    def player(self, board: Board) -> int:
        """The player to move, or chance until the die is thrown."""
        return board.player if board.die else mx.CHANCE

    def chances(self, board: Board) -> Iterator[tuple[Throw, float]]:
        """Every side of the die."""
        for side in range(1, self.stones + 1):
            yield Throw(side), 1 / self.stones

    def moves(self, board: Board) -> Iterator[Step]:
        """Steps towards the far corner with the stone of the die's number; if it is gone, with the next higher or lower one."""
        sign = 1 if board.player == 0 else -1
        above, below = 0, 0
        for square in board.squares:
            number = square * sign
            if number >= board.die and (above == 0 or number < above):
                above = number
            if 0 < number <= board.die and number > below:
                below = number
        for origin, square in enumerate(board.squares):
            if square == 0 or square * sign not in (above, below):
                continue
            row, column = divmod(origin, self.size)
            for down, across in ((1, 1), (1, 0), (0, 1)):
                if 0 <= row + down * sign < self.size and 0 <= column + across * sign < self.size:
                    yield Step(origin, origin + (down * self.size + across) * sign)

    def play(self, board: Board, move: Move) -> Board:
        """Throws the die, or makes a step and captures any stone on the target, even an own one."""
        if isinstance(move, Throw):
            return board._replace(die=move.side)
        squares = mx.tuples.replaced(board.squares, move.target, board.squares[move.origin])
        return Board(mx.tuples.replaced(squares, move.origin, 0), 1 - board.player, 0)

    def outcome(self, board: Board) -> int | None:
        """A win for the player who has a stone in the far corner or has captured all stones."""
        if board.squares[-1] > 0 or min(board.squares) >= 0:
            return mx.WIN
        if board.squares[0] < 0 or max(board.squares) <= 0:
            return mx.LOSS
        return None

    def all_moves(self) -> list[Step]:
        """Steps of either player from every square, player 0's first."""
        steps = []
        for origin in range(self.size**2):
            row, column = divmod(origin, self.size)
            for sign in (1, -1):
                for down, across in ((1, 1), (1, 0), (0, 1)):
                    if 0 <= row + down * sign < self.size and 0 <= column + across * sign < self.size:
                        steps.append(Step(origin, origin + (down * self.size + across) * sign))
        return steps

    def evaluate(self, board: Board) -> float:
        """Player 0's lead in steps, counted from each player's foremost stone to its corner."""
        mine, theirs = self.size, self.size
        for place, square in enumerate(board.squares):
            row, column = divmod(place, self.size)
            if square > 0:
                mine = min(mine, self.size - 1 - min(row, column))
            elif square < 0:
                theirs = min(theirs, max(row, column))
        return mx.WIN * (theirs - mine) / (2 * self.size)

    def parse(self, text: str) -> Board:
        """Reads the rows from the top, the player to move, and the die or `?`, as in `12./3.c/.ba 0 ?`."""
        rows, _, rest = text.partition(" ")
        player, _, die = rest.partition(" ")
        letters = rows.replace("/", "")
        known = [letter for letter in letters if letter != "."]
        signs, dice = {*SIGNS[0][: self.stones], *SIGNS[1][: self.stones]}, ("?", *SIGNS[0][: self.stones])
        fits = [len(row) for row in rows.split("/")] == [self.size] * self.size and player in ("0", "1") and die in dice
        if not fits or len(set(known)) < len(known) or not set(known) <= signs:
            raise mx.NotationError(
                f"expected {self.size} rows of stones, who moves and the die, such as {self.format(self.initial())}, got {text!r}"
            )
        squares = tuple(_number(letter) for letter in letters)
        return Board(squares, int(player), 0 if die == "?" else int(die))

    def format(self, board: Board) -> str:
        """Writes what `parse` reads."""
        letters = [_letter(square) for square in board.squares]
        rows = ["".join(letters[first : first + self.size]) for first in range(0, len(letters), self.size)]
        return f"{'/'.join(rows)} {board.player} {board.die or '?'}"

    def parse_move(self, board: Board, text: str) -> Move:
        """Reads two squares, as in `a5b4`, or the side that the die shows."""
        if not board.die and text in SIGNS[0][: self.stones]:
            return Throw(int(text))
        squares = [self._square(text[first : first + 2]) for first in (0, 2)]
        if not board.die or len(text) != 4 or None in squares:
            wanted = "two squares, such as a5b4" if board.die else f"what the die shows, 1 to {self.stones}"
            raise mx.NotationError(f"expected {wanted}, got {text!r}")
        return Step(*(square or 0 for square in squares))

    def format_move(self, board: Board, move: Move) -> str:
        """Writes what `parse_move` reads."""
        return str(move.side) if isinstance(move, Throw) else self._name(move.origin) + self._name(move.target)

    def _square(self, name: str) -> int | None:
        column, row = "abcde".find(name[:1] or "?"), "54321".find(name[1:] or "?") - (5 - self.size)
        return row * self.size + column if 0 <= column < self.size and 0 <= row < self.size else None

    def _name(self, square: int) -> str:
        row, column = divmod(square, self.size)
        return f"{'abcde'[column]}{self.size - row}"

    def render(self, board: Board) -> str:
        """The rows with their numbers, the letters of the columns, the player to move, and the die."""
        lines = []
        for row in range(self.size):
            squares = board.squares[row * self.size : (row + 1) * self.size]
            lines.append(f"{self.size - row}  {' '.join(map(_letter, squares))}")
        die = f"the die shows {board.die}" if board.die else "to throw"
        return "\n".join([*lines, f"   {' '.join('abcde'[: self.size])}   player {board.player}: {die}"])

    def svg(self, board: Board) -> str:
        """The stones in their players' colours, and the die."""
        grid = mx.drawing.Grid(self.size, self.size, title=f"einstein: {self.format(board)}", below=30)
        for place, square in enumerate(board.squares):
            if square:
                row, column = divmod(place, self.size)
                grid.disc(column, row, "first" if square > 0 else "second")
                grid.sign(column, row, str(abs(square)), size=0.4)
        if board.die:
            grid.canvas.die(20 * self.size + 2, 40 * self.size + 32, board.die)
        return str(grid.canvas.drawing())

    def areas(self, board: Board, move: Step) -> tuple[mx.drawing.Area, ...]:
        """The start and target squares of the stone."""
        places = (divmod(place, self.size) for place in move)
        return tuple(mx.drawing.Grid.area(column, row) for row, column in places)


def _number(letter: str) -> int:
    if letter in SIGNS[1]:
        return -1 - SIGNS[1].index(letter)
    return 0 if letter == "." else int(letter)


def _letter(square: int) -> str:
    return "." if square == 0 else SIGNS[0][square - 1] if square > 0 else SIGNS[1][-square - 1]
