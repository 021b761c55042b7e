"""Use of the transposition table by a search: keys, symmetry, depths and the distance to a win."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final, Generic

from ....base.scores import Bound
from ....errors import GameError
from ....game.protocol import M, S
from ....searching.options import AlphaBetaOptions
from .node import Node
from .table import Entry, Table
from .tree import Tree

if TYPE_CHECKING:
    from .workers.shared_memory import SharedMemory, SharedTable


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
