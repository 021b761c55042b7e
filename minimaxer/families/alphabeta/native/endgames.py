"""Endgame tables in the form that kernels probe: flat arrays at fixed addresses."""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from ....compiler.runtime.memory import Memory
from ....errors import OptionError
from ....game.capability import Capabilities
from ....tables.table import Table
from . import layout as w

_NAMING: Final = ("key", "banked", "canonical", "index", "tier")
"""The capabilities that distinguish positions."""
NO_TIER: Final = 1 << 62
"""The highest tier of a table that was not made tier by tier."""
_FEW: Final = 1 << 10
"""Minimum number of slots in a table of codes."""


class Endgames:
    """Endgame tables, found at `address` and probed in turn; raises OptionError if one was made with other capabilities."""

    def __init__(self, tables: Sequence[Table[Any, Any]], found: Capabilities[Any, Any]) -> None:
        self._kept: Final = [_flat(table, found) for table in tables]
        self._heads: Final = Memory(8 * w.ENDGAMES_SIZE * len(tables))
        self.address: Final = self._heads.address
        for number, each in enumerate(self._kept):
            following = self.address + 8 * w.ENDGAMES_SIZE * (number + 1) if number + 1 < len(tables) else 0
            self._heads.write(w.ENDGAMES_SIZE * number, [following, *each.head])


class _Flat:
    """One table in flat form."""

    def __init__(self, table: Table[Any, Any]) -> None:
        contents = table.contents
        results = _bytes(contents.results, "B")
        try:
            plies = None if contents.plies is None else _bytes(contents.plies, "H")
        except OverflowError:
            raise OptionError(
                f"{table!r} has results more than 65,535 plies away, which native code has not; search the game as it was "
                "before it was compiled"
            ) from None
        slots, codes = _slots(table.places) if table.places.kind == "codes" else (None, None)
        self._parts: Final = [results, plies, slots, codes]
        """The arrays at the addresses in the head, kept alive."""
        values = struct.unpack(f"<{len(contents.values)}q", struct.pack(f"<{len(contents.values)}d", *contents.values))
        self.head: Final = [
            len(contents.results),
            _address(results),
            _address(plies),
            _address(slots),
            0 if slots is None else len(slots),
            _address(codes),
            NO_TIER if (tier := table.tier) is None else tier,
            *values,
        ]


_known: WeakKeyDictionary[Table[Any, Any], _Flat] = WeakKeyDictionary()
"""Flat tables, cached while their originals are in use."""


def _flat(table: Table[Any, Any], found: Capabilities[Any, Any]) -> _Flat:
    """The flat form of a table, made once for all searches."""
    differing = [name for name in _NAMING if (getattr(found, name) is None) != (getattr(table.found, name) is None)]
    if differing:
        raise OptionError(
            f"expected a table that was made with the capabilities of the search, got {table!r}, which differs in "
            f"{', '.join(differing)}; ignore the same in both"
        )
    if found.has_margins and not table.naming.shares:
        raise OptionError(
            f"{table!r} keeps positions apart that differ in what is banked, which native code does not; search the game as it "
            "was before it was compiled"
        )
    if table not in _known:
        _known[table] = _Flat(table)
    return _known[table]


def _bytes(numbers: Sequence[int], letter: str) -> array[int] | memoryview:
    if isinstance(numbers, (array, memoryview)) and memoryview(numbers).format == letter:
        return numbers
    whole = getattr(numbers, "whole", None)
    return array(letter, whole() if whole is not None else numbers)


def _address(part: array[int] | memoryview | None) -> int:
    return 0 if part is None else ctypes.addressof(ctypes.c_char.from_buffer(part))


def _slots(places: Any) -> tuple[array[int], array[int]]:
    """The slots of a table of codes, laid out as in `tables.native.layout.TABLE`, and the codes themselves."""
    slots, codes = getattr(places, "slots", None), getattr(places, "all_codes", None)
    if slots is not None and codes is not None:
        return slots, codes
    codes = array("Q", places.codes())
    count = max(_FEW, len(codes) + len(codes) // 2)
    slots = array("Q", bytes(8 * count))
    for number, code in enumerate(codes):
        slot = (code >> 32) * count >> 32
        while slots[slot]:
            slot = (slot + 1) % count
        slots[slot] = (code & w.HALF) << 32 | number + 1
    return slots, codes
