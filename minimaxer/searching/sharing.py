"""Searches in several processes that share one table."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Sharing(Protocol):
    """A tier whose table may lie in memory that several processes have."""

    def shared_memory(self) -> Any:
        """Memory for such a table, which can be handed to a process as it starts; None where there is no table.

        Raises:
            OSError: The system does not give so much.
        """

    def share(self, memory: Any) -> None:
        """Searches with that memory; to be called before any search."""
