"""The progress of long work, such as compiling or making a table: what is being done, and how far it is."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen


@frozen
class Progress:
    """The progress of long work.

    Attributes:
        doing: The current part, such as `exploring` or `comparing with Python`.
        done: How much of it is done; 0, without a total, where nothing is counted.
        total: How much there is in all; None while it is unknown.
        size_bytes: The approximate memory taken.
        seconds: The time since it began.
        unit: What is counted.
    """

    doing: str
    done: int
    total: int | None
    size_bytes: int = 0
    seconds: float = 0.0
    unit: str = "positions"

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds left of this part; None if unknown."""
        if self.total is None or self.done == 0 or not self.seconds:
            return None
        return self.seconds / self.done * (self.total - self.done)

    def __str__(self) -> str:
        if not self.done and self.total is None:
            return self.doing
        of = "" if self.total is None else f" of {self.total:,}"
        size = f", {self.size_bytes / (1 << 20):,.0f} MB" if self.size_bytes else ""
        left = "" if self.seconds_left is None else f", {self.seconds_left:.0f} s left"
        return f"{self.doing}: {self.done:,}{of} {self.unit}{size}{left}"


OnProgress = Callable[[Progress], object]
"""A callback for reports of progress."""


def ignored(progress: Progress) -> None:
    """Does nothing with a report."""
