"""Reading pictures back."""

from __future__ import annotations

import re
from xml.etree import ElementTree

NAMES = {"s": "http://www.w3.org/2000/svg"}


def parsed(svg: str) -> ElementTree.Element:
    """The picture's elements; fails where it is no well-formed SVG."""
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return root


def words(svg: str) -> list[str]:
    """Every text in the picture."""
    return [element.text or "" for element in parsed(svg).iterfind(".//s:text", NAMES)]


def hints(svg: str) -> list[str]:
    """What is shown when pointed at."""
    return [element.text or "" for element in parsed(svg).iterfind(".//s:g/s:title", NAMES)]


def count(svg: str, kind: str, look: str = "") -> int:
    """How many elements of that kind have a class that the pattern matches."""
    found = parsed(svg).iterfind(f".//s:{kind}", NAMES)
    return sum(re.search(look, element.get("class", "")) is not None for element in found)
