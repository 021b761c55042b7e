"""The picture of a board: its size, and the areas of moves in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from attrs import frozen

from ..errors import RulesError
from ..game.areas import is_area
from ..game.protocol import Area


@frozen
class Frame:
    """The part of the plane that a picture shows, in its own units."""

    x: float
    y: float
    width: float
    height: float

    def share(self, area: Area) -> list[float]:
        """Converts a rectangle to percent of the picture: left, top, width and height.

        Examples:
            >>> Frame(0, 0, 200, 100).share((50, 25, 20, 20))
            [25.0, 25.0, 10.0, 20.0]
        """
        x, y, width, height = area
        across, down = 100 / self.width, 100 / self.height
        return [round(share, 3) for share in ((x - self.x) * across, (y - self.y) * down, width * across, height * down)]


def frame_of(svg: object) -> Frame:
    """The frame of a game's picture; raises RulesError if it is no SVG, or one without a size.

    Examples:
        >>> frame_of('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 148"/>')
        Frame(x=0.0, y=0.0, width=148.0, height=148.0)
    """
    if not isinstance(svg, str):
        raise RulesError(f"svg() gave {svg!r}; expected text that begins with <svg")
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise RulesError(f"svg() gave text that is no XML: {error}") from None
    sides = (root.get("viewBox") or f"0 0 {_bare(root.get('width'))} {_bare(root.get('height'))}").replace(",", " ").split()
    try:
        frame = Frame(*map(float, sides))
    except (TypeError, ValueError):
        frame = Frame(0, 0, 0, 0)
    if frame.width > 0 and frame.height > 0:
        return frame
    raise RulesError("svg() gave a picture without a size; give its first element a viewBox of four numbers, as in '0 0 148 148'")


def _bare(size: str | None) -> str:
    return "" if size is None else size.strip().removesuffix("px")


def shares(frame: Frame | None, areas: Any, state: object, move: object) -> list[list[float]]:
    """The areas of a move in percent of the picture; empty without a picture or a method `areas`.

    Raises RulesError if `areas` gave anything but rectangles.
    """
    if frame is None or areas is None:
        return []
    given: Sequence[Any] = areas(state, move)
    if not isinstance(given, (tuple, list)) or not all(is_area(each) for each in given):
        raise RulesError(f"areas({state!r}, {move!r}) gave {given!r}; expected rectangles (x, y, width, height)")
    return [frame.share(each) for each in given]
