"""Handing batches of positions to an executor, and what to do when its workers die."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any, Final

from ..errors import OptionError
from .job import Job, Outcome, look, look_one_by_one
from .pool import started_pool, why_no_pool

LOG: Final = logging.getLogger("minimaxer")
LARGEST_BATCH: Final = 50
"""Most positions in a batch."""
BATCHES: Final = 8
"""Batches for each worker, so that none waits long for the last."""
DIED: Final = "the worker process ended while it looked at this position"

Batch = list[int]
Numbered = Iterator[tuple[int, Outcome]]


def outcomes(job: Job, states: Sequence[Any], numbers: Sequence[int], executor: Executor | None, workers: int | None) -> Numbered:
    """What was found out about the positions of those numbers, in order."""
    if executor is not None:
        work = job if isinstance(executor, ThreadPoolExecutor) else job.packed()
        yield from _by_guests(work, states, _batches(numbers, os.cpu_count() or 1), executor)
    elif numbers and (why := why_no_pool()) is None:
        size = workers or os.cpu_count() or 1
        yield from _by_own_pool(job.packed(), states, _batches(numbers, size), size)
    elif numbers and workers is not None:
        raise OptionError(
            f"expected no workers, since this Python starts no processes ({why}), got {workers!r}; leave workers out to have the "
            "work done here, or give executor=ThreadPoolExecutor()"
        )
    elif numbers:
        LOG.warning("this Python starts no processes (%s); the work is done in this one", why)
        yield from zip(numbers, look_one_by_one(job, (states[number] for number in numbers)), strict=True)


def _batches(numbers: Sequence[int], workers: int) -> list[Batch]:
    size = max(1, min(LARGEST_BATCH, len(numbers) // (workers * BATCHES)))
    return [list(numbers[first : first + size]) for first in range(0, len(numbers), size)]


def _submit(executor: Executor, job: Job | bytes, states: Sequence[Any], batch: Batch) -> Future[list[Outcome]]:
    """The batch in the executor's hands; what goes wrong with that already, the future tells."""
    try:
        return executor.submit(look, job, [states[number] for number in batch])
    except Exception as error:  # each executor has troubles of its own
        future: Future[list[Outcome]] = Future()
        future.set_exception(error)
        return future


def _by_guests(job: Job | bytes, states: Sequence[Any], batches: list[Batch], executor: Executor) -> Numbered:
    """By an executor that is not ours: what its workers leave undone stays undone."""
    futures: list[Future[list[Outcome]]] = []
    try:
        futures += [_submit(executor, job, states, batch) for batch in batches]
        for batch, future in zip(batches, futures, strict=True):
            yield from zip(batch, _told(future, executor, job, states, batch), strict=True)
    finally:
        for future in futures:
            future.cancel()


def _told(
    future: Future[list[Outcome]], executor: Executor, job: Job | bytes, states: Sequence[Any], batch: Batch
) -> list[Outcome]:
    """What was found out about a batch. One that fails as a whole, as for a state that cannot be sent, is tried one by one."""
    error = future.exception()
    if error is None:
        return future.result()
    if len(batch) == 1 or isinstance(error, BrokenExecutor):
        return [(None, f"{type(error).__name__}: {error}") for _ in batch]
    singles = [_submit(executor, job, states, [number]) for number in batch]
    return [_told(single, executor, job, states, [number])[0] for number, single in zip(batch, singles, strict=True)]


def _by_own_pool(job: bytes, states: Sequence[Any], batches: list[Batch], workers: int) -> Numbered:
    """By a pool of processes; when one of them dies, the positions it may have been at are looked at again one by one."""
    while batches:
        with started_pool(workers) as pool:
            futures = [_submit(pool, job, states, batch) for batch in batches]
            for batch, future in zip(list(batches), futures, strict=True):
                if isinstance(future.exception(), BrokenExecutor):
                    break
                yield from zip(batch, _told(future, pool, job, states, batch), strict=True)
                batches.pop(0)
        suspects = batches[: 2 * workers + 1]  # that many may have been with the workers
        del batches[: len(suspects)]
        yield from _one_by_one(job, states, [number for batch in suspects for number in batch])


def _one_by_one(job: bytes, states: Sequence[Any], left: list[int]) -> Numbered:
    """Each by itself, so that it is known which one a worker dies of."""
    while left:
        with started_pool(1) as pool:
            for number in list(left):
                future = _submit(pool, job, states, [number])
                died = isinstance(future.exception(), BrokenExecutor)
                yield number, (None, DIED) if died else _told(future, pool, job, states, [number])[0]
                left.pop(0)
                if died:
                    break
