"""Draws by repetition: the positions on the way to the one searched.

A value that hangs on a position further up is not stored in the table: it would be another one on another way. What is stored
holds on every way: a draw by repetition within a subtree is one wherever the subtree is met, and a position from which a win is
forced is won even where the way to it went past it before.

Source: chessprogramming.org "Repetitions", "Graph History Interaction".
"""

from __future__ import annotations

from .....compiler.runtime.intrinsics import peek, poke
from .. import layout as w


def came_before(mem: int, code: int, ply: int) -> bool:
    """Whether the position is on the path already; if not, it is put there."""
    place = peek(mem, w.PLAYED) + ply
    if place >= w.PATH_LENGTH:
        return False
    if ply > 0:
        for earlier in range(place - 1, -1, -1):
            if peek(mem, w.PATH + earlier) == code:
                poke(mem, w.REPEATED, min(earlier, peek(mem, w.REPEATED)))
                return True
    poke(mem, w.PATH + place, code)
    return False


def leave_out(mem: int, ply: int) -> None:
    """Takes what stands at that ply from the path: chance decides there, and positions of chance are not compared."""
    place = peek(mem, w.PLAYED) + ply
    if place < w.PATH_LENGTH:
        poke(mem, w.PATH + place, 0)


def depends_on_path(mem: int, ply: int) -> bool:
    """Whether the value just found hangs on a position before that of this ply."""
    if peek(mem, w.REPEATED) < peek(mem, w.PLAYED) + ply:
        return True
    poke(mem, w.REPEATED, w.NOT_REPEATED)
    return False
