"""Long work on a thread of its own: it can be hurried, which keeps its result so far, or cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, Final, Literal, Protocol

from ..base.overdue import bounded
from ..errors import RulesError

Kind = Literal["move", "hint", "values", "review"]
"""The purpose of a job: the AI's move, a hint, the value of every move, or a review of the game."""
LONGEST: Final = 2.0
"""Seconds after which a slow call of the rules is interrupted while others wait for it."""
PATIENCE: Final = 5.0
"""Seconds to wait for the table's lock, or for a job to end."""
ENDLESS: Final = "the rules were asked something and have not come back; make sure that none of their methods runs for ever"


class After(Protocol):
    """A callback after a job."""

    def __call__(self, *, is_wanted: bool) -> None:
        """Goes on after a job; `is_wanted` is False if the job was cancelled or its result could not be used."""


class Cancelled(Exception):  # noqa: N818  # a signal, not an error
    """The job was cancelled."""


class Unfinished(BaseException):  # a signal, which no rules may catch
    """The job has more to do and must be called again. Only for jobs in slices."""


class Job:
    """One piece of work. `stop` ends the running searches.

    Attributes:
        progress: The findings so far, as plain data; None before there are any.
        is_hurried: True if the job must end with its result so far.
        is_cancelled: True if the result is no longer wanted.
    """

    def __init__(self, kind: Kind, stop: Callable[[], object]) -> None:
        self.kind: Final = kind
        self.progress: dict[str, Any] | None = None
        self._stop: Final = stop
        self.is_hurried = False
        self.is_cancelled = False

    @cached_property
    def since(self) -> float:
        """The time at which thinking began, by `time.perf_counter`: that of the first read."""
        return time.perf_counter()

    def hurry(self) -> None:
        """Makes the job end soon, with its result so far."""
        self.is_hurried = True
        self._stop()

    def cancel(self) -> None:
        """Makes the job end soon; its result is discarded."""
        self.is_cancelled = True
        self._stop()

    def keep_up(self) -> None:
        """Checks for a stop, and raises Cancelled if the job was cancelled.

        Jobs call it between searches, since a stop has no effect on a search that has not begun.
        """
        if self.is_cancelled:
            raise Cancelled
        if self.is_hurried:
            self._stop()


Work = Callable[[Job], Callable[[], object]]
"""The work of a job; it returns the function that applies its result to the table."""


class Jobs:
    """The jobs of a table; at most one runs at a time: `current`, or None. `stop` ends the running searches.

    `changed` is the table's lock, held by callers of methods. `failed` is called with a job's exception, `after` after each job.
    """

    def __init__(
        self, changed: threading.Condition, stop: Callable[[], object], failed: Callable[[Exception], object], after: After
    ) -> None:
        self.current: Job | None = None
        self._changed: Final = changed
        self._stop: Final = stop
        self._failed: Final = failed
        self._after: Final = after

    def begin(self, kind: Kind, work: Work) -> None:
        """Starts work on a thread of its own, without the lock; the function it returns is then called with the lock held."""
        self.current = job = Job(kind, self._stop)
        threading.Thread(target=self._run, args=(job, work), name=f"minimaxer {kind}", daemon=True).start()

    def interrupt(self, seconds: float = PATIENCE) -> None:
        """Cancels the running job and waits for its end; raises RulesError if it does not end in time."""
        until = time.perf_counter() + seconds
        while self.current is not None:
            if time.perf_counter() > until:
                self.current.is_cancelled = False
                raise RulesError(ENDLESS)
            self.current.cancel()
            self._changed.wait(0.02)

    def pause(self, job: Job, seconds: float) -> None:
        """Makes a job wait for that time, or until it is cancelled."""
        with self._changed:
            self._changed.wait_for(lambda: job.is_cancelled, seconds)

    def _run(self, job: Job, work: Work) -> None:
        try:
            finish = work(job)
        except Cancelled:
            finish = _nothing
        except Exception as error:  # rules and players may raise anything; people are told
            finish = partial(self._failed, error)
        with self._changed:
            self.current = None
            try:
                bounded(LONGEST, partial(self._finish, job, finish))
            except Exception as error:
                with suppress(Exception):  # what is asked of the rules to tell it may fail as well
                    bounded(LONGEST, partial(self._failed, error))
                self._after(is_wanted=False)

    def _finish(self, job: Job, finish: Callable[[], object]) -> None:
        if not job.is_cancelled:
            finish()
        self._after(is_wanted=not job.is_cancelled)


def _nothing() -> None:
    """Default result of a cancelled job: does nothing."""
