"""One kernel with its memory, table and thread. Imports no numba."""

from __future__ import annotations

import contextlib
import math
import struct
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ...scores import LONGEST_WIN
from ...terms.limits import Limits, StopReason
from ...terms.result import Workers
from ..native import header as h
from ..native.layout import Words
from ..native.machine import Machine, NativeError
from ..native.memory import Memory
from ..native.shapes import Shapes
from ..native.worker import Job, Worker
from . import words as w
from .native_table import NativeTable

if TYPE_CHECKING:
    from .root import Root

T = TypeVar("T")
HIGHEST: Final = 2_000_000
NO_LIMIT: Final = 1 << 62
SHORT_NODES: Final = 30_000
"""Nodes that a search may visit on the thread that asked for it; handing it to another thread takes longer than many searches.

So long Ctrl-C has to wait: less than a millisecond in most games, 0.75 s where a node takes 25 microseconds. What is longer
begins anew with what the table knows by then.
"""
SHORT_NODES_IN_TIME: Final = 1_000
"""The same where there is a limit of time."""
SHORT_STACK_BYTES: Final = 256 << 10
_LITTLE: Final = 20_000
"""Nodes for completing a line after a stop: a few milliseconds."""
_MARGIN_BYTES: Final = 16 << 20
"""Stack left for the game's own functions."""
_REASONS: Final = {h.BY_NODES: StopReason.NODES, h.BY_PLIES: StopReason.PLY_LIMIT, h.BY_MOVES: StopReason.PLY_LIMIT}
_COUNTS: Final = struct.Struct("<5q")
"""The words from `FILLED` to the last of `CUTOFFS`."""


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


def head(flags: int, ordering: int, quiet_plies: int) -> bytes:
    """The head of a kernel's memory as a search with these settings finds it."""
    words = [0] * w.HEAD
    words[w.WORKERS], words[h.NODE_LIMIT] = 1, NO_LIMIT
    words[h.FLAGS], words[w.ORDERING], words[w.QUIET_PLIES] = flags, ordering, quiet_plies
    return struct.pack(f"<{w.HEAD}q", *words)


class Kernel:
    """A kernel and the memory it works on, kept from search to search.

    Args:
        machine: The code.
        shapes: How the game's values lie in memory.
        table: The table, which may be shared with other kernels; None for none.
        plain: Whether the kernel takes root moves in the game's own order.

    Attributes:
        words: The memory in words, as `words` describes it.
        is_long: Whether the search has turned out too long for the thread that asked for it.
    """

    def __init__(self, machine: Machine, shapes: Shapes, table: NativeTable | None = None, *, plain: bool = False) -> None:
        self.is_plain: Final = plain
        self.shapes: Final = shapes
        self.table: Final = table
        self._machine: Final = machine
        width = shapes.move.words
        self._width: Final = width
        self._lines: Final = w.lines(width)
        self._followed: Final = w.line_followed(width)
        self._memory: Final = Memory(8 * w.size(width))
        self._bytes: Final = self._memory.bytes
        self._called: Final = self._memory.address + 8 * h.CALLED
        self.words: Final = self._memory.words
        self.words[w.TABLE] = 0 if table is None else table.address
        self.words[w.WORKERS] = 1
        self._window: Final = struct.Struct("<dd" if shapes.float_scores else "<qq")
        self._number: Final = struct.Struct("<d" if shapes.float_scores else "<q")
        self._worker: Worker | None = None
        self._until = math.inf
        self._short_nodes = 0
        self._reason: StopReason | None = None
        self.is_long = True
        self.is_idle = True

    # --- a search ---------------------------------------------------------------------------------------------------------

    def begin(self, limits: Limits, began: float, settings: bytes) -> None:
        """Makes ready for a search with these limits that began at that time, and with the settings that `head` gave."""
        words = self.words
        self._bytes[: 8 * w.HEAD] = settings
        words[w.GENERATION] += 1
        words[w.PLAYED] = 0
        if limits.nodes is not None:
            words[h.NODE_LIMIT] = limits.nodes
        self._until = math.inf
        self._short_nodes = SHORT_NODES
        if limits.seconds is not None:
            self._until = began + limits.seconds
            self._short_nodes = SHORT_NODES_IN_TIME
        self.is_long = self.is_plain or threading.get_ident() != threading.main_thread().ident
        self._reason = None

    def recall(self, codes: list[int]) -> None:
        """Makes known the positions played before the root, by their `code`, the latest last."""
        codes = codes[-w.MOST_PLAYED :]
        self._memory.write(w.PATH, codes)
        self.words[w.PLAYED] = len(codes)

    def code(self, state: bytes) -> int:
        """What stands for a position among those that may repeat; to be asked for before a search begins."""
        self.words[w.MODE] = w.CODE
        self._put(h.STATE, state)
        self._until = math.inf
        self.reset()
        self._run()
        return self.words[w.VALUE]

    def prepare(self, root: Root[Any, Any]) -> None:
        """Finds out whether the game runs at the root, who moves there, and in which order its moves are tried.

        Raises:
            Stopped: The game breaks the protocol there.
        """
        words = self.words
        words[w.MODE], words[w.ROOT_COUNT], words[w.ROOT_OVER], words[h.STOP] = w.PREPARE, 0, 0, 0
        self._put(h.STATE, root.words)
        if self._call_here() == h.BY_RULES:  # a stop from another thread comes into effect when the search begins
            raise Stopped(StopReason.STOPPED, words[h.FAULT])
        if words[w.ROOT_OVER]:
            root.outcome = self.value()
            return
        root.player = words[w.ROOT_PLAYER]
        root.moves = self._rows(w.MOVES, words[w.ROOT_COUNT])
        if self.is_plain:
            words[w.ROOT_COUNT] = 0

    def reset(self) -> None:
        """Forgets that a search was stopped."""
        self._reason = None
        self.words[h.STOP] = 0

    def grant(self) -> None:
        """Allows a little more work after a stop, for the line to be completed."""
        self._until = math.inf
        self.reset()
        self.words[h.NODE_LIMIT] = self.words[h.NODES] + _LITTLE

    def stop(self, reason: StopReason) -> None:
        """Ends the search that is running; from any thread."""
        if self._reason is None:
            self._reason = reason
        with contextlib.suppress(ValueError):  # it has just been closed
            self.words[h.STOP] = h.BY_CALLER

    def search(self, root: Root[Any, Any], depth: int, low: float, high: float) -> None:
        """Searches to that depth with a window for the mover; `ROOT_*` words, `value` and `line` tell what was found.

        Raises:
            Stopped: A limit came first.
        """
        self.pose(root, depth, low, high)
        self._run()

    def pose(self, root: Root[Any, Any], depth: int, low: float, high: float, moves: list[Words] | None = None) -> None:
        """Writes down a search to a depth, to be run; the root's moves are tried in the root's order or in the one given."""
        words = self.words
        self._forget()
        moves = root.moves if moves is None else moves
        words[w.MODE], words[h.DEPTH] = w.SEARCH, depth
        words[w.ROOT_COUNT] = 0 if self.is_plain else len(moves)
        self._put(h.STATE, root.words)
        self._put_moves(w.MOVES, moves)
        self._window.pack_into(self._bytes, 8 * w.ALPHA, *self._as_scores(max(low, -HIGHEST), min(high, HIGHEST)))

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
        words[w.MODE], words[h.DEPTH], words[w.HORIZON] = mode, LONGEST_WIN, 0
        words[w.ROOT_COUNT] = words[w.LINE_LENGTH] = words[w.ROOT_OVER] = 0
        self._put(h.STATE, root.words)

    def _forget(self) -> None:
        """Takes away what the last search found, so that it is not read where the next is stopped before it has begun."""
        words = self.words
        words[w.ROOT_DONE], words[w.ROOT_BEST], words[w.LENGTHS] = 0, -1, 0

    def follow(self, root: Root[Any, Any], line: list[Words], value: float, depth: int) -> None:
        """Goes on from the end of a line of best play from the root, whose value for its mover is known, to that depth.

        The moves are then in `followed`, and `LINE_OVER` tells whether they run to the end of the game.
        """
        words = self.words
        words[w.MODE], words[h.DEPTH] = w.FOLLOW, depth
        self._put(h.STATE, root.words)
        self._number.pack_into(self._bytes, 8 * w.VALUE, *self._as_scores(value))
        self._put_moves(self._followed, line)
        words[w.LINE_LENGTH] = len(line)
        kept = words[h.NODE_LIMIT]
        words[h.NODE_LIMIT] = words[h.NODES] + max(_LITTLE, words[h.NODES])
        try:
            self._run()
        except Stopped as stopped:
            if stopped.reason in (StopReason.NODES, StopReason.PLY_LIMIT):
                words[h.STOP] = 0
        finally:
            words[h.NODE_LIMIT] = kept
        if words[w.LINE_LENGTH] < len(line):  # it was stopped before it began
            words[w.LINE_LENGTH] = len(line)

    def followed(self) -> list[Words]:
        """The words of the moves of the line that was followed."""
        return self._rows(self._followed, self.words[w.LINE_LENGTH])

    def count(self, state: bytes, depth: int, *, finished: bool) -> int:
        """Runs the kernel that counts move sequences."""
        self.words[h.DEPTH], self.words[h.FLAGS] = depth, int(finished)
        self._put(h.STATE, state)
        self._run()
        return self.words[h.NODES]

    # --- running ----------------------------------------------------------------------------------------------------------------

    def start(self, call: Callable[[], T]) -> Job[T]:
        """Begins the call on the kernel's thread, where kernels run at once."""
        return self._thread().submit(call)

    def _thread(self) -> Worker:
        """The kernel's thread, started when it is first needed."""
        if self._worker is None:
            self._worker = Worker()
        return self._worker

    def inside(self, call: Callable[[], T]) -> T:
        """Makes the call on the kernel's thread, where kernels run at once; ends it in time and on Ctrl-C."""
        return self.start(call).wait(self._until, self._time_is_up)

    @property
    def is_inside(self) -> bool:
        """Whether this is the kernel's thread."""
        return self._worker is not None and self._worker.is_current

    def _time_is_up(self) -> None:
        self.stop(StopReason.SECONDS)

    def _run(self) -> None:
        words = self.words
        words[h.STOP] = 0  # before the reason is looked at, which `stop` sets before the word
        if self._reason is None and time.perf_counter() >= self._until:
            self.stop(StopReason.SECONDS)
        if self._reason is not None:
            raise Stopped(self._reason)
        self.is_idle = False
        is_short = not self.is_long and words[h.NODES] < self._short_nodes and not self.is_inside
        why = self._call_shortly() if is_short else self._call_there()
        self.is_idle = True
        if why:
            if self._reason is not None:
                raise Stopped(self._reason)
            raise Stopped(_REASONS.get(why, StopReason.STOPPED), words[h.FAULT] if why == h.BY_RULES else 0)

    def _call_shortly(self) -> int:
        """Runs what was posed on this thread as long as it is short; what is not begins anew on a thread of its own."""
        words = self.words
        limit, line, horizon = words[h.NODE_LIMIT], words[w.LINE_LENGTH], words[w.HORIZON]
        words[h.NODE_LIMIT] = min(limit, self._short_nodes)
        try:
            why = self._call_here()
        finally:
            words[h.NODE_LIMIT] = limit
        if not ((why == h.BY_NODES and words[h.NODES] < limit) or why == h.BY_PLIES):
            return why
        self.is_long = True
        words[w.LINE_LENGTH], words[w.HORIZON], words[h.STOP] = line, horizon, 0
        return h.BY_CALLER if self._reason is not None else self._call_there()

    def _call_here(self) -> int:
        self.words[h.STACK_SIZE] = SHORT_STACK_BYTES
        return self._call()

    def _call_there(self) -> int:
        self.words[h.STACK_SIZE] = self._thread().stack_bytes - _MARGIN_BYTES
        return self._call() if self.is_inside else self.inside(self._call)

    def _call(self) -> int:
        try:
            return self._machine(self._memory.address, self._called)
        except NativeError as error:
            raise error.cause() from None

    # --- as one of several ----------------------------------------------------------------------------------------------------

    def meet(self, others: Sequence[Kernel], shared: int) -> None:
        """Makes known the others on the same search, and the address of what they share."""
        self.words[w.CREW] = shared
        for number, other in enumerate(others):
            self.words[w.PEER_OF + number] = other._memory.address

    def launch(self, fail: Callable[[Kernel, BaseException], None]) -> Job[int]:
        """Begins what was posed; the job gives why it stopped, 0 where it came to its end. `fail` hears of errors at once."""
        return self.start(lambda: self._reported(fail))

    def _reported(self, fail: Callable[[Kernel, BaseException], None]) -> int:
        try:
            why = self._call_there()
        except Exception as error:  # the rules may raise anything
            fail(self, error)
            return h.BY_CALLER
        if why == h.BY_RULES:
            fail(self, Stopped(StopReason.STOPPED, self.words[h.FAULT]))
        return why

    def settle(self) -> None:
        """Waits until all that was begun has ended."""
        self.start(lambda: None).wait(math.inf, lambda: None)

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
        places = slice(h.FAULT_STATE, h.FAULT_STATE + self.shapes.state.words)
        self.words[places] = other.words[places]

    # --- what it found ------------------------------------------------------------------------------------------------------

    def value(self) -> float:
        """The mover's value."""
        return self._scores(w.VALUE, 1)[0]

    def root_moves(self) -> tuple[list[float], list[int]]:
        """The mover's values of the root moves searched, and the kinds of their bounds, in the order tried."""
        done = self.words[w.ROOT_DONE]
        return self._scores(w.ROOT_VALUES, done), self.words[w.ROOT_BOUNDS : w.ROOT_BOUNDS + done].tolist()

    def gain(self) -> float:
        """The mover's value of a root move that an unfinished search has proven better than the first; minus infinity without."""
        best = self.words[w.ROOT_BEST]
        if not 0 < best < self.words[w.ROOT_DONE] or self.words[w.ROOT_BOUNDS + best] == w.UPPER:
            return -math.inf
        return self._scores(w.ROOT_VALUES + best, 1)[0]

    def line(self) -> list[Words]:
        """The words of the moves of the line found."""
        return self._rows(self._lines, self.words[w.LENGTHS])

    def nodes(self) -> int:
        """Nodes visited since the search began, by all workers."""
        return self.words[h.NODES]

    def counts(self) -> tuple[int, ...]:
        """The words `NODES`, `FILLED`, `COMPARISONS` and `CUTOFFS`, each the sum over all workers."""
        return self.words[h.NODES], *_COUNTS.unpack_from(self._bytes, 8 * w.FILLED)

    def workers(self) -> Workers | None:
        """Who worked, where several were asked for; else None."""
        return None

    def fault_state(self, like: Any) -> Any:
        """The state in which the game broke the protocol, as an object like that one."""
        from ..native.layout import layout_of

        size = self.shapes.state.words
        return layout_of(like).rebuild(self.words[h.FAULT_STATE : h.FAULT_STATE + size].tolist())

    # --- its end ----------------------------------------------------------------------------------------------------------------

    def renew(self) -> None:
        """Makes it as good as new: nothing learnt, an empty table."""
        self._memory.clear(8 * w.KILLER, 8 * (w.LEARNT_END - w.KILLER))
        if self.table is not None:
            self.table.clear()

    def close(self) -> None:
        """Ends the thread and gives the memory back, but for the table's."""
        if self._worker is not None:
            self._worker.close()
        self._memory.close()

    # --- memory -----------------------------------------------------------------------------------------------------------------

    def _rows(self, place: int, count: int) -> list[Words]:
        width = self._width
        words = self.words[place : place + count * width].tolist()
        return list(zip(*[iter(words)] * width, strict=True))

    def _put(self, place: int, data: bytes) -> None:
        place *= 8
        self._bytes[place : place + len(data)] = data

    def _put_moves(self, place: int, moves: list[Words]) -> None:
        self._memory.write(place, [word for move in moves for word in move])

    def _as_scores(self, *values: float) -> tuple[float, ...]:
        return values if self.shapes.float_scores else tuple(map(int, values))

    def _scores(self, place: int, count: int) -> list[float]:
        words = self.words[place : place + count]
        return [*words.cast("B").cast("d")] if self.shapes.float_scores else [*words]
