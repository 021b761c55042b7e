"""Draws by repetition: the positions on the path to the current node.

A value that depends on a position further up the path is not stored in the table: on another path it would differ. Stored
values hold on every path: a draw by repetition within a subtree is one wherever the subtree occurs, and a position with a
forced win is won even if the path has already passed it.

Source: chessprogramming.org "Repetitions", "Graph History Interaction".
"""

from __future__ import annotations

from .....compiler.runtime.intrinsics import peek, poke
from .. import layout as w


def came_before(mem: int, code: int, ply: int) -> bool:
    """True if the position is already on the path; otherwise adds it."""
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
    """Clears the path at a chance node's ply, since chance nodes are not compared for repetition."""
    place = peek(mem, w.PLAYED) + ply
    if place < w.PATH_LENGTH:
        poke(mem, w.PATH + place, 0)


def depends_on_path(mem: int, ply: int) -> bool:
    """True if the value just found depends on a position earlier on the path than this ply."""
    if peek(mem, w.REPEATED) < peek(mem, w.PLAYED) + ply:
        return True
    poke(mem, w.REPEATED, w.NOT_REPEATED)
    return False
