"""Pictures of boards, found in states or a grid of squares, as SVG with areas to click and as text; the moves of a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

from attrs import evolve, frozen

from ..base.checks import front_door
from ..base.scores import Bound, is_decisive
from ..errors import GameError, OptionError
from ..game.boards import Board, BoardShape, find_board
from ..game.boards.walking import HEXAGON
from ..game.capability import Capabilities, capabilities
from ..game.notation import is_area, names_of
from ..game.protocol import Area
from ..game.reprs import View
from ..native import rules_of
from ..searching.limits import StopReason
from ..searching.result import RootMove, SearchResult
from .canvas import COLOUR_NAMES, PLAYERS, Canvas, Drawing, Theme, columns, shortened

_ROW: Final = 22
_HALF: Final = 110
MOST_ROWS: Final = 24
_LONGEST_NAME: Final = 28
_BOARD: Final = 260


@frozen
class MoveRow:
    """A move and what is known of it.

    Attributes:
        name: The move.
        value: Its value for player 0, or None where it was not searched.
        words: The value in words.
        is_exact: True if it is more than a bound.
    """

    name: str
    value: float | None
    words: str
    is_exact: bool = True


def draw_moves(rows: Sequence[MoveRow], *, title: str, board: str | None = None, theme: Theme = "auto") -> Drawing:
    """Draws a bar for each move, to the right if player 0 is ahead and to the left if player 1 is; the first row is bold.

    Args:
        rows: The moves, the best first; bars of bounds are pale.
        title: The heading.
        board: The position as SVG, drawn to the left.
        theme: As for `Canvas`.

    Examples:
        >>> draw_moves([MoveRow("c", 3, "+3"), MoveRow("d", -1, "<= -1", False)], title="c: +3")
        <Drawing of 484 x 96 pixels>
    """
    shown = rows[:MOST_ROWS]
    title = shortened(title, 3 * _LONGEST_NAME)
    labels = [shortened(row.name, _LONGEST_NAME) for row in shown]
    names = max(map(columns, labels), default=0) * 7 + 16
    words = max((len(row.words) for row in shown), default=0) * 6.6 + 16
    left = 12 if board is None else _BOARD + 24
    width = max(left + names + 2 * _HALF + words + 12, left + columns(title) * 7.6 + 12, 484 if board is None else 0)
    height = 44 + _ROW * (len(shown) + (len(rows) > len(shown))) + 8
    if board is not None:
        height = max(height, _BOARD + 24)
    canvas = Canvas(round(width), height, title=title, theme=theme)
    if board is not None:
        canvas.place(board, 12, 12, _BOARD, _BOARD)
    canvas.text(left, 18, title, size=14, anchor="start", bold=True)
    middle = left + names + _HALF
    values = [row.value for row in shown if row.value is not None]
    greatest = 1.2 * max((abs(value) for value in values if not is_decisive(value)), default=0) or 1.0
    y = 38.0
    for number, row in enumerate(shown):
        value = row.value
        at = y + _ROW / 2
        canvas.text(left + names - 12, at, labels[number], size=12, anchor="end", bold=number == 0, plain=True)
        if value is not None:
            length = _HALF * min(1.0, abs(value) / greatest)
            start = middle if value > 0 else middle - length
            fill = "first" if value > 0 else "second" if value else "rule"
            canvas.rect(start, y + 4, max(length, 2), _ROW - 8, fill, round=2, fade=1 if row.is_exact else 0.4)
        colour = "faint" if value is None else "ink"
        canvas.text(middle + _HALF + 10, at, row.words, colour, size=12, anchor="start", bold=number == 0)
        y += _ROW
    if len(rows) > len(shown):
        canvas.text(left, y + _ROW / 2, f"and {len(rows) - len(shown)} more", "faint", size=12, anchor="start")
    canvas.line(middle, 38, middle, y, "rule")
    return canvas.drawing()


def draw_result(result: SearchResult[Any], *, theme: Theme = "auto") -> Drawing:
    """Draws the root moves of a search with their values, and the board with the best move framed, if the game draws one or its
    board was found.

    Args:
        result: The result of a search.
        theme: `light`, `dark`, or `auto` for whichever the reader prefers.
    """
    view = View(None) if result.view is None else result.view
    rows = [
        MoveRow(view.name(row.move), _length(row), result.value_text_of(row), row.bound is Bound.EXACT) for row in result.moves
    ]
    without = "over" if result.stop is StopReason.FINISHED else "chance decides"
    move = without if result.move is None else view.name(result.move)
    title = f"{move}: {result.value_text} at depth {result.depth}"
    return draw_moves(rows, title=title, board=draw_view(view, result.move), theme=theme)


def _length(row: RootMove[Any]) -> float | None:
    """The number that a move's bar shows: its value, or with more than two players the only payoff known."""
    if row.payoffs is None:
        return row.value
    known = [payoff for payoff in row.payoffs if payoff is not None]
    return known[0] if len(known) == 1 else None


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


_MARK: Final = "#e08a00"
"""The colour of the best move's frame."""


def draw_board(board: Board, state: Any, *, theme: Theme = "auto") -> Drawing:
    """Draws what stands on the cells of a state: discs in the players' colours with signs, or numbers."""
    grid = _empty(board.shape, theme)
    for cell, content in board.contents(state).items():
        _stand(grid, board, content, *cell)
    return grid.canvas.drawing()


def drawn_apart(board: Board, contents: Sequence[Any]) -> str:
    """The empty board as SVG, with a group `content0`, `content1`, ... for each content, as it looks on the upper left cell."""
    grid = _empty(board.shape, "auto")
    for number, content in enumerate(contents):
        grid.canvas.define(f"content{number}")
        _stand(grid, board, content, 0, 0)
        grid.canvas.end("defs")
    return grid.canvas.drawing().svg


def _empty(shape: BoardShape, theme: Theme) -> Grid:
    names, numbers = (LETTERS[: shape.columns], None) if shape.names else ((), ())
    grid = Grid(shape.columns, shape.rows, title="the board", names=names, numbers=numbers, theme=theme)
    cells = {*shape.cells.values()}
    for column, row in product(range(shape.columns), range(shape.rows)):
        if (column, row) not in cells:
            grid.canvas.rect(*Grid.area(column, row), "paper")
    for column, row in shape.cells.values() if shape.source.endswith(HEXAGON) else ():
        grid.canvas.rect(*Grid.area(column - 0.35, row + 0.04, 1.7, 0.92), "board", round=12)
    return grid


def _stand(grid: Grid, board: Board, content: Any, column: int, row: int) -> None:
    owner, sign = board.owner(content), board.sign(content)
    if owner is not None:
        grid.disc(column, row, PLAYERS[owner])
    grid.sign(column, row, sign, "ink" if owner is None else "black", size=0.5 if len(sign) < 2 else 0.9 / (1 + len(sign)))


def with_board(game: Any, found: Capabilities[Any, Any]) -> Capabilities[Any, Any]:
    """The capabilities, with a picture of the board and its areas where the game draws none and a board was found."""
    board = None if found.svg is not None else find_board(rules_of(game))
    if board is None:
        return found
    return evolve(
        found,
        svg=lambda state: draw_board(board, state).svg,
        areas=lambda state, move: [Grid.area(*cell) for cell in board.touched(state, move)],
    )


def shown_names(game: Any) -> tuple[str, ...]:
    """The players' names where pictures are seen: without `names`, the colours of their pieces on a board that was found."""
    names = names_of(game)
    if names[0] != "player 0" or capabilities(game).svg is not None:
        return names
    board = find_board(rules_of(game))
    return names if board is None or not board.shape.owners else COLOUR_NAMES[: len(names)]


def drawn_by(game: Any, found: Capabilities[Any, Any]) -> Callable[[Any], str]:
    """Draws a state as SVG, by the game's `svg` or from the board that was found; raises GameError where there is neither."""
    draw = with_board(game, found).svg
    if draw is None:
        raise GameError(f"no board was found in the states of {game!r}; give it a method svg(self, state) that draws one")
    return draw


def draw_view(view: View, move: Any) -> str | None:
    """A searched state's board as SVG, each area of the move framed; None without a picture; raises GameError for no text."""
    found = None if view.found is None else with_board(view.game, view.found)
    if found is None or found.svg is None:
        return None
    picture = found.svg(view.state)
    if not isinstance(picture, str):
        raise GameError(f"svg({view.state!r}) gave {picture!r}; expected text that begins with <svg")
    areas = [] if move is None or found.areas is None else found.areas(view.state, move)
    before, end, _ = picture.rpartition("</svg>")
    return before + "".join(_frame(*area) for area in areas if is_area(area)) + end if end else picture


def _frame(x: float, y: float, width: float, height: float) -> str:
    wide = min(width, height) / 12
    sides = f'x="{x + wide / 2:g}" y="{y + wide / 2:g}" width="{width - wide:g}" height="{height - wide:g}" rx="{wide:g}"'
    return f'<rect {sides} fill="none" stroke="{_MARK}" stroke-width="{wide:g}"/>'


@front_door
def board(game: Any, state: Any = None, *, theme: Theme = "auto") -> BoardShape | Drawing | None:
    """The board of a game as it was found in its states, or a picture of a state.

    Random games show which cells there are, whose pieces stand on them, and what moves touch; `svg` and `areas` of a game, where
    it has them, come first in pages and pictures.

    Args:
        game: The rules.
        state: A state to draw; None for what was found of the board, as plain data.
        theme: `light`, `dark`, or `auto` for whichever the reader prefers.

    Returns:
        A `BoardShape`, or None where no board is sure; with a state a `Drawing`.

    Raises:
        GameError: It is no game; or a state is to be drawn, and no board was found.
        OptionError: The state is none of the game's.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> board(TicTacToe()).columns, board(TicTacToe(), TicTacToe().initial())
        (3, <Drawing of 148 x 148 pixels>)
    """
    capabilities(game)  # which says what is wrong with anything else
    found = find_board(rules_of(game))
    if state is None:
        return None if found is None else found.shape
    if type(state) is not type(initial := game.initial()):
        raise OptionError(f"expected a state of {game!r}, such as {initial!r}, got {state!r}")
    if found is None:
        raise GameError(f"no board was found in the states of {game!r}; give it a method svg(self, state) that draws one")
    return draw_board(found, state, theme=theme)


@front_door
def animation(game: Any, states: Sequence[Any], *, seconds: float = 1.0, theme: Theme = "auto") -> Drawing:
    """A game as a picture that moves, for a page, a README or a forum: one state after the other, over and over.

    Args:
        game: The rules; their `svg` comes before the board that is found.
        states: The states, in order.
        seconds: How long each is seen; the last one is seen twice as long.
        theme: As for `board`, of the paper around them.

    Raises:
        GameError: It is no game, or has no `svg`, and no board was found.
        OptionError: There is no state, or `seconds` is no number above 0.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> game = TicTacToe()
        >>> animation(game, [game.initial(), game.play(game.initial(), 4)])
        <Drawing of 196 x 196 pixels>
    """
    draw = drawn_by(game, capabilities(game))
    if not states or not seconds > 0:
        raise OptionError(f"expected states, and a number of seconds above 0, got {len(states)} states and {seconds!r}")
    pictures = [draw(state) for state in states]
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', pictures[0])
    width, height = (300.0, 300.0) if box is None else (float(box[1]), float(box[2]))
    canvas, whole = Canvas(width, height, title="a game", theme=theme), seconds * (len(pictures) + 1)
    for number, picture in enumerate(pictures):
        canvas.begin_frame(number * seconds, whole if number == len(pictures) - 1 else (number + 1) * seconds, whole)
        canvas.place(picture, 0, 0, width, height)
        canvas.end()
    return canvas.drawing()
