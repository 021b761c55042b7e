"""A pool of fresh processes that end with the pool, with Ctrl-C, and with the process that made them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TYPE_CHECKING, Any, Final

from ..errors import OptionError

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
    """A pool that has not started any process yet."""
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
