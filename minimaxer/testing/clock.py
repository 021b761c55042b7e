"""How long an examination may take."""

from __future__ import annotations

import math
from time import perf_counter
from typing import Final


class Clock:
    """Runs from when it is made.

    Args:
        seconds: When time is up; None: never.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._began: Final = perf_counter()
        self.seconds: Final = math.inf if seconds is None else seconds

    @property
    def elapsed(self) -> float:
        """Seconds since it was made."""
        return perf_counter() - self._began

    @property
    def left(self) -> float:
        """Seconds until time is up."""
        return self.seconds - self.elapsed

    @property
    def is_over(self) -> bool:
        """Whether time is up."""
        return self.elapsed >= self.seconds
