"""Comparing a compiled game with Python's, by random play in both. Imports numba."""

from __future__ import annotations

import ctypes
import struct
import time
from random import Random
from typing import Any, Final

from ..capability import Capabilities
from ..errors import CompileError
from . import probing as p
from .build import Build
from .guards import WORDS, Guards
from .layout import Layout, LayoutError, as_word, layout_of
from .machine import Machine, NativeError
from .shapes import Shapes

GAMES: Final = 40
_PLIES: Final = 400
_SECONDS: Final = 0.4


def compare(game: Any, found: Capabilities[Any, Any], layout: Layout, shapes: Shapes) -> None:
    """Plays random games and compares what the methods give in both tiers.

    Raises:
        CompileError: They differ, or a number does not fit the machine's integers.
    """
    comparison = _Comparison(game, found, layout, shapes)
    rng = Random(0)
    until = time.perf_counter() + _SECONDS
    for number in range(GAMES):
        state = game.initial()
        for _ in range(_PLIES):
            moves = comparison.state(state)
            if not moves or (number and time.perf_counter() > until):
                break
            state = game.play(state, rng.choice(moves))


class _Comparison:
    """The guarded variant of a game, and the comparison of one state."""

    def __init__(self, game: Any, found: Capabilities[Any, Any], layout: Layout, shapes: Shapes) -> None:
        self._game = game
        self._found = found
        self._shapes = shapes
        self._layout = layout
        self._guards = Guards()
        self._build = Build(game, found, layout, "guarded", self._guards)
        self._machine = Machine(self._build.kernel("probe", "probe_entry"))
        self._memory = (ctypes.c_int64 * p.SIZE)()
        width, size = shapes.move.words * p.MOST, layout.words * p.MOST
        self._lists = {
            place: (ctypes.c_int64 * max(1, length))()
            for place, length in ((p.MOVES, width), (p.CHILDREN, size), (p.SEARCHED, width), (p.NOISY, width))
        }
        for place, words in self._lists.items():
            self._memory[place] = ctypes.addressof(words)

    def state(self, state: Any) -> list[Any]:
        """Compares what the methods give for a state; gives its moves, none where the game is over."""
        words = self._flat(self._layout, state, "play")
        for place, word in enumerate(words, p.STATE):
            self._memory[place] = word
        full = self._run(state)
        game = self._game
        outcome = game.outcome(state)
        native = self._score(p.OUTCOME) if self._memory[p.OVER] else None
        self._same("outcome", state, outcome, native)
        if outcome is not None:
            return []
        self._same("player", state, int(game.player(state)), self._memory[p.PLAYER])
        if self._found.evaluate is not None:
            self._same("evaluate", state, self._found.evaluate(state), self._score(p.EVALUATION))
        if self._found.key is not None:
            key = layout_of(self._found.key(state)).flatten(self._found.key(state))
            self._same("key", state, key, list(self._memory[p.KEY : p.KEY + len(key)]))
        moves = list(game.moves(state))
        if not full:
            self._moves(state, moves)
        return moves

    def _moves(self, state: Any, moves: list[Any]) -> None:
        self._list("moves", state, moves, p.MOVES, self._memory[p.COUNT])
        size = self._layout.words
        for number, move in enumerate(moves):
            child = self._flat(self._layout, self._game.play(state, move), "play")
            native = list(self._lists[p.CHILDREN][number * size : (number + 1) * size])
            if child != native:
                self._differ(f"play({state!r}, {move!r})", self._game.play(state, move), self._layout.rebuild(native))
            if self._found.order is not None:
                weight, native_weight = self._found.order(state, move), self._memory[p.WEIGHTS + number]
                expected = int(weight * 1024) if isinstance(weight, float) else as_word(int(weight))
                if expected != native_weight and not (isinstance(weight, float) and abs(expected - native_weight) <= 1):
                    self._differ(f"order({state!r}, {move!r})", weight, native_weight)
        if self._found.search_moves is not None:
            searched = list(self._found.search_moves(state))
            self._list("search_moves", state, searched, p.SEARCHED, self._memory[p.SEARCHED_COUNT])
        if self._found.noisy_moves is not None:
            noisy = list(self._found.noisy_moves(state))
            self._list("noisy_moves", state, noisy, p.NOISY, self._memory[p.NOISY_COUNT])
        if self._found.bounds is not None:
            low, high = self._found.bounds(state)
            self._same("bounds", state, low, self._score(p.LOW))
            self._same("bounds", state, high, self._score(p.HIGH))

    def _list(self, method: str, state: Any, expected: list[Any], place: int, count: int) -> None:
        size = self._shapes.move.words
        rows = [list(self._lists[place][number * size : (number + 1) * size]) for number in range(count)]
        if rows != [self._flat(self._shapes.move, move, method) for move in expected]:
            self._differ(f"{method}({state!r})", expected, [self._shapes.move.rebuild(row) for row in rows])

    def _run(self, state: Any) -> bool:
        try:
            full = self._machine(ctypes.addressof(self._memory))
        except NativeError as error:
            cause = error.cause()
            raise CompileError(
                f"the compiled rules raise {type(cause).__name__}({cause}) for the state {state!r}, where Python's do not; "
                "look at indices and divisions there"
            ) from cause
        kind, line = self._guards.finding()
        if kind:
            name = self._build.program.name_at(line)
            raise CompileError(
                f"{name}, line {line}, for the state {state!r}: {WORDS[kind]}; integers of compiled games have 64 bits, and "
                "minimaxer.bits has what boards of 64 squares need"
            )
        return full != 0

    def _score(self, place: int) -> float:
        word = self._memory[place]
        return struct.unpack("<d", struct.pack("<q", word))[0] if self._shapes.float_scores else word

    def _flat(self, layout: Layout, value: Any, method: str) -> list[int]:
        try:
            return layout.flatten(value)
        except LayoutError as error:
            where = error.where.lstrip(".") or "what it gives"
            raise CompileError(f"{method} gives {value!r}: {where} is {error.got}; expected {layout} throughout") from error

    def _same(self, method: str, state: Any, expected: Any, got: Any) -> None:
        if expected != got:
            self._differ(f"{method}({state!r})", expected, got)

    def _differ(self, call: str, expected: Any, got: Any) -> None:
        raise CompileError(
            f"{call} gives {expected!r} in Python but {got!r} compiled; where integers stand for 64 bits, use minimaxer.bits; "
            "see the list of supported Python"
        )
