"""Interface to the kernels of the alpha-beta family: sets up requests and reads results."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic

from attrs import define, field, frozen

from ....base.scores import LONGEST_WIN
from ....compiler.runtime import header as h
from ....compiler.runtime.layout import Words
from ....compiler.runtime.machine import Machine
from ....game.protocol import M, S
from ....native.runner import Runner, Stopped
from ....native.shapes import Shapes
from ....searching.limits import Limits, StopReason
from ....searching.options import AlphaBetaOptions
from . import layout as w
from .native_table import NativeTable

LITTLE: Final = 20_000
"""Nodes for completing a line after a stop: a few milliseconds."""
_COUNTS: Final = struct.Struct("<5q")
"""The words from `FILLED` to the three from `FIRST_CUTOFFS` on."""


@define(eq=False)
class Root(Generic[S, M]):
    """A position to search, updated by `Kernel.prepare` and the searches after it.

    Attributes:
        words: The state as words in memory.
        outcome: The result if the game is over there.
        moves: The moves worth searching, in the order in which the next search tries them.
        value: The mover's value by the last search; `best`, `tried` and `line` are also of that search.
        tried: The moves in the order in which it tried them.
    """

    state: S
    words: bytes
    player: int = 0
    outcome: float | None = None
    moves: list[Words] = field(factory=list)
    value: float | None = None
    best: Words | None = None
    tried: list[Words] = field(factory=list)
    line: list[Words] = field(factory=list)


@frozen
class Note:
    """The mover's values of root moves and their kinds of bounds, in the order in which a search to a depth tried them."""

    depth: int
    tried: list[Words]
    values: list[float]
    bounds: list[int]


@define(eq=False)
class Log:
    """The depths that a kernel finished in one run: the root moves in the order in which the first tried them, and `w.LOG`."""

    moves: list[Words]
    words: memoryview
    floats: bool

    def __iter__(self) -> Iterator[Note]:
        moves, words = self.moves, self.words
        while words:
            depth, best, done = words[:3]
            values, bounds = _scores(words[3 : 3 + done], floats=self.floats), words[3 + done : 3 + 2 * done].tolist()
            words = words[3 + 2 * done :]
            yield Note(depth, moves, values, bounds)
            if best >= 0:
                yield Note(depth, moves[best : best + 1], values[best : best + 1], [w.EXACT])
                moves = [moves[best], *moves[:best], *moves[best + 1 :]]


def head(flags: int, ordering: int, options: AlphaBetaOptions) -> bytes:
    """The initial head of a kernel's memory for a search with these settings."""
    words = [0] * w.HEAD
    words[w.WORKERS] = 1
    words[h.FLAGS], words[w.ORDERING] = flags, ordering
    for name, place in w.NUMERIC.items():
        words[place] = getattr(options, name)
    return struct.pack(f"<{w.HEAD}q", *words)


class Kernel(Runner):
    """An alpha-beta kernel and the memory it works on, which `layout` describes, kept from search to search. Other kernels may
    share its table; a `plain` one takes root moves in the game's own order.
    """

    POSED = w.LINE_LENGTH, w.HORIZON, w.PLAYED

    def __init__(self, machine: Machine, shapes: Shapes, table: NativeTable | None = None, *, plain: bool = False) -> None:
        width = shapes.move.words
        super().__init__(machine, shapes, w.size(width))
        self.is_plain: Final = plain
        self.deepens = not plain
        """True if `deepen` searches through many depths."""
        self.table: Final = table
        self._prepared: list[Words] | None = None
        """The moves that were laid out with the state by `prepare`, until `deepen` reorders them."""
        self._width: Final = width
        self._lines: Final = w.lines(width)
        self._followed: Final = w.line_followed(width)
        self.words[w.TABLE] = 0 if table is None else table.address
        self.words[w.WORKERS] = 1
        self._window: Final = struct.Struct("<dd" if shapes.float_scores else "<qq")
        self._number: Final = struct.Struct("<d" if shapes.float_scores else "<q")

    def begin(self, limits: Limits, began: float, settings: bytes, *, goes_on: bool = False) -> None:
        """Prepares for a search that began at the time `began`, with the result of `head` as settings. `goes_on` if it continues
        the last search, so that the table entries of that one count as new.
        """
        words = self.words
        filled = words[w.FILLED]
        self._bytes[: 8 * w.HEAD] = settings
        if goes_on:
            words[w.FILLED] = filled
        else:
            words[w.GENERATION] += 1
        words[w.PLAYED] = 0
        if self.table is not None:
            if self.is_guessing:
                self.table.has_guesses = True
            elif self.table.has_guesses:
                self.table.clear()
        self.limit(limits, began)
        self.is_long = self.is_long or self.is_plain

    @property
    def is_guessing(self) -> bool:
        """True if the search may overlook a quicker win, so that only the winner of a win is proven."""
        return self.words[h.FLAGS] & w.GUESSING != 0

    def search_in_full(self) -> None:
        """Turns guessing off for the rest of a search, and clears the table."""
        self.words[h.FLAGS] &= ~w.GUESSING
        if self.table is not None:
            self.table.clear()

    def recall(self, codes: list[int]) -> None:
        """Sets the positions played before the root, by their `code`, the latest last."""
        codes = codes[-w.MOST_PLAYED :]
        self._memory.write(w.PATH, codes)
        self.words[w.PLAYED] = len(codes)

    def code(self, state: bytes) -> int:
        """The code of a position for detecting repetitions; to be called before a search begins."""
        self.words[w.MODE] = w.CODE
        self.put(h.STATE, state)
        self._until = math.inf
        self.reset()
        self.run()
        return self.words[w.VALUE]

    def prepare(self, root: Root[Any, Any]) -> None:
        """Finds the root's mover, outcome if the game is over, and move order; raises Stopped if the game breaks the protocol."""
        words = self.words
        words[w.MODE], words[w.ROOT_COUNT], words[w.ROOT_OVER], words[h.STOP] = w.PREPARE, 0, 0, 0
        self.put(h.STATE, root.words)
        if self.call_here() == h.BY_RULES:  # a stop from another thread comes into effect when the search begins
            raise Stopped(StopReason.STOPPED, words[h.FAULT])
        if words[w.ROOT_OVER]:
            root.outcome = self.value()
            return
        root.player = words[w.ROOT_PLAYER]
        self._prepared = root.moves = self._rows(w.MOVES, words[w.ROOT_COUNT])
        if self.is_plain:
            words[w.ROOT_COUNT] = 0

    def search(self, root: Root[Any, Any], depth: int, low: float, high: float) -> None:
        """Searches to that depth with a window for the mover; sets the `ROOT_*` words, `value` and `line`, or raises Stopped."""
        self.pose(root, depth, low, high)
        self.run()

    def deepen(self, root: Root[Any, Any], depth: int, last: int) -> None:
        """Searches deeper and deeper, with an open window, from one depth to another, as `logged` says; or raises Stopped."""
        words = self.words
        if self._prepared is root.moves:
            self._forget()
        else:
            self.pose(root, depth, -math.inf, math.inf)
        self._prepared = None
        words[w.MODE], words[h.DEPTH], words[w.LAST_DEPTH] = w.DEEPEN, depth, last
        words[w.LOG_LENGTH] = words[w.LINE_LENGTH] = 0
        self.run()

    @property
    def finished_depth(self) -> int:
        """The last depth that `deepen` has finished."""
        return self.words[h.DEPTH] - 1

    def logged(self, root: Root[Any, Any]) -> Log:
        """The depths that `deepen` has finished; updates the root's value, line and moves."""
        words = self.words
        found = bytes(self._bytes[8 * w.LOG : 8 * (w.LOG + words[w.LOG_LENGTH])])
        log = Log(root.moves, memoryview(found).cast("q"), self.shapes.float_scores)
        root.value, root.line = self.value(), self._rows(self._followed, words[w.DONE_LENGTH])
        root.moves = self._rows(w.MOVES, words[w.ROOT_COUNT])
        return log

    def pose(self, root: Root[Any, Any], depth: int, low: float, high: float, moves: list[Words] | None = None) -> None:
        """Sets up a search to a depth, to be run; the root's moves are tried in the root's order or in the one given."""
        words = self.words
        self._forget()
        moves = root.moves if moves is None else moves
        words[w.MODE], words[h.DEPTH] = w.SEARCH, depth
        words[w.ROOT_COUNT] = 0 if self.is_plain else len(moves)
        self.put(h.STATE, root.words)
        self._put_moves(w.MOVES, moves)
        self._window.pack_into(
            self._bytes, 8 * w.ALPHA, *self._as_scores(max(low, -self.shapes.highest), min(high, self.shapes.highest))
        )

    def solve(self, root: Root[Any, Any]) -> None:
        """Narrows the bounds of the mover's value, `LOW` and `HIGH`, until they meet, and finds the line, or raises Stopped."""
        self.pose_solving(root, w.SOLVE)
        self.run()

    def pose_solving(self, root: Root[Any, Any], mode: int) -> None:
        """Sets up the solving of a position, to be run."""
        words = self.words
        self._forget()
        words[w.MODE], words[h.DEPTH], words[w.HORIZON] = mode, LONGEST_WIN, 0
        words[w.ROOT_COUNT] = words[w.LINE_LENGTH] = words[w.ROOT_OVER] = 0
        self.put(h.STATE, root.words)

    def _forget(self) -> None:
        """Clears the result of the last search, so that it is not read if the next is stopped before it has begun."""
        words = self.words
        words[w.ROOT_DONE], words[w.ROOT_BEST], words[w.LENGTHS] = 0, -1, 0

    def follow(self, root: Root[Any, Any], line: list[Words], value: float, depth: int) -> None:
        """Extends a principal variation from the root, whose value for its mover is known, to that depth. The moves are then in
        `followed`, and `LINE_OVER` is 1 if they run to the end of the game.
        """
        words = self.words
        words[w.MODE], words[h.DEPTH] = w.FOLLOW, depth
        self.put(h.STATE, root.words)
        self._number.pack_into(self._bytes, 8 * w.VALUE, *self._as_scores(value))
        self._put_moves(self._followed, line)
        words[w.LINE_LENGTH] = len(line)
        kept = words[h.NODE_LIMIT]
        words[h.NODE_LIMIT] = words[h.NODES] + max(LITTLE, words[h.NODES])
        try:
            self.run()
        except Stopped as stopped:
            if stopped.reason in (StopReason.NODES, StopReason.PLY_LIMIT):
                words[h.STOP] = 0
        finally:
            words[h.NODE_LIMIT] = kept
        words[w.LINE_LENGTH] = max(words[w.LINE_LENGTH], len(line))  # less where it was stopped before it began

    def followed(self) -> list[Words]:
        """The moves of the line that was followed, in words."""
        return self._rows(self._followed, self.words[w.LINE_LENGTH])

    def meet(self, others: Sequence[Kernel], shared: int) -> None:
        """Sets the other kernels on the same search, and the address of the memory they share."""
        self.words[w.TEAM] = shared
        for number, other in enumerate(others):
            self.words[w.PEER_OF + number] = other._memory.address

    def adopt(self, other: Kernel) -> None:
        """Copies the result of another kernel, which tried the root's moves in the order that the root now has."""
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

    @property
    def is_over(self) -> bool:
        """True if the game is over at the root that was solved."""
        return self.words[w.ROOT_OVER] == 1

    @property
    def is_line_over(self) -> bool:
        """True if the line that was followed runs to the end of the game."""
        return self.words[w.LINE_OVER] == 1

    @property
    def narrowed(self) -> tuple[int, int]:
        """The lower and upper bound that solving has found for the mover's value."""
        return self.words[w.LOW], self.words[w.HIGH]

    @property
    def best(self) -> int:
        """The index of the best root move searched; below 0 if there is none yet."""
        best = self.words[w.ROOT_BEST]
        return best if best < self.words[w.ROOT_DONE] else -1

    @property
    def saw_the_end(self) -> bool:
        """True if all lines since `look_anew` were searched to the end of the game."""
        return self.words[w.HORIZON] == 0

    def look_anew(self) -> None:
        """Resets the count of lines cut short of the end of the game, before a depth begins."""
        self.words[w.HORIZON] = 0

    @property
    def met_only_wins(self) -> bool:
        """True if every outcome met so far was a win, a loss or a draw; for games with chance."""
        return self.words[h.MARGIN] == 0

    def value(self) -> float:
        """The mover's value."""
        return self._scores(w.VALUE, 1)[0]

    def keep_order(self, root: Root[Any, Any]) -> None:
        """Keeps the line of the search just ended, and moves its best move to the front unless the kernel is plain."""
        best = self.words[w.ROOT_BEST]
        root.line = self.line()
        root.tried = root.moves
        if best >= 0:
            root.best = root.moves[best]
            if best > 0 and not self.is_plain:
                root.moves = [root.best, *root.moves[:best], *root.moves[best + 1 :]]

    def root_moves(self) -> tuple[list[float], list[int]]:
        """The mover's values of the root moves searched, and their kinds of bounds, in the order tried."""
        done = self.words[w.ROOT_DONE]
        return self._scores(w.ROOT_VALUES, done), self.words[w.ROOT_BOUNDS : w.ROOT_BOUNDS + done].tolist()

    def improved_value(self) -> float:
        """The mover's value of a root move that an unfinished search has proven better than the first; minus infinity if none."""
        best = self.words[w.ROOT_BEST]
        if not 0 < best < self.words[w.ROOT_DONE] or self.words[w.ROOT_BOUNDS + best] == w.UPPER:
            return -math.inf
        return self._scores(w.ROOT_VALUES + best, 1)[0]

    def line(self) -> list[Words]:
        """The moves of the line found, in words."""
        return self._rows(self._lines, self.words[w.LENGTHS])

    def counts(self) -> tuple[int, ...]:
        """The words `NODES`, `FILLED`, `COMPARISONS` and the three from `FIRST_CUTOFFS` on, each the sum over all workers."""
        return self.words[h.NODES], *_COUNTS.unpack_from(self._bytes, 8 * w.FILLED)

    @property
    def used_bytes(self) -> int:
        """Memory that the table takes."""
        return 0 if self.table is None else self.table.used_bytes

    @property
    def learnt(self) -> memoryview:
        """The learnt data: killers, histories, countermoves and averages."""
        return self.words[w.KILLER : w.LEARNT_END].cast("B")

    def renew(self) -> None:
        """Resets it: nothing learnt, an empty table."""
        self._memory.clear(8 * w.KILLER, 8 * (w.LEARNT_END - w.KILLER))
        if self.table is not None:
            self.table.clear()

    def _rows(self, place: int, count: int) -> list[Words]:
        width = self._width
        if width == 0:  # there is one move only, of which nothing need be said
            return [()] * count
        return list(zip(*[iter(self.words[place : place + count * width].tolist())] * width, strict=True))

    def _put_moves(self, place: int, moves: list[Words]) -> None:
        self._memory.write(place, [word for move in moves for word in move])

    def _as_scores(self, *values: float) -> tuple[float, ...]:
        return values if self.shapes.float_scores else tuple(map(int, values))

    def _scores(self, place: int, count: int) -> list[float]:
        return _scores(self.words[place : place + count], floats=self.shapes.float_scores)


def _scores(words: memoryview, *, floats: bool) -> list[Any]:
    return [score + 0.0 for score in words.cast("B").cast("d")] if floats else words.tolist()  # no -0.0
