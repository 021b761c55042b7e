"""Draws by repetition: the positions on the path of a simulation.

A single path leads to each node of the tree, so a position repeated on it is a draw for good, whatever else leads there.

Source: chessprogramming.org "Repetitions".
"""

from __future__ import annotations

from typing import Any

from .....base.scores import DRAW
from .....compiler.runtime.intrinsics import peek, poke
from .. import layout as w
from .playouts import record_spread


def record_code(mem: int, code: int, ply: int) -> None:
    """Records the code of the position at a ply."""
    poke(mem, w.CODES + peek(mem, w.PLAYED) + ply, code)


def came_before(mem: int, code: int, ply: int) -> bool:
    """True if the position already occurred, in the game played or on the path; otherwise its code is recorded."""
    for place in range(w.CODES + peek(mem, w.PLAYED) + ply - 1, w.CODES - 1, -1):
        if peek(mem, place) == code:
            return True
    record_code(mem, code, ply)
    return False


def drawn_again(game: Any, mem: int) -> None:
    """Writes the value of a repeated position, a draw, into `RESULT`."""
    game.store_score(mem, w.RESULT, game.score(DRAW))
    record_spread(game, mem)
