"""Tasks of one kind, sent to an executor in batches, and a pool of fresh processes that end with it, and with their maker."""

from __future__ import annotations

import functools
import logging
import multiprocessing
import os
import pickle
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from ..base.checks import check_whole
from ..errors import OptionError
from ..families.alphabeta.tree.workers.shared_memory import packed
from ..searching.validators import MOST_THREADS

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

STARTS: Final = 2
"""Attempts to start a pool whose first process ends at once: the first may have been killed by chance."""
Begin = Callable[[], object]
"""A function that a worker calls before its first task."""


class _Context(SpawnContext):
    """Starts fresh processes, since forking one with threads may hang, and keeps a list of them."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[Any] = []

    def Process(self, *arguments: Any, **settings: Any) -> Any:  # type: ignore[override]  # noqa: N802  # as it is used
        """A new process."""
        process = SpawnProcess(*arguments, **settings)
        self.made.append(process)
        return process


def why_no_pool() -> str | None:
    """The reason why this Python has no process pool, as in a browser or without semaphores; None if it has one."""
    try:
        _new_pool(1, _Context()).shutdown()
    except (ImportError, NotImplementedError, OSError) as error:
        return f"{type(error).__name__}: {error}"
    return None


def _new_pool(workers: int, context: _Context, begin: Begin | None = None) -> ProcessPoolExecutor:
    from concurrent.futures.process import ProcessPoolExecutor  # here, since some Pythons cannot import it

    return ProcessPoolExecutor(workers, mp_context=context, initializer=_settle_in, initargs=(begin,))


@contextmanager
def started_pool(workers: int, begin: Begin | None = None) -> Iterator[Executor]:
    """A pool whose first process has started; all its processes end with it in any case.

    Each calls `begin` first: a picklable function, also with objects that can only be passed on while a process starts. Raises
    OptionError if this process may not start others, or those that it starts end at once.
    """
    if multiprocessing.current_process().daemon:
        raise OptionError("this process is a daemon, which may not start others; give executor=ThreadPoolExecutor()")
    with ExitStack() as stack:
        for _ in range(STARTS):
            context = _Context()
            pool = stack.enter_context(_ending(_new_pool(workers, context, begin), context))
            if not isinstance(pool.submit(os.getpid).exception(), BrokenExecutor):
                break
            pool.shutdown()
        else:
            raise _ended_at_once(context)
        yield pool


@contextmanager
def _ending(pool: Executor, context: _Context) -> Iterator[Executor]:
    """The pool, which ends with the block; an error or Ctrl-C terminates its processes at once."""
    try:
        yield pool
    except BaseException:
        for process in context.made:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _ended_at_once(context: _Context) -> OptionError:
    code = context.made[0].exitcode
    if code == 1:  # as it is where a script that it imports starts processes in its turn
        return OptionError(
            "worker processes end as soon as they begin; in a script, put what starts them under "
            '`if __name__ == "__main__":`, or give executor=ThreadPoolExecutor()'
        )
    return OptionError(
        f"expected worker processes to begin, but {STARTS} in a row ended at once, the last with exit code {code} (one below 0 "
        "is a signal, as from a system that has too little memory); give executor=ThreadPoolExecutor()"
    )


def _settle_in(begin: Begin | None) -> None:
    """Prepares a worker: it ignores Ctrl-C, which is for its parent process, and ends when that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if begin is not None:
        begin()
    threading.Thread(target=_end_with_parent, name="minimaxer parent watch", daemon=True).start()


def _end_with_parent() -> None:
    """Waits for the end of the parent process, then exits; a pool's worker would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


LOG: Final = logging.getLogger("minimaxer")
BATCHES: Final = 8
"""Number of batches for each worker, so that none waits long for the last."""
DIED: Final = "the worker process ended while it "
Batch = list[int]
Outcome = tuple[Any, str | None]
"""The result of a task, and the error message if it failed."""
Numbered = Generator[tuple[int, Outcome], None, None]


class Work(ABC):
    """The work to be done on many tasks of one kind, here or in other processes."""

    __slots__ = ()
    about: ClassVar[str]
    """A description of the work on a task, in words that follow `while it`."""
    largest_batch: ClassVar[int]
    """Largest number of tasks that a worker is given at a time."""

    @abstractmethod
    def worker(self) -> AbstractContextManager[Callable[[Any], Any]]:
        """Gives the function that does a task; its results do not depend on earlier tasks."""

    def packed(self) -> bytes:
        """Serializes the work for another process; raises OptionError if it cannot be sent."""
        return packed(self, "give executor=ThreadPoolExecutor()")


def check_pool(executor: object, workers: object) -> None:
    """Raises OptionError unless these are an executor or a number of processes, not both."""
    check_executor(executor)
    if executor is not None and workers is not None:
        raise OptionError("contradictory options: workers is for the pool of processes made here, and an executor was given")
    check_workers(workers)


def check_executor(executor: object) -> None:
    """Raises OptionError unless it is an executor or None."""
    if not isinstance(executor, Executor | None):
        raise OptionError(f"expected executor to be a concurrent.futures.Executor, got {executor!r}")


def check_workers(workers: object) -> None:
    """Raises OptionError unless it is a valid number of workers or None."""
    if workers is not None:
        check_whole("workers", workers, 1, MOST_THREADS)


def outcomes(
    work: Work, tasks: Sequence[Any], numbers: Sequence[int], executor: Executor | None, workers: int | None
) -> Numbered:
    """Yields the outcomes of the tasks with those numbers, in order; if left early, cancels those that have not begun."""
    if executor is not None:
        sent = work if isinstance(executor, ThreadPoolExecutor) else work.packed()
        yield from _by_guests(sent, tasks, _batches(numbers, os.cpu_count() or 1, work), executor)
    elif numbers and (why := why_no_pool()) is None:
        size = workers or os.cpu_count() or 1
        yield from _by_own_pool(work, tasks, _batches(numbers, size, work), size)
    elif numbers and workers is not None:
        raise OptionError(
            f"expected no workers, since this Python starts no processes ({why}), got {workers!r}; leave workers out to have the "
            "work done here, or give executor=ThreadPoolExecutor()"
        )
    elif numbers:
        LOG.warning("this Python starts no processes (%s); the work is done in this one", why)
        yield from zip(numbers, _do_one_by_one(work, (tasks[number] for number in numbers)), strict=True)


def _batches(numbers: Sequence[int], workers: int, work: Work) -> list[Batch]:
    size = max(1, min(work.largest_batch, len(numbers) // (workers * BATCHES)))
    return [list(numbers[first : first + size]) for first in range(0, len(numbers), size)]


def _submit(executor: Executor, work: Work | bytes, tasks: Sequence[Any], batch: Batch) -> Future[list[Outcome]]:
    """Submits a batch to the executor; an error in submitting becomes the future's exception."""
    try:
        return executor.submit(_do, work, [tasks[number] for number in batch])
    except Exception as error:  # each executor has troubles of its own
        future: Future[list[Outcome]] = Future()
        future.set_exception(error)
        return future


def _by_guests(work: Work | bytes, tasks: Sequence[Any], batches: list[Batch], executor: Executor) -> Numbered:
    """Runs the batches on the user's executor: tasks that its workers leave undone stay undone."""
    futures: list[Future[list[Outcome]]] = []
    try:
        futures += [_submit(executor, work, tasks, batch) for batch in batches]
        for batch, future in zip(batches, futures, strict=True):
            yield from zip(batch, _told(future, executor, work, tasks, batch), strict=True)
    finally:
        for future in futures:
            future.cancel()


def _told(
    future: Future[list[Outcome]], executor: Executor, work: Work | bytes, tasks: Sequence[Any], batch: Batch
) -> list[Outcome]:
    """The outcomes of a batch. One that fails as a whole, such as for a state that cannot be sent, is retried task by task."""
    error = future.exception()
    if error is None:
        return future.result()
    if len(batch) == 1 or isinstance(error, BrokenExecutor):
        return [(None, f"{type(error).__name__}: {error}") for _ in batch]
    singles = [_submit(executor, work, tasks, [number]) for number in batch]
    return [_told(single, executor, work, tasks, [number])[0] for number, single in zip(batch, singles, strict=True)]


def _by_own_pool(work: Work, tasks: Sequence[Any], batches: list[Batch], workers: int) -> Numbered:
    """Runs the batches on a pool of processes; when one of them dies, the tasks it may have had are retried one by one."""
    packed = work.packed()
    while batches:
        with started_pool(workers) as pool:
            futures = [_submit(pool, packed, tasks, batch) for batch in batches]
            for batch, future in zip(list(batches), futures, strict=True):
                if isinstance(future.exception(), BrokenExecutor):
                    break
                yield from zip(batch, _told(future, pool, packed, tasks, batch), strict=True)
                batches.pop(0)
        suspects = batches[: 2 * workers + 1]  # that many may have been with the workers
        del batches[: len(suspects)]
        yield from _one_by_one(packed, DIED + work.about, tasks, [number for batch in suspects for number in batch])


def _one_by_one(work: bytes, died_of: str, tasks: Sequence[Any], left: list[int]) -> Numbered:
    """Runs each task by itself, to find the one that kills its worker."""
    while left:
        with started_pool(1) as pool:
            for number in list(left):
                future = _submit(pool, work, tasks, [number])
                died = isinstance(future.exception(), BrokenExecutor)
                yield number, (None, died_of) if died else _told(future, pool, work, tasks, [number])[0]
                left.pop(0)
                if died:
                    break


def _do(work: Work | bytes, tasks: Sequence[Any]) -> list[Outcome]:
    """Does all tasks; one that fails does not affect the others."""
    return list(_do_one_by_one(_unpacked(work) if isinstance(work, bytes) else work, tasks))


def _do_one_by_one(work: Work, tasks: Iterable[Any]) -> Iterator[Outcome]:
    """Does the tasks one by one, and yields each outcome as soon as it is known."""
    with work.worker() as done:
        for task in tasks:
            try:
                outcome: Outcome = done(task), None
            except (Exception, SystemExit) as error:  # rules may raise anything; it is told with the task
                outcome = None, f"{type(error).__name__}: {error}"
            yield outcome


@functools.lru_cache(maxsize=4)
def _unpacked(data: bytes) -> Work:
    return cast("Work", pickle.loads(data))
