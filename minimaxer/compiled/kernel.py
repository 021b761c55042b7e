"""One kernel with its memory, table and thread. Imports no numba."""

from __future__ import annotations

import contextlib
import math
import struct
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..limits import Limits, StopReason
from ..result import Cutoffs, Workers
from ..scores import LONGEST_WIN
from . import words as w
from .machine import Machine, NativeError
from .memory import Memory
from .native_table import NativeTable
from .shapes import Shapes
from .worker import Job, Worker

if TYPE_CHECKING:
    from .root import Root

T = TypeVar("T")
HIGHEST: Final = 2_000_000
NO_LIMIT: Final = 1 << 62
_LITTLE: Final = 20_000
"""Nodes for completing a line after a stop: a few milliseconds."""
_MARGIN_BYTES: Final = 16 << 20
"""Stack left for the game's own functions."""
_REASONS: Final = {w.BY_NODES: StopReason.NODES, w.BY_PLIES: StopReason.PLY_LIMIT, w.BY_MOVES: StopReason.PLY_LIMIT}


class Stopped(Exception):  # noqa: N818  # a signal, not an error
    """A kernel did not come to its end.

    Args:
        reason: Why.
        fault: The rule of the protocol that the game broke; 0 where it did not.
    """

    def __init__(self, reason: StopReason, fault: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.fault = fault


class Kernel:
    """A kernel and what it works on, kept from search to search.

    Args:
        machine: The code.
        shapes: How the game's values lie in memory.
        table: The table, which may be shared with other kernels; None for none.
        plain: Whether the kernel takes root moves in the game's own order.
    """

    def __init__(self, machine: Machine, shapes: Shapes, table: NativeTable | None = None, *, plain: bool = False) -> None:
        self._plain: Final = plain
        self._machine: Final = machine
        self._shapes: Final = shapes
        width = shapes.move.words
        self._lines, self._followed, self._width = w.lines(width), w.line_followed(width), width
        self._memory: Final = Memory(8 * w.size(width))
        self.words: Final = self._memory.words
        self._table: Final = table
        self.words[w.TABLE] = 0 if table is None else table.address
        self.words[w.WORKERS] = 1
        self._worker = Worker()
        self.words[w.STACK_SIZE] = self._worker.stack_bytes - _MARGIN_BYTES
        self._until = math.inf
        self._reason: StopReason | None = None

    # --- a search ---------------------------------------------------------------------------------------------------------

    def begin(self, limits: Limits, began: float, flags: int, ordering: int, quiet_plies: int) -> None:
        """Makes ready for a search with these limits that began at that time."""
        words = self.words
        for place in (w.NODES, w.FILLED, w.COMPARISONS, *w.CUTOFFS):
            words[place] = 0
        words[w.NODE_LIMIT] = NO_LIMIT if limits.nodes is None else limits.nodes
        words[w.FLAGS], words[w.ORDERING], words[w.QUIET_PLIES] = flags, ordering, quiet_plies
        words[w.GENERATION] += 1
        self._until = math.inf if limits.seconds is None else began + limits.seconds
        self.reset()

    def recall(self, codes: list[int]) -> None:
        """Makes known the positions played before the root, by their `code`, the latest last."""
        codes = codes[-w.MOST_PLAYED :]
        self._memory.write(w.PATH, codes)
        self.words[w.PLAYED] = len(codes)

    def code(self, state: list[int]) -> int:
        """What stands for a position among those that may repeat; to be asked for before a search begins."""
        self.words[w.MODE] = w.CODE
        self._memory.write(w.STATE, state)
        self._until = math.inf
        self.reset()
        self._run()
        return self.words[w.VALUE]

    def reset(self) -> None:
        """Forgets that a search was stopped."""
        self._reason = None
        self.words[w.STOP] = 0

    def grant(self) -> None:
        """Allows a little more work after a stop, for the line to be completed."""
        self._reason = None
        self._until = math.inf
        self.words[w.STOP] = 0
        self.words[w.NODE_LIMIT] = self.words[w.NODES] + _LITTLE

    def stop(self, reason: StopReason) -> None:
        """Ends the search that is running; from any thread."""
        if self._reason is None:
            self._reason = reason
        with contextlib.suppress(ValueError):  # it has just been closed
            self.words[w.STOP] = w.BY_CALLER

    def search(self, root: Root[Any, Any], depth: int, low: float, high: float) -> None:
        """Searches to that depth with a window for the mover; `ROOT_*` words, `value` and `line` tell what was found.

        Raises:
            Stopped: A limit came first.
        """
        self.pose(root, depth, low, high)
        self._run()

    def pose(self, root: Root[Any, Any], depth: int, low: float, high: float, order: list[int] | None = None) -> None:
        """Writes down a search to a depth, to be run; `order` says in which order the root's moves are tried."""
        words, memory = self.words, self._memory
        self._forget()
        words[w.MODE], words[w.DEPTH] = w.SEARCH, depth
        words[w.ROOT_COUNT] = 0 if self._plain else len(root.searched)
        memory.write(w.STATE, root.words)
        moves, width = root.move_words, self._width
        if order is not None:
            moves = [word for number in order for word in moves[number * width : (number + 1) * width]]
        memory.write(w.MOVES, moves)
        self._put_score(w.ALPHA, max(low, -HIGHEST))
        self._put_score(w.BETA, min(high, HIGHEST))

    def solve(self, root: Root[Any, Any]) -> None:
        """Narrows the bounds of the mover's value, `LOW` and `HIGH`, until they meet, and finds the line.

        Raises:
            Stopped: A limit came first.
        """
        self.pose_solving(root, w.SOLVE)
        self._run()

    def pose_solving(self, root: Root[Any, Any], mode: int) -> None:
        """Writes down that a position is to be solved, to be run."""
        words = self.words
        self._forget()
        words[w.MODE], words[w.DEPTH], words[w.HORIZON] = mode, LONGEST_WIN, 0
        words[w.ROOT_COUNT] = words[w.LINE_LENGTH] = 0
        self._memory.write(w.STATE, root.words)

    def _forget(self) -> None:
        """Takes away what the last search found, lest it be read where the next is stopped before it has begun."""
        words = self.words
        words[w.ROOT_DONE], words[w.ROOT_BEST], words[w.LENGTHS] = 0, -1, 0

    def follow(self, state: list[int], value: float, depth: int) -> list[list[int]]:
        """The words of the moves of best play from a position whose value for its mover is known, as far as they are found."""
        words = self.words
        words[w.MODE], words[w.DEPTH] = w.FOLLOW, depth
        self._memory.write(w.STATE, state)
        self._put_score(w.VALUE, value)
        words[w.LINE_LENGTH] = 0
        kept = words[w.NODE_LIMIT]
        words[w.NODE_LIMIT] = words[w.NODES] + max(_LITTLE, words[w.NODES])
        try:
            self._run()
        except Stopped as stopped:
            if stopped.reason in (StopReason.NODES, StopReason.PLY_LIMIT):
                words[w.STOP] = 0
        finally:
            words[w.NODE_LIMIT] = kept
        return self.followed()

    def followed(self) -> list[list[int]]:
        """The words of the moves of the line that was followed."""
        return self._rows(self._followed, self.words[w.LINE_LENGTH])

    def count(self, state: list[int], depth: int, *, finished: bool) -> int:
        """Runs the kernel that counts move sequences."""
        self.words[w.DEPTH], self.words[w.FLAGS] = depth, int(finished)
        self._memory.write(w.STATE, state)
        self._run()
        return self.words[w.NODES]

    def start(self, call: Callable[[], T]) -> Job[T]:
        """Begins the call on the kernel's thread, where kernels run at once."""
        return self._worker.submit(call)

    def inside(self, call: Callable[[], T]) -> T:
        """Makes the call on the kernel's thread, where kernels run at once; ends it in time and on Ctrl-C."""
        return self.start(call).wait(self._until, self._time_is_up)

    def _time_is_up(self) -> None:
        self.stop(StopReason.SECONDS)

    def _run(self) -> None:
        self.words[w.STOP] = 0  # before the reason is looked at, which `stop` sets before the word
        if self._reason is None and time.perf_counter() >= self._until:
            self.stop(StopReason.SECONDS)
        if self._reason is not None:
            raise Stopped(self._reason)
        try:
            why = self._call() if self._worker.is_current else self.inside(self._call)
        except NativeError as error:
            raise error.cause() from None
        if self._reason is not None and why:
            raise Stopped(self._reason)
        if why:
            raise Stopped(_REASONS.get(why, StopReason.STOPPED), self.words[w.FAULT] if why == w.BY_RULES else 0)

    def _call(self) -> int:
        return self._machine(self._memory.address)

    # --- as one of several ----------------------------------------------------------------------------------------------------

    def meet(self, others: Sequence[Kernel], shared: int) -> None:
        """Makes known the others on the same search, and the address of what they share."""
        self.words[w.CREW] = shared
        for number, other in enumerate(others):
            self.words[w.PEER_OF + number] = other._memory.address

    def launch(self, fail: Callable[[Kernel, BaseException], None]) -> Job[int]:
        """Begins what was posed; the job gives why it stopped, 0 where it came to its end. `fail` hears of errors at once."""
        return self._worker.submit(lambda: self._reported(fail))

    def _reported(self, fail: Callable[[Kernel, BaseException], None]) -> int:
        try:
            why = self._call()
        except NativeError as error:
            fail(self, error.cause())
            return w.BY_CALLER
        if why == w.BY_RULES:
            fail(self, Stopped(StopReason.STOPPED, self.words[w.FAULT]))
        return why

    def settle(self) -> None:
        """Waits until all that was begun has ended."""
        self._worker.submit(lambda: None).wait(math.inf, lambda: None)

    def adopt(self, other: Kernel) -> None:
        """Takes over what another kernel found, which tried the root's moves in the order that is the root's now."""
        mine, theirs = self.words, other.words
        done, size = theirs[w.ROOT_DONE], theirs[w.LENGTHS] * self._width
        mine[w.HORIZON] += theirs[w.HORIZON]
        for first, count in (
            (w.VALUE, 1),
            (w.ROOT_DONE, 1),
            (w.ROOT_BEST, 1),
            (w.LENGTHS, 1),
            (w.ROOT_VALUES, done),
            (w.ROOT_BOUNDS, done),
            (self._lines, size),
        ):
            mine[first : first + count] = theirs[first : first + count]

    def adopt_fault(self, other: Kernel) -> None:
        """Takes over the state in which another kernel found the protocol broken."""
        places = slice(w.FAULT_STATE, w.FAULT_STATE + self._shapes.state.words)
        self.words[places] = other.words[places]

    # --- what it found ------------------------------------------------------------------------------------------------------

    def value(self) -> float:
        """The mover's value."""
        return self._score(w.VALUE)

    def root_moves(self) -> list[tuple[float, int]]:
        """The mover's value and the kind of bound of each root move searched, in the order tried."""
        words = self.words
        return [(self._score(w.ROOT_VALUES + i), words[w.ROOT_BOUNDS + i]) for i in range(words[w.ROOT_DONE])]

    def gain(self) -> float:
        """The mover's value of a root move that an unfinished search has proven better than the first; minus infinity without."""
        best = self.words[w.ROOT_BEST]
        if not 0 < best < self.words[w.ROOT_DONE] or self.words[w.ROOT_BOUNDS + best] == w.UPPER:
            return -math.inf
        return self._score(w.ROOT_VALUES + best)

    def line(self) -> list[list[int]]:
        """The words of the moves of the line found."""
        return self._rows(self._lines, self.words[w.LENGTHS])

    def full(self) -> float | None:
        """The share of the table that this search has filled; None without one."""
        if self._table is None:
            return None
        return min(1.0, self.total(w.FILLED) / (2 * self._table.buckets))

    def nodes(self) -> int:
        """Nodes visited since the search began, by all workers."""
        return self.total(w.NODES)

    def total(self, word: int) -> int:
        """The sum of a word over all workers."""
        return self.words[word]

    def cutoffs(self) -> Cutoffs | None:
        """Where positions were cut off; None where that was not counted."""
        return None if self._plain else Cutoffs(*(self.total(word) for word in w.CUTOFFS))

    def workers(self) -> Workers | None:
        """Who worked, where several were asked for; else None."""
        return None

    def fault_state(self, like: Any) -> Any:
        """The state in which the game broke the protocol, as an object like that one."""
        from .layout import layout_of

        size = self._shapes.state.words
        return layout_of(like).rebuild([self.words[w.FAULT_STATE + place] for place in range(size)])

    def close(self) -> None:
        """Ends the thread and gives the memory back, but for the table's."""
        self._worker.close()
        self._memory.close()

    def _rows(self, place: int, count: int) -> list[list[int]]:
        width = self._width
        return [list(self.words[place + i * width : place + (i + 1) * width]) for i in range(count)]

    def _score(self, place: int) -> float:
        word = self.words[place]
        return struct.unpack("<d", struct.pack("<q", word))[0] if self._shapes.float_scores else word

    def _put_score(self, place: int, value: float) -> None:
        if self._shapes.float_scores:
            self.words[place] = struct.unpack("<q", struct.pack("<d", float(value)))[0]
        else:
            self.words[place] = int(value)
