"""The thread that runs kernels: its stack is large, and the thread that waits for it stays free for Ctrl-C."""

from __future__ import annotations

import contextlib
import math
import threading
import time
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final, Generic, TypeVar, cast

from ...base.forks import awaited_by_forks

T = TypeVar("T")

STACK_BYTES: Final = 256 << 20
"""The stack of a worker; the system takes memory for it only as it is touched."""
_HEARS: Final = 0.1
"""Seconds of one wait for a result."""
_STACK_LOCK: Final = awaited_by_forks(threading.RLock())


class Job(Generic[T]):
    """One call on a worker."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call: Final = call
        self._done: Final = threading.Lock()
        self._done.acquire()
        self._ended = False
        self._result: T | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Runs the call."""
        try:
            self._result = self._call()
        except BaseException as error:
            self._error = error
        finally:
            self._ended = True
            self._done.release()

    @property
    def has_ended(self) -> bool:
        """True if the call is done."""
        return self._ended

    def wait(self, until: float, stop: Callable[[], None]) -> T:
        """The call's result or error; calls `stop` at the time `until` (`time.perf_counter`), and on an exception like Ctrl-C."""
        try:
            if not self._within(until - time.perf_counter()):
                stop()
                self._within(math.inf)
        except BaseException:
            stop()
            self._within(math.inf)
            raise
        return self.result()

    def result(self) -> T:
        """The call's result or error; on an exception like Ctrl-C the call goes on alone."""
        while not self._within(_HEARS):  # where waiting hears no Ctrl-C, as on Windows
            pass
        if self._error is not None:
            raise self._error
        return cast("T", self._result)

    def _within(self, seconds: float) -> bool:
        """True if the call is done within that time."""
        if self._ended:
            return True
        # an interrupt may lose the result of `acquire`: `run` records for good that the call is done
        return self._done.acquire(timeout=max(0.0, seconds) if seconds < threading.TIMEOUT_MAX else -1) or self._ended


class Worker:
    """A thread with a large stack that does one job after another until it is closed or forgotten."""

    def __init__(self, name: str = "minimaxer worker") -> None:
        self.stack_bytes = STACK_BYTES
        self._name: Final = name
        self._begin()

    def _begin(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = self._start()
        self._finalizer = weakref.finalize(self, self._jobs.put, None)

    def _start(self) -> threading.Thread:
        """Starts the thread; `threading.stack_size` holds for the whole process, so it is set for just this thread."""
        while True:
            thread = threading.Thread(target=_work, args=(self._jobs,), name=self._name, daemon=True)
            with _STACK_LOCK:
                before = threading.stack_size(self.stack_bytes)
                try:
                    thread.start()
                except RuntimeError:
                    if self.stack_bytes <= 1 << 20:
                        raise
                    self.stack_bytes //= 4
                else:
                    return thread
                finally:
                    with contextlib.suppress(ValueError):
                        threading.stack_size(before)

    @property
    def is_current(self) -> bool:
        """True in the worker's own thread."""
        return threading.get_ident() == self._thread.ident

    def submit(self, call: Callable[[], T]) -> Job[T]:
        """Queues a call, and returns its job."""
        if self._finalizer.alive and not self._thread.is_alive():  # a fork leaves threads behind
            self._finalizer.detach()
            self._begin()
        job = Job(call)
        self._jobs.put(job.run)
        return job

    def close(self) -> None:
        """Ends the thread, after the jobs before."""
        self._finalizer()
        self._thread.join()


def _work(jobs: SimpleQueue[Callable[[], None] | None]) -> None:
    while (run := jobs.get()) is not None:
        run()
        del run
