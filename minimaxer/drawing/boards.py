"""Pictures of boards that were found in states: as SVG with areas to click, and as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

from attrs import evolve

from ..base.checks import front_door
from ..errors import GameError, OptionError
from ..game.areas import is_area
from ..game.boards import Board, BoardShape, find_board
from ..game.capability import Capabilities, capabilities
from ..game.names import names_of
from ..game.view import View
from ..native import rules_of
from .canvas import COLOUR_NAMES, PLAYERS, Canvas, Drawing, Theme
from .grids import LETTERS, Grid

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
    for column, row in product(range(shape.columns), range(shape.rows)):
        if (column, row) not in shape.cells.values():
            grid.canvas.rect(*Grid.area(column, row), "paper")
    return grid


def _stand(grid: Grid, board: Board, content: Any, column: int, row: int) -> None:
    """Draws what stands on a cell."""
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
        is_last = number == len(pictures) - 1
        canvas.begin_frame(number * seconds, whole if is_last else (number + 1) * seconds, whole)
        canvas.place(picture, 0, 0, width, height)
        canvas.end()
    return canvas.drawing()
