"""64-bit codes of positions in tables, the same in every process, in Python and in native code."""

from __future__ import annotations

import struct
from collections.abc import Hashable, Iterator
from typing import Final

from ..base.stable import is_word, stable_hash

WORD: Final = (1 << 64) - 1
SPREAD: Final = -7046029254386353131 & WORD
_FIRST: Final = -4658895280553007687 & WORD
_SECOND: Final = -7723592293110705685 & WORD
_MOVER: Final = 7046029254386353131


def code_of(mover: int, outcome: float | None, key: Hashable) -> int:
    """The code of a position: a hash of its key's words if these are all whole numbers, else of its contents.

    `mover` may be `FINISHED`; `outcome` is None while the game runs. The key distinguishes the positions of one mover; raises
    GameError if a part of it has no stable hash.

    Examples:
        >>> code_of(0, None, (1, (2, 3))) == code_of(0, None, (1, 2, 3)) != code_of(1, None, (1, 2, 3))
        True
    """
    words = [*_words(key)]
    code = stable_hash(key) if None in words else mixed(words)  # type: ignore[arg-type]  # as of here
    bits = 0 if outcome is None else int.from_bytes(struct.pack("<d", outcome), "little")
    return (code ^ mover * _MOVER) + bits * SPREAD & WORD


def mixed(words: list[int]) -> int:
    """A hash of words in which every bit of every word affects every bit; `native.kernels.positions` has the same natively.

    Source: S. Vigna, the finalizer of "splitmix64"; each step is one-to-one.

    Examples:
        >>> mixed([1]) != mixed([2])
        True
    """
    code = 0
    for word in words:
        code = (code ^ word & WORD) + SPREAD & WORD
        code = (code ^ code >> 30) * _FIRST & WORD
        code = (code ^ code >> 27) * _SECOND & WORD
        code ^= code >> 31
    return code


def _words(key: Hashable) -> Iterator[int | None]:
    """Yields the whole numbers of a key, nested tuples included; None for anything else."""
    if isinstance(key, tuple):
        for part in key:
            yield from _words(part)
    else:
        yield int(key) if is_word(key) or isinstance(key, bool) else None  # type: ignore[call-overload]  # it is an int
