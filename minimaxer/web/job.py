"""Work that takes long, on a thread of its own: it can be hurried, which keeps what it found, or cancelled."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, Literal

Kind = Literal["move", "hint", "values", "review"]
"""What a job is for: the AI's move, advice, the value of every move, or a look at the whole game."""


class Cancelled(Exception):  # noqa: N818  # a signal, not an error
    """The job is no longer wanted."""


class Job:
    """One piece of work.

    Args:
        kind: What it is for.
        stop: Ends the searches that run.

    Attributes:
        kind: What it is for.
        progress: What is known so far, as plain data; None before anything is.
    """

    def __init__(self, kind: Kind, stop: Callable[[], object]) -> None:
        self.kind: Final = kind
        self.progress: dict[str, Any] | None = None
        self._stop: Final = stop
        self._is_hurried = False
        self._is_cancelled = False

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody wants the outcome."""
        return self._is_cancelled

    def begin(self, work: Callable[[], object]) -> None:
        """Has the work done on a thread that does not keep the process alive."""
        threading.Thread(target=work, name=f"minimaxer {self.kind}", daemon=True).start()

    def hurry(self) -> None:
        """Has the job end soon, with what it has found by then."""
        self._is_hurried = True
        self._stop()

    def cancel(self) -> None:
        """Has the job end soon; the outcome is thrown away."""
        self._is_cancelled = True
        self._stop()

    def keep_up(self) -> None:
        """For the job to call between searches, since stopping has no effect on one that has not begun.

        Raises:
            Cancelled: The job is no longer wanted.
        """
        if self._is_cancelled:
            raise Cancelled
        if self._is_hurried:
            self._stop()
