"""A helper of a search on a tree, in its own process or thread."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
from abc import abstractmethod
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final

from attrs import frozen

from .....errors import RulesError
from .....game.protocol import M, S
from .....searching.limits import Control, Limits
from .....searching.result import SearchResult
from .....searching.setup import Setup
from ..transpositions import Transpositions
from ..tree import Tree
from ..tree_search import TreeSearch
from .shared_memory import SharedMemory, SharedTable


@frozen(kw_only=True)
class Reply:
    """A helper's message: that it is ready, or at the end of a search the last result or the error that ended it. `task` is the
    number of the search; 0 before the first.
    """

    task: int
    result: SearchResult[Any] | None = None
    error: BaseException | None = None


@frozen
class Queues:
    """A link between threads."""

    _incoming: SimpleQueue[Any]
    _outgoing: SimpleQueue[Any]

    def send(self, message: Any) -> None:
        """Sends a message."""
        self._outgoing.put(message)

    def recv(self) -> Any:
        """Waits for the next message, and returns it."""
        return self._incoming.get()


@frozen
class _Sender:
    """A process's end of a connection. A message that cannot be pickled and read back is replaced by an error as text."""

    _connection: Any

    def send(self, message: Reply) -> None:
        try:
            data = pickle.dumps(message)
            pickle.loads(data)
        except Exception as error:  # pickle raises many kinds
            cause = error if message.error is None else message.error
            data = pickle.dumps(Reply(task=message.task, error=RulesError(f"{type(cause).__name__}: {cause}")))
        self._connection.send_bytes(data)

    def recv(self) -> Any:
        return self._connection.recv()


class SharingTreeSearch(TreeSearch[S, M]):
    """A search on a tree whose table lies in shared memory."""

    def __init__(self, setup: Setup[S, M]) -> None:
        super().__init__(setup)
        self._lazy: Final = setup.parallel == "lazy_smp"

    @abstractmethod
    def _board(self) -> SharedMemory:
        """The shared memory."""

    def _new_table(self, tree: Tree[S, M]) -> Transpositions[S, M]:
        board = self._board()
        return Transpositions(tree, self.options, SharedTable(board), None if self._lazy else board)


class _HelpingSearch(SharingTreeSearch[S, M]):
    """A helper's search: it ends when the stop flag is set, or when the process that it helps is gone."""

    def __init__(self, setup: Setup[S, M], board: SharedMemory, number: int, is_wanted: Callable[[], bool]) -> None:
        super().__init__(setup)
        self._shared: Final = board
        self._number: Final = number
        self._is_wanted: Final = is_wanted

    def _board(self) -> SharedMemory:
        return self._shared

    def _new_control(self, limits: Limits) -> Control:
        return _HelpersControl(limits, self._board(), self._number, self._is_wanted)


class _HelpersControl(Control):
    def __init__(self, limits: Limits, board: SharedMemory, number: int, is_wanted: Callable[[], bool]) -> None:
        super().__init__(limits)
        self._board: Final = board
        self._number: Final = number
        self._is_wanted: Final = is_wanted

    def poll(self, nodes: int) -> int:
        self._board.count(self._number, int(min(nodes, self._nodes_allowed)))
        if self._board.is_stopped or not self._is_wanted():
            self.stop()
        return super().poll(nodes)


def serve(
    link: Queues | _Sender, setup: Setup[Any, Any], board: SharedMemory, number: int, is_wanted: Callable[[], bool] = lambda: True
) -> None:
    """Runs the searches that are sent over the link, until None is sent."""
    search: _HelpingSearch[Any, Any] = _HelpingSearch(setup, board, number, is_wanted)
    link.send(Reply(task=0))
    while (message := link.recv()) is not None:
        task, state, limits = message
        result: SearchResult[Any] | None = None
        try:
            for result in search.iterate(state, limits):
                board.count(number, result.nodes)
        except BaseException as error:  # rules may raise anything; it is told where the search was asked for
            link.send(Reply(task=task, error=error))
        else:
            link.send(Reply(task=task, result=result))


def run_process(connection: Any, packed: bytes, memory: Any, number: int) -> None:
    """Runs a helper process from start to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked; it ends the others
    parent = os.getppid()
    link = _Sender(connection)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # nobody is left to help
        try:
            setup = pickle.loads(packed)
        except Exception as error:  # the rules may not be importable here
            link.send(Reply(task=0, error=error))
            return
        serve(link, setup, SharedMemory(memory), number, lambda: os.getppid() == parent)
