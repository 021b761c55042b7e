"""Processes that tests start, interrupt and wait for."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import minimaxer as mx
from minimaxer.compiler.runtime.header import NODES

PATIENCE: Final = 600.0
"""Seconds that a test waits for what is sure to come, on a machine however busy; longer is a hang."""
SHARED_MEMORY: Final = Path("/dev/shm")
"""Where Linux keeps what processes share under a name."""


@contextmanager
def within(seconds: int, error: type[BaseException]) -> Iterator[None]:
    """Raises the error where the block takes longer, on the main thread."""

    def stop(*_: object) -> None:
        raise error(f"still busy after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def started(arguments: Sequence[str], **settings: Any) -> subprocess.Popen[str]:
    """A child that hears Ctrl-C even where this process ignores it, as what a shell runs in the background does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, **settings)
    finally:
        signal.signal(signal.SIGINT, before)


def threads_since() -> Callable[[], int]:
    """Counts, whenever it is called, the threads that began after this call: those of other tests may end at any moment."""
    before = set(threading.enumerate())
    return lambda: len(set(threading.enumerate()) - before)


def comes_true(condition: Callable[[], bool]) -> bool:
    """Waits for the condition; whether it came true."""
    deadline = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def is_alive(pid: int) -> bool:
    """Whether there is a process of that number that has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return True


def shared_names() -> list[str]:
    """The names under which others could find memory and semaphores that this process uses; none where that is not told."""
    maps, folder = Path("/proc/self/maps"), SHARED_MEMORY
    if not maps.exists() or not folder.exists():
        return []
    used = {int(line.split()[4]) for line in maps.read_text().splitlines() if str(folder) in line}
    return sorted(entry.name for entry in os.scandir(folder) if entry.inode() in used)


def await_work(engine: mx.Search[Any, Any]) -> None:
    """Waits until a search of a compiled game, on another thread, has visited a million nodes."""

    def is_at_work() -> bool:
        kernel = engine._tier._kernel  # type: ignore[attr-defined]  # that of the compiled tier
        return kernel is not None and kernel.words[NODES] > 1_000_000

    assert comes_true(is_at_work)


def tell_when_at_work(engine: mx.Search[Any, Any]) -> None:
    """Has "at work" printed when the search, which is to begin, is deep in native code."""

    def tell() -> None:
        await_work(engine)
        print("at work", flush=True)

    threading.Thread(target=tell, daemon=True).start()
