"""Runs the jobs: on the user's executor, or in a pool of processes that is replaced when one of them dies."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack
from functools import partial
from typing import Any, Final

from ...errors import OptionError
from ..pool import Begin, started_pool, why_no_pool
from ..workforce import check_executor, check_workers
from .job import share_memory

MOST_DEATHS: Final = 5
"""Number of workers that may end at one position before it is given up."""


class ExecutorWorkers:
    """The user's executor, as a team that takes that many jobs at a time."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.size: Final = size
        self._executor: Final = executor

    def submit(self, call: Callable[..., Any], *given: Any) -> Future[Any]:
        """Submits a job."""
        return self._executor.submit(call, *given)

    def renew(self) -> None:
        """Does nothing: the executor replaces its workers itself, or not at all."""

    def close(self) -> None:
        """Does nothing: the executor stays open."""


class ProcessPool:
    """A pool of processes, as a team; each calls `begin` first. Raises OptionError if this Python cannot start processes."""

    def __init__(self, size: int, begin: Begin | None = None) -> None:
        if (why := why_no_pool()) is not None:
            raise OptionError(f"expected a Python that starts processes ({why}); give executor=ThreadPoolExecutor(1)")
        self.size: Final = size
        self._begin: Final = begin
        self._stack: Final = ExitStack()
        self._pool = self._stack.enter_context(started_pool(size, begin))

    def submit(self, call: Callable[..., Any], *given: Any) -> Future[Any]:
        """Submits a job; an error in submitting becomes the future's exception."""
        try:
            return self._pool.submit(call, *given)
        except BrokenExecutor as error:
            future: Future[Any] = Future()
            future.set_exception(error)
            return future

    def renew(self) -> None:
        """Replaces the pool."""
        self.close()
        self._pool = self._stack.enter_context(started_pool(self.size, self._begin))

    def close(self) -> None:
        """Ends the processes once their jobs are done."""
        self._stack.close()


WorkerSource = ExecutorWorkers | ProcessPool
"""A team that runs jobs."""


def worker_source(executor: Executor | None, workers: int | None, shared: Callable[[], Any]) -> WorkerSource:
    """Makes the team that runs the jobs, on the executor or (None) in a pool of processes; raises OptionError if one is invalid.
    `shared` gives memory for a table that the pool's processes share, and keep from question to question.
    """
    check_executor(executor)
    check_workers(workers)
    size = workers or os.cpu_count() or 1
    if executor is not None:
        return ExecutorWorkers(executor, size)
    return ProcessPool(size, partial(share_memory, shared()))


def first_of(futures: dict[Future[Any], Any], seconds: float | None) -> Generator[tuple[Any, Future[Any]], None, None]:
    """Waits for a future, then yields all that are done, with their values, and removes them; none if time is up first."""
    done, _ = wait(futures, timeout=seconds, return_when=FIRST_COMPLETED)
    for future in done:
        yield futures.pop(future), future
