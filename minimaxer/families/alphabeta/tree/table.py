"""The transposition table of the tree search: bounded, with exact keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple

from ....base.scores import Bound
from ....base.sizes import deep_size, parse_size
from ....errors import OptionError


class Entry(NamedTuple):
    """A table entry of one position; the value is for player 0 and counts plies from the position itself."""

    key: Hashable
    player: int
    depth: int
    value: float
    bound: Bound
    solved: bool


class Table:
    """A table of at most `entries` entries, with two slots per bucket: one keeps the deeper entry, the other the newer.

    Keys are compared in full, so that an entry found never belongs to another position, and `exact` is always True.

    Source: Two-tier replacement, chessprogramming.org "Transposition Table"; D. Breuker, J. Uiterwijk and J. van den Herik,
    "Replacement schemes for transposition tables", ICCA Journal 17(4), 1994.
    """

    def __init__(self, entries: int) -> None:
        if entries < 2:
            raise OptionError(f"expected a table of at least 2 entries, got {entries!r}")
        self.exact = True
        self._buckets: Final = entries // 2
        try:
            self._deep: list[Entry | None] = [None] * self._buckets
            self._recent: list[Entry | None] = [None] * self._buckets
        except MemoryError:
            raise OptionError(f"expected a table that fits the memory of this machine, got {entries:,} entries") from None
        self.used = 0

    @classmethod
    def sized(cls, size: int | str, key: Hashable) -> Table:
        """A table of that number of entries (int), or of all that fit the size (text), with keys as large as the given one;
        raises OptionError if the size is invalid, or holds fewer than two entries.
        """
        if isinstance(size, int):
            return cls(size)
        slot = 8 + deep_size(Entry(key, 0, 1, 1.0, Bound.EXACT, False))
        return cls(parse_size(size) // slot)

    def __len__(self) -> int:
        return self.used

    @property
    def entries(self) -> int:
        """The maximum number of entries."""
        return 2 * self._buckets

    @property
    def size_bytes(self) -> int:
        """Memory that the slots and the entries take, estimated from one entry."""
        entry = next((each for slots in (self._deep, self._recent) for each in slots if each is not None), None)
        return 16 * self._buckets + (0 if entry is None else self.used * deep_size(entry))

    def probe(self, key: Hashable, player: int) -> Entry | None:
        """The entry of the position with that mover, or None."""
        bucket = hash((key, player)) % self._buckets
        for entry in (self._deep[bucket], self._recent[bucket]):
            if entry is not None and entry[1] == player and entry[0] == key:
                return entry
        return None

    def store(self, entry: Entry) -> None:
        """Stores the entry, in place of the shallower or older one of its bucket."""
        bucket = hash((entry.key, entry.player)) % self._buckets
        deep = self._deep[bucket]
        keeps = deep is None or entry.depth >= deep.depth or (deep.player, deep.key) == (entry.player, entry.key)
        slots = self._deep if keeps else self._recent
        if slots[bucket] is None:
            self.used += 1
        slots[bucket] = entry

    def rows(self, written: Callable[[Hashable], Any]) -> list[list[Any]]:
        """The entries as data: for each, if it is in the slot for deeper entries, then its fields, with the key as written."""
        return [
            [is_deep, written(each.key), *each[1:4], each.bound.name, each.solved]
            for is_deep, slots in ((True, self._deep), (False, self._recent))
            for each in slots
            if each is not None
        ]

    def fill(self, rows: list[list[Any]], read: Callable[[Any], Hashable]) -> None:
        """Puts rows into an empty table, as far as they find room if hashes have changed; raises ValueError if one is invalid."""
        for is_deep, key, player, depth, value, bound, solved in rows:
            if type(player) is not int or type(depth) is not int or type(value) not in (int, float) or math.isnan(value):
                raise ValueError(f"expected numbers in an entry, got {player!r}, {depth!r} and {value!r}")
            entry = Entry(read(key), player, depth, value, Bound[bound], bool(solved))
            slots, bucket = self._deep if is_deep else self._recent, hash((entry.key, player)) % self._buckets
            if slots[bucket] is None:
                self.used += 1
                slots[bucket] = entry
