"""The transposition table: buckets of two entries, one kept for its depth, one always replaced.

An entry is two words, `key ^ data` and `data`; with float scores three, the last the score, which is xored in too. A torn entry
matches no key. `data`, from the lowest bit: bound 2, player 1, solved 1, generation 3, depth 9, move 16, score 32; in games with
chance, whose scores are floats, the lowest bit of the last part says that chance decides.

Workers also share a table while it grows: an entry may then be missed or lost, but a wrong one is never accepted.

Source: R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25(1), 2002.
"""

from __future__ import annotations

from typing import Any, Final

from .....compiler.runtime.intrinsics import bits_of, float_of, peek, peek_atomic, poke, poke_atomic, swap_if
from .....game.protocol import CHANCE
from .. import layout as w

SOLVED: Final = 8
GENERATION: Final = 7 << 4
DEEPEST: Final = 510
_LOW32: Final = 0xFFFF_FFFF
_BY_CHANCE: Final = 1 << 32


def mover_bits(player: int) -> int:
    """The bits of an entry's data that encode the mover, in games with chance."""
    return _BY_CHANCE if player == CHANCE else player << 2


def bucket(game: Any, mem: int, key: int) -> int:
    """The address of the key's bucket."""
    table = peek(mem, w.TABLE)
    number = (((key >> 32) & _LOW32) * peek_atomic(table, w.BUCKETS)) >> 32
    return table + 8 * w.TABLE_HEADER + number * (48 if game.has_float_scores else 32)


def probe(game: Any, mem: int, key: int, player: int) -> Any:
    """The data and score of the position's entry; data is 0 if there is none."""
    address = bucket(game, mem, key)
    for first in (0, 3) if game.has_float_scores else (0, 2):
        check = peek_atomic(address, first)
        data = peek_atomic(address, first + 1)
        if game.has_float_scores:
            bits = peek_atomic(address, first + 2)
            if game.has_chances:
                if check ^ data ^ bits == key and data != 0 and data & (_BY_CHANCE | 4) == mover_bits(player):
                    return data, float_of(bits)
            elif check ^ data ^ bits == key and data != 0 and (data >> 2) & 1 == player:
                return data, float_of(bits)
        elif check ^ data == key and data != 0 and (data >> 2) & 1 == player:
            return data, game.score(data >> 32)
    return 0, game.score(0)


def store(game: Any, mem: int, key: int, player: int, depth: int, bound: int, solved: bool, move: int, value: Any) -> None:
    """Stores an entry in place of a shallower or older one, or else of the one that is always replaced."""
    table = peek(mem, w.TABLE)
    buckets = peek_atomic(table, w.BUCKETS)
    if 4 * peek(mem, w.FILLED) * peek(mem, w.WORKERS) > 3 * buckets:
        if 2 * buckets <= peek(table, w.MOST_BUCKETS) and swap_if(table, w.GROWING, 0, 1):
            if peek_atomic(table, w.BUCKETS) == buckets:
                grow(game, mem)
            poke_atomic(table, w.GROWING, 0)
    depth = min(depth, DEEPEST)
    mover = player << 2
    if game.has_chances:
        mover = mover_bits(player)
    data = bound | mover | (SOLVED if solved else 0) | (peek(mem, w.GENERATION) & 7) << 4 | depth << 7
    data |= (move & 0xFFFF) << 16
    bits = bits_of(value)
    if game.has_float_scores:
        place(game, mem, key, data, bits)
    else:
        place(game, mem, key, data | bits << 32, 0)


def place(game: Any, mem: int, key: int, data: int, bits: int) -> None:
    """Chooses an entry of the key's bucket, and replaces it."""
    address = bucket(game, mem, key)
    old = peek_atomic(address, 1)
    if old != 0 and (old ^ data) & GENERATION == 0 and (data >> 7) & 511 < (old >> 7) & 511:
        score = peek_atomic(address, 2) if game.has_float_scores else 0
        if peek_atomic(address, 0) ^ old ^ score != key:
            address += 24 if game.has_float_scores else 16
            old = peek_atomic(address, 1)
    if old == 0 or (old ^ data) & GENERATION != 0:
        poke(mem, w.FILLED, peek(mem, w.FILLED) + 1)
    poke_atomic(address, 0, key ^ data ^ bits)
    poke_atomic(address, 1, data)
    if game.has_float_scores:
        poke_atomic(address, 2, bits)


def grow(game: Any, mem: int) -> None:
    """Doubles the part of the table in use: a small table is faster while it is large enough.

    A bucket's entries move to the two buckets at twice its number; going from last to first overwrites none. Entries that other
    workers store meanwhile already use the new number, and are moved once more when reached.
    """
    size = 3 if game.has_float_scores else 2
    table = peek(mem, w.TABLE)
    buckets = peek(table, w.BUCKETS)
    filled = peek(mem, w.FILLED)
    poke_atomic(table, w.BUCKETS, 2 * buckets)
    for number in range(buckets - 1, -1, -1):
        address = table + 8 * w.TABLE_HEADER + 16 * size * number
        for entry in range(2):
            first = entry * size
            check, data = peek_atomic(address, first), peek_atomic(address, first + 1)
            bits = peek_atomic(address, first + 2) if game.has_float_scores else 0
            poke_atomic(address, first + 1, 0)
            if data != 0:
                place(game, mem, check ^ data ^ bits, data, bits)
    poke(mem, w.FILLED, filled)
