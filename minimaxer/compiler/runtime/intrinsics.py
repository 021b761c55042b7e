"""Raw memory for kernels: words of 64 bits at an address.

These are plain functions over the memory itself, so that a kernel can be run and stepped through in Python. In compiled code each
is an instruction or two.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any, Final, overload

from attrs import frozen

from .header import A, Bytes, Halves, Place

_FAR: Final = 1 << 40
"""The stack pointer where Python itself runs the code, and checks its own stack."""


def _word(address: int, index: int) -> ctypes.c_int64:
    return ctypes.c_int64.from_address(address + 8 * index)


@overload
def peek(address: int, index: Place[A]) -> A: ...  # type: ignore[overload-overlap]  # every Place is an int too
@overload
def peek(address: int, index: int) -> int: ...
def peek(address: int, index: int) -> object:
    """The word of that index, as a signed integer."""
    return _word(address, index).value


def poke(address: int, index: int, value: int) -> None:
    """Stores a signed integer as the word of that index."""
    _word(address, index).value = value


def peek_half(address: Halves, index: int) -> int:
    """The half word of 32 bits of that index, as an integer without a sign."""
    return ctypes.c_uint32.from_address(address + 4 * index).value


def poke_half(address: Halves, index: int, value: int) -> None:
    """Stores the lower 32 bits of an integer as the half word of that index."""
    ctypes.c_uint32.from_address(address + 4 * index).value = value


def peek_byte(address: Bytes, index: int) -> int:
    """The byte of that index, as an integer without a sign."""
    return ctypes.c_uint8.from_address(address + index).value


def poke_byte(address: Bytes, index: int, value: int) -> None:
    """Stores the lower 8 bits of an integer as the byte of that index."""
    ctypes.c_uint8.from_address(address + index).value = value


def peek_atomic(address: int, index: int) -> int:
    """`peek` as one load that is neither torn nor moved out of a loop."""
    return _word(address, index).value


def poke_atomic(address: int, index: int, value: int) -> None:
    """`poke` as one store that is not torn."""
    _word(address, index).value = value


def peek_ordered(address: int, index: int) -> int:
    """`peek` as one load that all threads see in one order with `swap_if` and `add_atomic`; no access is moved before it."""
    return _word(address, index).value


def add_atomic(address: int, index: int, amount: int) -> int:
    """Adds to the word atomically, modulo 2**64; returns its value before. No access is moved past it."""
    word = _word(address, index)
    before = word.value
    word.value = before + amount
    return before


def swap_if(address: int, index: int, expected: int, value: int) -> bool:
    """Stores the value atomically if the word is as expected; True if it was. No access is moved past it."""
    word = _word(address, index)
    if word.value != expected:
        return False
    word.value = value
    return True


def prefetch(address: int) -> None:
    """Starts to fetch the memory at an address into the cache."""


def host_allows(address: int) -> bool:
    """True if the host of the code lets the kernel with that memory go on at its limit of nodes; False where there is no host.
    Where a search and a browser share one thread, nothing but the search itself can look at the clock.
    """
    return False


def stack_pointer() -> int:
    """The address of this function's frame."""
    return _FAR


def listed(function: Callable[[Any], Any], given: object) -> Any:
    """The items that a function gives, as a tuple or list, if they are one already or made one at little cost; else None."""
    items = function(given)
    return items if isinstance(items, (tuple, list)) else None


def counted(function: Callable[[Any], Any], given: object) -> tuple[int, int] | None:
    """The number of items that a function gives, and of all among which it chooses; None unless it is a compiled filter. Both are
    0 where it pays to list the few.
    """
    return None


def drawn(function: Callable[[Any], Any], given: object, below: Callable[[int, int, int], int], mem: int, place: int) -> Any:
    """One of the items that a function gives, each equally likely; `below(mem, place, count)` draws a number below `count`."""
    items = list(function(given))
    return items[below(mem, place, len(items))]


def times(left: int, right: int) -> int:
    """The product modulo 2**64."""
    return ctypes.c_int64(left * right).value


def plus(left: int, right: int) -> int:
    """The sum modulo 2**64."""
    return ctypes.c_int64(left + right).value


def bits_of(value: float) -> int:
    """The 64 bits of a number: of an integer itself, of a float its representation, of a truth value 0 or 1."""
    return int(struct.unpack("<q", struct.pack("<d", value))[0]) if isinstance(value, float) else int(value)


def float_of(bits: int) -> float:
    """The float with that representation."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


@frozen(eq=False)
class OfForm:
    """A function of kernels for values of one form, the layout of a value in memory."""

    form: Any


class Load(OfForm):
    """`load(address, place)`: the value of that form whose words begin at that place."""

    def __call__(self, address: int, place: int) -> Any:
        """Reads the value."""
        return self.form.rebuild([peek(address, place + number) for number in range(self.form.words)])


class Store(OfForm):
    """`store(address, place, value)`: writes a value of that form as words from that place on."""

    def __call__(self, address: int, place: int, value: object) -> None:
        """Writes the value."""
        for number, word in enumerate(self.form.flatten(value)):
            poke(address, place + number, word)


@frozen(eq=False)
class Unpack(OfForm):
    """`unpacked(code)`: the value of that form whose words are `bits` bits of the code each, in turn."""

    bits: int

    def __call__(self, code: int) -> Any:
        """Extracts the value from the code."""
        return self.form.rebuild([code >> self.bits * place & (1 << self.bits) - 1 for place in range(self.form.words)])


class Words(OfForm):
    """`words(value)`: the words of a value of that form."""

    def __call__(self, value: object) -> list[int]:
        """The words of the value."""
        return list(self.form.flatten(value))


@frozen(eq=False)
class Fit:
    """A function of the game whose result, or each item of it if `each`, has a form."""

    function: Callable[..., Any]
    form: Any
    each: bool = False

    def __call__(self, *arguments: object) -> Any:
        """Calls the function."""
        return self.function(*arguments)
