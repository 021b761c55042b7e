"""Ctrl-C, above all while the AI thinks."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...api.search import Search


@contextmanager
def ending_early(engine: Search[Any, Any]) -> Iterator[None]:
    """A context in which a first Ctrl-C ends the search, whose answer so far is used; a second one interrupts the program.

    Code is compiled beforehand, while there is no answer yet: then Ctrl-C interrupts the program.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    engine.ready()

    def stop(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        engine.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
