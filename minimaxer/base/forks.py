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
_locks: Final[list[Any]] = []
_fork: Final = threading.local()
"""Has the locks `held` for the fork that runs on this thread."""


def awaited_by_forks(lock: L) -> L:
    """The same lock, which forks wait for and hold; it must live as long as the process, and let a thread enter twice."""
    _locks.append(lock)
    return lock


def _wait() -> None:
    """Takes all locks, and waits for one only while it holds no other, so that no order of theirs matters.

    An interrupt of the wait is raised after the fork.
    """
    _fork.held = []
    try:
        missing: Any = None
        while True:
            if missing is not None:
                missing.acquire()
                _fork.held.append(missing)
            missing = next((each for each in _locks if not _take(each)), None)
            if missing is None:
                return
            _release()
    except KeyboardInterrupt:  # Python drops what is raised here
        _release()
        _wait()
        threading.Timer(_OVER, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()


def _take(lock: Any) -> bool:
    if not lock.acquire(blocking=False):
        return False
    _fork.held.append(lock)
    return True


def _release() -> None:
    while _fork.held:
        _fork.held.pop().release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait, after_in_parent=_release, after_in_child=_release)
