"""The display hook of notebooks."""

from __future__ import annotations

from typing import Any

from .lazy import imported


def svg_of(value: Any, function: str) -> str:
    """The value as an SVG picture, by a function of `drawing`, which imports all that it draws and is imported here first."""
    svg: str = imported(f"minimaxer.drawing:{function}")(value).svg
    return svg
