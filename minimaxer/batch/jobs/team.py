"""Who does the jobs: an executor of the user's, or a pool of processes that is made anew when one of them dies."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack
from functools import partial
from typing import Any, Final, Protocol

from ...errors import OptionError
from ..pool import Begin, started_pool, why_no_pool
from ..workforce import check_executor, check_workers
from .job import sit_together

MOST_DEATHS: Final = 5
"""How many workers may end at one position before it is given up."""


class Hands(Protocol):
    """What takes jobs."""

    @property
    def size(self) -> int:
        """How many jobs there are at a time."""

    def submit(self, call: Callable[..., Any], *given: Any) -> Future[Any]:
        """Hands one out."""

    def renew(self) -> None:
        """Sees to it that there are workers again, after one has died."""

    def close(self) -> None:
        """Calls off what has not begun."""


class Guests:
    """An executor that is not ours.

    Args:
        executor: It.
        size: How many jobs it has at a time.
    """

    def __init__(self, executor: Executor, size: int) -> None:
        self.size: Final = size
        self._executor: Final = executor

    def submit(self, call: Callable[..., Any], *given: Any) -> Future[Any]:
        """Hands a job out."""
        return self._executor.submit(call, *given)

    def renew(self) -> None:
        """Leaves it alone: it does that by itself, or not at all."""

    def close(self) -> None:
        """Leaves it open."""


class Own:
    """A pool of processes.

    Args:
        size: How many.
        begin: What each does first.

    Raises:
        OptionError: This Python starts no processes.
    """

    def __init__(self, size: int, begin: Begin | None = None) -> None:
        if (why := why_no_pool()) is not None:
            raise OptionError(f"expected a Python that starts processes ({why}); give executor=ThreadPoolExecutor(1)")
        self.size: Final = size
        self._begin: Final = begin
        self._stack = ExitStack()
        self._pool = self._stack.enter_context(started_pool(size, begin))

    def submit(self, call: Callable[..., Any], *given: Any) -> Future[Any]:
        """Hands a job out; what goes wrong with that already, the future tells."""
        try:
            return self._pool.submit(call, *given)
        except BrokenExecutor as error:
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    def renew(self) -> None:
        """Makes another pool."""
        self.close()
        self._stack = ExitStack()
        self._pool = self._stack.enter_context(started_pool(self.size, self._begin))

    def close(self) -> None:
        """Ends the processes once their jobs are done."""
        self._stack.close()


def hands_of(executor: Executor | None, workers: int | None, shared: Callable[[], Any]) -> Hands:
    """Who does the jobs.

    Args:
        executor: It; None for processes of our own.
        workers: How many jobs it has at a time.
        shared: Gives memory for a table that processes of our own share, and keep from question to question.

    Raises:
        OptionError: These are no executor and no number of workers.
    """
    check_executor(executor)
    check_workers(workers)
    size = workers or os.cpu_count() or 1
    if executor is not None:
        return Guests(executor, size)
    return Own(size, partial(sit_together, shared()))


def first_of(futures: dict[Future[Any], Any], seconds: float | None) -> Generator[tuple[Any, Future[Any]], None, None]:
    """Those that are done once one is, with what they were for; they are taken out. None where time is up first."""
    done, _ = wait(futures, timeout=seconds, return_when=FIRST_COMPLETED)
    for future in done:
        yield futures.pop(future), future
