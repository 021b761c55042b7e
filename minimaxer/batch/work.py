"""Batches of tasks of one kind, and the function that does them in any worker."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, cast

Outcome = tuple[Any, str | None]
"""The result of a task, and the error message if it failed."""


class Work(Protocol):
    """The work to be done on many tasks of one kind."""

    @property
    def about(self) -> str:
        """A description of the work on a task, in words that follow `while it`."""

    @property
    def largest_batch(self) -> int:
        """Largest number of tasks that a worker is given at a time."""

    def worker(self) -> AbstractContextManager[Callable[[Any], Any]]:
        """Gives the function that does a task; its results do not depend on earlier tasks."""

    def packed(self) -> bytes:
        """Serializes the work for another process.

        Raises:
            OptionError: It cannot be sent.
        """


def do(work: Work | bytes, tasks: Sequence[Any]) -> list[Outcome]:
    """Does all tasks; one that fails does not affect the others."""
    return list(do_one_by_one(_unpacked(work) if isinstance(work, bytes) else work, tasks))


def do_one_by_one(work: Work, tasks: Iterable[Any]) -> Iterator[Outcome]:
    """Does the tasks one by one, and yields each outcome as soon as it is known."""
    with work.worker() as done:
        for task in tasks:
            yield _outcome(done, task)


@functools.lru_cache(maxsize=4)
def _unpacked(data: bytes) -> Work:
    return cast("Work", pickle.loads(data))


def _outcome(done: Callable[[Any], Any], task: Any) -> Outcome:
    try:
        return done(task), None
    except (Exception, SystemExit) as error:  # rules may raise anything; it is told with the task
        return None, f"{type(error).__name__}: {error}"
