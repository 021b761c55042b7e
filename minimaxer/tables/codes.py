"""64-bit codes of positions in tables, and hashes of table keys: the same in every process, in Python and in native code."""

from __future__ import annotations

import hashlib
import marshal
import struct
from collections.abc import Hashable, Iterator
from enum import Enum
from typing import Any, Final, cast

from ..errors import GameError

WORD: Final = (1 << 64) - 1
SPREAD: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB
_MOVER: Final = 7046029254386353131
_PARTS: Final[tuple[type[Any], ...]] = (bool, int, float, str, bytes)


def is_word(key: Hashable) -> bool:
    """True if the key is a 64-bit integer; no two of these have the same hash."""
    return type(key) is int and -(1 << 63) <= key < 1 << 63


def stable_hash(key: Hashable) -> int:
    """A 64-bit hash that depends on nothing but the key: one-to-one for 64-bit integers.

    Raises GameError if the key holds anything but numbers, text, bytes, None, enumeration members, tuples and frozen sets.

    Source: `mixed` for 64-bit integers; BLAKE2b for the rest.

    Examples:
        >>> stable_hash(("a", 1)) == stable_hash(("a", 1)) != stable_hash(("a", 2))
        True
    """
    if is_word(key):
        return mixed([int(key)])  # type: ignore[call-overload]  # it is an int
    try:
        data = marshal.dumps(cast("Any", key), 2)  # this version writes equal things alike, however they were made
    except ValueError:
        data = marshal.dumps(_plain(key, key), 2)
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def _plain(part: Any, whole: Hashable) -> Any:
    """The key with its parts as exact builtin types."""
    if isinstance(part, Enum):
        return (type(part).__qualname__, part.name)
    if isinstance(part, tuple):
        return tuple(_plain(each, whole) for each in part)
    if isinstance(part, frozenset):
        return ("frozenset", *sorted(stable_hash(each) for each in part))
    for kind in _PARTS:
        if isinstance(part, kind):
            return kind(part)
    if part is None:
        return None
    raise GameError(
        f"a table that is shared or saved needs keys of numbers, text and tuples, got {part!r} in {whole!r}; give the game a "
        "method key(state)"
    )


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
