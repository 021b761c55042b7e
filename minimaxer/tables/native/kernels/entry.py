"""Retrograde analysis: finding positions with the edges between them, and spreading results backwards."""

from __future__ import annotations

from typing import Any

from ....compiler.runtime import header as h
from ....compiler.runtime.intrinsics import peek
from .. import layout as w
from .explore import enter_all, explore
from .in_order import settle_in_order
from .spread import count, keep, spread


def entry(game: Any, mem: int) -> int:
    """Runs the task; returns the reason why it stopped, 0 if it was completed."""
    task = peek(mem, w.TASK)
    if task == w.EXPLORE:
        explore(game, mem)
    elif task == w.ENTER:
        enter_all(mem)
    elif task == w.SPREAD:
        spread(mem)
    elif task == w.IN_ORDER:
        settle_in_order(mem)
    elif task == w.KEEP:
        keep(mem)
    else:
        count(mem)
    return peek(mem, h.STOP)
