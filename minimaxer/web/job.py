"""Work that takes long, on a thread of its own: it can be hurried, which keeps what it found, or cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, Literal, Protocol

from ..base.overdue import bounded
from ..errors import RulesError

Kind = Literal["move", "hint", "values", "review"]
"""What a job is for: the AI's move, advice, the value of every move, or a look at the whole game."""


LONGEST: Final = 2.0
"""Seconds after which a call of the rules that others wait for is called off, once it takes long."""
PATIENCE: Final = 5.0
"""Seconds that others wait for the table."""
ENDLESS: Final = "the rules were asked something and have not come back; make sure that none of their methods runs for ever"


class After(Protocol):
    """What is called after a job."""

    def __call__(self, *, is_wanted: bool) -> None:
        """Takes whether the job's outcome was wanted."""


class Cancelled(Exception):  # noqa: N818  # a signal, not an error
    """The job is no longer wanted."""


class Unfinished(BaseException):  # a signal, which no rules may catch
    """The job has more to do: it wants to be called again. Only where jobs go on in slices."""


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
        self._since: float | None = None

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody wants the outcome."""
        return self._is_cancelled

    @property
    def is_hurried(self) -> bool:
        """Whether the job is to end with what it has found."""
        return self._is_hurried

    @property
    def since(self) -> float:
        """When the thinking began, as `time.perf_counter` counts: when this was asked for first."""
        if self._since is None:
            self._since = time.perf_counter()
        return self._since

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

    def go_on(self) -> None:
        """Has the outcome wanted after all."""
        self._is_cancelled = False

    def keep_up(self) -> None:
        """For the job to call between searches, since stopping has no effect on one that has not begun.

        Raises:
            Cancelled: The job is no longer wanted.
        """
        if self._is_cancelled:
            raise Cancelled
        if self._is_hurried:
            self._stop()


Work = Callable[[Job], Callable[[], object]]
"""What a job does; it gives what is to be done at the table then."""


class Jobs:
    """The jobs of a table, of which one goes on at a time.

    Args:
        changed: The table's lock; whoever calls a method holds it.
        stop: Ends the searches that run.
        failed: Is told what a job raised.
        after: Is called after each job, with whether its outcome was wanted.

    Attributes:
        current: The job that goes on; None where there is none.
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
        """Has work done on a thread of its own, without the lock; what it gives is then called with it."""
        self.current = job = Job(kind, self._stop)
        job.begin(partial(self._run, job, work))

    def interrupt(self, seconds: float = PATIENCE) -> None:
        """Ends the job that goes on, whose outcome nobody wants any more.

        Raises:
            RulesError: It does not end.
        """
        until = time.perf_counter() + seconds
        while self.current is not None:
            if time.perf_counter() > until:
                self.current.go_on()
                raise RulesError(ENDLESS)
            self.current.cancel()
            self._changed.wait(0.02)

    def pause(self, job: Job, seconds: float) -> None:
        """Has a job wait for so long, or until nobody wants it any more."""
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
    """Leaves the table as it is."""
