"""Many tasks of one kind, and what a worker does with a batch of them, wherever it runs."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, cast

Outcome = tuple[Any, str | None]
"""What came of a task, or what went wrong."""


class Work(Protocol):
    """What is to be done with many tasks, one like the other."""

    @property
    def about(self) -> str:
        """What is done with a task, in words that follow `while it`."""

    @property
    def largest_batch(self) -> int:
        """Most tasks that a worker is given at a time."""

    def worker(self) -> AbstractContextManager[Callable[[Any], Any]]:
        """What does one task after the other: a function of a task, and of nothing that was done before."""

    def packed(self) -> bytes:
        """The same in a form that can be sent to another process.

        Raises:
            OptionError: It cannot be sent.
        """


def do(work: Work | bytes, tasks: Sequence[Any]) -> list[Outcome]:
    """Does each task; one that fails leaves the others alone."""
    return list(do_one_by_one(_unpacked(work) if isinstance(work, bytes) else work, tasks))


def do_one_by_one(work: Work, tasks: Iterable[Any]) -> Iterator[Outcome]:
    """The same, with each outcome as soon as it is known."""
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
