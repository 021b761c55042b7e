"""Allocation of places in a kernel's memory."""

from __future__ import annotations

import math


class Places:
    """Consecutive words of 64 bits: each word requested gets the next place.

    Args:
        first: The first place.
        end: The place where they must end.
    """

    def __init__(self, first: int, end: float = math.inf) -> None:
        self.next = first
        self._end = end

    def word(self) -> int:
        """The place of one word."""
        return self.words(1)

    def words(self, count: int) -> int:
        """The place of the first of that many words.

        Raises:
            ValueError: There is no room for them.
        """
        place = self.next
        self.next += count
        if self.next > self._end:
            raise ValueError(f"expected at most {self._end} words, got {self.next}")
        return place
