"""Searches in several processes that share one table."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Sharing(Protocol):
    """A tier whose table can lie in memory that several processes share."""

    def shared_memory(self) -> Any:
        """Memory for such a table, which can be passed to a process at its start; None if there is no table.

        Raises:
            OSError: The system cannot provide that much.
        """

    def share(self, memory: Any) -> None:
        """Searches with that memory; must be called before any search."""
