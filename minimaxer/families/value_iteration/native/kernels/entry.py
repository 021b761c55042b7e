"""Value iteration: all reachable states, their components, and bounds that close in on their values."""

from __future__ import annotations

from typing import Any

from .....compiler.runtime import header as h
from .....compiler.runtime.intrinsics import peek
from .explore import explore
from .settle import settle_all


def entry(game: Any, mem: int) -> int:
    """Solves the state in memory; gives the stop reason, 0 if it was completed."""
    explore(game, mem, game.load_state(mem, h.STATE))
    if peek(mem, h.STOP) == 0:
        settle_all(game, mem)
    return peek(mem, h.STOP)
