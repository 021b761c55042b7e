"""Memory that kernels work on: plain pages, zeroed and taken from the system only as they are touched."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import struct
import sys
from collections.abc import Sequence
from typing import Final


def shared_words(count: int) -> ctypes.Array[ctypes.c_longlong]:
    """Shared words, all 0, that can be passed to a process as it starts; raises OSError if the system has too little memory."""
    from multiprocessing import get_context  # here, since few need it, and some Pythons have none

    return get_context("spawn").RawArray("q", count)


class Given:
    """Memory from `shared_words`, which other processes may own: bytes at a fixed address, also seen as signed words."""

    def __init__(self, memory: ctypes.Array[ctypes.c_longlong]) -> None:
        self.address: Final = ctypes.addressof(memory)
        self.bytes: Final = memoryview(memory).cast("B")
        self.words: Final = self.bytes.cast("q")

    def close(self) -> None:
        """Releases the memory."""
        self.words.release()
        self.bytes.release()


class Memory:
    """Bytes at a fixed address, also seen as signed words of 64 bits; `large_pages`, if available, help random access."""

    def __init__(self, size: int, *, large_pages: bool = False) -> None:
        private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
        self._pages: Final = mmap.mmap(-1, size, **private)
        if large_pages and hasattr(mmap, "MADV_HUGEPAGE"):
            with contextlib.suppress(OSError):
                self._pages.madvise(mmap.MADV_HUGEPAGE)
        self._anchor: ctypes.c_char | None = ctypes.c_char.from_buffer(self._pages)
        self.address: Final = ctypes.addressof(self._anchor)
        self.bytes: Final = memoryview(self._pages)
        self.words: Final = self.bytes.cast("q")

    def write(self, place: int, values: Sequence[int]) -> None:
        """Writes words from that place on."""
        struct.pack_into(f"<{len(values)}q", self.bytes, 8 * place, *values)

    def clear(self, first: int, size: int) -> None:
        """Sets bytes to 0."""
        ctypes.memset(self.address + first, 0, size)

    def forget(self, first: int, end: int) -> None:
        """Sets bytes to 0, and returns their pages to the system where it takes them."""
        inner = -(-first // mmap.PAGESIZE) * mmap.PAGESIZE
        if sys.platform != "linux" or end <= inner:  # elsewhere pages that were given back need not be 0
            self.clear(first, end - first)
            return
        self.clear(first, inner - first)
        self._pages.madvise(mmap.MADV_DONTNEED, inner, end - inner)

    def close(self) -> None:
        """Frees the memory, which must not be in use."""
        self.words.release()
        self.bytes.release()
        self._anchor = None
        with contextlib.suppress(BufferError):
            self._pages.close()
