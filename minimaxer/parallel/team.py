"""The helpers of a search on a tree: started when they are first needed, told what to search, ended for good.

May import its neighbours in this folder.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import threading
import weakref
from abc import ABC, abstractmethod
from queue import SimpleQueue
from typing import Any, Final

from .board import Board
from .helper import Link, Order, Reply, run_process, serve
from .sending import packed

LOG: Final = logging.getLogger("minimaxer")
_END_SECONDS: Final = 5.0
"""How long a helper may take to end before it is killed."""


class Team(ABC):
    """Helpers on one board.

    Args:
        order: What they are told once.
        helpers: How many.
        board: What they share.
    """

    def __init__(self, order: Order, helpers: int, board: Board) -> None:
        self.order: Final = order
        self.helpers: Final = helpers
        self.board: Final = board
        self.is_started = False
        self.at_work: list[int] = []
        self.took_part: list[int] = []
        self.is_whole = True

    def prepare(self) -> None:
        """Makes the board ready for a search."""
        self.board.begin()
        self.took_part = []

    def begin(self, state: Any, limits: Any) -> None:
        """Has all that are alive search the state; starts them first."""
        if not self.is_started:
            self.is_started = True
            self.start()
        for number in range(self.helpers):
            if self.send(number, (state, limits)):
                self.at_work.append(number)
            else:
                self.is_whole = False
        self.took_part = list(self.at_work)

    def end(self) -> list[Reply]:
        """Ends the search, and gives what each helper found."""
        self.board.stop()
        at_work, self.at_work = self.at_work, []
        replies = [self.receive(number) for number in at_work]
        self.is_whole = self.is_whole and None not in replies
        return [reply for reply in replies if reply is not None]

    @abstractmethod
    def start(self) -> None:
        """Starts them."""

    @abstractmethod
    def send(self, number: int, message: Any) -> bool:
        """Sends a helper a message; False where it is no more."""

    @abstractmethod
    def receive(self, number: int) -> Reply | None:
        """A helper's reply; None where it is no more."""

    @abstractmethod
    def close(self) -> None:
        """Ends them for good."""


class ProcessTeam(Team):
    """Helpers in processes."""

    def __init__(self, order: Order, helpers: int, table_bytes: int) -> None:
        self._packed: Final = packed(order, "leave out parallel")
        self._memory: Final = Board.memory(table_bytes)
        super().__init__(order, helpers, Board(self._memory))
        self._links: list[Any] = []
        self._processes: list[Any] = []
        self._finalizer = weakref.finalize(self, _end, self._links, self._processes)

    def start(self) -> None:
        """Starts the processes; they get ready while the search goes on."""
        context = multiprocessing.get_context("spawn")
        for number in range(self.helpers):
            link, other = context.Pipe()
            arguments = (other, self._packed, self._memory, number)
            process = context.Process(target=run_process, args=arguments, name="minimaxer helper", daemon=True)
            process.start()
            other.close()
            self._links.append(link)
            self._processes.append(process)

    def send(self, number: int, message: Any) -> bool:
        """Sends a helper a message; False where its process has ended."""
        try:
            self._links[number].send(message)
        except OSError:
            return False
        return True

    def receive(self, number: int) -> Reply | None:
        """A helper's reply; None where its process ended without one."""
        try:
            reply: Reply = self._links[number].recv()
        except (EOFError, OSError):
            LOG.warning("a helping process ended by itself; the search goes on without it")
            return None
        return reply

    def close(self) -> None:
        """Ends the processes."""
        self._finalizer()


def _end(links: list[Any], processes: list[Any]) -> None:
    for link in links:
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


class _Queues:
    """A link between threads."""

    def __init__(self, incoming: SimpleQueue[Any], outgoing: SimpleQueue[Any]) -> None:
        self._incoming: Final = incoming
        self._outgoing: Final = outgoing

    def send(self, message: Any) -> None:
        self._outgoing.put(message)

    def recv(self) -> Any:
        return self._incoming.get()


class ThreadTeam(Team):
    """Helpers on threads, for Pythons that run threads side by side."""

    def __init__(self, order: Order, helpers: int, table_bytes: int) -> None:
        super().__init__(order, helpers, Board(Board.local_memory(table_bytes)))
        self._links: list[Link] = []
        self._threads: list[threading.Thread] = []
        self._finalizer = weakref.finalize(self, _end_threads, self._links)

    def start(self) -> None:
        """Starts the threads."""
        for number in range(self.helpers):
            there: SimpleQueue[Any] = SimpleQueue()
            back: SimpleQueue[Any] = SimpleQueue()
            self._links.append(_Queues(back, there))
            arguments = (_Queues(there, back), self.order, self.board, number)
            thread = threading.Thread(target=serve, args=arguments, name="minimaxer helper", daemon=True)
            thread.start()
            self._threads.append(thread)

    def send(self, number: int, message: Any) -> bool:
        """Sends a helper a message."""
        self._links[number].send(message)
        return True

    def receive(self, number: int) -> Reply | None:
        """A helper's reply."""
        reply: Reply = self._links[number].recv()
        return reply

    def close(self) -> None:
        """Ends the threads."""
        self._finalizer()
        for thread in self._threads:
            thread.join()


def _end_threads(links: list[Link]) -> None:
    for link in links:
        link.send(None)
