"""Boards of up to 64 squares as one integer, a bit for each square; the same in Python and in compiled games.

Every function takes and returns numbers from 0 to 2**64 - 1, bit 63 included; a negative number means the same 64 bits. In
compiled games integers have 64 bits, so that `1 << 64` or a sum beyond them is an error there; these functions are safe.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

ALL: Final = (1 << 64) - 1
"""All 64 bits set."""


def popcount(bits: int) -> int:
    """The number of set bits.

    Examples:
        >>> popcount(0b1011), popcount(ALL)
        (3, 64)
    """
    return (bits & ALL).bit_count()


def lowest(bits: int) -> int:
    """The number of the lowest set bit, from 0; 64 if there is none.

    Examples:
        >>> lowest(0b1000), lowest(0)
        (3, 64)
    """
    return ((bits & -bits) & ALL).bit_length() - 1 if bits & ALL else 64


def highest(bits: int) -> int:
    """The number of the highest set bit, from 0; -1 if there is none.

    Examples:
        >>> highest(0b1011), highest(0)
        (3, -1)
    """
    return (bits & ALL).bit_length() - 1


def bit(number: int) -> int:
    """The bit of that number, 0 to 63, alone.

    Examples:
        >>> bit(3), bit(63) == 2**63
        (8, True)
    """
    return 1 << number & ALL


def lowest_bit(bits: int) -> int:
    """The lowest set bit alone; 0 if there is none.

    Examples:
        >>> lowest_bit(0b1100)
        4
    """
    return bits & -bits & ALL


def without_lowest(bits: int) -> int:
    """The bits without the lowest set one.

    Examples:
        >>> without_lowest(0b1100)
        8
    """
    bits &= ALL
    return bits & bits - 1 if bits else 0


def each_bit(bits: int) -> Iterator[int]:
    """The numbers of the set bits, from the lowest.

    Examples:
        >>> list(each_bit(0b1101))
        [0, 2, 3]
    """
    while bits & ALL:
        yield lowest(bits)
        bits = without_lowest(bits)


def shift_left(bits: int, places: int) -> int:
    """The bits moved up by 0 to 63 places; those beyond bit 63 are lost.

    Examples:
        >>> shift_left(3, 63) == 2**63
        True
    """
    return bits << places & ALL


def shift_right(bits: int, places: int) -> int:
    """The bits moved down by 0 to 63 places; those below bit 0 are lost.

    Examples:
        >>> shift_right(12, 2)
        3
    """
    return (bits & ALL) >> places


def complement(bits: int) -> int:
    """The bits that are not set, of all 64.

    Examples:
        >>> complement(ALL ^ 5)
        5
    """
    return ~bits & ALL


def gather(bits: int, mask: int) -> int:
    """The bits that the mask selects, side by side from the lowest: one instruction on processors that have it.

    In compiled games the mask has to be known beforehand: a number, or a field of the game.

    Examples:
        >>> bin(gather(0b1011_0110, 0b1100_0011))
        '0b1010'
    """
    if mask & (mask - 1) == 0:  # at most one bit
        return int(bits & mask != 0)
    return sum((bits >> number & 1) << place for place, number in enumerate(each_bit(mask)))
