"""Memory that the processes of one search share, a stop flag, marks of the searches each is running, and a table; and a helper of
a search, in its own process or thread.

The memory is a file that is unlinked once it is open, so that nothing is left behind, however the processes end.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import struct
from abc import abstractmethod
from collections.abc import Callable, Hashable
from queue import SimpleQueue
from typing import Any, Final

from attrs import frozen

from .....base.scores import Bound
from .....errors import OptionError, RulesError
from .....game.protocol import M, S
from .....searching.limits import Control, Limits
from .....searching.result import SearchResult
from .....searching.setup import Setup
from .....searching.validators import MOST_THREADS
from .....tables.codes import is_word, stable_hash
from ..search import TreeSearch
from ..transpositions import Entry, Transpositions
from ..tree import Tree


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


_STOP: Final = 0
_NODES: Final = 8
_MARKS: Final = _NODES + MOST_THREADS
_MARK_COUNT: Final = 1 << 12
_TABLE: Final = _MARKS + _MARK_COUNT
_ENTRY: Final = 3
_WORD: Final = (1 << 64) - 1
_SPREAD: Final = 0x9E3779B97F4A7C15
_BOUNDS: Final = {Bound.UPPER: 1, Bound.LOWER: 2, Bound.EXACT: 3}
_BOUND_OF: Final = {number: bound for bound, number in _BOUNDS.items()}
# where in an entry's data the parts lie that follow the bound
_PLAYER: Final = 2
_SOLVED: Final = 3
_WHOLE: Final = 4
_DEPTH: Final = 5


class SharedMemory:
    """Shared words, in the result of `SharedMemory.memory`, made in this process or its parent, or of `local_memory`."""

    def __init__(self, memory: Any) -> None:
        self.words: Final = memoryview(memory).cast("B").cast("Q")

    @staticmethod
    def memory(table_bytes: int) -> Any:
        """Memory with room for a table of that size, which can be passed to a process as it starts."""
        try:
            return multiprocessing.get_context("spawn").RawArray("Q", _size(table_bytes))
        except (OSError, OverflowError) as error:
            raise OptionError(f"expected a table that fits the memory of this machine, got {table_bytes:,} bytes") from error

    @staticmethod
    def local_memory(table_bytes: int) -> bytearray:
        """Memory with room for a table of that size, for threads of one process."""
        return bytearray(8 * _size(table_bytes))

    @property
    def is_stopped(self) -> bool:
        """True if all workers should stop."""
        return self.words[_STOP] != 0

    def stop(self) -> None:
        """Sets the stop flag for all workers."""
        self.words[_STOP] = 1

    def begin(self) -> None:
        """Clears the stop flag, the node counts and all marks."""
        self.words[:_TABLE] = memoryview(bytes(8 * _TABLE)).cast("Q")

    def count(self, number: int, nodes: int) -> None:
        """Stores the number of nodes that this helper has visited."""
        self.words[_NODES + number] = nodes

    def nodes(self, number: int) -> int:
        """The number of nodes that this helper has visited."""
        return self.words[_NODES + number]

    def mark(self, key: Hashable, player: int, depth: int) -> int:
        """The mark of a search of that position to that depth."""
        return stable_hash(key) ^ (depth << 1 | player) * _SPREAD & _WORD | 1

    def busy(self, mark: int) -> bool:
        """True if a worker is running the marked search."""
        return self.words[_MARKS + mark % _MARK_COUNT] == mark

    def mark_busy(self, mark: int) -> None:
        """Marks the search as being run by this worker."""
        self.words[_MARKS + mark % _MARK_COUNT] = mark

    def clear_busy(self, mark: int) -> None:
        """Removes the mark of the search, unless another mark has replaced it."""
        if self.busy(mark):
            self.words[_MARKS + mark % _MARK_COUNT] = 0


class SharedTable:
    """A transposition table in shared memory, used like `Table`. An entry that two processes wrote at once is not found; `exact`
    is True if all keys so far were exact rather than hashed.

    Source: R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25(1), 2002.
    """

    def __init__(self, board: SharedMemory) -> None:
        self._words: Final = board.words
        self._buckets: Final = (len(board.words) - _TABLE) // (2 * _ENTRY)
        self.exact = True

    def probe(self, key: Hashable, player: int) -> Entry | None:
        """The entry of the position with that mover, or None."""
        code, words = self._code(key), self._words
        first = _TABLE + 2 * _ENTRY * (code % self._buckets)
        for place in (first, first + _ENTRY):
            data, bits = words[place + 1], words[place + 2]
            if data and words[place] ^ data ^ bits == code and data >> _PLAYER & 1 == player:
                signed = bits - (bits >> 63 << 64)
                value = signed if data >> _WHOLE & 1 else float(struct.unpack("<d", struct.pack("<q", signed))[0])
                return Entry(key, player, data >> _DEPTH, value, _BOUND_OF[data & 3], bool(data >> _SOLVED & 1))
        return None

    def store(self, entry: Entry) -> None:
        """Stores the entry, in place of the shallower or older one of its bucket."""
        code, words = self._code(entry.key), self._words
        whole = isinstance(entry.value, int)
        bits = int(entry.value) & _WORD if whole else struct.unpack("<Q", struct.pack("<d", entry.value))[0]
        data = _BOUNDS[entry.bound] | entry.player << _PLAYER | entry.solved << _SOLVED | whole << _WHOLE | entry.depth << _DEPTH
        place = _TABLE + 2 * _ENTRY * (code % self._buckets)
        old = words[place + 1]
        if old and entry.depth < old >> _DEPTH and words[place] ^ old ^ words[place + 2] != code:
            place += _ENTRY
        words[place], words[place + 1], words[place + 2] = code ^ data ^ bits, data, bits

    def _code(self, key: Hashable) -> int:
        if self.exact and not is_word(key):
            self.exact = False
        return stable_hash(key)


def _size(table_bytes: int) -> int:
    """Words of shared memory with a table of that size."""
    return _TABLE + _ENTRY * max(2, table_bytes // (8 * _ENTRY) // 2 * 2)


def packed(setup: object, instead: str) -> bytes:
    """The pickled form of rules and settings; raises OptionError, with `instead` as further advice, if they cannot be sent."""
    try:
        return pickle.dumps(setup)
    except Exception as error:  # pickle raises many kinds
        raise OptionError(
            f"the rules or settings cannot be sent to other processes ({type(error).__name__}: {error}); define classes and "
            f"functions at the top of a module, or {instead}"
        ) from error
