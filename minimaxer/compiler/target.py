"""What code depends on of the machine that runs it."""

from __future__ import annotations

import functools
import os
from typing import Final

from attrs import frozen
from llvmlite import ir

from .runtime.machine import identity

WORD: Final = ir.IntType(64)
_HALF: Final = ir.IntType(32)


@frozen(kw_only=True)
class Target:
    """A kind of machine. In a word the bits above the `address_bits` of an address are 0.

    Attributes:
        gathers_bits: True if an instruction gathers the bits that a mask selects.
        escape: The function outside that ends a whole run, as C's `longjmp`; None where there is none.
        has_host: True if the code runs within a host, such as a browser, that no other thread can reach meanwhile: it is asked at
            the limit of nodes whether to go on, and keeps calls on a stack of its own.
    """

    address_bits: int = 64
    gathers_bits: bool = False
    escape: str | None = None
    has_host: bool = False

    def table(self, words: tuple[int | ir.Constant, ...]) -> tuple[ir.Type, str]:
        """The type and the text of a constant table; items are numbers of 64 bits, or constants such as addresses. Where
        addresses have 32 bits it consists of half words, as no object file holds such an address in a word.
        """
        known = [signed(each) if isinstance(each, int) else each.get_reference() for each in words or (0,)]
        if self.address_bits == 64 or not any(isinstance(each, str) for each in known):
            return ir.ArrayType(WORD, len(known)), ", ".join(f"i64 {each}" for each in known)
        halves = [
            f"i32 trunc (i64 {each} to i32), i32 0"
            if isinstance(each, str)
            else f"i32 {each & 0xFFFFFFFF}, i32 {each >> 32 & 0xFFFFFFFF}"
            for each in known
        ]
        return ir.ArrayType(_HALF, 2 * len(known)), ", ".join(halves)


def signed(number: int) -> int:
    """The number from -2**63 to 2**63 - 1 with the same lowest 64 bits."""
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


@functools.cache
def this_machine() -> Target:
    """The machine that runs this program."""
    return Target(gathers_bits="+bmi2" in identity()[2].split(","), escape="longjmp" if os.name == "posix" else None)
