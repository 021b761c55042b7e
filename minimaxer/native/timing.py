"""Measures the time of each method of a compiled game."""

from __future__ import annotations

import time
from typing import Any, Final

from attrs import frozen

from ..compiler.runtime import header as h
from ..compiler.runtime.layout import flat
from ..searching.limits import Limits
from .game import CompiledGame
from .kernels import timing as t
from .runner import Runner

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
