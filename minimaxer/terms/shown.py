"""How notebooks find the pictures: drawing stands above all that is drawn, and is imported when a picture is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def svg_of(value: Any, function: str) -> str:
    """What that function of `minimaxer.drawing` makes of the value, as SVG."""
    drawing = import_module("minimaxer.drawing")
    svg: str = getattr(drawing, function)(value).svg
    return svg
