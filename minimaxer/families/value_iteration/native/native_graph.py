"""The reachable states of a compiled game, and their values, as the kernel of value iteration leaves them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

from ....base.scores import Scale
from ....base.sizes import machine_memory
from ....compiler.runtime import header as h
from ....compiler.runtime.layout import flat
from ....compiler.runtime.memory import Memory
from ....game.capability import Capabilities
from ....game.following import chances_of
from ....game.protocol import CHANCE, FINISHED
from ....native.runner import Runner, Stopped
from ....native.variant import Variant
from ....searching.limits import Limits
from ..iteration import PRECISION, STILL, too_many
from . import layout as w

_BY_STATE: Final = (w.PLAYERS, w.STARTS, w.LOW, w.HIGH, w.MET, w.LEAST, w.STACK, w.WAY, w.EDGE)


class NativeGraph:
    """All states reachable from one, with the bounds of their values, in half of the machine's memory if no size is given. See
    `Reachable` and `ValueIteration`; `runner` is the kernel, which `solve` runs.
    """

    def __init__(self, variant: Variant, game: Any, root: Any, scale: Scale, size_bytes: int | None) -> None:
        self._game: Final = game
        self._found: Final[Capabilities[Any, Any]] = variant.found
        self._root: Final = root
        self._scale: Final = scale
        self._layout: Final = variant.shapes.state
        self._size: Final = machine_memory() // 2 if size_bytes is None else size_bytes
        self.runner: Final = Runner(variant.machine("graph"), variant.shapes)
        self._arrays: Final[dict[int, Memory]] = {}
        # Memory for the most states and moves that may fit: the system allocates pages only as they are touched.
        words, width, key_words = self._size // 8, self._layout.words, variant.shapes.key_words + variant.found.has_margins
        most = max(16, words // (w.PER_STATE + width + key_words + w.PER_EDGE))
        slots = 1 << (2 * most - 1).bit_length()
        edges = max(16, words // w.PER_EDGE)
        sizes = dict.fromkeys(_BY_STATE, most + 1) | {
            w.TABLE: slots,
            w.STATES: most * width,
            w.KEYS: most * key_words,
            w.AFTER: edges,
            w.CHANCES: edges,
        }
        memory = self.runner.words
        for place, size in sizes.items():
            self._arrays[place] = made = Memory(8 * max(1, size))
            memory[place] = made.address
        memory[w.MOST_STATES], memory[w.MOST_EDGES], memory[w.SLOTS], memory[w.WORDS_LEFT] = most, edges, slots, words
        spread = self._scale.high - self._scale.low
        memory[w.PRECISION], memory[w.STILL] = struct.unpack("<2q", struct.pack("<2d", PRECISION * spread, STILL * spread))

    def limit(self, limits: Limits, began: float) -> None:
        """Prepares a run with these limits, timed from `began`; from then on it can be stopped."""
        self.runner.limit(limits, began)
        self.runner.is_long = True

    def solve(self) -> None:
        """Finds all states and their values; raises GameError if they do not fit, Stopped at a limit or a protocol error."""
        runner = self.runner
        runner.put(h.STATE, flat(self._layout, self._root))
        try:
            runner.run()
        except Stopped:
            if runner.words[h.STOP] == w.FULL:
                raise too_many(len(self), self._size) from None
            raise
        if runner.words[h.MARGIN] and self._scale.utilities is not None:
            self._scale.utilities.only_wins = False

    def close(self) -> None:
        """Frees the memory and the thread."""
        self.runner.close()
        for memory in self._arrays.values():
            memory.close()

    def __len__(self) -> int:
        return self.runner.words[w.COUNT]

    @property
    def nodes(self) -> int:
        """Updates of states in all."""
        return self.runner.words[w.UPDATES]

    @property
    def sweeps(self) -> int:
        """The most sweeps over one component."""
        return self.runner.words[w.SWEEPS]

    @property
    def players(self) -> Sequence[int]:
        """The mover of each state, `CHANCE` or `FINISHED`."""
        return self._arrays[w.PLAYERS].words

    @property
    def low(self) -> Sequence[float]:
        """The lower bound of each state's value."""
        return self._arrays[w.LOW].bytes.cast("d")

    @property
    def high(self) -> Sequence[float]:
        """The upper bound of each state's value."""
        return self._arrays[w.HIGH].bytes.cast("d")

    def error(self, number: int) -> float:
        """The largest distance between the value of a state and the middle of its bounds."""
        return (self.high[number] - self.low[number]) / 2

    def following(self, number: int) -> Sequence[int]:
        """The numbers of a state's successors."""
        starts = self._arrays[w.STARTS].words
        return self._arrays[w.AFTER].words[starts[number] : starts[number + 1]].tolist()

    @property
    def chances(self) -> dict[int, Sequence[float]]:
        """The probabilities of the first state's successors, if it is a chance node; of no other state."""
        return {} if self.players[0] != CHANCE else {0: [chance for _, chance in chances_of(self._game, self._root)]}

    @property
    def first_moves(self) -> list[Any]:
        """The moves of the first state, in the order of its successors."""
        if self.players[0] == FINISHED:
            return []
        if self.players[0] == CHANCE:
            return [move for move, _ in chances_of(self._game, self._root)]
        return list((self._found.search_moves or self._game.moves)(self._root))

    def state(self, number: int) -> Any:
        """The state with this number."""
        if number == 0:
            return self._root
        width = self._layout.words
        return self._layout.rebuild(self._arrays[w.STATES].words[number * width : (number + 1) * width].tolist())

    def move(self, number: int, place: int) -> Any:
        """The move at this place among those of a state in which a player moves."""
        return list((self._found.search_moves or self._game.moves)(self.state(number)))[place]
