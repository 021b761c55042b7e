"""The table of proof-number search: buckets of four entries; the entry of the least work is replaced.

An entry is two words, `key ^ data` and `data`. `data`, from the lowest bit: proof number 26, disproof number 26, work 6 (the
number of binary digits of the node count of its search), generation 5. A bucket fills a cache line.

A result that depends on the path to a position, through a repetition, has another key, made of the position's key and the path.
It holds on that path alone; its proof number is then the ply of the repeated position.

Source: A. Kishimoto and M. Mueller, "A general solution to the graph history interaction problem", AAAI 2004, for results by the
path; A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002, for the table.
"""

from __future__ import annotations

from typing import Final

from .....compiler.runtime.intrinsics import peek, poke, times
from .. import layout as w

_LOW32: Final = 0xFFFF_FFFF
_ON_WAY: Final = 0x369D_EA0F_31A5_3F85
"""Distinguishes path-dependent entries from the others; any odd number."""


def bucket(mem: int, key: int) -> int:
    """The address of the key's bucket."""
    table = peek(mem, w.TABLE)
    number = (((key >> 32) & _LOW32) * peek(table, w.BUCKETS)) >> 32
    return table + 8 * (w.TABLE_HEADER + w.BUCKET * number)


def probe(mem: int, key: int) -> int:
    """The data of the key's entry; 0 if there is none."""
    place = bucket(mem, key)
    for entry in range(0, w.BUCKET, 2):
        data = peek(place, entry + 1)
        if data != 0 and peek(place, entry) ^ data == key:
            return data
    return 0


def pn_of(data: int) -> int:
    """The proof number of an entry."""
    return data & w.INFINITE


def dn_of(data: int) -> int:
    """The disproof number of an entry."""
    return (data >> w.NUMBER_BITS) & w.INFINITE


def key_on(key: int, way: int) -> int:
    """The key of an entry that depends on the path to its position."""
    return key ^ times(way, _ON_WAY)


def store(mem: int, key: int, pn: int, dn: int, nodes: int) -> None:
    """Stores an entry, and doubles the table first if it is filled and may grow."""
    table = peek(mem, w.TABLE)
    if peek(mem, w.FILLED) > w.FULL * peek(table, w.BUCKETS):
        if 2 * peek(table, w.BUCKETS) <= peek(table, w.MOST_BUCKETS):
            grow(mem, table)
    data = pn | dn << w.NUMBER_BITS | digits(nodes) << w.WORK_SHIFT | peek(mem, w.GENERATION) << w.GENERATION_SHIFT
    place(mem, key, data)


def place(mem: int, key: int, data: int) -> None:
    """Writes data over the key's own entry, a free one, one of an earlier search, or the one of the least work."""
    address = bucket(mem, key)
    generation = peek(mem, w.GENERATION)
    chosen = 0
    least = 1 << 62
    for entry in range(0, w.BUCKET, 2):
        old = peek(address, entry + 1)
        worth = -1
        if old != 0:
            if peek(address, entry) ^ old == key:
                chosen = entry
                break
            worth = (old >> w.WORK_SHIFT) & ((1 << w.WORK_BITS) - 1)
            if old >> w.GENERATION_SHIFT == generation:
                worth += 1 << w.WORK_BITS
        if worth < least:
            least = worth
            chosen = entry
    if peek(address, chosen + 1) == 0:
        poke(mem, w.FILLED, peek(mem, w.FILLED) + 1)
    poke(address, chosen, key ^ data)
    poke(address, chosen + 1, data)


def grow(mem: int, table: int) -> None:
    """Doubles the part of the table in use; a small table is faster while it holds everything.

    A bucket's entries go to the two buckets of twice its number; from the last to the first, none is overwritten.
    """
    buckets = peek(table, w.BUCKETS)
    poke(table, w.BUCKETS, 2 * buckets)
    poke(mem, w.FILLED, 0)
    for number in range(buckets - 1, -1, -1):
        address = table + 8 * (w.TABLE_HEADER + w.BUCKET * number)
        for entry in range(0, w.BUCKET, 2):
            check = peek(address, entry)
            data = peek(address, entry + 1)
            poke(address, entry + 1, 0)
            if data != 0:
                place(mem, check ^ data, data)


def digits(number: int) -> int:
    """The number of binary digits of a number, at least 1."""
    count = 1
    while number > 1:
        number >>= 1
        count += 1
    return count
