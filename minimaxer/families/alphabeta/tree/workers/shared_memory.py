"""Memory that the processes of one search share: a stop flag, marks of the searches each is running, and a table.

The memory is a file that is unlinked once it is open, so that nothing is left behind, however the processes end. May import
floors below.
"""

from __future__ import annotations

import multiprocessing
import struct
from collections.abc import Hashable
from typing import Any, Final

from .....base.scores import Bound
from .....base.stable import is_word, stable_hash
from .....errors import OptionError
from .....searching.schemes import MOST_THREADS
from ..table import Entry

_STOP: Final = 0
_NODES: Final = 8
_MARKS: Final = _NODES + MOST_THREADS
_MARK_COUNT: Final = 1 << 12
_TABLE: Final = _MARKS + _MARK_COUNT
_ENTRY: Final = 3
_WORD: Final = (1 << 64) - 1
_SPREAD: Final = 0x9E3779B97F4A7C15
_BOUNDS: Final = {Bound.UPPER: 1, Bound.LOWER: 2, Bound.EXACT: 3}
_BOUND_OF: Final = {number: bound for bound, number in _BOUNDS.items()}
# where in an entry's data the parts lie that follow the bound
_PLAYER: Final = 2
_SOLVED: Final = 3
_WHOLE: Final = 4
_DEPTH: Final = 5


class SharedMemory:
    """Shared words, in the result of `SharedMemory.memory`, made in this process or its parent, or of `local_memory`."""

    def __init__(self, memory: Any) -> None:
        self.words: Final = memoryview(memory).cast("B").cast("Q")

    @staticmethod
    def memory(table_bytes: int) -> Any:
        """Memory with room for a table of that size, which can be passed to a process as it starts."""
        try:
            return multiprocessing.get_context("spawn").RawArray("Q", _size(table_bytes))
        except (OSError, OverflowError) as error:
            raise OptionError(f"expected a table that fits the memory of this machine, got {table_bytes:,} bytes") from error

    @staticmethod
    def local_memory(table_bytes: int) -> bytearray:
        """Memory with room for a table of that size, for threads of one process."""
        return bytearray(8 * _size(table_bytes))

    @property
    def is_stopped(self) -> bool:
        """True if all workers should stop."""
        return self.words[_STOP] != 0

    def stop(self) -> None:
        """Sets the stop flag for all workers."""
        self.words[_STOP] = 1

    def begin(self) -> None:
        """Clears the stop flag, the node counts and all marks."""
        self.words[:_TABLE] = memoryview(bytes(8 * _TABLE)).cast("Q")

    def count(self, number: int, nodes: int) -> None:
        """Stores the number of nodes that this helper has visited."""
        self.words[_NODES + number] = nodes

    def nodes(self, number: int) -> int:
        """The number of nodes that this helper has visited."""
        return self.words[_NODES + number]

    def mark(self, key: Hashable, player: int, depth: int) -> int:
        """The mark of a search of that position to that depth."""
        return stable_hash(key) ^ (depth << 1 | player) * _SPREAD & _WORD | 1

    def busy(self, mark: int) -> bool:
        """True if a worker is running the marked search."""
        return self.words[_MARKS + mark % _MARK_COUNT] == mark

    def mark_busy(self, mark: int) -> None:
        """Marks the search as being run by this worker."""
        self.words[_MARKS + mark % _MARK_COUNT] = mark

    def clear_busy(self, mark: int) -> None:
        """Removes the mark of the search, unless another mark has replaced it."""
        if self.busy(mark):
            self.words[_MARKS + mark % _MARK_COUNT] = 0


class SharedTable:
    """A transposition table in shared memory, used like `Table`. An entry that two processes wrote at once is not found; `exact`
    is True if all keys so far were exact rather than hashed.

    Source: R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25(1), 2002.
    """

    def __init__(self, board: SharedMemory) -> None:
        self._words: Final = board.words
        self._buckets: Final = (len(board.words) - _TABLE) // (2 * _ENTRY)
        self.exact = True

    def probe(self, key: Hashable, player: int) -> Entry | None:
        """The entry of the position with that mover, or None."""
        code, words = self._code(key), self._words
        first = _TABLE + 2 * _ENTRY * (code % self._buckets)
        for place in (first, first + _ENTRY):
            data, bits = words[place + 1], words[place + 2]
            if data and words[place] ^ data ^ bits == code and data >> _PLAYER & 1 == player:
                signed = bits - (bits >> 63 << 64)
                value = signed if data >> _WHOLE & 1 else float(struct.unpack("<d", struct.pack("<q", signed))[0])
                return Entry(key, player, data >> _DEPTH, value, _BOUND_OF[data & 3], bool(data >> _SOLVED & 1))
        return None

    def store(self, entry: Entry) -> None:
        """Stores the entry, in place of the shallower or older one of its bucket."""
        code, words = self._code(entry.key), self._words
        whole = isinstance(entry.value, int)
        bits = int(entry.value) & _WORD if whole else struct.unpack("<Q", struct.pack("<d", entry.value))[0]
        data = _BOUNDS[entry.bound] | entry.player << _PLAYER | entry.solved << _SOLVED | whole << _WHOLE | entry.depth << _DEPTH
        place = _TABLE + 2 * _ENTRY * (code % self._buckets)
        old = words[place + 1]
        if old and entry.depth < old >> _DEPTH and words[place] ^ old ^ words[place + 2] != code:
            place += _ENTRY
        words[place], words[place + 1], words[place + 2] = code ^ data ^ bits, data, bits

    def _code(self, key: Hashable) -> int:
        if self.exact and not is_word(key):
            self.exact = False
        return stable_hash(key)


def _size(table_bytes: int) -> int:
    """Words of shared memory with a table of that size."""
    return _TABLE + _ENTRY * max(2, table_bytes // (8 * _ENTRY) // 2 * 2)
