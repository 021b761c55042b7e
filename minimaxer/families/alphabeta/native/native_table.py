"""The memory of a transposition table, used by one kernel or shared by several."""

from __future__ import annotations

from typing import Any, Final

from ....compiler.runtime.memory import Given, Memory, shared_words
from ....errors import OptionError
from . import layout as w

FIRST_BUCKETS: Final = 1 << 14
"""Buckets in use at first; more would only cost memory latency while there is little to store."""


class NativeTable:
    """A transposition table for kernels, whose entries hold floats if `float_scores`. Its memory, of at most `size` bytes, is
    allocated only as it grows; raises OptionError if the system cannot allocate that much. `shared` is memory of that size made
    by `shared_memory` and used by other processes too, else None.
    """

    def __init__(self, size: int, *, float_scores: bool, shared: Any = None) -> None:
        self._bucket: Final = bucket_bytes(float_scores=float_scores)
        self.buckets: Final = max(1, size // self._bucket)
        try:
            self._memory: Final = Memory(_bytes(size, self._bucket), large_pages=True) if shared is None else Given(shared)
        except OSError as error:
            raise OptionError(f"expected a table that fits the memory of this machine, got {size:,} bytes") from error
        self.address: Final = self._memory.address
        self.has_guesses = False
        """True if it holds values of a selective search, which are useless to a full search."""
        first = self.buckets
        while shared is None and first > FIRST_BUCKETS:
            first //= 2
        self._first: Final = first
        self._memory.words[w.BUCKETS], self._memory.words[w.MOST_BUCKETS] = first, self.buckets

    @property
    def used_bytes(self) -> int:
        """Bytes of the buckets in use; the rest is not allocated yet."""
        return self._memory.words[w.BUCKETS] * self._bucket

    @property
    def content(self) -> memoryview:
        """The buckets in use."""
        header = 8 * w.TABLE_HEADER
        return self._memory.bytes[header : header + self.used_bytes]

    def grown_to(self, size: int) -> memoryview | None:
        """Grows to `size` bytes of buckets, and returns them for filling; None if the table never has that size."""
        buckets = self._first
        while buckets * self._bucket < size and 2 * buckets <= self.buckets:
            buckets *= 2
        if buckets * self._bucket != size:
            return None
        self._memory.words[w.BUCKETS] = buckets
        return self.content

    def clear(self) -> None:
        """Resets it, and frees the memory that it has grown by."""
        assert isinstance(self._memory, Memory), "others search with a table that is shared"
        self.has_guesses = False
        header, used = 8 * w.TABLE_HEADER, self.used_bytes
        size = self._first * self._bucket
        self._memory.words[w.BUCKETS] = self._first
        self._memory.clear(header, size)
        if used > size:
            self._memory.forget(header + size, header + used)

    def close(self) -> None:
        """Frees the memory; no kernel may be working on it."""
        self._memory.close()


def shared_memory(size: int, *, float_scores: bool) -> Any:
    """Memory for a table of that many bytes, to pass to a process as it starts; raises OSError if it cannot be allocated."""
    return shared_words(_bytes(size, bucket_bytes(float_scores=float_scores)) // 8)


def bucket_bytes(*, float_scores: bool) -> int:
    """Bytes of a bucket."""
    return 48 if float_scores else 32


def _bytes(size: int, bucket: int) -> int:
    """The bytes of a table of that size, with its header."""
    return 8 * w.TABLE_HEADER + max(1, size // bucket) * bucket
