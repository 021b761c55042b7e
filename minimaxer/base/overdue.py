"""Rules that do not return: one thread of the process watches running rules and interrupts overdue calls."""

from __future__ import annotations

import _thread
import contextlib
import ctypes
import gc
import math
import os
import signal
import sys
import sysconfig
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import FrameType, TracebackType
from typing import Final, Protocol, TypeVar

from ..errors import RulesError
from .forks import awaited_by_forks

T = TypeVar("T")
TICK: Final = 0.05
"""Seconds between two checks."""
PATIENCE: Final = 0.3
"""Seconds that rules may still run after a stop, or for one node on the caller's thread, before they are interrupted."""
LONGEST_CALL: Final = 5.0
"""Seconds that one call of the rules may take without a time limit, such as while they are compiled or examined."""
_IDLE: Final = 40
"""Idle checks after which the watch waits to be woken."""
_SITE: Final = ("site-packages", "dist-packages")
_OURS: Final = str(Path(__file__).parents[1]) + os.sep
_LIBRARIES: Final = product({*map(sysconfig.get_path, ("purelib", "platlib"))}, ("llvmlite", "hypothesis"))
_OTHERS: Final = (_OURS, *(str(Path(*each)) + os.sep for each in _LIBRARIES))
"""Folders without rules: the package, and libraries that it calls or that call it."""
_STANDARD: Final = sysconfig.get_path("stdlib") + os.sep
_WAKE: Final = getattr(signal, "SIGURG", None)
"""The signal that interrupts a system call; nothing else uses it."""


class Watched(Protocol):
    """An object that `Watch` checks."""

    def look_after(self, now: float) -> bool:
        """Does what is due at this time of `time.perf_counter`; returns whether there is anything to watch."""


class Watch:
    """Checks the objects it was given, again and again, on its own thread, which starts when it is first needed."""

    def __init__(self) -> None:
        self.times = 0
        """A count that rises when the objects are dropped or about to be: one added at another count has to be added again."""
        self._lock: Final = awaited_by_forks(threading.RLock())
        self._begin()

    def _begin(self) -> None:
        """Starts with nothing to watch; also runs after a fork, which leaves the thread behind."""
        self.times += 1
        self._watched: weakref.WeakSet[Watched] = weakref.WeakSet()
        self._woken = threading.Event()
        self._has_begun = False
        if hasattr(os, "register_at_fork") and self.times == 1:
            os.register_at_fork(after_in_child=self._begin)

    def add(self, watched: Watched) -> None:
        """Watches an object from now on; not where Python starts no threads, as in a browser."""
        with self._lock:
            self._watched.add(watched)
            self._woken.set()
            if not self._has_begun:
                self._has_begun = True
                with contextlib.suppress(RuntimeError):
                    _thread.start_new_thread(self._work, ())  # it is for the process, and none of the threads that a search has

    def _work(self) -> None:
        idle = 0
        while self._woken.wait():
            time.sleep(TICK)
            with self._lock:
                now = time.perf_counter()
                idle = 0 if sum(each.look_after(now) for each in self._watched) else idle + 1
                if idle < _IDLE:
                    continue
                idle, self.times = 0, self.times + 1
                if not sum(each.look_after(now) for each in self._watched):
                    self._watched.clear()
                    self._woken.clear()


WATCH: Final = Watch()
"""The only instance."""


class Overdue(BaseException):  # a signal, which rules that catch every Exception must not catch
    """Raised inside rules in Python that do not return."""


class Guard:
    """Interrupts rules in Python, on any thread, once one call of them goes on for `patience` seconds after the due time.
    `has_sent` is True once it has interrupted a call, until `end`.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience: Final = patience
        self._lock: Final = threading.Lock()
        self._thread: int | None = None
        self._frame: FrameType | None = None
        """The frame that began the guard: once it has returned, nothing is sent."""
        self._due = math.inf
        self._call: tuple[FrameType, float] | None = None
        """The call of the rules that was seen last, and the time from which it counts."""
        self.has_sent = False
        self._watched_at = -1

    def stop(self) -> None:
        """Makes the running call due at once."""
        self._due = 0.0
        self._watch()

    def _watch(self) -> None:
        if self._watched_at != WATCH.times:
            self._watched_at = WATCH.times
            WATCH.add(self)

    def begin(self, due: float, frame: FrameType | None = None) -> None:
        """Watches this thread from that time of `time.perf_counter` until `end`, or until `frame`, else the caller, returns."""
        self._due, self._call, self.has_sent = due, None, False
        self._frame, self._thread = frame or sys._getframe(1), threading.get_ident()
        if due < math.inf:
            _prepare()
            self._watch()

    def end(self) -> None:
        """Stops watching; an interruption that was sent has arrived by then, or never will."""
        try:
            self._forget()
        except Overdue:  # it came in the midst of that
            self._forget()

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Suspends the guard within the block, where code other than the rules is called."""
        due, frame = self._due, self._frame
        self.end()
        try:
            yield
        finally:
            if frame is not None:
                self.begin(due, frame)

    def _forget(self) -> None:
        with self._lock:
            thread, self._thread, self._call, self._frame = self._thread, None, None, None
            was_sent, self.has_sent = self.has_sent, False
        if was_sent and thread is not None:
            _send(thread, None)
            # Python 3.11 and 3.12 look for what was sent until something comes, and for ever in a function that is profiled
            with contextlib.suppress(Overdue):
                _send(threading.get_ident(), Overdue)
                while True:
                    pass

    def look_after(self, now: float) -> bool:
        """Interrupts an overdue call; returns whether there is anything to watch."""
        with self._lock:
            if self._thread is None:
                return False
            if now < self._due:
                return True
            with _uncollected():  # the only way to see another thread's frames
                call = _call_of_rules(sys._current_frames().get(self._thread), self._frame)
            if call is None or self._call is None or call is not self._call[0]:
                self._call = None if call is None else (call, max(now, self._due))
            elif now - self._call[1] >= self._patience - TICK:
                self.has_sent = True
                _send(self._thread, Overdue)
                if self._thread == threading.main_thread().ident and _WAKE and signal.getsignal(_WAKE) is _woken:
                    signal.pthread_kill(self._thread, _WAKE)
            return True


def _send(thread: int, error: type[Overdue] | None) -> None:
    """Raises the error in that thread as soon as it runs Python code; None cancels one that has not been raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None if error is None else ctypes.py_object(error))


def bounded(seconds: float | None, call: Callable[[], T], guard: Guard | None = None) -> T:
    """Makes a call; after that many seconds, if given, rules in Python are interrupted once one call of them takes too long.
    Raises RulesError if a call was interrupted.
    """
    guard = guard or Guard()
    try:
        guard.begin(math.inf if seconds is None else time.perf_counter() + seconds)
        return call()
    except Overdue as error:
        raise overdue_error(error) from None
    finally:
        guard.end()


@contextlib.contextmanager
def awaited() -> Iterator[None]:
    """Interrupts rules in Python when one call of them runs too long within the block, and raises RulesError."""
    guard = Guard(LONGEST_CALL + 1)  # whoever else looks after the same call has something to say of it first
    try:
        guard.begin(0.0, sys._getframe(2))
        yield
    except Overdue as error:
        if not guard.has_sent:
            raise
        raise endless_error(method_of(error)) from None
    finally:
        guard.end()


def endless_error(method: str) -> RulesError:
    """The error for a method that does not return."""
    return RulesError(f"{method} does not come back; does its loop end?")


def overdue_error(error: Overdue) -> RulesError:
    """The error for rules that were interrupted."""
    return RulesError(f"{method_of(error)} had not come to its end {PATIENCE} s after it was told to stop")


def _prepare() -> None:
    """Lets a signal interrupt a system call, such as a sleep, in the main thread: the only one where Python can."""
    if _WAKE and threading.get_ident() == threading.main_thread().ident and signal.getsignal(_WAKE) is signal.SIG_DFL:
        signal.signal(_WAKE, _woken)


def _woken(number: int, frame: object) -> None:
    """Does nothing; while the handler is called, Python notices a pending interruption."""


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Suspends garbage collection within the block, where finalizers may run while another thread's frames are inspected. Up to
    Python 3.11 they do: the thread goes on meanwhile, and the inspected frames are gone.
    """
    collects = sys.version_info < (3, 12) and gc.isenabled()
    if collects:
        gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _is_of_rules(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    return not file.startswith((*_OTHERS, "<frozen ")) and (not file.startswith(_STANDARD) or any(name in file for name in _SITE))


def _call_of_rules(frame: FrameType | None, within: FrameType | None) -> FrameType | None:
    """The package's call that the rules are in; None if the package itself, or Python's library for it, is running. Functions of
    the package that the rules call, such as those for bits, count as part of the rules.
    """
    call = None
    while frame is not None and frame is not within and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    while frame is not None and not frame.f_code.co_filename.startswith(_OURS):
        call, frame = frame, frame.f_back
    while frame is not None and frame is not within:
        frame = frame.f_back
    return None if call is None or frame is None or not _is_of_rules(call) else call


def method_of(error: Overdue) -> str:
    """The name of the function of the rules that was interrupted."""
    traceback: TracebackType | None = error.__traceback__
    while traceback is not None:
        if _is_of_rules(traceback.tb_frame):
            return traceback.tb_frame.f_code.co_qualname
        traceback = traceback.tb_next
    return "a method of the game"
