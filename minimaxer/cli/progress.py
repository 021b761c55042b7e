"""Progress of long work, shown on standard error if that is a terminal, and Ctrl-C, above all while the AI thinks."""

from __future__ import annotations

import importlib.util
import json
import shutil
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from ..api.search import Search
from ..base.progress import OnProgress, Progress
from ..searching.result import SearchResult


@contextmanager
def ending_early(engine: Search[Any, Any]) -> Iterator[None]:
    """A context in which a first Ctrl-C ends the search, whose answer so far is used; a second one interrupts the program. Code
    is compiled beforehand, while there is no answer yet: then Ctrl-C interrupts the program.
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


T = TypeVar("T")
_EVERY = 0.1


def progress(items: Sequence[T], unit: str) -> Iterator[T]:
    """Yields the items and shows a progress bar, or a plain counter if `tqdm` is not installed."""
    if len(items) < 2 or not sys.stderr.isatty():
        yield from items
    elif importlib.util.find_spec("tqdm") is not None:
        from tqdm import tqdm

        yield from tqdm(items, unit=unit, file=sys.stderr, dynamic_ncols=True, leave=False)
    else:
        show = counter("searching", len(items), f"{unit}s")
        for number, item in enumerate(items):
            show(number)
            yield item
        show(None)


def reporter() -> OnProgress:
    """A callback that shows the progress of long work, each part at most ten times a second."""
    doing, shown = "", 0.0

    def show(progress: Progress) -> None:
        nonlocal doing, shown
        if progress.doing != doing or time.monotonic() - shown > _EVERY:
            doing, shown = progress.doing, time.monotonic()
            note(str(progress))

    return show


def counter(doing: str, count: int, unit: str) -> Callable[[int | None], object]:
    """A callback that shows the number of items done; None clears the line."""
    show = reporter()
    return lambda done: clear() if done is None else show(Progress(doing, done, count, unit=unit))


def live_line(
    written: Callable[[Sequence[Any]], Sequence[str]] = lambda moves: list(map(str, moves)), named: Callable[[str], str] = str
) -> Callable[[SearchResult[Any]], object] | None:
    """A callback that shows the depth reached while a search runs; None if standard error is no terminal. `written` formats the
    moves of a line, and `named` rephrases the text of a value.
    """
    if not sys.stderr.isatty():
        return None

    def show(result: SearchResult[Any]) -> None:
        full = "" if result.table_full is None else f", table {result.table_full:.0%} full"
        line = " ".join(written(result.pv[:8]))
        note(f"depth {result.depth}: {named(result.value_text)}, {result.nodes:,} nodes, {result.nps:,.0f}/s{full}, line {line}")

    return show


def say(text: str) -> None:
    """Prints to standard output at once, without garbling a bar or live line on the same terminal."""
    if "tqdm" in sys.modules:
        from tqdm import tqdm

        tqdm.write(text)
    else:
        clear()
        print(text)
    sys.stdout.flush()


def tell(given: Namespace, found: Any) -> None:
    """Prints what a command found: as data with `--json`, else as text."""
    say(json.dumps(found.to_dict()) if given.json else str(found))


def note(text: str) -> None:
    """Shows on the live line as much of a text as fits the terminal, since a wrapped line could not be cleared."""
    if sys.stderr.isatty():
        text = text[: shutil.get_terminal_size().columns - 1]
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def clear() -> None:
    """Clears the live line."""
    note("")
