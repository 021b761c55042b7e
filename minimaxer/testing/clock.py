"""The time limit of an examination."""

from __future__ import annotations

import math
from time import perf_counter
from typing import Final


class Clock:
    """A stopwatch with a time limit in seconds, or None, running from its creation."""

    def __init__(self, seconds: float | None = None) -> None:
        self._began: Final = perf_counter()
        self.seconds: Final = math.inf if seconds is None else seconds

    @property
    def elapsed(self) -> float:
        """Seconds since its creation."""
        return perf_counter() - self._began

    @property
    def left(self) -> float:
        """Seconds until time is up."""
        return self.seconds - self.elapsed

    @property
    def is_over(self) -> bool:
        """True once time is up."""
        return self.elapsed >= self.seconds
