"""The helpers of a search on a tree: started when first needed, sent searches, and closed at the end."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import threading
import weakref
from abc import ABC, abstractmethod
from importlib.util import find_spec
from queue import SimpleQueue
from typing import Any, Final

from .....errors import OptionError
from .....searching.limits import Limits
from .....searching.setup import Setup
from .shared_memory import Queues, Reply, SharedMemory, packed, run_process, serve

LOG: Final = logging.getLogger("minimaxer")
START_SECONDS: Final = 0.0
"""Seconds that a search waits for helpers that are starting; it goes on alone and checks again."""
_END_SECONDS: Final = 5.0
"""Seconds that a helper may take to end before it is killed."""


class Team(ABC):
    """Helpers that use the same shared memory, to whom the setup is sent once. `is_whole` is True if none has ended by itself;
    `took_part` has the numbers of those that took part in the last search.
    """

    def __init__(self, setup: Setup[Any, Any], helpers: int, board: SharedMemory) -> None:
        self.setup: Final = setup
        self.helpers: Final = helpers
        self.board: Final = board
        self.is_started = False
        self.is_whole = True
        self.is_sound = True
        """False while messages are exchanged: an interrupt may then lose one, and waiting for it would never end."""
        self.took_part: list[int] = []
        self._links: list[Any] = []
        self._ready: set[int] = set()
        self._gone: set[int] = set()
        self._at_work: list[int] = []
        self._task = 0

    def prepare(self) -> None:
        """Resets the shared memory for a search."""
        self.board.begin()
        self._task += 1
        self.took_part = []

    def join(self, state: Any, limits: Limits) -> bool:
        """Starts the search of the state on all ready helpers that are not running it yet; True if none is still to come."""
        self.is_sound = False
        if not self.is_started:
            self.start()
            self.is_started = True
        for number in range(self.helpers):
            if number in self._gone or number in self.took_part:
                continue
            if number not in self._ready and not self._has_come(number):
                continue
            try:
                self.send(number, (self._task, state, limits))
            except OSError:
                self._lose(number)
                continue
            self._at_work.append(number)
            self.took_part.append(number)
        self.is_sound = True
        return len(self.took_part) + len(self._gone) == self.helpers

    def _has_come(self, number: int) -> bool:
        """True if a helper that was started is ready now."""
        if not self.has_reply(number, START_SECONDS):
            return False
        reply = self._receive(number)
        if reply is not None and reply.error is not None:
            LOG.warning("a helping process could not begin: %s: %s", type(reply.error).__name__, reply.error)
            self._lose(number)
        elif reply is not None:
            self._ready.add(number)
        return number in self._ready

    def end(self) -> list[Reply]:
        """Ends the search, and returns each helper's reply."""
        self.is_sound = False
        self.board.stop()
        replies = []
        while self._at_work:
            reply = self._receive(self._at_work[-1])
            if reply is None or reply.task == self._task:
                self._at_work.pop()
            if reply is not None and reply.task == self._task:
                replies.append(reply)
        self.is_sound = True
        return replies

    def _receive(self, number: int) -> Reply | None:
        """A helper's next reply; None if the helper has ended."""
        try:
            return self.receive(number)
        except (EOFError, OSError):
            self._lose(number)
            return None

    def _lose(self, number: int) -> None:
        LOG.warning("a helping process ended by itself; the search goes on without it")
        self._gone.add(number)
        self._ready.discard(number)
        self.is_whole = False

    @abstractmethod
    def start(self) -> None:
        """Starts the helpers."""

    @abstractmethod
    def send(self, number: int, message: Any) -> None:
        """Sends a helper a message; raises OSError if the helper has ended, OptionError if the message cannot be sent."""

    @abstractmethod
    def has_reply(self, number: int, seconds: float) -> bool:
        """True if a helper's reply, or the notice of its end, arrives within that time."""

    def receive(self, number: int) -> Reply:
        """A helper's next reply; raises EOFError or OSError if the helper has ended."""
        reply: Reply = self._links[number].recv()
        return reply

    @abstractmethod
    def close(self) -> None:
        """Ends the helpers for good."""


class ProcessTeam(Team):
    """Helpers in processes; raises OptionError if the rules cannot be sent to them, or this process cannot start others."""

    def __init__(self, setup: Setup[Any, Any], helpers: int, table_bytes: int) -> None:
        if multiprocessing.current_process().daemon:
            raise OptionError("this process is a daemon, which may not start others; leave out parallel")
        if find_spec("_multiprocessing") is None:
            raise OptionError("this Python starts no processes, as in a browser; leave out parallel")
        self._setup_packed: Final = packed(setup, "leave out parallel")
        self._memory: Final = SharedMemory.memory(table_bytes)
        super().__init__(setup, helpers, SharedMemory(self._memory))
        self._processes: list[Any] = []
        self._finalizer = weakref.finalize(self, _end, self._links, self._processes, self._ready)

    def start(self) -> None:
        """Starts the processes; they initialize while the search goes on."""
        context = multiprocessing.get_context("spawn")  # forking a process that has threads may hang it
        for number in range(len(self._processes), self.helpers):
            link, other = context.Pipe()
            arguments = (other, self._setup_packed, self._memory, number)
            process = context.Process(target=run_process, args=arguments, name="minimaxer helper", daemon=True)
            process.start()
            other.close()
            self._links.append(link)
            self._processes.append(process)

    def send(self, number: int, message: Any) -> None:
        """Sends a helper a message."""
        self._links[number].send_bytes(packed(message, "leave out parallel"))

    def has_reply(self, number: int, seconds: float) -> bool:
        """True if a helper's reply, or the notice of its end, arrives within that time."""
        return bool(self._links[number].poll(seconds))

    def close(self) -> None:
        """Ends the processes."""
        self._finalizer()


def _end(links: list[Any], processes: list[Any], ready: set[int]) -> None:
    for number, (link, process) in enumerate(zip(links, processes, strict=True)):
        if number not in ready:  # it is still starting
            process.terminate()
        with contextlib.suppress(OSError):
            link.send(None)
        link.close()
    for process in processes:
        process.join(_END_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
    links.clear()
    processes.clear()


class ThreadTeam(Team):
    """Helpers on threads, for Python builds that run threads in parallel."""

    def __init__(self, setup: Setup[Any, Any], helpers: int, table_bytes: int) -> None:
        super().__init__(setup, helpers, SharedMemory(SharedMemory.local_memory(table_bytes)))
        self._threads: list[threading.Thread] = []
        self._finalizer = weakref.finalize(self, _end_threads, self._links)

    def start(self) -> None:
        """Starts the threads."""
        for number in range(len(self._threads), self.helpers):
            there: SimpleQueue[Any] = SimpleQueue()
            back: SimpleQueue[Any] = SimpleQueue()
            arguments = (Queues(there, back), self.setup, self.board, number)
            thread = threading.Thread(target=serve, args=arguments, name="minimaxer helper", daemon=True)
            thread.start()
            self._links.append(Queues(back, there))
            self._threads.append(thread)

    def send(self, number: int, message: Any) -> None:
        """Sends a helper a message."""
        self._links[number].send(message)

    def has_reply(self, number: int, seconds: float) -> bool:
        """Always True: a thread is ready as soon as it runs."""
        return True

    def close(self) -> None:
        """Ends the threads."""
        self._finalizer()
        for thread in self._threads:
            thread.join()


def _end_threads(links: list[Any]) -> None:
    for link in links:
        link.send(None)
