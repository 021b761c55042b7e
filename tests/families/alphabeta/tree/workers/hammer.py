"""A kernel that writes and reads a shared table as fast as it can, and counts what cannot be right."""

from __future__ import annotations

from typing import Any

from minimaxer.compiler.runtime.intrinsics import peek, peek_atomic, plus, poke, times
from minimaxer.families.alphabeta.native import layout as w
from minimaxer.families.alphabeta.native.kernels.transpositions import probe, store

SEED = 100
ROUNDS = 101
KEYS = 102
FOUND = 103
WRONG = 104
MIXER = -7046029254386353131


def hammer(game: Any, mem: int) -> int:
    """Stores entries whose data follow from their key, and looks at every entry that it finds."""
    number = peek(mem, SEED)
    for _ in range(peek(mem, ROUNDS)):
        number = plus(times(number, 6364136223846793005), 1442695040888963407)
        key = times(((number >> 33) & 0x7FFF_FFFF) % peek(mem, KEYS) + 1, MIXER)
        depth = 1 + (key >> 40 & 255)
        move = key >> 20 & 0xFFFF
        value = (key >> 8 & 0xFFFF) - 30_000
        player = key >> 50 & 1
        if number >> 32 & 1:
            store(game, mem, key, player, depth, w.EXACT, False, move, game.score(value))
        else:
            data, score = probe(game, mem, key, player)
            if data != 0:
                poke(mem, FOUND, peek(mem, FOUND) + 1)
                right = data >> 7 & 511 == depth and data >> 16 & 0xFFFF == move and score == value and data & 3 == w.EXACT
                if not right:
                    poke(mem, WRONG, peek(mem, WRONG) + 1)
    return int(peek_atomic(mem, WRONG))
