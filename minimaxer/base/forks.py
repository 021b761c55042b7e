"""Locks and forks: a child has one thread, so a lock that another held would never be released there."""

from __future__ import annotations

import logging  # noqa: F401  # before the hooks here, which run before its own: it would hold its lock while they wait
import os
import signal
import threading
from typing import Any, Final, TypeVar

L = TypeVar("L", bound=Any)
_OVER: Final = 0.1
"""Seconds by which a fork is surely over."""
_registering: Final = threading.RLock()
_locks: Final[list[Any]] = []


def awaited_by_forks(lock: L) -> L:
    """The same lock, which forks wait for and hold; it must live as long as the process, and let a thread enter twice."""
    with _registering:
        _locks.append(lock)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_parent=lock.release, after_in_child=lock.release)
    return lock


def _wait() -> None:
    """Takes all locks, and waits for one only while it holds no other, so that no order of theirs matters. An interrupt of the
    wait is raised after the fork.
    """
    held: list[Any] = []
    missing: Any = _registering
    try:
        while missing is not None:
            missing.acquire()
            held = [missing]
            missing = next((each for each in _locks if each is not held[0] and not _take(each, held)), None)
            if missing is not None:
                _release(held)
    except KeyboardInterrupt:  # Python drops what is raised here
        _release(held)
        _wait()
        threading.Timer(_OVER, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()


def _take(lock: Any, held: list[Any]) -> bool:
    if not lock.acquire(blocking=False):
        return False
    held.append(lock)
    return True


def _release(held: list[Any]) -> None:
    while held:
        held.pop().release()


awaited_by_forks(_registering)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait)
