"""The progress of long work, and results computed on one thread and awaited on another, which runs an event loop."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from threading import Thread
from typing import TypeVar

from attrs import frozen

T = TypeVar("T")


async def awaited(results: Callable[[], Iterator[T]], stop: Callable[[], object]) -> AsyncGenerator[T, None]:
    """The results of an iterator that runs on its own thread, each as soon as it is available.

    `results` is called on that thread; `stop` makes the iterator end soon, and is called when results are no longer wanted. Where
    this Python cannot start threads, as in a browser, the event loop only gets its turn after each result.
    """
    import asyncio  # here, since most programs have no event loop

    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[T | None, BaseException | None, bool]] = asyncio.Queue()

    def tell(result: T | None, error: BaseException | None, is_last: bool) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, (result, error, is_last))

    def run() -> None:
        try:
            for result in results():
                tell(result, None, False)
        except BaseException as error:  # it is raised where the results are awaited
            tell(None, error, True)
        else:
            tell(None, None, True)

    thread = Thread(target=run, name="minimaxer search", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # this Python starts none
        for found in results():
            yield found
            await asyncio.sleep(0)
        return
    try:
        while True:
            result, error, is_last = await queue.get()
            if error is not None:
                raise error
            if is_last:
                return
            yield result  # type: ignore[misc]  # a result wherever it is not the last
    finally:
        while thread.is_alive():
            stop()
            thread.join(0.005)


@frozen
class Progress:
    """The progress of long work.

    Attributes:
        doing: The current part, such as `exploring` or `comparing with Python`.
        done: How much of it is done; 0, without a total, where nothing is counted.
        total: How much there is in all; None while it is unknown.
        size_bytes: The approximate memory taken.
        seconds: The time since it began.
        unit: What is counted.
    """

    doing: str
    done: int
    total: int | None
    size_bytes: int = 0
    seconds: float = 0.0
    unit: str = "positions"

    @property
    def seconds_left(self) -> float | None:
        """The estimated seconds left of this part; None if unknown."""
        if self.total is None or self.done == 0 or not self.seconds:
            return None
        return self.seconds / self.done * (self.total - self.done)

    def __str__(self) -> str:
        if not self.done and self.total is None:
            return self.doing
        of = "" if self.total is None else f" of {self.total:,}"
        size = f", {self.size_bytes / (1 << 20):,.0f} MB" if self.size_bytes else ""
        left = "" if self.seconds_left is None else f", {self.seconds_left:.0f} s left"
        return f"{self.doing}: {self.done:,}{of} {self.unit}{size}{left}"


OnProgress = Callable[[Progress], object]
"""A callback for reports of progress."""


def ignored(progress: Progress) -> None:
    """Does nothing with a report."""
