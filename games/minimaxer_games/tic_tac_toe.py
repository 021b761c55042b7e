"""Tic-tac-toe: three in a row on three by three."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from attrs import frozen

import minimaxer as mx

LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The rows, columns and diagonals, by cell number: 0 to 8 from the top left."""
WEIGHTS: Final = (2, 1, 2, 1, 3, 1, 2, 1, 2)
"""The number of lines through each cell, less one: the weights of `order`."""
SIGNS: Final = ".xo"


class Board(NamedTuple):
    """Nine cells, each 0 (empty), 1 (player 0, x) or 2 (player 1, o), and the player to move."""

    cells: tuple[int, ...]
    player: int


@frozen(kw_only=True)
class TicTacToe:
    """The rules. A move is the number of a cell, 0 to 8 from the top left.

    Examples:
        >>> game = TicTacToe()
        >>> mx.solve(game).value
        0
    """

    names: ClassVar = ("X", "O")

    def initial(self) -> Board:
        """The empty board; player 0 (x) begins."""
        return Board((0,) * 9, 0)

    def player(self, board: Board) -> int:
        """The player to move."""
        return board.player

    def moves(self, board: Board) -> Iterator[int]:
        """The empty cells."""
        for cell in range(9):
            if board.cells[cell] == 0:
                yield cell

    def play(self, board: Board, cell: int) -> Board:
        """Marks the cell."""
        cells = board.cells
        return Board(mx.tuples.replaced(cells, cell, board.player + 1), 1 - board.player)

    def outcome(self, board: Board) -> int | None:
        """A win for the player who has a line, a draw on a full board."""
        cells = board.cells
        for a, b, c in LINES:
            if cells[a] and cells[a] == cells[b] == cells[c]:
                return mx.WIN if cells[a] == 1 else mx.LOSS
        return None if 0 in cells else mx.DRAW

    def all_moves(self) -> range:
        """The nine cells."""
        return range(9)

    def evaluate(self, board: Board) -> int:
        """Lines that player 0 can still fill, less those that player 1 can."""
        score = 0
        for a, b, c in LINES:
            marks = board.cells[a], board.cells[b], board.cells[c]
            score += (2 not in marks) - (1 not in marks)
        return score

    def key(self, board: Board) -> tuple[int, ...]:
        """The cells."""
        return board.cells

    def order(self, board: Board, cell: int) -> int:
        """The centre, then corners, then edges."""
        return WEIGHTS[cell]

    def parse(self, text: str) -> Board:
        """Reads nine of `x`, `o` and `.` from the top left; x moves if the counts of x and o are equal."""
        signs = text.lower()
        if len(signs) != 9 or set(signs) - set(SIGNS):
            raise mx.NotationError(f"expected nine of x, o and . from the top left, such as x...o...., got {text!r}")
        player = signs.count("x") - signs.count("o")
        if player not in (0, 1):
            raise mx.NotationError(
                f"expected as many x as o or one more, got {signs.count('x')} x and {signs.count('o')} o in {text!r}"
            )
        return Board(tuple(SIGNS.index(sign) for sign in signs), player)

    def format(self, board: Board) -> str:
        """Writes what `parse` reads."""
        return "".join(SIGNS[cell] for cell in board.cells)

    def parse_move(self, board: Board, text: str) -> int:
        """Reads a cell as 1 to 9 from the top left."""
        if text not in tuple("123456789"):
            raise mx.NotationError(f"expected a cell from 1 to 9, got {text!r}")
        return int(text) - 1

    def format_move(self, board: Board, cell: int) -> str:
        """Writes what `parse_move` reads."""
        return str(cell + 1)

    def render(self, board: Board) -> str:
        """The board, with the numbers of empty cells."""
        signs = [SIGNS[cell] if cell else str(number) for number, cell in enumerate(board.cells, 1)]
        rows = [" " + " | ".join(signs[start : start + 3]) for start in (0, 3, 6)]
        return "\n---+---+---\n".join(rows)

    def svg(self, board: Board) -> str:
        """The board as a picture."""
        grid = mx.drawing.Grid(3, 3, title=f"tic-tac-toe: {self.format(board)}", square=56, names="", numbers="")
        for number, cell in enumerate(board.cells):
            column, row = number % 3, number // 3
            if cell:
                grid.sign(column, row, "xo"[cell - 1], "first" if cell == 1 else "second", size=0.9)
            else:
                grid.sign(column, row, str(number + 1), "faint", size=0.25)
        for line in LINES:
            if board.cells[line[0]] and board.cells[line[0]] == board.cells[line[1]] == board.cells[line[2]]:
                for cell in line:
                    grid.ring(cell % 3, cell // 3)
        return str(grid.canvas.drawing())

    def areas(self, board: Board, cell: int) -> tuple[mx.drawing.Area]:
        """The area of the cell."""
        return (mx.drawing.Grid.area(cell % 3, cell // 3, square=56),)
