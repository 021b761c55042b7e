"""Machine code in memory, object files loaded with llvmlite, which is imported only then; and the thread that runs it: its stack
is large, and the thread that waits for it stays free for Ctrl-C.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from types import ModuleType
from typing import Any, Final, Generic, TypeVar, cast

from attrs import frozen

from ...base.forks import awaited_by_forks
from . import header as h

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


ENTER: Final = "enter"
"""The name of the entry point: given the address of the kernel's memory, it returns why it stopped, or `FAILED`."""
WEIGHTS: Final = "weights"
"""The name of the words that hold the weights of an evaluation, in code that reads any."""
FAILED: Final = -(1 << 62)
"""The result where the rules ended with an error, whose number is in the memory."""
_CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
_LEFT_OUT: Final = ",-avx512f"
"""AVX-512, with all that builds on it: LLVM 22.1 makes wrong code with its mask registers, and nothing measured was faster by it.

Source: https://github.com/llvm/llvm-project/pull/198220, which mends it in later versions: a mask that was moved to another
register (`VPMOVD2M`, `KMOV`) counts as dead although an instruction that reads and writes it (`KSHIFT`) comes later.
"""
Failure = tuple[str, str | None, str, int]


@frozen
class ObjectCode:
    """Compiled code as it is stored on disk, an object file in the machine's own format. `failures` are the errors with which it
    may end, by their numbers from 1: the class as `module:name`, text, function and line; `arena` if it keeps values in one.
    """

    data: bytes
    failures: tuple[Failure, ...]
    arena: bool


class NativeError(Exception):
    """Compiled code ended with an error."""

    def __init__(self, failure: Failure) -> None:
        super().__init__("compiled code raised an error")
        self.failure = failure

    def cause(self) -> BaseException:
        """The exception as the game's source raised it."""
        path, text, _, _ = self.failure
        module, _, name = path.partition(":")
        found: object = functools.reduce(lambda found, part: getattr(found, part, None), name.split("."), sys.modules.get(module))
        if not (isinstance(found, type) and issubclass(found, BaseException)):
            return RuntimeError(f"{name}({text})")
        given = [text] if text else []
        error: BaseException = found.__new__(found, *given)  # its own __init__ may take something else than a text
        BaseException.__init__(error, *given)
        return error


class Machine:
    """Loaded code, ready to be called from any thread; calls hold no GIL. `weights`: the words to read, or those compiled in.
    Each has an engine of its own, so that equal names in two pieces of code never meet.
    """

    def __init__(self, code: ObjectCode, weights: Sequence[int] = ()) -> None:
        self.arena: Final = code.arena
        self._failures: Final = code.failures
        self._weights: Final[list[ctypes.c_int64 | int]] = list(weights)
        self._loaded: Final[list[object]] = []
        self.load(code)

    def load(self, code: ObjectCode) -> None:
        """Loads the code, or other code made of the same source: calls from now on run it, those before go on in the old one."""
        llvm = _llvm()
        module = llvm.parse_assembly(f'target triple = "{llvm.get_process_triple()}"')
        engine = llvm.create_mcjit_compiler(module, target_machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(code.data))
        engine.finalize_object()
        if self._weights and (place := engine.get_global_value_address(WEIGHTS)):
            (ctypes.c_int64 * len(self._weights)).from_address(place)[:] = self._weights
        self._loaded.append((module, engine))
        self._call = _CALL(engine.get_function_address(ENTER))

    def __call__(self, address: int) -> int:
        """Runs the code on the memory at that address; raises NativeError if the rules raised."""
        why: int = self._call(address)
        if why == FAILED:
            raise NativeError(self._failures[ctypes.c_int64.from_address(address + 8 * h.FAILURE).value - 1])
        return why


def optimises() -> bool:
    """True if code is made to run fast; where the environment variable `MINIMAXER_OPTIMISE` is 0, it is made fast instead."""
    return os.environ.get("MINIMAXER_OPTIMISE") != "0"


def target_machine(*, effort: int = 3) -> Any:
    """The LLVM target for this machine; `effort` is from 0, for code soon, to 3, for fast code."""
    target = _target()
    cpu, features = identity()[1:3]
    return target.create_target_machine(cpu=cpu, features=features, opt=effort, reloc="static", codemodel="jitdefault", jit=True)


@functools.cache
def _llvm() -> ModuleType:
    """llvmlite; forks wait for its lock, which a child could never take while another thread frees code."""
    import llvmlite.binding as llvm

    awaited_by_forks(llvm.ffi.lib._lock._lock)
    return llvm


@functools.cache
def identity() -> tuple[str, str, str, str]:
    """The key of code for this machine: the system, the processor and its features, and llvmlite's version."""
    import llvmlite

    llvm = _llvm()
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:
        features = ""
    if "+avx512f" in features:
        features += _LEFT_OUT
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features, llvmlite.__version__


@functools.cache
def _target() -> Any:
    llvm = _llvm()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple())
