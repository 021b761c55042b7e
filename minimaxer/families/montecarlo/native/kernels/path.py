"""Draws by repetition: the positions on the way to the one that a simulation has come to.

A node of the tree has one way to it, so a position that came before on it is a draw for good, whatever else leads there.

Source: chessprogramming.org "Repetitions".
"""

from __future__ import annotations

from typing import Any

from .....base.scores import DRAW
from .....compiler.runtime.intrinsics import peek, poke
from .. import layout as w
from .playouts import note_spread


def note_code(mem: int, code: int, ply: int) -> None:
    """Notes what stands for the position of a ply."""
    poke(mem, w.CODES + peek(mem, w.PLAYED) + ply, code)


def came_before(mem: int, code: int, ply: int) -> bool:
    """Whether the position was on the way already, played or simulated; it is noted at its ply."""
    for place in range(w.CODES + peek(mem, w.PLAYED) + ply - 1, w.CODES - 1, -1):
        if peek(mem, place) == code:
            return True
    note_code(mem, code, ply)
    return False


def drawn_again(game: Any, mem: int) -> None:
    """Writes into `RESULT` what a position counts as that came again."""
    game.store_score(mem, w.RESULT, game.score(DRAW))
    note_spread(game, mem)
