"""Compares a compiled game with Python's by playing both, until every place of the rules was run or a budget is spent."""

from __future__ import annotations

import ctypes
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from random import Random
from typing import Any, Final, NoReturn

from ..base.overdue import LONGEST_CALL, endless_error
from ..compiler.operators import GUARDED
from ..compiler.runtime import header as h
from ..compiler.runtime.intrinsics import float_of
from ..compiler.runtime.layout import Layout, LayoutError, as_word, words_of
from ..compiler.runtime.machine import Machine, NativeError, Worker
from ..compiler.runtime.memory import Memory
from ..compiler.runtime.values import is_plain_object, parts_of
from ..errors import CompileError, TierError
from ..game.capability import Capabilities
from ..game.following import chances_of, is_chance, payoffs_of, steps
from ..game.protocol import players_of
from ..game.weights import Weights
from . import shapes as p
from .build import Build
from .kernels.sample import sample_entry
from .report import CompileReport, gaps_in
from .runner import ARENA_BYTES, MARGIN_BYTES
from .samples import content

_PLIES: Final = 400
_GAMES: Final = 40
_MOVES: Final = 3_000
"""Moves compared in random games, after which no new game begins."""
_STEERED_GAMES: Final = 60
_STEERED_MOVES: Final = 4_000
"""Moves compared in games steered to places of the rules that no game has reached yet."""


def compare(game: Any, found: Capabilities[Any, Any], build: Build, weights: Iterable[Weights] = ()) -> CompileReport:
    """Plays games and compares the results of the methods in both tiers; returns the coverage: counts, and the places of the
    rules that were never compared. Raises TierError if they differ, CompileError if a number does not fit the machine's integers.
    """
    with closing(_Comparison(game, found, build, weights)) as comparison:
        comparison.play(_GAMES, _MOVES, lambda number: _at_random)
        comparison.play(_STEERED_GAMES, _STEERED_MOVES, lambda number: _STEERING[number % len(_STEERING)], steered=True)
        return comparison.report()


class VaryingError(TierError):
    """A method gives a state that does not fit the type inferred from the sample."""


Choice = Callable[["_Comparison", list[Any], list[Any]], int]
"""Chooses a move by index, given the moves of a state and its children."""


def _at_random(comparison: _Comparison, moves: list[Any], children: list[Any]) -> int:
    return comparison.rng.randrange(len(moves))


def _rarest(comparison: _Comparison, moves: list[Any], children: list[Any]) -> int:
    """Chooses the move that was played least often, ties at random."""
    return min(range(len(moves)), key=lambda number: (comparison.played[content(moves[number])], comparison.rng.random()))


def _ending(is_over: bool) -> Choice:
    """A choice that prefers moves that end the game, or moves that do not."""

    def choose(comparison: _Comparison, moves: list[Any], children: list[Any]) -> int:
        order = comparison.rng.sample(range(len(moves)), len(moves))
        return next((number for number in order if (comparison.game.outcome(children[number]) is not None) == is_over), order[0])

    return choose


_STEERING: Final[tuple[Choice, ...]] = (
    lambda comparison, moves, children: 0,
    lambda comparison, moves, children: len(moves) - 1,
    _rarest,
    _ending(False),
    _at_random,
    _ending(True),
)


class _Comparison:
    """Compares a game's guarded code with Python, state by state."""

    def __init__(self, game: Any, found: Capabilities[Any, Any], build: Build, weights: Iterable[Weights]) -> None:
        self.game: Final = game
        self.rng: Final = Random(0)
        self.played: Final[Counter[str]] = Counter()
        """The number of times each move was played."""
        self._found = found
        self._players = players_of(game)
        self._build = build
        self._shapes = shapes = build.shapes
        self._layout = layout = shapes.state
        self._machine = Machine(build.kernel(sample_entry, counted=p.SIZE, guarded=True).code(), words_of(weights))
        self._places: Final = build.places
        self._memory = (ctypes.c_int64 * (p.SIZE + len(self._places)))()
        self._reached = 0
        self._fresh: Final[list[Any]] = []
        """The states in which places were reached for the first time."""
        self._states = self._moves_compared = 0
        self._arena = Memory(ARENA_BYTES)
        self._worker = Worker()
        self._memory[h.STACK_SIZE] = self._worker.stack_bytes - MARGIN_BYTES
        width, size = shapes.move.words * p.MOST, layout.words * (p.MOST + 2)
        self._lists = {
            place: (ctypes.c_int64 * max(1, length))()
            for place, length in ((p.MOVES, width), (p.CHILDREN, size), (p.SEARCHED, width), (p.NOISY, width), (p.MAPPED, width))
        }
        for place, words in self._lists.items():
            self._memory[place] = ctypes.addressof(words)

    def close(self) -> None:
        """Ends the thread and frees the memory."""
        self._worker.close()
        self._arena.close()

    def play(self, games: int, most: int, choices: Callable[[int], Choice], *, steered: bool = False) -> None:
        """Plays at most `games` games and compares all their states; after `most` moves compared no new game begins.

        `choices` gives the choice of moves for the game of that index. `steered`: end once every place was reached, and begin
        every other round where a place was first reached.
        """
        end = self._moves_compared + most
        for number in range(games):
            if self._moves_compared >= end or (steered and self._reached == len(self._places)):
                return
            state, choose = self.game.initial(), choices(number)
            if steered and number // len(_STEERING) % 2 and self._fresh:
                state = self._fresh[-1 - number % len(self._fresh)]
            for _ in range(_PLIES):
                moves, children = self.state(state)
                if not moves or (steered and self._moves_compared >= end):
                    break
                if self._build.unordered:  # in the same order in every process
                    places = sorted(range(len(moves)), key=lambda place: content(moves[place]))
                    moves, children = [moves[place] for place in places], [children[place] for place in places]
                chosen = choose(self, moves, children)
                self.played[content(moves[chosen])] += 1
                state = children[chosen]

    def report(self) -> CompileReport:
        """The coverage of the comparison so far."""
        never = [place for number, place in enumerate(self._places) if not self._memory[p.SIZE + number]]
        return CompileReport(states=self._states, moves=self._moves_compared, never_compared=gaps_in(never))

    def state(self, state: Any) -> tuple[list[Any], list[Any]]:
        """Compares the results of the methods for a state; gives its moves and children, empty where the game is over. Python's
        methods run first, so that their exceptions propagate unchanged.
        """
        game, found = self.game, self._found
        outcome = game.outcome(state)
        chances: list[Any] | None = None
        if outcome is None and is_chance(game, state):
            chances = list(islice(chances_of(game, state), p.MOST + 1))
        moves = [] if outcome is not None else list(islice(steps(game, state), p.MOST + 1))
        children = [game.play(state, move) for move in moves]
        flat = [self._flat(self._layout, child, "play") for child in children]
        for place, word in enumerate(self._flat(self._layout, state, "play"), p.STATE):
            self._memory[place] = word
        if len(moves) > p.MOST:
            return moves, children
        self._states += 1
        self._moves_compared += len(moves)
        full = self._run(state)
        reached = sum(self._memory[p.SIZE : p.SIZE + len(self._places)])
        if reached > self._reached:  # places of the rules that no state before it reached
            self._reached = reached
            self._fresh.append(state)
        native = self._given(p.OUTCOME) if self._memory[p.OVER] else None
        self._same("outcome", (state,), None if outcome is None else self._plain(outcome, state, "outcome"), native)
        if outcome is not None:
            return [], []
        self._running(state)
        if chances is not None:
            self._chances(state, chances, flat)
            return moves, children
        if not full:
            self._moves(state, moves, flat)
        if not moves and found.stuck is not None:
            self._same("stuck", (state,), self._plain(found.stuck(state), state, "stuck"), self._given(p.OUTCOME))
        elif not full:
            self._capabilities(state, moves)
        return moves, children

    def _running(self, state: Any) -> None:
        """Compares the methods of a running state that do not depend on moves."""
        found = self._found
        self._same("player", (state,), int(self.game.player(state)), self._memory[p.PLAYER])
        if found.evaluate is not None:
            self._same("evaluate", (state,), self._plain(found.evaluate(state), state, "evaluate"), self._given(p.EVALUATION))
        if found.key is not None:
            layout = self._build.key
            key = self._flat(layout, found.key(state), "key", by_value=True)
            native_key = list(self._memory[p.KEY : p.KEY + len(key)])
            if layout.sorted(key, by_value=True) != layout.sorted(native_key, by_value=True):
                self._differ("key", (state,), found.key(state), layout.rebuild(native_key))
        self._sampled(p.OF_STATE, (state,), of_mover=False)

    def _moves(self, state: Any, moves: list[Any], children: list[list[int]]) -> None:
        places = self._list("moves", state, moves, p.MOVES, self._memory[p.COUNT])
        found = self._found
        for place, move, child in zip(places, moves, children, strict=True):
            self._same_state("play", (state, move), child, place)
            if found.order is not None:
                weight, native_weight = found.order(state, move), self._memory[p.WEIGHTS + place]
                expected = as_word(self._build.rules.weight(weight))
                if expected != native_weight and not (isinstance(weight, float) and abs(expected - native_weight) <= 1):
                    self._differ("order", (state, move), weight, native_weight)
            self._sampled(p.OF_MOVE, (state, move), place)

    def _sampled(self, places: dict[str, int], arguments: tuple[Any, ...], number: int = 0, *, of_mover: bool = True) -> None:
        """Compares the methods that are compared by what they are declared to give."""
        for each in p.SAMPLED:
            method = getattr(self._found, each.name)
            if method is not None and each.name in places and each.of_mover == of_mover:
                given = arguments[-len(each.parameters) :]
                expected, word = method(*given), self._memory[places[each.name] + number]
                if each.gives == "whole":
                    self._same(each.name, given, as_word(expected), word)
                elif each.gives == "truth":
                    self._same(each.name, given, bool(expected), bool(word))
                elif not math.isclose(expected, float_of(word), rel_tol=1e-12):
                    self._differ(each.name, given, expected, float_of(word))

    def _chances(self, state: Any, chances: list[Any], children: list[list[int]]) -> None:
        places = self._list("chances", state, [move for move, _ in chances], p.MOVES, self._memory[p.COUNT])
        for place, (move, chance), child in zip(places, chances, children, strict=True):
            self._same_state("play", (state, move), child, place)
            native = float_of(self._memory[p.WEIGHTS + place])
            if native != chance:
                self._differ("chances", (state,), (move, chance), (move, native))

    def _capabilities(self, state: Any, moves: list[Any]) -> None:
        found = self._found
        if found.search_moves is not None:
            self._list("search_moves", state, list(found.search_moves(state)), p.SEARCHED, self._memory[p.SEARCHED_COUNT])
        if found.noisy_moves is not None:
            self._list("noisy_moves", state, list(found.noisy_moves(state)), p.NOISY, self._memory[p.NOISY_COUNT])
        if found.bounds is not None and self._players <= 2:
            self._same("bounds", (state,), tuple(found.bounds(state)), (self._score(p.LOW), self._score(p.HIGH)))
        self._sampled(p.OF_STATE, (state,))
        if found.null is not None:
            other = found.null(state)
            if other is None or not self._memory[p.PASSES]:
                passes = self._layout.rebuild(self._child(p.MOST)) if self._memory[p.PASSES] else None
                self._same("null", (state,), other, passes)
            else:
                self._state("null", (state,), other, p.MOST)
        if found.canonical is not None:
            same, symmetry = found.canonical(state)
            self._state("canonical", (state,), same, p.MOST + 1)
            self._same("canonical", (state,), symmetry, self._memory[p.SYMMETRY])
            if (map_move := found.map_move) is not None:
                self._list("map_move", state, [map_move(move, symmetry) for move in moves], p.MAPPED, len(moves))

    def _child(self, number: int) -> list[int]:
        size = self._layout.words
        return list(self._lists[p.CHILDREN][number * size : (number + 1) * size])

    def _state(self, method: str, arguments: tuple[Any, ...], expected: Any, number: int) -> None:
        self._same_state(method, arguments, self._flat(self._layout, expected, method), number)

    def _same_state(self, method: str, arguments: tuple[Any, ...], flat: list[int], number: int) -> None:
        native = self._child(number)
        if flat != native and self._layout.sorted(flat) != self._layout.sorted(native):
            self._differ(method, arguments, self._layout.rebuild(flat), self._layout.rebuild(native))

    def _list(self, method: str, state: Any, expected: list[Any], place: int, count: int) -> list[int]:
        """Compares lists of moves; gives the index of each in compiled code, where sets may have another order."""
        layout = self._shapes.move
        size = layout.words
        rows = [list(self._lists[place][number * size : (number + 1) * size]) for number in range(count)]
        flat = [self._flat(layout, move, method) for move in expected]
        if rows != flat and not (self._build.unordered and sorted(rows) == sorted(flat)):
            self._differ(method, (state,), *([layout.rebuild(row) for row in each] for each in (flat, rows)))
        places: dict[tuple[int, ...], list[int]] = {}
        for number, row in enumerate(rows):
            places.setdefault(tuple(row), []).append(number)
        return [places[tuple(row)].pop(0) for row in flat]

    def _run(self, state: Any) -> bool:
        self._memory[h.ARENA], self._memory[h.ARENA_END] = self._arena.address, self._arena.address + ARENA_BYTES
        self._memory[h.LATE] = 0
        try:
            job = self._worker.submit(lambda: self._machine(ctypes.addressof(self._memory)))
            full = job.wait(time.perf_counter() + LONGEST_CALL, lambda: self._memory.__setitem__(h.LATE, 1))
        except NativeError as error:
            path, text, name, line = error.failure
            if self._memory[h.LATE]:
                raise endless_error(name) from None
            if path == "builtins:OverflowError" and text in GUARDED:
                raise CompileError(
                    f"{name}, line {line}, for the state {_shown(state)}: {text}; integers of compiled games have 64 bits, and "
                    "minimaxer.bits has what boards of 64 squares need"
                ) from None
            cause = error.cause()
            advice = "; keep less in lists" if isinstance(cause, MemoryError) else ""
            raise TierError(
                f"{name}, line {line}, raises {type(cause).__name__}({cause}) compiled, for the state {_shown(state)}, "
                f"where Python raises nothing{advice}"
            ) from cause
        return full != 0

    def _score(self, place: int) -> float:
        word = self._memory[place]
        return float_of(word) if self._shapes.float_scores else word

    def _given(self, place: int) -> Any:
        """The compiled result of `outcome`, `evaluate` or `stuck`: a number, or payoffs."""
        if self._players <= 2:
            return self._score(place)
        return tuple(self._score(place + player) for player in range(self._players))

    def _plain(self, value: Any, state: Any, method: str) -> Any:
        """The Python result of `outcome`, `evaluate` or `stuck` in comparable form."""
        return value if self._players <= 2 else payoffs_of(self.game).outcome(value, state, method)

    def _flat(self, layout: Layout, value: Any, method: str, *, by_value: bool = False) -> list[int]:
        try:
            return layout.flatten(value, by_value=by_value)
        except LayoutError as error:
            where = error.where.lstrip(".") or "what it gives"
            raise VaryingError(f"{method} gives {_shown(value)}: {where} is {error.got}; expected {layout} throughout") from error

    def _same(self, method: str, arguments: tuple[Any, ...], expected: Any, got: Any) -> None:
        if expected != got:
            self._differ(method, arguments, expected, got)

    def _differ(self, method: str, arguments: tuple[Any, ...], expected: Any, got: Any) -> NoReturn:
        call = f"{method}({', '.join(map(_shown, arguments))})"
        place, one, other = next(_differences(expected, got), ("", expected, got))
        within = f" (at {place.lstrip('.')}: {_shown(one)}, not {_shown(other)})" if place else ""
        raise TierError(f"{call} gives {_shown(expected)} in Python but {_shown(got)} compiled{within}{self._line_of(method)}")

    def _line_of(self, method: str) -> str:
        """The line and file of a method, as a clause of an error message."""
        function = getattr(self._found, method, None) or getattr(self.game, method, None)
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        return "" if code is None else f"; {code.co_qualname} begins in line {code.co_firstlineno} of {code.co_filename}"


def _differences(one: Any, other: Any, where: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yields the places at which two values differ, with the two parts there."""
    mine, theirs = dict(parts_of(one)), dict(parts_of(other))
    if type(one) is not type(other) or isinstance(one, (set, frozenset)) or mine.keys() != theirs.keys() or not mine:
        if mine or theirs or one != other:
            yield where, one, other
        return
    for place, each in mine.items():
        yield from _differences(each, theirs[place], where + place)


def _shown(value: Any) -> str:
    """The `repr` of a value; an object whose class has none is shown by its attributes."""
    if is_plain_object(value) and getattr(type(value), "__repr__", None) is object.__repr__:
        return f"{type(value).__name__}({', '.join(f'{name[1:]}={each!r}' for name, each in parts_of(value))})"
    try:
        return repr(value)
    except Exception as error:  # an author's method may raise anything
        return f"a {type(value).__name__}, whose __repr__ raises {type(error).__name__}"
