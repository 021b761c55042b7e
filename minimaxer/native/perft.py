"""Perft and random games of a compiled game, on one or several threads, and the time of each method."""

from __future__ import annotations

import struct
import time
from collections import Counter as Counts
from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

from ..compiler.runtime import header as h
from ..compiler.runtime.layout import flat
from ..errors import RulesError
from ..searching.limits import Limits
from .game import CompiledGame, raise_fault
from .kernels import perft as t, playouts as p
from .runner import Runner, Stopped, share_out

METHODS: Final = {"outcome": t.OUTCOME, "moves": t.MOVES, "play": t.PLAY, "evaluate": t.EVALUATE, "key": t.KEY, "order": t.ORDER}
"""The methods that can be timed; `play` and `order` are called for each move, so their time includes that of `moves`."""
_ENOUGH: Final = 0.002
_MOST_CALLS: Final = 1 << 20


@frozen
class Timing:
    """The cost of one call of a method for a state.

    Attributes:
        seconds: Time of one call; of `moves`, `play` and `order` for all moves together.
        met: Moves generated in one call; 1 for other methods. `bytes` are those of the arena used by it.
    """

    seconds: float
    met: int
    bytes: int


class Timer:
    """Times the methods of a compiled game."""

    def __init__(self, game: CompiledGame[Any, Any]) -> None:
        variant = game.variant()
        self._kernel = Runner(variant.machine("timing"), variant.shapes)
        self._kernel.limit(Limits(), 0.0)
        self._kernel.put(h.STATE, flat(variant.shapes.state, game.initial()))
        self._run(t.NOTHING, 1)  # what is made for the first run is made now

    def time(self, method: str, state: Any) -> Timing:
        """Times a method for a state."""
        words, what = self._kernel.words, METHODS[method]
        words[h.FREE] = 0
        self._kernel.put(h.STATE, flat(self._kernel.shapes.state, state))
        calls = 16
        while (seconds := self._run(what, calls)) < _ENOUGH and calls < _MOST_CALLS:
            calls *= 4
        empty = self._run(t.NOTHING, calls)
        seconds = min(seconds, self._run(what, calls))
        return Timing(max(seconds - empty, 0.0) / calls, words[h.NODES] // calls, words[h.FREE])

    def _run(self, what: int, calls: int) -> float:
        words = self._kernel.words
        words[h.FLAGS], words[h.DEPTH] = what, calls
        began = time.perf_counter()
        self._kernel.run()
        return time.perf_counter() - began

    def close(self) -> None:
        """Ends the thread and frees the memory."""
        self._kernel.close()


class Counter(Runner):
    """One kernel that counts the move sequences of a compiled game."""

    def __init__(self, game: CompiledGame[Any, Any]) -> None:
        variant = game.variant()
        super().__init__(variant.machine("perft"), variant.shapes)
        self.limit(Limits(), 0.0)
        self.is_long = True

    def count(self, state: Any, depth: int, *, finished: bool) -> int:
        """Counts the sequences of that many plies from a state; raises RulesError if native code cannot follow them."""
        words = self.words
        words[h.DEPTH], words[h.FLAGS] = depth, int(finished)
        self.put(h.STATE, flat(self.shapes.state, state))
        try:
            self.run()
        except Stopped as stopped:
            raise RulesError(
                f"counting stopped ({stopped.reason.value}): the game goes on for more plies than native code can follow, or "
                "gave an outcome that no rules can mean"
            ) from None
        return words[h.NODES]


def count_each(game: CompiledGame[Any, Any], tasks: Sequence[tuple[Any, int]], *, finished: bool, threads: int) -> list[int]:
    """Counts the sequences from each state, each with a number of plies; errors as in `Counter.count`."""
    counters = [Counter(game) for _ in range(max(1, min(threads, len(tasks))))]
    return share_out(counters, tasks, lambda counter, task: counter.count(*task, finished=finished))


class RandomPlayer(Runner):
    """A kernel that plays random games of a compiled game from a state, of at most that many plies."""

    def __init__(self, game: CompiledGame[Any, Any], state: Any, plies: int) -> None:
        self._variant: Final = game.variant()
        shapes = self._variant.shapes
        super().__init__(self._variant.machine("playouts"), shapes, p.MOVES + h.MOST_MOVES * shapes.move.words)
        self.limit(Limits(), 0.0)
        self.is_long = True
        self.put(h.STATE, flat(shapes.state, state))
        self.words[p.LIMIT] = plies

    def play(self, games: int, seed: int) -> list[tuple[int, tuple[float, ...], int]]:
        """Plays up to `GAMES` games; gives each one's first move by its index, its payoffs, none if cut off, and its plies."""
        words, variant = self.words, self._variant
        words[h.DEPTH], words[p.RNG] = games, seed | 1
        try:
            self.run()
        except Stopped as stopped:
            if stopped.fault:
                raise_fault(variant.game, variant.found, stopped.fault, self.fault_state())
            raise
        each = variant.players if variant.players > 2 else 1
        row = f"<{each}{'d' if self.shapes.float_scores else 'q'}{8 * (6 - each)}x"
        results = struct.iter_unpack(row, self._bytes[8 * p.RESULTS : 8 * (p.RESULTS + 6 * games)])
        plies = words[p.PLIES : p.PLIES + games].tolist()
        rows = list(zip(words[p.FIRSTS : p.FIRSTS + games].tolist(), results, plies, strict=True))
        return rows if min(plies) >= 0 else [each if each[2] >= 0 else (each[0], (), -1 - each[2]) for each in rows]

    def close(self) -> None:
        """Keeps the number of turns with each number of moves as `turns`, and frees the memory."""
        self.turns = Counts(dict(enumerate(self.words[p.WIDTHS : p.FIRSTS])))
        super().close()
