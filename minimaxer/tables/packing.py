"""Small numbers packed into a few bits each and compressed in blocks, which are unpacked only when needed."""

from __future__ import annotations

import struct
import zlib
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from ..errors import TableError

BLOCK: Final = 1 << 15
"""Count of numbers in a block."""
_KEPT: Final = 64
"""Number of blocks that are kept unpacked."""
WIDTHS: Final = (1, 2, 4, 8, 16, 32)


def width_for(largest: int) -> int:
    """The smallest supported number of bits for numbers up to `largest`."""
    return next(width for width in WIDTHS if largest < 1 << width)


def packed(numbers: Sequence[int], width: int) -> bytes:
    """Packs numbers of `width` bits in blocks: the end of each block, as 64 bits each, and then the blocks."""
    blocks = [zlib.compress(_dense(numbers[first : first + BLOCK], width), 9) for first in range(0, len(numbers), BLOCK)]
    ends = list(accumulate(map(len, blocks)))
    return struct.pack(f"<{len(ends)}Q", *ends) + b"".join(blocks)


def _dense(numbers: Sequence[int], width: int) -> bytes:
    """The numbers side by side, the first in the lowest bits."""
    if width >= 8:
        return struct.pack(f"<{len(numbers)}{_LETTERS[width]}", *numbers)
    a_byte = 8 // width
    row = bytes(numbers)
    row += bytes(-len(row) % a_byte)
    total = 0
    for place in range(a_byte):
        total |= int.from_bytes(row[place::a_byte], "little") << place * width
    return total.to_bytes(len(row) // a_byte, "little")


_LETTERS: Final = {8: "B", 16: "H", 32: "I"}


class Packed(Sequence[int]):
    """The `count` numbers of `width` bits that `packed` wrote as `data`; raises TableError if its length is wrong."""

    def __init__(self, data: memoryview, count: int, width: int) -> None:
        self._data: Final = data
        self._count: Final = count
        self._width: Final = width
        self._blocks: Final = -(-count // BLOCK)
        self._unpacked: Final[OrderedDict[int, Sequence[int]]] = OrderedDict()
        if len(data) < 8 * self._blocks or len(data) != 8 * self._blocks + self._end(self._blocks - 1):
            raise TableError("the table is broken: a part of it is not as long as it says")

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> int:  # type: ignore[override]  # no slices are needed
        if not 0 <= number < self._count:
            raise IndexError(number)
        return self._block(number // BLOCK)[number % BLOCK]

    def whole(self) -> array[int]:
        """All the numbers, unpacked."""
        found = array({32: "I", 16: "H"}.get(self._width, "B"))
        for block in range(self._blocks):
            found.extend(self._read(block))
        return found

    def _end(self, block: int) -> int:
        """The end of a block, as an offset from the start of the first."""
        end: int = struct.unpack_from("<Q", self._data, 8 * block)[0] if block >= 0 else 0
        return end

    def _block(self, block: int) -> Sequence[int]:
        found = self._unpacked.get(block)
        if found is None:
            found = self._unpacked[block] = self._read(block)
            if len(self._unpacked) > _KEPT:
                self._unpacked.popitem(last=False)
        return found

    def _read(self, block: int) -> Sequence[int]:
        """The numbers of a block; raises TableError if it is broken."""
        count = min(BLOCK, self._count - block * BLOCK)
        size = -(-count * self._width // 8)
        first, end, head = self._end(block - 1), self._end(block), 8 * self._blocks
        reader = zlib.decompressobj()
        try:
            data = reader.decompress(self._data[head + first : head + end], size) if first <= end else b""
        except zlib.error:
            data = b""
        if len(data) != size or not reader.eof:
            raise TableError(f"the table is broken: block {block} does not hold what it should")
        return _spread(data, count, self._width)


def _spread(data: bytes, count: int, width: int) -> Sequence[int]:
    """Unpacks that many numbers that `_dense` wrote."""
    if width >= 8:
        return struct.unpack(f"<{count}{_LETTERS[width]}", data)
    a_byte = 8 // width
    whole, mask = int.from_bytes(data, "little"), int.from_bytes(bytes([(1 << width) - 1]) * len(data), "little")
    row = bytearray(len(data) * a_byte)
    for place in range(a_byte):
        row[place::a_byte] = (whole >> place * width & mask).to_bytes(len(data), "little")
    return row[:count]
