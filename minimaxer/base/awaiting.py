"""Results computed on one thread and awaited on another, which runs an event loop; without threads, the two take turns."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from threading import Thread
from typing import TypeVar

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
