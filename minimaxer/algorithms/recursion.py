"""Room for deep recursion. May import nothing of the package."""

from __future__ import annotations

import sys
from typing import Final

_FRAMES_A_PLY: Final = 4
_SPARE: Final = 2_000


def make_room(depth: int) -> None:
    """Raises Python's recursion limit so that a search of that depth fits; never lowers it, other threads may need it.

    From Python 3.11 on, calls between Python functions do not use the C stack, so that the limit alone decides.
    """
    needed = _FRAMES_A_PLY * depth + _SPARE
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)
