"""The contents of a table, a value for each position, packed into a few bits each and compressed; and statistics of them."""

from __future__ import annotations

import struct
import zlib
from array import array
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from attrs import asdict, frozen

from ..base.scores import DECISIVE
from ..errors import TableError
from .graph import ABSENT
from .settling import DRAWN, checked_values

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


@frozen
class Longest:
    """The longest way to a result under best play.

    Attributes:
        plies: How long it is.
        value: What player 0 gets.
        position: Where it begins, as text.
        line: Its moves, as text.
    """

    plies: int
    value: float
    position: str
    line: tuple[str, ...]


@frozen
class TableStatistics:
    """Statistics of the positions in a table.

    Attributes:
        positions: The number of positions.
        counts: The number of positions of each value: `WIN`, `LOSS`, margins, and that of endless play; without margins.
        lengths: Of each value that a player has to force, the number of positions by their distance from it, in plies; empty
            if plies are not counted.
        longest: The longest way to a result; None if plies are not counted, or all play is endless.
    """

    positions: int
    counts: Mapping[float, int]
    lengths: Mapping[float, Mapping[int, int]]
    longest: Longest | None

    def to_dict(self) -> dict[str, Any]:
        """The statistics as plain data for JSON."""
        return {
            "positions": self.positions,
            "counts": [[value, count] for value, count in self.counts.items()],
            "lengths": [[value, sorted(lengths.items())] for value, lengths in self.lengths.items()],
            "longest": None if self.longest is None else asdict(self.longest),
        }

    def __str__(self) -> str:
        rows = [f"{self.positions:,} positions"]
        rows += [f"  {_named(value)}: {count:,}" for value, count in sorted(self.counts.items(), reverse=True)]
        if self.longest is not None:
            rows.append(f"longest: {self.longest.plies} plies from {self.longest.position}: {' '.join(self.longest.line)}")
        return "\n".join(rows)


def _named(value: float) -> str:
    if abs(value) >= DECISIVE:
        return "player 0 wins" if value > 0 else "player 1 wins"
    return "draw" if value == 0 else f"{value:+g}"


@frozen(kw_only=True)
class Contents:
    """The data that a table keeps of its positions.

    Attributes:
        values: The distinct values, without margins; that of endless play is the first.
        results: For each position number, the index of its value in `values`.
        plies: For each position number, the distance to its value, in plies; None if that is not kept.
        interrupted: True if Ctrl-C ended the work before all requested tiers were done.
    """

    values: Sequence[float]
    results: Sequence[int]
    plies: Sequence[int] | None
    statistics: TableStatistics
    interrupted: bool = False


class Summed:
    """Counts positions by their values; of the known ones, the first is the value of endless play."""

    def __init__(self, *values: float) -> None:
        self.values: Final[list[float]] = list(values)
        self._counts: Final = Counter[int]()
        self._lengths: Final[dict[int, Counter[int]]] = {}
        self._longest = -1
        self.where: int | None = None
        """The number of the position farthest from a result; None if plies are not counted."""

    def places(self, values: Sequence[float]) -> list[int]:
        """The indexes of values, which are added if they are new."""
        found = []
        for value in values:
            if value not in self.values:
                self.values.append(value)
                checked_values(self.values)
            found.append(self.values.index(value))
        return found

    def add(self, results: Sequence[int], plies: Sequence[int] | None, movers: Sequence[int], first: int = 0) -> None:
        """Counts positions, numbered from `first`."""
        for number, (result, mover) in enumerate(zip(results, movers, strict=True)):
            if mover == ABSENT:
                continue
            self._counts[result] += 1
            if plies is not None and result != DRAWN:
                self._lengths.setdefault(result, Counter())[plies[number]] += 1
                if plies[number] > self._longest:
                    self._longest, self.where = plies[number], first + number

    def add_counts(self, counts: dict[int, int]) -> None:
        """Adds the numbers of positions by result."""
        self._counts.update(counts)

    def add_lengths(self, result: int, lengths: dict[int, int]) -> None:
        """Adds the numbers of positions with a result by plies to it."""
        self._lengths.setdefault(result, Counter()).update(lengths)

    def record_longest(self, plies: int, number: int) -> None:
        """Notes a position if it is farther from a result than all before."""
        if plies > self._longest:
            self._longest, self.where = plies, number

    def statistics(self, *, is_sorted: bool = False) -> TableStatistics:
        """The statistics, without the longest line; values in their order if `is_sorted`, else as they were met."""
        counts = Counter[float]()
        for result, count in sorted(self._counts.items()) if is_sorted else self._counts.items():
            counts[self.values[result]] += count
        lengths = {self.values[result]: dict(sorted(count.items())) for result, count in sorted(self._lengths.items())}
        return TableStatistics(self._counts.total(), dict(counts), lengths, None)
