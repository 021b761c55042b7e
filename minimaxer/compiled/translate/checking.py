"""Comparing a compiled game with Python's, by random play in both."""

from __future__ import annotations

import ctypes
import math
import struct
import time
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Any, Final

from ...errors import CompileError, TierError
from ...rules.capability import Capabilities
from ...rules.chance import chances_of, is_chance, steps
from ...rules.players import players_of
from ...rules.scales import payoffs_of
from ...rules.weights import Weights
from ..compiler.operators import GUARDED
from ..native import header as h
from ..native.intrinsics import float_of
from ..native.layout import Layout, LayoutError, as_word, words_of
from ..native.machine import Machine, NativeError
from ..native.memory import Memory
from ..native.runner import ARENA_BYTES
from ..native.shapes import Shapes
from ..native.worker import Worker
from . import sample_words as p
from .build import Build

GAMES: Final = 40
_PLIES: Final = 400
_SECONDS: Final = 0.4


def compare(game: Any, found: Capabilities[Any, Any], shapes: Shapes, weights: Iterable[Weights] = ()) -> None:
    """Plays random games and compares what the methods give in both tiers.

    Raises:
        TierError: They differ.
        CompileError: A number does not fit the machine's integers.
    """
    comparison = _Comparison(game, found, shapes, weights)
    rng = Random(0)
    until = time.perf_counter() + _SECONDS
    try:
        for number in range(GAMES):
            state = game.initial()
            for _ in range(_PLIES):
                moves = comparison.state(state)
                if not moves or (number and time.perf_counter() > until):
                    break
                state = game.play(state, rng.choice(moves))
    finally:
        comparison.close()


class _Comparison:
    """The guarded variant of a game, and the comparison of one state."""

    def __init__(self, game: Any, found: Capabilities[Any, Any], shapes: Shapes, weights: Iterable[Weights]) -> None:
        self._game = game
        self._found = found
        self._players = players_of(game)
        self._shapes = shapes
        self._layout = layout = shapes.state
        weights = tuple(weights)
        self._build = Build(game, found, guarded=True, weights=weights)
        self._machine = Machine(self._build.kernel("kernels.sample", "sample_entry"), words_of(weights))
        self._memory = (ctypes.c_int64 * p.SIZE)()
        self._arena = Memory(ARENA_BYTES)
        self._worker = Worker()
        width, size = shapes.move.words * p.MOST, layout.words * (p.MOST + 2)
        self._lists = {
            place: (ctypes.c_int64 * max(1, length))()
            for place, length in ((p.MOVES, width), (p.CHILDREN, size), (p.SEARCHED, width), (p.NOISY, width), (p.MAPPED, width))
        }
        for place, words in self._lists.items():
            self._memory[place] = ctypes.addressof(words)

    def close(self) -> None:
        """Ends the thread, and gives memory back."""
        self._worker.close()
        self._arena.close()

    def state(self, state: Any) -> list[Any]:
        """Compares what the methods give for a state; gives its moves, none where the game is over.

        Python's methods come first: what goes wrong in them is told in their own words.
        """
        game, found = self._game, self._found
        outcome = game.outcome(state)
        chances: list[Any] | None = None
        if outcome is None and is_chance(game, state):
            chances = list(islice(chances_of(game, state), p.MOST + 1))
        moves = [] if outcome is not None else list(islice(steps(game, state), p.MOST + 1))
        children = [game.play(state, move) for move in moves]
        words = self._flat(self._layout, state, "play")
        for place, word in enumerate(words, p.STATE):
            self._memory[place] = word
        if len(moves) > p.MOST:
            return moves
        full = self._run(state)
        native = self._given(p.OUTCOME) if self._memory[p.OVER] else None
        self._same("outcome", state, None if outcome is None else self._plain(outcome, state, "outcome"), native)
        if outcome is not None:
            return []
        self._same("player", state, int(game.player(state)), self._memory[p.PLAYER])
        if found.evaluate is not None:
            self._same("evaluate", state, self._plain(found.evaluate(state), state, "evaluate"), self._given(p.EVALUATION))
        if found.key is not None:
            key = self._flat(self._build.key, found.key(state), "key")
            native_key = list(self._memory[p.KEY : p.KEY + len(key)])
            self._same("key", state, self._build.key.sorted(key), self._build.key.sorted(native_key))
        if found.banked is not None:
            self._same("banked", state, found.banked(state), self._given(p.BANKED))
        if chances is not None:
            self._chances(state, chances, children)
            return moves
        if not full:
            self._moves(state, moves, children)
        if not moves and found.stuck is not None:
            self._same("stuck", state, self._plain(found.stuck(state), state, "stuck"), self._given(p.OUTCOME))
        elif not full:
            self._capabilities(state, moves)
        return moves

    def _moves(self, state: Any, moves: list[Any], children: list[Any]) -> None:
        self._list("moves", state, moves, p.MOVES, self._memory[p.COUNT])
        for number, (move, child) in enumerate(zip(moves, children, strict=True)):
            self._state(f"play({state!r}, {move!r})", child, number)
            if self._found.order is not None:
                weight, native_weight = self._found.order(state, move), self._memory[p.WEIGHTS + number]
                expected = as_word(self._build.rules.weight(weight))
                if expected != native_weight and not (isinstance(weight, float) and abs(expected - native_weight) <= 1):
                    self._differ(f"order({state!r}, {move!r})", weight, native_weight)
            if self._found.prior is not None:
                self._number("prior", state, move, self._found.prior(state, move), p.PRIORS + number)
            if self._found.gain is not None:
                self._number("gain", state, move, self._found.gain(state, move), p.GAINS + number)
            if self._found.is_legal is not None:
                legal = self._found.is_legal(state, move), bool(self._memory[p.LEGAL + number])
                if legal[0] != legal[1]:
                    self._differ(f"is_legal({state!r}, {move!r})", *legal)
            if self._found.move_id is not None and as_word(self._found.move_id(move)) != self._memory[p.IDS + number]:
                self._differ(f"move_id({move!r})", self._found.move_id(move), self._memory[p.IDS + number])

    def _number(self, method: str, state: Any, move: Any, number: float, place: int) -> None:
        native = float_of(self._memory[place])
        if not math.isclose(number, native, rel_tol=1e-12):
            self._differ(f"{method}({state!r}, {move!r})", number, native)

    def _chances(self, state: Any, chances: list[Any], children: list[Any]) -> None:
        self._list("chances", state, [move for move, _ in chances], p.MOVES, self._memory[p.COUNT])
        for number, ((move, chance), child) in enumerate(zip(chances, children, strict=True)):
            self._state(f"play({state!r}, {move!r})", child, number)
            native = struct.unpack("<d", struct.pack("<q", self._memory[p.WEIGHTS + number]))[0]
            if native != chance:
                self._differ(f"chances({state!r})[{number}]", (move, chance), (move, native))

    def _capabilities(self, state: Any, moves: list[Any]) -> None:
        found = self._found
        if found.search_moves is not None:
            self._list("search_moves", state, list(found.search_moves(state)), p.SEARCHED, self._memory[p.SEARCHED_COUNT])
        if found.noisy_moves is not None:
            self._list("noisy_moves", state, list(found.noisy_moves(state)), p.NOISY, self._memory[p.NOISY_COUNT])
        if found.bounds is not None and self._players <= 2:
            low, high = found.bounds(state)
            self._same("bounds", state, low, self._score(p.LOW))
            self._same("bounds", state, high, self._score(p.HIGH))
        if found.must_move is not None:
            self._same("must_move", state, found.must_move(state), bool(self._memory[p.FORCED]))
        if found.null is not None:
            other = found.null(state)
            self._same("null", state, other is not None, bool(self._memory[p.PASSES]))
            if other is not None:
                self._state(f"null({state!r})", other, p.MOST)
        if found.canonical is not None:
            same, symmetry = found.canonical(state)
            self._state(f"canonical({state!r})", same, p.MOST + 1)
            self._same("canonical", state, symmetry, self._memory[p.SYMMETRY])
            map_move = found.map_move
            if map_move is not None:
                self._list("map_move", state, [map_move(move, symmetry) for move in moves], p.MAPPED, len(moves))

    def _state(self, call: str, expected: Any, number: int) -> None:
        size = self._layout.words
        native = list(self._lists[p.CHILDREN][number * size : (number + 1) * size])
        flat = self._flat(self._layout, expected, call.partition("(")[0])
        if flat != native and self._layout.sorted(flat) != self._layout.sorted(native):
            self._differ(call, expected, self._layout.rebuild(native))

    def _list(self, method: str, state: Any, expected: list[Any], place: int, count: int) -> None:
        size = self._shapes.move.words
        rows = [list(self._lists[place][number * size : (number + 1) * size]) for number in range(count)]
        flat = [self._flat(self._shapes.move, move, method) for move in expected]
        if rows != flat and not (self._build.unordered and sorted(rows) == sorted(flat)):
            given = [self._shapes.move.rebuild(row) for row in rows]
            for at, (one, other) in enumerate(zip(expected, given, strict=False)):
                if one != other:
                    self._differ(f"{method}({state!r})[{at}]", one, other)
            self._differ(f"len({method}({state!r}))", len(expected), len(given))

    def _run(self, state: Any) -> bool:
        self._memory[h.ARENA], self._memory[h.ARENA_END] = self._arena.address, self._arena.address + ARENA_BYTES
        try:
            full = self._worker.submit(lambda: self._machine(ctypes.addressof(self._memory))).wait(math.inf, lambda: None)
        except NativeError as error:
            path, text, name, line = error.failure
            if path == "builtins:OverflowError" and text in GUARDED:
                raise CompileError(
                    f"{name}, line {line}, for the state {state!r}: {text}; integers of compiled games have 64 bits, and "
                    "minimaxer.bits has what boards of 64 squares need"
                ) from None
            cause = error.cause()
            advice = "keep less in lists" if isinstance(cause, MemoryError) else "look at indices and divisions there"
            told = f"the compiled rules raise {type(cause).__name__}({cause}) for the state {state!r}"
            raise TierError(f"{told}, where Python's do not; {advice}") from cause
        return full != 0

    def _score(self, place: int) -> float:
        word = self._memory[place]
        return struct.unpack("<d", struct.pack("<q", word))[0] if self._shapes.float_scores else word

    def _given(self, place: int) -> Any:
        """What `outcome`, `evaluate` or `stuck` gave: a number, or payoffs."""
        if self._players <= 2:
            return self._score(place)
        return tuple(self._score(place + player) for player in range(self._players))

    def _plain(self, value: Any, state: Any, method: str) -> Any:
        """What they gave in Python, likewise."""
        return value if self._players <= 2 else payoffs_of(self._game).outcome(value, state, method)

    def _flat(self, layout: Layout, value: Any, method: str) -> list[int]:
        try:
            return layout.flatten(value)
        except LayoutError as error:
            where = error.where.lstrip(".") or "what it gives"
            raise TierError(f"{method} gives {value!r}: {where} is {error.got}; expected {layout} throughout") from error

    def _same(self, method: str, state: Any, expected: Any, got: Any) -> None:
        if expected != got:
            self._differ(f"{method}({state!r})", expected, got)

    def _differ(self, call: str, expected: Any, got: Any) -> None:
        raise TierError(
            f"{call} gives {expected!r} in Python but {got!r} compiled; where integers stand for 64 bits, use minimaxer.bits; "
            "see the list of supported Python"
        )
