"""Memory that kernels work on: plain pages, zeroed and taken from the system only as they are touched. Imports no numba."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
from typing import Final


class Memory:
    """So many bytes at a fixed address, also seen as signed words.

    Args:
        size: Bytes.
        large_pages: Ask for large pages where the system has them, which helps random access.
    """

    def __init__(self, size: int, *, large_pages: bool = False) -> None:
        private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
        self._pages: Final = mmap.mmap(-1, size, **private)
        if large_pages and hasattr(mmap, "MADV_HUGEPAGE"):
            with contextlib.suppress(OSError):
                self._pages.madvise(mmap.MADV_HUGEPAGE)
        self._anchor: ctypes.c_char | None = ctypes.c_char.from_buffer(self._pages)
        self.address: Final = ctypes.addressof(self._anchor)
        self.words: Final = memoryview(self._pages).cast("q")

    def write(self, place: int, values: list[int]) -> None:
        """Writes words from that place on."""
        words = self.words
        for value in values:
            words[place] = value
            place += 1

    def close(self) -> None:
        """Gives the memory back; it must not be in use."""
        self.words.release()
        self._anchor = None
        with contextlib.suppress(BufferError):
            self._pages.close()
