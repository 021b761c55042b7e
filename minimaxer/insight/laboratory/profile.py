"""A profile of a game's rules: time by method, in Python and natively, and remedies."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from inspect import isgeneratorfunction
from timeit import Timer as Stopwatch
from types import CodeType, FrameType
from typing import Any, Final

from attrs import asdict, evolve, field, frozen

from ...api.functions import search
from ...base.checks import check_whole
from ...game.capability import capabilities
from ...game.following import is_chance
from ...game.protocol import players_of
from ...native import CompiledGame, rules_of
from ...native.perft import METHODS, Timer
from ...searching.options import AlphaBetaOptions
from .trial import some_positions

_SECONDS: Final = 0.002
"""Seconds for a method in Python, for each state."""
_RUNS: Final = 5
_MOST_CALLS: Final = 200
"""Most calls in each of these runs."""
_DEPTH: Final = 3
_MOST_STATES: Final = 200
_LARGE_SHARE: Final = 0.4
_MANY_BYTES: Final = 4_096


@frozen
class MethodProfile:
    """The cost of one method.

    Attributes:
        calls: Calls for each node of a search.
        python: Microseconds of one call in Python; of `moves`, of all moves together.
        native: Nanoseconds of one call natively; None where the game was not compiled.
        bytes: Bytes that a native call puts into memory; None where the game was not compiled.
        share: Its share of the time of all methods, natively if that is known.
        also: Calls of other methods of the rules for each call, by name.
    """

    name: str
    calls: float
    python: float
    native: float | None
    bytes: int | None
    share: float
    also: dict[str, float] = field(factory=dict)


@frozen
class Profile:
    """The time that a game's rules take, by method, the most expensive first; `remedies` are ways to save time, a sentence each.
    `states` counts the states measured; `moves` is the average number of moves in one.
    """

    methods: tuple[MethodProfile, ...]
    remedies: tuple[str, ...]
    states: int
    moves: float

    def to_dict(self) -> dict[str, Any]:
        """The profile as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def profile(game: Any, *, states: int = 40, seed: int = 0) -> Profile:
    """Times each method of a game, compiled or not, in 1 to 200 states of random games; raises OptionError for other numbers."""
    check_whole("states", states, 1, _MOST_STATES)
    rules = rules_of(game)
    found = [state for state in some_positions(rules, states, seed=seed) if not is_chance(rules, state)]
    timer = Timer(game) if isinstance(game, CompiledGame) else None
    with nullcontext() if timer is None else closing(timer):
        calls = _calls(rules, found[0])
        moves = sum(len(list(rules.moves(state))) for state in found) / len(found)
        timed = [_row(name, method, rules, found, calls[name], timer) for name, method in _methods(rules)]
    rows = _without_moves(timed, moves)
    costs = [each.calls * (each.python * 1_000 if each.native is None else each.native) for each in rows]
    total = sum(costs) or 1.0
    shared = [evolve(each, share=cost / total) for each, cost in zip(rows, costs, strict=True)]
    shared.sort(key=lambda each: -each.share)
    return Profile(tuple(shared), tuple(_remedies(shared, rules, moves)), len(found), moves)


def _methods(rules: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """The methods that searches call most, as functions of a state that do the work a search needs."""
    found = capabilities(rules)
    yield "outcome", rules.outcome
    yield "moves", lambda state: list(rules.moves(state))
    yield "play", lambda state: [rules.play(state, move) for move in rules.moves(state)]
    if found.evaluate is not None:
        yield "evaluate", found.evaluate
    if found.key is not None:
        yield "key", found.key
    if found.order is not None:
        order = found.order
        yield "order", lambda state: [order(state, move) for move in rules.moves(state)]


class _Counting:
    """Rules whose calls are counted."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self.counts: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._rules, name)
        known = "moves" if name == "search_moves" else name
        if known not in METHODS or not callable(value):
            return value

        def counted(*arguments: Any) -> Any:
            self.counts[known] += 1
            return value(*arguments)

        return counted


def _calls(rules: Any, state: Any) -> dict[str, float]:
    """Calls of each method for each node of a small search on a tree."""
    counting = _Counting(rules)
    algorithm = "paranoid" if players_of(rules) > 2 else "star1" if hasattr(rules, "chances") else "alphabeta"
    nodes = search(counting, state, depth=_DEPTH, algorithm=algorithm, options=AlphaBetaOptions(deepening=False)).nodes
    return {name: counting.counts[name] / max(1, nodes) for name in METHODS}


def _row(
    name: str, method: Callable[[Any], Any], rules: Any, states: list[Any], calls: float, timer: Timer | None
) -> MethodProfile:
    python = 1e6 * sum(_seconds(method, state) for state in states) / len(states)
    native, size = None, None
    if timer is not None:
        timings = [timer.time(name, state) for state in states]
        native = 1e9 * sum(each_time.seconds for each_time in timings) / len(timings)
        size = sum(each_time.bytes for each_time in timings) // len(timings)
    return MethodProfile(name, calls, python, native, size, 0.0, _also(name, method, rules, states))


def _without_moves(rows: list[MethodProfile], moves: float) -> list[MethodProfile]:
    """Reduces the cost of methods called for each move to one call, without the cost of making the moves."""
    making = next(each for each in rows if each.name == "moves")

    def for_one(whole: float, all_moves: float) -> float:
        return max(0.0, whole - all_moves) / (moves or 1.0)

    def alone(row: MethodProfile) -> MethodProfile:
        if row.name not in ("play", "order"):
            return row
        row = evolve(row, python=for_one(row.python, making.python))
        if row.native is None or row.bytes is None or making.native is None or making.bytes is None:
            return row
        return evolve(row, native=for_one(row.native, making.native), bytes=int(for_one(row.bytes, making.bytes)))

    return [alone(each) for each in rows]


def _seconds(method: Callable[[Any], Any], state: Any) -> float:
    """The seconds of one call in Python: the quickest of several runs, which other programs disturbed least."""
    timer = Stopwatch(lambda: method(state))
    calls = min(max(1, int(_SECONDS / _RUNS / max(timer.timeit(1), 1e-9))), _MOST_CALLS)
    return min(timer.repeat(_RUNS, calls)) / calls


def _also(name: str, method: Callable[[Any], Any], rules: Any, states: list[Any]) -> dict[str, float]:
    """Calls of other methods of the rules for each call of `outcome`, `evaluate` or `key`."""
    codes = {_code(getattr(rules, other, None)): other for other in METHODS if other != name}
    codes.pop(None, None)
    if name not in ("outcome", "evaluate", "key"):
        return {}
    counts: Counter[str] = Counter()
    for state in states:
        entered: set[int] = set()
        kept: list[FrameType] = []

        def note(frame: FrameType, event: str, _: Any, entered: set[int] = entered, kept: list[FrameType] = kept) -> None:
            if event == "call" and frame.f_code in codes and id(frame) not in entered:
                entered.add(id(frame))
                kept.append(frame)  # so that no other frame gets its number
                counts[codes[frame.f_code]] += 1

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            method(state)
        finally:
            sys.setprofile(before)
    return {other: count / len(states) for other, count in counts.items()}


def _code(method: Any) -> CodeType | None:
    found = getattr(getattr(method, "__func__", method), "__code__", None)
    return found if isinstance(found, CodeType) else None


def _remedies(rows: list[MethodProfile], rules: Any, moves: float) -> Iterator[str]:
    for row in rows:
        if row.name == "outcome" and row.also.get("moves") and row.share > 0.1:
            yield "outcome() makes moves, which the search makes again: give stuck(), or stop at the first move"
        elif row.also.get("moves") and row.share > 0.1:
            times = row.also["moves"]
            yield f"{row.name}() makes moves {times:.1f} times a call: count them more cheaply, or keep their number in the state"
        if row.name == "evaluate" and row.also.get("play"):
            yield "evaluate() plays moves: leave looking ahead to the search"
        if row.name == "moves" and row.share > _LARGE_SHARE and moves > 4 and not isgeneratorfunction(rules.moves):
            yield "moves() makes all moves before the first is searched: yield them one by one, the best first"
        if row.bytes is not None and row.bytes > _MANY_BYTES and row.share > 0.1:
            yield f"{row.name}() puts {row.bytes:,} bytes into memory a call: copy less, look at cells instead of making lists"
    if not rows[0].also and rows[0].share > 2 * _LARGE_SHARE:
        yield f"{rows[0].name}() is nearly all there is: what it does less of, the search gains"


def _lines(found: Profile) -> Iterator[str]:
    yield f"{found.states} states of random games, {found.moves:.1f} moves in each"
    native = any(each.native is not None for each in found.methods)
    heads = ["method", "calls a node", "Python us", *(["native ns", "bytes"] if native else []), "share"]
    yield "  ".join(f"{head:>12}" for head in heads)
    for each in found.methods:
        cells = [each.name, f"{each.calls:.2f}", f"{each.python:.2f}"]
        if native:
            cells += ["" if each.native is None else f"{each.native:.0f}", "" if each.bytes is None else f"{each.bytes:,}"]
        yield "  ".join(f"{cell:>12}" for cell in [*cells, f"{each.share:.0%}"])
    yield from found.remedies or ("nothing stands out",)
