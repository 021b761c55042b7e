"""Shapes on a page, written as SVG.

Colours are names, looked up in a palette for light and one for dark; every drawing paints its own background, so that it can be
read wherever it is shown. What games draw with is written such that it compiles, since exported pages draw by compiled rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal
from unicodedata import east_asian_width

from attrs import frozen

from ..base.files import write_text
from ..errors import OptionError

Theme = Literal["auto", "light", "dark"]
THEMES: Final = ("auto", "light", "dark")
_LONGEST_HINT: Final = 400
_FARTHEST: Final = 1_000_000_000
_WRITTEN: Final = (
    *(("\n", " "), ("\t", " ")),
    *(("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;")),
)
"""How letters are written that mean something in XML."""
TOKENS: Final = Path(__file__).with_name("tokens.css")
"""The design that pictures share with pages: custom properties of CSS."""
COLOURS: Final[dict[str, tuple[str, str]]] = {
    name.replace("-", "_"): (light, dark)
    for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", TOKENS.read_text("utf-8"))
}
"""The colours by name: in light, in dark."""
PLAYERS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The colours of the players, player 0's first."""
COLOUR_NAMES: Final = ("Orange", "Blue", "Green", "Purple", "Red", "Yellow")
"""The names of these colours."""


@frozen(repr=False)
class Drawing:
    """A finished picture.

    Notebooks show it; `str` gives the SVG text, `save` writes it to a file.

    Attributes:
        svg: The picture as SVG.
        width: Pixels.
        height: Pixels.
    """

    svg: str
    width: float
    height: float

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing of {self.width:g} x {self.height:g} pixels>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Writes the picture to a file.

        Args:
            path: The file; by convention it ends in `.svg`.

        Raises:
            NotationError: It cannot be written; an earlier file is kept.
        """
        write_text(path, self.svg + "\n")


class Canvas:
    """A page to draw on: pixels from the upper left corner, colours by the names of `COLOURS`.

    Args:
        width: Pixels.
        height: Pixels.
        title: A description for people who cannot see the picture.
        theme: `auto` follows the reader's setting; `light` and `dark` don't.

    Raises:
        OptionError: The theme is unknown.

    Examples:
        >>> canvas = Canvas(40, 40, title="a stone")
        >>> canvas.circle(20, 20, 15, "first")
        >>> canvas.drawing()
        <Drawing of 40 x 40 pixels>
    """

    def __init__(self, width: float, height: float, *, title: str, theme: Theme = "auto") -> None:
        self.width: Final = width
        self.height: Final = height
        self.theme: Final = checked_theme(theme)
        self._title: Final = title
        self._parts: list[str] = []
        self._used = {"paper"}

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        round: float = 0,  # noqa: A002 (a name of the public interface)
        stroke: str = "none",
        thick: float = 1,
        dashed: bool = False,
        fade: float = 1,
    ) -> None:
        """A rectangle by its upper left corner; `round` is the radius of its corners. For the rest see `line`."""
        corners = _attribute("rx", round) if round else ""
        shape = _attribute("x", x) + _attribute("y", y) + _attribute("width", width) + _attribute("height", height) + corners
        self._add("rect", shape, fill, stroke, thick, dashed, fade)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str,
        *,
        stroke: str = "none",
        thick: float = 1,
        dashed: bool = False,
        fade: float = 1,
    ) -> None:
        """A disc by its middle. For the rest see `line`."""
        shape = _attribute("cx", x) + _attribute("cy", y) + _attribute("r", radius)
        self._add("circle", shape, fill, stroke, thick, dashed, fade)

    def path(
        self, steps: str, fill: str = "none", *, stroke: str = "none", thick: float = 1, dashed: bool = False, fade: float = 1
    ) -> None:
        """A path in SVG's path language. For the rest see `line`."""
        self._add("path", f' d="{steps}"', fill, stroke, thick, dashed, fade)

    def polygon(
        self,
        points: Iterable[tuple[float, float]],
        fill: str,
        *,
        stroke: str = "none",
        thick: float = 1,
        dashed: bool = False,
        fade: float = 1,
    ) -> None:
        """A shape by its corners. For the rest see `line`."""
        corners = " ".join([f"{_number(x)},{_number(y)}" for x, y in points])
        self._add("polygon", f' points="{corners}"', fill, stroke, thick, dashed, fade)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str = "rule", *, thick: float = 1, dashed: bool = False
    ) -> None:
        """A straight line; all shapes take `stroke`, `thick`, `dashed`, and `fade` from 0 (invisible) to 1."""
        shape = _attribute("x1", x1) + _attribute("y1", y1) + _attribute("x2", x2) + _attribute("y2", y2)
        self._add("line", shape, "none", stroke, thick, dashed, 1)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        fill: str = "ink",
        *,
        size: float = 13,
        anchor: Literal["start", "middle", "end"] = "middle",
        bold: bool = False,
        plain: bool = False,
        outline: str = "none",
    ) -> None:
        """One line of text whose vertical middle is at `y`; `plain` takes a monospaced font."""
        look = _attribute("x", x) + _attribute("y", y + 0.35 * size) + _attribute("font-size", size)
        if anchor != "start":
            look += f' text-anchor="{anchor}"'
        if bold:
            look += ' font-weight="bold"'
        classes = self._class("f", fill) + (" mono" if plain else "")
        if outline != "none":
            classes += f" {self._class('s', outline)} under"
        self._parts.append(f'<text{look} class="{classes}">{_clean(words)}</text>')

    def die(self, x: float, y: float, number: int, *, size: float = 24) -> None:
        """A die by its upper left corner, with 1 to 6 pips."""
        self.rect(x, y, size, size, "white", stroke="ink", round=size / 5)
        for column, row, fewest in ((1, 1, 2), (3, 3, 2), (3, 1, 4), (1, 3, 4), (1, 2, 6), (3, 2, 6)):
            if number >= fewest:
                self.circle(x + size * column / 4, y + size * row / 4, size / 10, "black")
        if number % 2:
            self.circle(x + size / 2, y + size / 2, size / 10, "black")

    def begin(self, hint: str = "", *, x: float = 0, y: float = 0) -> None:
        """Begins a group that shows the hint when pointed at, moved by `x` and `y`; `end` ends it."""
        moved = f' transform="translate({_number(x)} {_number(y)})"' if x or y else ""
        self._parts.append(f"<g{moved}>" + (f"<title>{_clean(shortened(hint, _LONGEST_HINT))}</title>" if hint else ""))

    def begin_frame(self, begins: float, ends: float, seconds: float) -> None:
        """Begins a group that is seen from one second to another of a film of so many, which begins anew; `end` ends it."""
        shown = [(0, "hidden"), (begins, "visible"), (ends, "hidden")]
        shown = [each for each in shown[begins == 0 :] if each[0] < seconds]
        values, times = ";".join(look for _, look in shown), ";".join(f"{at / seconds:.5f}" for at, _ in shown)
        self._parts.append(
            f'<g visibility="{shown[0][1]}"><animate attributeName="visibility" values="{values}" keyTimes="{times}" '
            f'dur="{_number(seconds)}s" calcMode="discrete" repeatCount="indefinite"/>'
        )

    def define(self, name: str) -> None:
        """Begins a group that is not drawn where it stands, for whoever takes it from there; `end("defs")` ends it."""
        self._parts.append(f'<defs><g id="{_clean(name)}">')

    def end(self, around: str = "") -> None:
        """Ends the group begun last, and the element around it, if one is named."""
        self._parts.append("</g>" + (f"</{around}>" if around else ""))

    def drawing(self) -> Drawing:
        """The finished picture."""
        size = f'width="{_number(self.width)}" height="{_number(self.height)}"'
        box = f'viewBox="0 0 {_number(self.width)} {_number(self.height)}"'
        title = _clean(shortened(self._title, _LONGEST_HINT))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="mx-{self.theme}" {size} {box} role="img" aria-label="{title}">'
            f"<title>{title}</title><style>{_style(self.theme, self._used)}</style>"
        )
        paper = f'<rect width="{_number(self.width)}" height="{_number(self.height)}" class="f-paper"/>'
        return Drawing("\n".join([head, paper, *self._parts, "</svg>"]), self.width, self.height)

    def place(self, drawing: str, x: float, y: float, width: float, height: float) -> None:
        """Draws another picture's SVG, scaled to fit that box.

        Raises:
            OptionError: It is no SVG.
        """
        from xml.etree import ElementTree

        try:
            root = ElementTree.fromstring(drawing)
        except ElementTree.ParseError as error:
            raise OptionError(f"expected a picture as SVG text, got {shortened(repr(drawing), 60)}: {error}") from None
        if root.tag.rpartition("}")[2] != "svg":
            raise OptionError(f"expected a picture as SVG text, got the element {root.tag!r}")
        if "viewBox" not in root.attrib:
            root.set("viewBox", f"0 0 {root.get('width', '100')} {root.get('height', '100')}".replace("px", ""))
        for name, value in (("x", x), ("y", y), ("width", width), ("height", height)):
            root.set(name, _number(value))
        root.set("preserveAspectRatio", "xMidYMin meet")
        self._used.update(re.findall(r"\b[fs]-(\w+)", drawing))
        ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
        self._parts.append(ElementTree.tostring(root, encoding="unicode"))

    def _add(self, name: str, shape: str, fill: str, stroke: str, thick: float, dashed: bool, fade: float) -> None:
        look = f'{shape} class="{self._class("f", fill)}'
        look += '"' if stroke == "none" else f' {self._class("s", stroke)}"'
        if stroke != "none" and thick != 1:
            look += _attribute("stroke-width", thick)
        if dashed:
            look += ' stroke-dasharray="4 3"'
        if fade != 1:
            look += _attribute("opacity", fade)
        self._parts.append(f"<{name}{look}/>")

    def _class(self, kind: str, colour: str) -> str:
        """The class of a colour: `f` fills with it, `s` strokes. Raises OptionError if it has no such name."""
        if colour != "none" and colour not in COLOURS:
            raise OptionError(f"expected a colour named in COLOURS, got {colour!r}; known: none, {', '.join(COLOURS)}")
        self._used.add(colour)
        return f"{kind}-{colour}"


def checked_theme(theme: str) -> Any:
    """The theme; raises OptionError if it is unknown."""
    if theme not in THEMES:
        raise OptionError(f"expected theme to be one of {', '.join(THEMES)}, got {theme!r}")
    return theme


def shortened(text: str, most: int) -> str:
    """The text itself, or its beginning with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def columns(text: str) -> int:
    """The width of a text in letters; East Asian letters count twice."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _clean(text: str) -> str:
    """The text as XML, with a mark in place of what XML cannot hold."""
    text = "".join([each if _is_in_xml(each) else "\N{REPLACEMENT CHARACTER}" for each in text])
    for letter, written in _WRITTEN:
        if letter in text:
            text = text.replace(letter, written)
    return text


def _is_in_xml(letter: str) -> bool:
    return " " <= letter < "\ud800" or "\ue000" <= letter < "\ufffe" or letter > "\uffff" or letter in "\r\n\t"


def _attribute(name: str, value: float) -> str:
    return f' {name}="{_number(value)}"'


def _number(value: float) -> str:
    """A number with at most two digits behind the point, rounded as by Python's formats; raises OptionError if too large."""
    if not -_FARTHEST < value < _FARTHEST:
        raise OptionError(f"expected a number of pixels between -{_FARTHEST} and {_FARTHEST}, got {value}")
    hundredths = round(round(abs(value), 2) * 100)
    whole, rest = divmod(hundredths, 100)
    behind = "" if rest == 0 else f".{rest // 10}" if rest % 10 == 0 else f".{rest // 10}{rest % 10}"
    return f"{'-' if value < 0 and hundredths else ''}{whole}{behind}"


def _style(theme: str, used: set[str]) -> str:
    light, dark = _rules(theme, 0, used), _rules(theme, 1, used)
    fonts = (
        f".mx-{theme} text{{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}}"
        f".mx-{theme} .mono{{font-family:ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace}}"
        f".mx-{theme} .f-none{{fill:none}}.mx-{theme} .under{{paint-order:stroke;stroke-width:2.5px;stroke-linejoin:round}}"
    )
    if theme == "auto":
        return f"{fonts}{light}@media (prefers-color-scheme:dark){{{dark}}}"
    return fonts + (light if theme == "light" else dark)


def _rules(theme: str, which: int, used: set[str]) -> str:
    return "".join(
        f".mx-{theme} .f-{name}{{fill:{colours[which]}}}.mx-{theme} .s-{name}{{stroke:{colours[which]}}}"
        for name, colours in COLOURS.items()
        if name in used
    )
