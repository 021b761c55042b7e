"""Allocation of places in a kernel's memory."""

from __future__ import annotations

import math
from typing import Generic, Protocol, TypeVar, cast


class Narrow(Protocol):
    """The address of an array of items narrower than a word: a number that `peek` does not accept as an array of words."""

    def __add__(self, offset: int) -> int: ...
    def __eq__(self, other: object) -> bool: ...


class Halves(Narrow):
    """The address of an array of half words, for `peek_half` and `poke_half`."""


class Bytes(Narrow):
    """The address of an array of bytes, for `peek_byte` and `poke_byte`."""


A = TypeVar("A", bound=Narrow)


class Place(int, Generic[A]):
    """The place of a word that holds such an address. For the type checker alone: a kernel runs on plain numbers."""


class Places:
    """Consecutive words of 64 bits from `first` to before `end`: each word requested gets the next place."""

    def __init__(self, first: int, end: float = math.inf) -> None:
        self.next = first
        self._end = end

    def word(self) -> int:
        """The place of one word."""
        return self.words(1)

    def bytes(self) -> Place[Bytes]:
        """The place of a word with the address of an array of bytes."""
        return cast("Place[Bytes]", self.word())

    def halves(self) -> Place[Halves]:
        """The place of a word with the address of an array of half words."""
        return cast("Place[Halves]", self.word())

    def words(self, count: int) -> int:
        """The place of the first of that many words; raises ValueError if there is no room for them."""
        place = self.next
        self.next += count
        if self.next > self._end:
            raise ValueError(f"expected at most {self._end} words, got {self.next}")
        return place
