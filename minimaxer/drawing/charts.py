"""Bar charts with whiskers, and a curve of numbers from step to step, such as the values of a game's positions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import frozen

from ..errors import OptionError
from .canvas import Canvas, Drawing, Theme

_CURVE_WIDTH: Final = 640
_HEIGHT: Final = 240
_LEFT: Final = 58
_TOP: Final = 40
_RIGHT: Final = 20
PLOT: Final = (_LEFT / _CURVE_WIDTH, 1 - _RIGHT / _CURVE_WIDTH)
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
    canvas = Canvas(_CURVE_WIDTH, _HEIGHT, title=title, theme=theme)
    middle, half = (_TOP + _HEIGHT - 28) / 2, (_HEIGHT - 28 - _TOP) / 2
    step = (_CURVE_WIDTH - _LEFT - _RIGHT) / max(1, len(values) - 1)

    def place(number: int) -> tuple[float, float]:
        value = values[number]
        share = edges[number] * half if value is None else value / most * (half - _EDGE)
        return _LEFT + number * step, middle - share

    canvas.text(12, 18, title, size=14, anchor="start", bold=True)
    for y, label in ((middle - half + _EDGE, write(most)), (middle, write(0)), (middle + half - _EDGE, write(-most))):
        canvas.line(_LEFT, y, _CURVE_WIDTH - _RIGHT, y, "rule")
        canvas.text(_LEFT - 8, y, label, "faint", size=11, anchor="end")
    canvas.text(_LEFT + 4, middle - half - 4, upper, "faint", size=11, anchor="start")
    canvas.text(_LEFT + 4, middle + half + 8, lower, "faint", size=11, anchor="start")
    canvas.text(_CURVE_WIDTH - _RIGHT, _HEIGHT - 8, f"{len(values) - 1} moves", "faint", size=11, anchor="end")
    points = [place(number) for number in range(len(values))]
    canvas.path("M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points), stroke="accent", thick=2)
    for number, hint in marks.items():
        x, y = points[number]
        canvas.begin(hint)
        canvas.circle(x, y, 5, "warn")
        canvas.end()
    return canvas.drawing()


_ROW: Final = 22
_WIDTH: Final = 340
_LETTER: Final = 6.9
"""Most pixels of a letter of size 12, on average."""


@frozen(kw_only=True)
class Bar:
    """One bar.

    Attributes:
        label: The name of the thing measured.
        value: The figure, such as a median; not negative.
        low: The least figure seen; None for no whisker.
        high: The greatest figure seen; None for no whisker.
        group: Bars of one group are drawn together under its name; empty for none.
        marked: True to highlight it.
    """

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    group: str = ""
    marked: bool = False


def bar_chart(
    bars: Sequence[Bar],
    *,
    title: str,
    write: Callable[[float], str] = lambda value: f"{value:,.3g}",
    logarithmic: bool = False,
    theme: Theme = "auto",
) -> Drawing:
    """Horizontal bars, each with its figure and, if known, a whisker from the least to the greatest figure seen.

    Args:
        bars: From the top.
        title: The heading; should name the unit.
        write: Formats a figure.
        logarithmic: True for a logarithmic scale, from the power of ten below the least figure on; for figures that
            differ by more than a bar can show. The title should say so.
        theme: As for `Canvas`.

    Raises:
        OptionError: There is no bar, or a figure cannot be drawn.

    Examples:
        >>> bar_chart([Bar(label="one", value=1), Bar(label="two", value=2, low=1.8, high=2.5)], title="seconds")
        <Drawing of 416 x 92 pixels>
    """
    _check(bars, logarithmic)
    groups = list(dict.fromkeys(bar.group for bar in bars))
    headed = any(groups)
    names = max(len(bar.label) for bar in bars) * _LETTER + 12
    wide = max(len(write(bar.value)) for bar in bars) * _LETTER + 16
    scale = _scale(bars, logarithmic)
    width = max(
        math.ceil(names + _WIDTH + wide + 20), math.ceil(max(len(title) * 7.6, *(len(name) * 7.2 for name in groups)) + 24)
    )
    canvas = Canvas(width, 36 + _ROW * len(bars) + (_ROW * len(groups) if headed else 0) + 12, title=title, theme=theme)
    canvas.text(12, 18, title, size=14, anchor="start", bold=True)
    y = 36.0
    for group in groups:
        if headed:
            canvas.text(12, y + _ROW / 2 + 2, group, "faint", size=12, anchor="start", bold=True)
            y += _ROW
        top = y
        for bar in (bar for bar in bars if bar.group == group):
            _draw(canvas, bar, names + 6, y, scale, write)
            y += _ROW
        canvas.line(names + 6, top, names + 6, y, "rule")
    return canvas.drawing()


def _check(bars: Sequence[Bar], logarithmic: bool) -> None:
    if not bars:
        raise OptionError("expected at least one bar to draw, got none")
    for bar in bars:
        for figure in (bar.value, bar.low, bar.high):
            if figure is not None and not (0 <= figure < math.inf and (figure > 0 or not logarithmic)):
                least = "above 0" if logarithmic else "from 0"
                raise OptionError(f"expected figures {least} in the bar {bar.label!r}, got {figure!r}")
        if bar.low is not None and bar.high is not None and bar.low > bar.high:
            raise OptionError(f"expected low to be at most high in the bar {bar.label!r}, got {bar.low!r} and {bar.high!r}")


def _scale(bars: Sequence[Bar], logarithmic: bool) -> Callable[[float], float]:
    """A function that maps a figure to its place on the scale, 0 to 1."""
    most = max(max(bar.value, bar.high or 0) for bar in bars) or 1.0
    if not logarithmic:
        return lambda value: value / most
    floor = math.floor(math.log10(min(min(bar.value, bar.low or bar.value) for bar in bars)) - 1e-9)
    span = math.log10(most) - floor
    return lambda value: (math.log10(value) - floor) / span


def _draw(
    canvas: Canvas, bar: Bar, left: float, y: float, scale: Callable[[float], float], write: Callable[[float], str]
) -> None:
    middle = y + _ROW / 2
    length = scale(bar.value) * _WIDTH
    spread = "" if bar.low is None or bar.high is None else f" ({write(bar.low)} to {write(bar.high)})"
    canvas.begin(f"{bar.label}: {write(bar.value)}{spread}")
    canvas.text(left - 8, middle, bar.label, size=12, anchor="end", bold=bar.marked)
    canvas.rect(left, y + 4, max(length, 1), _ROW - 8, "accent" if bar.marked else "bar_other", round=2)
    end = length
    if bar.low is not None and bar.high is not None:
        low, high = left + scale(bar.low) * _WIDTH, left + scale(bar.high) * _WIDTH
        end = max(end, high - left)
        canvas.line(low, middle, high, middle, "ink", thick=1.3)
        for x in (low, high):
            canvas.line(x, middle - 4, x, middle + 4, "ink", thick=1.3)
    canvas.text(left + end + 8, middle, write(bar.value), size=12, anchor="start", bold=bar.marked)
    canvas.end()
