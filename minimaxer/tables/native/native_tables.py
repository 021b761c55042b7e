"""Retrograde analysis of a compiled game, on several threads."""

from __future__ import annotations

import mmap
import struct
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, NoReturn

from attrs import frozen

from ...compiler.runtime import header as h
from ...compiler.runtime.layout import flat
from ...compiler.runtime.memory import Memory
from ...errors import GameError, RulesError
from ...native.runner import Runner
from ...native.variant import Variant
from ..codes import WORD, code_of
from ..contents import Contents, Summed
from ..graph import Indexed, Naming, too_large
from ..settling import LoopError
from ..table import Table
from ..tiering import Request, with_longest
from . import layout as w
from .native_threads import NativeThreads

ROW: Final = w.MOST_PLIES + 1
"""Length of a row of the histogram: counts by plies."""
_FIRST_SLOTS: Final = 1 << 17
_FULL: Final = 0.8
"""Largest share of the slots that is filled."""
_GROWTH: Final = 1.5
_HEADROOM: Final = w.CHUNK * h.MOST_MOVES
"""Number of positions that a thread may still add once the table is as full as it may be."""
POLLED: Final = 0.02
"""Seconds between two looks at threads with much to do."""
_LEAST_BYTES: Final = 48
"""Smallest number of bytes that a position takes."""
_MOST_EDGES: Final = (1 << 31) - (1 << 20)


class NativeMaking(NativeThreads):
    """Makes the table of a compiled game."""

    def __init__(self, request: Request[Any, Any], variant: Variant) -> None:
        super().__init__(request, variant, "tables")
        self._layout: Final = variant.shapes.state
        self._size: Final = request.memory
        self._shares: Final = request.found.has_margins
        self._arrays: Final[dict[int, Memory]] = {}
        self._roots: list[Any] = []
        self._forgotten = 0

    def close(self) -> None:
        """Releases memory and threads."""
        super().close()
        for memory in self._arrays.values():
            memory.close()

    def enumerate(self) -> None:
        """Finds positions that a game numbers; raises GameError if they do not fit, RulesError if numbers are inconsistent."""
        size = len(Indexed(self._game, self._found))
        if size * _LEAST_BYTES > self._size:
            raise too_large(size, size * _LEAST_BYTES, self._size, more=False)
        self._take({w.NODES: 8 * size})
        self._shared.words[w.FOUND] = self._shared.words[w.MOST] = size
        self._set(w.IS_INDEXED, 1)
        self._set(w.SIZE, size)
        self._explore()

    def reach(self, roots: Sequence[Any]) -> None:
        """Finds the reachable positions; raises GameError if they do not fit or their keys are not made of whole numbers alone,
        RulesError if the game breaks the protocol.
        """
        most = min(self._size // _LEAST_BYTES, w.MARK - 1)
        row = 8 * (self._layout.words + 1)
        self._take({w.NODES: 8 * most, w.CODES: 8 * most, w.ROWS: row * most})
        self._shared.words[w.MOST] = most
        codes: dict[int, Any] = {}
        for root in roots:
            codes.setdefault(code_of(*self._naming.identity(root)), root)
        self._roots = list(codes.values())
        for number, (code, root) in enumerate(codes.items()):
            self._arrays[w.CODES].words[number] = code - (code >> 63 << 64)
            data = struct.pack("<q", 1) + flat(self._layout, root)
            self._arrays[w.ROWS].bytes[row * number : row * number + len(data)] = data
        self._shared.words[w.FOUND] = len(codes)
        self._grow(max(_FIRST_SLOTS, 4 * len(codes)))
        self._explore()
        self._check_codes()

    def _check_codes(self) -> None:
        """Raises GameError if native code makes other codes than Python."""
        for root in self._roots[:1]:
            for move in [] if self._game.outcome(root) is not None else self._game.moves(root):
                if self.number(self._game.play(root, move)) is None:
                    raise GameError(
                        "expected keys made of whole numbers alone; give the game a method key(state) of ints, "
                        "or tabulate the game as it was before it was compiled"
                    )

    def _take(self, sizes: dict[int, int]) -> None:
        """Allocates the arrays; the system provides pages only as they are touched."""
        most_edges = min(self._size // self._edge_bytes, _MOST_EDGES)
        if self._shares:
            sizes |= {w.RESTS: sizes[w.NODES], w.GAINS: 8 * most_edges}
        self._shared.words[w.MOST_EDGES] = most_edges
        self._shared.words[w.USED] = 8  # edge 0 is none
        try:
            for place, size in {**sizes, w.EDGES: 8 * (most_edges // 2 + 1)}.items():
                self._hold(place, Memory(size, large_pages=place == w.NODES))
        except OSError:
            raise GameError(f"the system does not give {self._size:,} bytes for a table; give memory= less") from None

    def _hold(self, place: int, memory: Memory) -> None:
        if place in self._arrays:
            self._arrays[place].close()
        self._arrays[place] = memory
        self._set(place, memory.address)

    def _explore(self) -> None:
        shared = self._shared.words
        while True:
            self._run(w.EXPLORE, self._runners)
            if not shared[w.PAUSE]:
                return
            self._grow(int(shared[w.SLOTS] * _GROWTH))
            shared[w.PAUSE] = 0

    def _grow(self, slots: int) -> None:
        headroom = len(self._runners) * _HEADROOM
        slots = max(slots, 2 * headroom)
        self._hold(w.TABLE, Memory(8 * slots, large_pages=True))
        self._shared.words[w.SLOTS], self._shared.words[w.PAUSE_AT] = slots, min(int(slots * _FULL), slots - headroom)
        self._set(w.SIZE, self._shared.words[w.FOUND])
        self._run(w.ENTER, self._runners[:1])

    def _run(self, task: int, runners: list[Runner]) -> None:
        for runner in runners:
            runner.words[w.TASK] = task
        words = self._shared.words
        self._run_all(
            runners, lambda: POLLED if words[w.FOUND] > _FIRST_SLOTS else POLLED / 20, lambda: self._watch(task, runners)
        )

    def _watch(self, task: int, runners: list[Runner]) -> None:
        """Reports the progress, and releases memory that is no longer needed."""
        shared = self._shared.words
        if task == w.EXPLORE:
            used, found = self._used(), shared[w.FOUND]
            self._meter.tell("exploring", shared[w.DONE], found if runners[0].words[w.IS_INDEXED] else None, used)
            if used > self._size:
                raise self._too_large(found, used)
            if w.ROWS in self._arrays:
                done = 8 * (self._layout.words + 1) * min(runner.words[w.AT] for runner in runners)
                end = done // mmap.PAGESIZE * mmap.PAGESIZE  # what lies behind it is still needed
                if end > self._forgotten + (1 << 20):
                    self._arrays[w.ROWS].forget(self._forgotten, end)
                    self._forgotten = end
        elif task in (w.SPREAD, w.IN_ORDER):
            self._meter.tell("settling", runners[0].words[h.NODES], shared[w.FOUND], self._used())

    def _used(self) -> int:
        """The bytes taken now, and those of the queue that comes later."""
        shared = self._shared.words
        found = shared[w.FOUND]
        rows = 8 * (self._layout.words + 1) * (found - shared[w.NEXT]) + 8 * found if w.ROWS in self._arrays else 0
        return (12 + 8 * self._shares) * found + 8 * shared[w.SLOTS] + self._edge_bytes * shared[w.USED] + rows

    @property
    def _edge_bytes(self) -> int:
        return 12 if self._shares else 4

    def _refuse(self, runner: Runner) -> NoReturn:
        why = runner.words[h.STOP]
        if why in (h.BY_RULES, w.MANY_RESULTS):
            super()._refuse(runner)
        if why == w.LONG:
            raise GameError(
                f"a result is more than {w.MOST_PLIES:,} plies away; tabulate the game as it was before it was compiled"
            )
        if why == w.ODD_INDEX:
            raise RulesError(
                f"index and unindex do not agree about {runner.words[w.WHERE]:,}; expected each position to have a number below "
                "size, and that number to be its own"
            )
        raise self._too_large(self._shared.words[w.FOUND], self._used())

    def _too_large(self, found: int, used: int) -> GameError:
        return too_large(found, used, self._size, more=True)

    def table(self, endless: float, *, plies: bool) -> Table[Any, Any]:
        """Makes the table, once the positions are found; stores the plies to each result if `plies`. Raises LoopError if play can
        repeat positions, in a game with margins.
        """
        size = self._shared.words[w.FOUND]
        self._set(w.SIZE, size)
        self._hold(w.QUEUE, Memory(8 * (size // 2 + 1)))
        if self._shares:
            endless, plies = 0, False
            self._run(w.IN_ORDER, self._runners[:1])
            if self._runners[0].words[h.NODES] < size:
                raise LoopError
        found = self.found_values()
        if not self._shares:
            self._spread(found, endless, size)
        values: list[float] = [endless, *sorted(value for value in found if value != endless)]
        places = [0, *(values.index(value) for value in found)]
        summed = Summed(*values)
        self._count(summed, places, plies=plies)
        contents = Contents(
            values=values,
            results=self._arrays[w.NODES].bytes[6 : 8 * size : 8].tobytes().translate(bytes(places).ljust(256, b"\0")),
            plies=self._plies(size) if plies else None,
            statistics=summed.statistics(is_sorted=True),
        )
        state = None if summed.where is None else self._state(summed.where)
        table = Table(self._game, self._found, self._naming, self._places(), contents)
        return table if state is None else with_longest(table, state)

    def _spread(self, found: list[float], endless: float, size: int) -> None:
        """Spreads all results, from the best to the worst for each player."""
        runner = self._runners[0]
        for owner, wanted in (
            (0, sorted((value for value in found if value > endless), reverse=True)),
            (1, sorted(value for value in found if value < endless)),
        ):
            for value in wanted:
                runner.words[w.OWNER], runner.words[w.RESULT] = owner, found.index(value) + 1
                self._enter(found.index(value) + 1, size)
                self._run(w.SPREAD, [runner])

    def _enter(self, result: int, size: int) -> None:
        """Enters further positions with a result that is to be spread; none here."""

    def _count(self, summed: Summed, places: Sequence[int], first: int = 0, *, plies: bool) -> dict[int, dict[int, int]]:
        """Adds the positions, numbered from `first`, to the statistics; returns their number by the plies to each result that a
        player has to force, by the kernel's number of the result. `places` has the index of the value of each.
        """
        runner, forced = self._runners[0], dict[int, dict[int, int]]()
        self._hold(w.HISTOGRAM, Memory(8 * ROW * 256))
        runner.words[w.RESULT] = places.index(0, 1) if 0 in places[1:] else 0
        self._run(w.COUNT, [runner])
        for result, place in enumerate(places):
            ways = self._arrays[w.HISTOGRAM].words[ROW * result : ROW * (result + 1)].tolist()
            lengths = {distance: count for distance, count in enumerate(ways) if count}
            if lengths:
                summed.add_counts({place: sum(ways)})
            if lengths and place:
                forced[result] = lengths
                if plies:
                    summed.add_lengths(place, lengths)
        if plies:
            summed.record_longest(runner.words[w.LONGEST], first + runner.words[w.WHERE])
        return forced

    def _plies(self, size: int) -> array[int]:
        nodes = self._arrays[w.NODES].bytes
        data = bytearray(2 * size)
        data[0::2] = nodes[4 : 8 * size : 8]
        data[1::2] = nodes[5 : 8 * size : 8].tobytes().translate(bytes(number & w.MOST_PLIES >> 8 for number in range(256)))
        return array("H", bytes(data))

    def _places(self) -> Any:
        """The numbers of the table's positions, as an object that does not depend on this one."""
        if self._runners[0].words[w.IS_INDEXED]:
            return Indexed(self._game, self._found)
        size = self._shared.words[w.FOUND]
        return NativePlaces(
            self._naming,
            array("Q", self._arrays[w.CODES].bytes[: 8 * size].tobytes()),
            array("Q", self._arrays[w.TABLE].bytes.tobytes()),
        )

    def number(self, state: Any) -> int | None:
        """The number of a state."""
        return _number_of(code_of(*self._naming.identity(state)), self._arrays[w.CODES].words, self._arrays[w.TABLE].words)

    def _state(self, number: int) -> Any:
        """The state of a number, found by going back along edges to a root, and forwards again."""
        if self._runners[0].words[w.IS_INDEXED]:
            assert self._found.unindex is not None
            return self._found.unindex(number)
        way = [number]
        while way[-1] >= len(self._roots):
            way.append(min(self._before(way[-1])))
        state = self._roots[way.pop()]
        while way:
            following = way.pop()
            state = next(
                child for move in self._game.moves(state) if self.number(child := self._game.play(state, move)) == following
            )
        return state

    def _before(self, number: int) -> Iterator[int]:
        edges = self._arrays[w.EDGES].bytes.cast("I")
        edge = self._arrays[w.NODES].words[number] & w.HALF
        while edge:
            head = edge
            while not edges[head] & w.MARK:
                head -= 1
            yield edges[head] & ~w.MARK
            edge = edges[edge]


@frozen(eq=False)
class NativePlaces:
    """The numbers of positions, found by a hash table of their codes. `all_codes` has the code of each number, as 64 bits each;
    `slots` by slot the number plus 1, and above it the lower half of the code.
    """

    kind: ClassVar[str] = "codes"
    _naming: Naming[Any]
    all_codes: array[int]
    slots: array[int]

    def __len__(self) -> int:
        return len(self.all_codes)

    def number(self, state: Any) -> int | None:
        """The number of a state; None if it is not in the table."""
        return _number_of(code_of(*self._naming.identity(state)), self.all_codes, self.slots)

    def codes(self) -> Iterator[int]:
        """The code of each number in turn."""
        return iter(self.all_codes)


def _number_of(code: int, codes: Sequence[int], table: Sequence[int]) -> int | None:
    """The number of a code, as `kernels.explore.enter` finds it."""
    slot = (code >> 32) * len(table) >> 32
    while held := table[slot] & WORD:
        if held >> 32 == code & w.HALF and codes[(held & w.HALF) - 1] & WORD == code:
            return (held & w.HALF) - 1
        slot = (slot + 1) % len(table)
    return None
