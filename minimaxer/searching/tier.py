"""The interfaces of tiers: the one that `Search` requires, and that of searches in several processes that share one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

from ..game.capability import Capabilities
from ..game.protocol import M, S
from .limits import Limits
from .options import Options
from .result import SearchResult


class Tier(Protocol[S, M]):
    """A search of one game by one method, in one tier."""

    @property
    def options(self) -> Options:
        """The options in use, defaults filled in."""

    @property
    def algorithm(self) -> str:
        """The algorithm in use."""

    @property
    def found(self) -> Capabilities[S, M]:
        """The game's capabilities."""

    def ready(self) -> None:
        """Prepares what would delay the first search."""

    def iterate(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches depth by depth, and gives the result of each depth."""

    def solve(self, state: S | None, limits: Limits) -> Iterator[SearchResult[M]]:
        """Searches until the value cannot change, and gives the result of each depth."""

    def last(self, state: S | None, limits: Limits, *, solving: bool = False) -> SearchResult[M]:
        """The last result of `iterate` or `solve`, in less time."""

    @property
    def size_bytes(self) -> int:
        """The memory that is kept, in bytes."""

    def stop(self) -> None:
        """Ends the search that is running."""

    def close(self) -> None:
        """Frees the memory that is kept."""

    def advance(self, move: M) -> S:
        """Plays a move."""


@runtime_checkable
class Sharing(Protocol):
    """A tier whose table can lie in memory that several processes share."""

    def shared_memory(self) -> Any:
        """Memory for such a table, to pass to a process at its start; None without a table. Raises OSError if it is too large."""

    def share(self, memory: Any) -> None:
        """Searches with that memory; must be called before any search."""
