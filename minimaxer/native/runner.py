"""Runs a kernel: its code, memory and thread, its limits, and the choice of the thread it runs on."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any, ClassVar, Final, TypeVar

from ..base.overdue import PATIENCE, WATCH
from ..compiler.runtime import header as h
from ..compiler.runtime.machine import Job, Machine, NativeError, Worker
from ..compiler.runtime.memory import Memory
from ..searching.details import Workers
from ..searching.limits import Limits, StopReason
from .shapes import Shapes

T = TypeVar("T")
R = TypeVar("R", bound="Runner")
Task = TypeVar("Task")
NO_LIMIT: Final = 1 << 62
SHORT_NODES: Final = 30_000
"""Nodes that a search may visit on the calling thread; handing it to another thread takes longer than many searches.

Ctrl-C has to wait until then: less than a millisecond in most games, 0.75 s where a node takes 25 microseconds. A longer depth
begins anew on another thread with the table filled so far.
"""
SHORT_NODES_IN_TIME: Final = 1_000
"""`SHORT_NODES` under a time limit."""
SHORT_STACK_BYTES: Final = 256 << 10
ARENA_BYTES: Final = 1 << 28
"""Memory for one thread's values other than scalars; the system provides pages only as they are touched."""
MARGIN_BYTES: Final = 16 << 20
"""Stack left for the game's own functions."""
_REASONS: Final = {h.BY_NODES: StopReason.NODES, h.BY_PLIES: StopReason.PLY_LIMIT, h.BY_MOVES: StopReason.PLY_LIMIT}


class Stopped(Exception):  # noqa: N818  # a signal, not an error
    """A kernel stopped before its end; `fault` is the rule of the protocol that the game broke, 0 if it broke none."""

    def __init__(self, reason: StopReason, fault: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.fault = fault


class Runner:
    """A kernel's code and the memory it works on, `words`. `POSED` are words of the task, besides the state, that a run may
    change; `is_long` if the run has turned out too long for the calling thread, `is_timed` if it has a limit of time.
    """

    POSED: ClassVar[tuple[int, ...]] = ()

    def __init__(self, machine: Machine, shapes: Shapes, size: int = h.END) -> None:
        self.shapes: Final = shapes
        self._machine: Final = machine
        self._memory: Final = Memory(8 * size)
        self._bytes: Final = self._memory.bytes
        self._arena: Memory | None = None
        self.words: Final = self._memory.words
        self._worker: Worker | None = None
        self._until = math.inf
        self._short_nodes = 0
        self._reason: StopReason | None = None
        self._stopped: float | None = None
        """The time at which the run was first seen to be stopped."""
        self._is_running = False
        self._watched_at = -1
        self._seen: tuple[int, float] | None = None
        """For a run on the calling thread, the node count last seen, and the time since which it has not changed."""
        self._changing: Final = threading.Lock()
        self.is_long = True
        self.is_idle = True
        self.is_timed = False

    def limit(self, limits: Limits, began: float) -> None:
        """Sets the limits of the next runs, with time counted from `began`."""
        self.words[h.NODE_LIMIT] = NO_LIMIT if limits.nodes is None else limits.nodes
        self._until = math.inf
        self.is_timed = limits.seconds is not None
        self._short_nodes = SHORT_NODES
        if limits.seconds is not None:
            self._until = began + limits.seconds
            self._short_nodes = SHORT_NODES_IN_TIME
        self.is_long = threading.get_ident() != threading.main_thread().ident
        self._reason = None

    def must_stop(self) -> bool:
        """True once time is up or a stop was requested."""
        return self._reason is not None or time.perf_counter() >= self._until

    def reset(self) -> None:
        """Forgets that a search was stopped."""
        self._reason = None
        self.words[h.STOP] = 0

    def allow_more(self, nodes: int) -> None:
        """Allows that many more nodes after a stop, and a little time."""
        self._until = time.perf_counter() + PATIENCE
        self.reset()
        self.words[h.NODE_LIMIT] = self.words[h.NODES] + nodes

    def stop(self, reason: StopReason) -> None:
        """Ends the search that is running; from any thread."""
        if self._reason is None:
            self._reason = reason
        with contextlib.suppress(ValueError):  # it has just been closed
            self.words[h.STOP] = h.BY_CALLER

    def look_after(self, now: float) -> bool:
        """Interrupts rules that take too long after a stop or for one node; gives whether the kernel runs."""
        with self._changing:
            if not self._is_running:
                return False
            if self._seen is not None and self.words[h.NODES] != self._seen[0]:
                self._seen = self.words[h.NODES], now
            self._stopped = None if self.words[h.STOP] == 0 else self._stopped or now
            if any(since is not None and now - since > PATIENCE for since in (self._stopped, self._seen and self._seen[1])):
                self.words[h.LATE] = 1
            return True

    def start(self, call: Callable[[], T]) -> Job[T]:
        """Starts the call on the kernel's thread, where kernels run directly."""
        return self._thread().submit(call)

    def _thread(self) -> Worker:
        if self._worker is None:
            self._worker = Worker()
        return self._worker

    def inside(self, call: Callable[[], T]) -> T:
        """Makes the call on the kernel's thread, where kernels run directly; ends it in time and on Ctrl-C."""
        return self.start(call).wait(self._until, lambda: self.stop(StopReason.SECONDS))

    @property
    def is_inside(self) -> bool:
        """True on the kernel's thread."""
        return self._worker is not None and self._worker.is_current

    def run(self) -> None:
        """Runs the task, on this thread if it is short, else on the kernel's own; raises Stopped if it ended early."""
        words = self.words
        words[h.STOP] = 0  # before the reason is looked at, which `stop` sets before the word
        if self._reason is None and time.perf_counter() >= self._until:
            self.stop(StopReason.SECONDS)
        if self._reason is not None:
            raise Stopped(self._reason)
        self.is_idle = False
        is_short = not self.is_long and words[h.NODES] < self._short_nodes and not self.is_inside
        why = self._call_shortly() if is_short else self._call_there()
        self.is_idle = True
        if why:
            if self._reason is not None:
                raise Stopped(self._reason)
            raise Stopped(_REASONS.get(why, StopReason.STOPPED), words[h.FAULT] if why == h.BY_RULES else 0)

    def _call_shortly(self) -> int:
        """Runs the task on this thread while it is short; a longer one restarts on the kernel's own thread."""
        words = self.words
        limit, posed = words[h.NODE_LIMIT], [words[place] for place in self.POSED]
        words[h.NODE_LIMIT] = min(limit, self._short_nodes)
        try:
            why = self._try_here()
        finally:
            words[h.NODE_LIMIT] = limit
        if not (why is None or (why == h.BY_NODES and words[h.NODES] < limit) or why == h.BY_PLIES):
            return why
        if why is None:
            self.escaped()
        self.is_long = True
        words[h.STOP] = 0
        for place, word in zip(self.POSED, posed, strict=True):
            words[place] = word
        return h.BY_CALLER if self._reason is not None else self._call_there()

    def call_here(self) -> int:
        """Runs the task on this thread, with little stack; gives the reason for a stop, 0 when complete."""
        why = self._try_here()
        return self._call_there() if why is None else why

    def escaped(self) -> None:
        """Hook that cleans up after an aborted run, before its restart."""

    def _try_here(self) -> int | None:
        """Runs the task here; None if the rules recursed too deep, or ran too long for a thread deaf to time and Ctrl-C."""
        self.words[h.STACK_SIZE] = SHORT_STACK_BYTES
        if self.is_inside:
            return self._call()
        self._seen = -1, math.inf
        try:
            return self._call()
        except Exception as error:  # whatever the rules raise when they come back
            if not (self.words[h.LATE] or isinstance(error, RecursionError)):
                raise
            return None
        finally:
            self._seen = None

    def _call_there(self) -> int:
        self.words[h.STACK_SIZE] = self._thread().stack_bytes - MARGIN_BYTES
        return self._call() if self.is_inside else self.inside(self._call)

    def _call(self) -> int:
        if self._machine.arena:
            self._arena = self._arena or Memory(ARENA_BYTES)
            self.words[h.ARENA], self.words[h.ARENA_END] = self._arena.address, self._arena.address + ARENA_BYTES
        self.words[h.LATE] = 0
        self._stopped, self._is_running = None, True
        if self._watched_at != WATCH.times:
            self._watched_at = WATCH.times
            WATCH.add(self)
        try:
            return self._machine(self._memory.address)
        except NativeError as error:
            if self.words[h.LATE] and self.words[h.STOP]:
                return int(self.words[h.STOP])
            raise error.cause() from None
        finally:
            with self._changing:
                self._is_running = False

    def launch(self, fail: Callable[[Any, BaseException], None]) -> Job[int]:
        """Starts the task; the job gives the reason for a stop, 0 when complete. `fail` is called with errors at once."""
        return self.start(lambda: self._reported(fail))

    def _reported(self, fail: Callable[[Any, BaseException], None]) -> int:
        try:
            why = self._call_there()
        except Exception as error:  # the rules may raise anything
            fail(self, error)
            return h.BY_CALLER
        if why == h.BY_RULES:
            fail(self, Stopped(StopReason.STOPPED, self.words[h.FAULT]))
        return why

    def wait(self) -> None:
        """Waits until all started jobs have ended."""
        self.start(lambda: None).wait(math.inf, lambda: None)

    def nodes(self) -> int:
        """Nodes visited since the search began, by all workers."""
        return self.words[h.NODES]

    def workers(self) -> Workers | None:
        """The workers of a search, if several were requested; else None."""
        return None

    @property
    def used_bytes(self) -> int:
        """Memory of what is kept from search to search: by default, nothing is."""
        return 0

    def fault_state(self) -> Any:
        """The state in which the game broke the protocol."""
        return self.shapes.state.rebuild(self.words[h.FAULT_STATE : h.FAULT_STATE + self.shapes.state.words].tolist())

    def adopt_fault(self, other: Runner) -> None:
        """Copies the state in which another kernel found the protocol broken."""
        places = slice(h.FAULT_STATE, h.FAULT_STATE + self.shapes.state.words)
        self.words[places] = other.words[places]

    def close(self) -> None:
        """Ends the thread and gives the memory back."""
        if self._worker is not None:
            self._worker.close()
        self._memory.close()
        if self._arena is not None:
            self._arena.close()

    def put(self, place: int, data: bytes) -> None:
        """Writes bytes, starting at word `place`."""
        place *= 8
        self._bytes[place : place + len(data)] = data


def share_out(runners: Sequence[R], tasks: Iterable[Task], work: Callable[[R, Task], T]) -> list[T]:
    """The results of the work on each task, which the next free runner does; closes the runners."""
    free: SimpleQueue[R] = SimpleQueue()
    for runner in runners:
        free.put(runner)

    def done(task: Task) -> T:
        runner = free.get()
        try:
            return work(runner, task)
        finally:
            free.put(runner)

    pool = ThreadPoolExecutor(len(runners))
    try:
        jobs = [pool.submit(done, task) for task in tasks]
        for job in wait(jobs, return_when=FIRST_EXCEPTION).done:
            job.result()
        return [job.result() for job in jobs]
    finally:
        for runner in runners:
            runner.stop(StopReason.STOPPED)  # where an error left others at work
        pool.shutdown(cancel_futures=True)
        for runner in runners:
            runner.close()
