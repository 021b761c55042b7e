"""Shapes on a page, written as SVG.

Colours are names, looked up in a palette for light and one for dark; every drawing paints its own background, so that it can be
read wherever it is shown.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any, Final, Literal
from unicodedata import east_asian_width

from attrs import frozen

from ..base.writing import write_text
from ..errors import OptionError

Theme = Literal["auto", "light", "dark"]
THEMES: Final = ("auto", "light", "dark")
_LONGEST_HINT: Final = 400
_NOT_IN_XML: Final = "[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]"
COLOURS: Final[dict[str, tuple[str, str]]] = {
    "paper": ("#ffffff", "#1b1e26"),
    "ink": ("#1d2433", "#e8eaf0"),
    "faint": ("#5d6679", "#9aa3b5"),
    "rule": ("#c5cbd8", "#464d5e"),
    "accent": ("#00796b", "#4dd0bd"),
    "warn": ("#b3261e", "#ff8a80"),
    "first": ("#f4a259", "#d9843b"),
    "second": ("#6aa3d8", "#4f86bd"),
    "third": ("#7fb069", "#5f9150"),
    "fourth": ("#b58bc9", "#94689f"),
    "fifth": ("#d9695f", "#b94f46"),
    "sixth": ("#d9c24a", "#b39f33"),
    "first_pale": ("#fde9d3", "#4a3420"),
    "second_pale": ("#dbe9f7", "#1f3448"),
    "third_pale": ("#e4f1dc", "#26381f"),
    "fourth_pale": ("#f0e4f5", "#38283f"),
    "fifth_pale": ("#f9e0de", "#46211e"),
    "sixth_pale": ("#f8f2d2", "#403a1a"),
    "board": ("#e9e2d3", "#3a3d47"),
    "light": ("#f4ecd8", "#6d717f"),
    "dark": ("#c9b48d", "#4b4f5c"),
    "white": ("#ffffff", "#f2f2f2"),
    "black": ("#23262e", "#0f1116"),
    "bar_other": ("#8d99ae", "#69758c"),
}
"""The colours by name: in light, in dark."""
PLAYERS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The colours of the players, player 0's first."""


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

    def rect(self, x: float, y: float, width: float, height: float, fill: str, **look: Any) -> None:
        """A rectangle by its upper left corner; `round` is the radius of its corners. For `look` see `line`."""
        corners = look.pop("round", 0)
        self._add("rect", {"x": x, "y": y, "width": width, "height": height, "rx": corners or None}, fill, **look)

    def circle(self, x: float, y: float, radius: float, fill: str, **look: Any) -> None:
        """A disc by its middle. For `look` see `line`."""
        self._add("circle", {"cx": x, "cy": y, "r": radius}, fill, **look)

    def path(self, steps: str, fill: str = "none", **look: Any) -> None:
        """A path in SVG's path language. For `look` see `line`."""
        self._add("path", {"d": steps}, fill, **look)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str = "rule", *, thick: float = 1, dashed: bool = False
    ) -> None:
        """A straight line; all shapes take `stroke`, `thick`, `dashed`, and `fade` from 0 (invisible) to 1."""
        self._add("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, "none", stroke=stroke, thick=thick, dashed=dashed)

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
        look = {
            "x": x,
            "y": round(y + 0.35 * size, 2),
            "font-size": size,
            "text-anchor": None if anchor == "start" else anchor,
            "font-weight": "bold" if bold else None,
            "class": _classes(
                f"f-{_known(fill)}", "mono" if plain else "", "" if outline == "none" else f"s-{_known(outline)} under"
            ),
        }
        self._parts.append(f"<text{_attributes(look)}>{_clean(words)}</text>")

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
        used = {"paper", *re.findall(r"[fs]-(\w+)", "".join(self._parts))}
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="mx-{self.theme}" {size} {box} role="img" aria-label="{title}">'
            f"<title>{title}</title><style>{_style(self.theme, used)}</style>"
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
        ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
        self._parts.append(ElementTree.tostring(root, encoding="unicode"))

    def _add(
        self,
        name: str,
        shape: dict[str, Any],
        fill: str,
        *,
        stroke: str = "none",
        thick: float = 1,
        dashed: bool = False,
        fade: float = 1,
    ) -> None:
        look = {
            **shape,
            "class": _classes(f"f-{_known(fill)}", "" if stroke == "none" else f"s-{_known(stroke)}"),
            "stroke-width": None if stroke == "none" or thick == 1 else thick,
            "stroke-dasharray": "4 3" if dashed else None,
            "opacity": None if fade == 1 else fade,
        }
        self._parts.append(f"<{name}{_attributes(look)}/>")


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
    return escape(re.sub(_NOT_IN_XML, "\N{REPLACEMENT CHARACTER}", text.replace("\n", " ").replace("\t", " ")), quote=True)


def _known(colour: str) -> str:
    if colour != "none" and colour not in COLOURS:
        raise OptionError(f"expected a colour named in COLOURS, got {colour!r}; known: none, {', '.join(COLOURS)}")
    return colour


def _classes(*names: str) -> str:
    return " ".join(filter(None, names))


def _attributes(values: dict[str, Any]) -> str:
    return "".join(
        f' {name}="{_number(value) if isinstance(value, (int, float)) else value}"'
        for name, value in values.items()
        if value is not None
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


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
