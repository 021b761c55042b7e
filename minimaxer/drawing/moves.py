"""The moves of a position with their values, as a search found them, and the board beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

from ..base.scores import Bound, is_decisive
from ..game.view import View
from ..searching.limits import StopReason
from ..searching.result import RootMove, SearchResult
from .boards import draw_view
from .canvas import Canvas, Drawing, Theme, columns, shortened

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
