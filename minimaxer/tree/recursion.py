"""Room for deep recursion."""

from __future__ import annotations

import sys
from typing import Final

_FRAMES_A_PLY: Final = 3
_FRAMES_A_QUIET_PLY: Final = 2
_SPARE: Final = 500
"""Frames for the code that called the search and for the user's methods."""


def make_room(depth: int, quiescence: int) -> None:
    """Raises Python's recursion limit so that a search of that many plies fits; never lowers it, other threads may need it.

    From Python 3.11 on, calls between Python functions do not use the C stack, so that the limit alone decides.
    """
    needed = _FRAMES_A_PLY * depth + _FRAMES_A_QUIET_PLY * quiescence + _SPARE
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)
