"""The transposition table of the tree search, bounded, with exact keys, and its use: symmetry, depths, the distance to a win."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple

from ....base.scores import Bound
from ....base.sizes import deep_size, parse_size
from ....errors import GameError, OptionError
from ....game.protocol import M, S
from ....searching.options import AlphaBetaOptions
from .tree import Node, Tree

if TYPE_CHECKING:
    from .workers.shared_memory import SharedMemory, SharedTable


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


class Transpositions(Generic[S, M]):
    """The table of one search, over the positions of its tree; by default a new one. Raises GameError if the state is not
    hashable and the game has no `key`.

    The key is the game's `key`, or the state itself, of the position's canonical form if the game has one; the mover is added
    here. Entries hold values as seen from their own position, so that they are valid at any ply. `marks` are those of the
    searches that workers with a shared table are running; None for a single worker.
    """

    def __init__(
        self,
        tree: Tree[S, M],
        options: AlphaBetaOptions,
        table: Table | SharedTable | None = None,
        marks: SharedMemory | None = None,
    ) -> None:
        self._shift: Final = tree.shift
        # What is shortened by plies is no sum of parts, nor is a leaf that nothing evaluates, where depths are to be exact.
        is_whole = options.shorten or (options.table_depth == "exact" and tree.found.evaluate is None)
        self._margin: Final = None if is_whole or not tree.found.has_margins else tree.found.margin
        self._own_key: Final = tree.found.identity if tree.found.has_margins and is_whole else tree.found.key
        self._canonical: Final = tree.found.canonical
        self._at_least: Final = options.table_depth == "at_least"
        key = self.key(tree.root.state)
        try:
            hash(key)
        except TypeError:
            what = "a state" if self._own_key is None else "key(state)"
            raise GameError(
                f"a transposition table needs hashable keys, got {what} like {key!r}; give the game a method key(state)"
            ) from None
        assert options.table is not None
        self.table: Final[Table | SharedTable] = Table.sized(options.table, key) if table is None else table
        self.marks: Final = marks

    def key(self, state: S) -> Hashable:
        """The key of a state, without its mover."""
        if self._canonical is not None:
            state, _ = self._canonical(state)
        return state if self._own_key is None else self._own_key(state)

    def answer(self, key: Hashable, node: Node[S, M], depth: int, alpha: float, beta: float) -> bool:
        """True if the table answers a search of the node, which then takes the entry's value."""
        entry = self.table.probe(key, node.player)
        if entry is None or not self._deep_enough(entry, depth):
            return False
        value = self._shift(entry.value, node.ply) + self._settled(node)
        if not (entry.bound is Bound.EXACT or (value >= beta if entry.bound is Bound.LOWER else value <= alpha)):
            return False
        node.value, node.depth, node.bound, node.solved, node.best = value, depth, entry.bound, entry.solved, None
        return True

    def _settled(self, node: Node[S, M]) -> float:
        """The margin of the node's state, which entries leave out."""
        return 0 if self._margin is None else self._margin(node.state)

    def _deep_enough(self, entry: Entry, depth: int) -> bool:
        if self._at_least:
            return entry.depth >= depth or entry.solved
        return entry.depth == depth or (entry.solved and entry.depth <= depth)

    def store(self, key: Hashable, node: Node[S, M]) -> None:
        """Stores the result of the latest search of the node."""
        value = self._shift(node.value, -node.ply) - self._settled(node)
        self.table.store(Entry(key, node.player, node.depth, value, node.bound, node.solved))
