"""A curve of numbers from step to step, such as the values of a game's positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ..errors import OptionError
from .canvas import Canvas, Drawing, Theme

_WIDTH: Final = 640
_HEIGHT: Final = 240
_LEFT: Final = 58
_TOP: Final = 40
_RIGHT: Final = 20
PLOT: Final = (_LEFT / _WIDTH, 1 - _RIGHT / _WIDTH)
"""Where the first and the last number lie, in shares of the picture's width."""
_EDGE: Final = 14
"""Pixels between the largest number and the edge for points without a number."""


def _number(value: float) -> str:
    """A number of the axis, short enough for the margin."""
    return "0" if value == 0 else f"{value:+.3g}" if abs(value) < 1e4 else f"{value:+.2g}"


def curve_chart(
    values: Sequence[float | None],
    *,
    edges: Sequence[int],
    marks: Mapping[int, str],
    title: str,
    upper: str,
    lower: str,
    write: Callable[[float], str] = _number,
    theme: Theme = "auto",
) -> Drawing:
    """Draws a curve through numbers, with some of them marked.

    Args:
        values: The numbers, from left to right; None for one that lies beyond all others.
        edges: For each, the edge where it lies if it has no number: 1 (upper), -1 (lower) or 0 (the middle).
        marks: Hints for some, by index.
        title: The heading.
        upper: The label of the upper edge.
        lower: The label of the lower edge.
        write: Formats a number of the axis.
        theme: As for `Canvas`.

    Raises:
        OptionError: There is no number to draw.

    Examples:
        >>> curve_chart([0, 2, None], edges=[0, 1, 1], marks={1: "2. e4?"}, title="a game", upper="won", lower="lost")
        <Drawing of 640 x 240 pixels>
    """
    if not values or len(values) != len(edges):
        raise OptionError(f"expected at least one number to draw, and an edge for each, got {len(values)} and {len(edges)}")
    most = max([abs(value) for value in values if value is not None], default=0.0) or 1.0
    canvas = Canvas(_WIDTH, _HEIGHT, title=title, theme=theme)
    middle, half = (_TOP + _HEIGHT - 28) / 2, (_HEIGHT - 28 - _TOP) / 2
    step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(values) - 1)

    def place(number: int) -> tuple[float, float]:
        value = values[number]
        share = edges[number] * half if value is None else value / most * (half - _EDGE)
        return _LEFT + number * step, middle - share

    canvas.text(12, 18, title, size=14, anchor="start", bold=True)
    for y, label in ((middle - half + _EDGE, write(most)), (middle, write(0)), (middle + half - _EDGE, write(-most))):
        canvas.line(_LEFT, y, _WIDTH - _RIGHT, y, "rule")
        canvas.text(_LEFT - 8, y, label, "faint", size=11, anchor="end")
    canvas.text(_LEFT + 4, middle - half - 4, upper, "faint", size=11, anchor="start")
    canvas.text(_LEFT + 4, middle + half + 8, lower, "faint", size=11, anchor="start")
    canvas.text(_WIDTH - _RIGHT, _HEIGHT - 8, f"{len(values) - 1} moves", "faint", size=11, anchor="end")
    points = [place(number) for number in range(len(values))]
    canvas.path("M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points), stroke="accent", thick=2)
    for number, hint in marks.items():
        x, y = points[number]
        canvas.begin(hint)
        canvas.circle(x, y, 5, "warn")
        canvas.end()
    return canvas.drawing()
