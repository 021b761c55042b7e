"""One program, tried: compiled, and compared with Python at states of random games."""

from __future__ import annotations

import ctypes
import importlib.util
import linecache
import re
import struct
import sys
import traceback
from enum import Enum
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import asdict, frozen

import minimaxer as mx
from minimaxer.compiler.runtime import header as h
from minimaxer.compiler.runtime.layout import Layout, LayoutError, as_word
from minimaxer.compiler.runtime.machine import Machine, NativeError
from minimaxer.compiler.runtime.memory import Memory
from minimaxer.game.capability import capabilities
from minimaxer.native import compile_game, shapes as p
from minimaxer.native.build import Build
from minimaxer.native.kernels.sample import sample_entry
from minimaxer.native.runner import ARENA_BYTES
from minimaxer.native.variant import relevant

from ...processes import within

FINE, REFUSED, WRONG, BROKEN, NO_LINE, INVALID = "compiled", "refused", "wrong", "broken", "refused without a line", "invalid"
"""What comes of a program: it agrees with Python; it is refused; it does not agree; the compiler raised what it should not; it is
refused without a line; Python itself could not play it."""
STATES: Final = 24
_PLIES: Final = 10
_SECONDS: Final = 10
_SEARCHED: Final = 6
"""One in so many programs goes through `mx.compile` and a search too."""
_MOST_MOVES: Final = 40
_TOLD_LATE: Final = ("the most that can be kept", "is met where compiled code has none for it")
_BEYOND: Final = "64 bits"
OPTIONS: Final = mx.AlphaBetaOptions(deepening=False, ignore=frozenset({"order"}))


@frozen
class Verdict:
    """What came of a program.

    Attributes:
        what: One of the words above.
        cause: Why, in words in which nothing of the one program stands: alike for failures of one cause.
        told: All that is known.
        states: States compared.
    """

    what: str
    cause: str = ""
    told: str = ""
    states: int = 0

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain data."""
        return asdict(self)


class _DifferenceError(Exception):
    """A compiled method gives something else."""


class _TooLongError(Exception):
    """Python takes too long."""


class _InvalidError(Exception):
    """The program itself is wrong."""


def verdict(path: Path, *, searched: bool | None = None, guarded: bool | None = None) -> Verdict:
    """What comes of the program in a file; some are searched too, and some noticed to go beyond 64 bits, by their numbers."""
    number = int("".join(filter(str.isdigit, path.stem)) or "0")
    searched = number % _SEARCHED == 0 if searched is None else searched
    guarded = number % 2 == 0 if guarded is None else guarded
    try:
        with within(_SECONDS, _TooLongError):
            game = loaded(path)
            states = positions(game)
    except Exception as error:  # the program may raise anything
        return Verdict(INVALID, f"{type(error).__name__}: {_plain(str(error))}", traceback.format_exc())
    try:
        count = _compared(game, states, guarded)
        if searched:
            _searched(game, states[:3])
    except mx.CompileError as error:
        if isinstance(error.__cause__, Exception):  # the compiler itself failed
            return Verdict(BROKEN, _place(error.__cause__), traceback.format_exc())
        return _refused(str(error))
    except mx.errors.TierError as error:
        return Verdict(WRONG, _differing(str(error)), f"mx.compile: {error}")
    except _DifferenceError as error:
        return Verdict(WRONG, _differing(str(error)), str(error))
    except _TooLongError:
        return Verdict(INVALID, "too long")
    except _InvalidError as error:
        return Verdict(INVALID, _plain(str(error)), traceback.format_exc())
    except Exception as error:  # the compiler should raise nothing else
        return Verdict(BROKEN, _place(error), traceback.format_exc())
    return Verdict(FINE, states=count)


def loaded(path: Path) -> Any:
    """The rules object of the program in a file."""
    linecache.checkcache(str(path))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.GAME


def positions(game: Any) -> list[Any]:
    """States of random games, as far as Python plays them."""
    found = [game.initial()]
    seen = {repr(found[0])}
    rng = Random(7)
    for _ in range(12):
        state = found[0]
        for _ in range(_PLIES):
            try:
                if game.outcome(state) is not None:
                    break
                moves = list(islice(game.moves(state), p.MOST))
                if not moves:
                    break
                state = game.play(state, rng.choice(moves))
            except ALLOWED:
                break
            if state is None:
                raise TypeError("a state is None")
            if repr(state) not in seen:
                seen.add(repr(state))
                found.append(state)
    return found[:STATES]


ALLOWED: Final = (IndexError, KeyError, ValueError, ZeroDivisionError, AssertionError, StopIteration, RuntimeError)
"""What rules may raise: at such states compiled rules are to raise the same."""


# --- method by method -----------------------------------------------------------------------------------------------------------


def _compared(game: Any, states: list[Any], guarded: bool) -> int:
    found = relevant(capabilities(game))
    build = Build(game, found)
    native = _Native(build, found, guarded)
    try:
        for state in states:
            before = _flat(build.shapes.state, state, "state")
            with within(_SECONDS, _TooLongError):
                expected = _sample(game, found, state)
            if _flat(build.shapes.state, state, "state") != before:
                raise _InvalidError("changes a state")
            native.compare(state, expected)
    finally:
        native.close()
    return len(states)


def _sample(game: Any, found: Any, state: Any) -> dict[str, Any]:
    """What the methods give, in the order in which compiled code asks them, up to the first error."""
    given: dict[str, Any] = {"moves": [], "children": [], "order": []}

    def ask() -> None:
        given["outcome"] = game.outcome(state)
        if given["outcome"] is not None:
            return
        given["player"] = game.player(state)
        for name in ("evaluate", "key"):
            if getattr(found, name) is not None:
                given[name] = getattr(found, name)(state)
        for move in islice(game.moves(state), p.MOST + 1):
            given["moves"].append(move)
            if found.order is not None:
                given["order"].append(found.order(state, move))
            given["children"].append(game.play(state, move))

    try:
        ask()
    except ALLOWED as error:
        if isinstance(error, RecursionError):
            raise _InvalidError("RecursionError") from error
        given["error"] = error
    except _TooLongError:
        raise
    except Exception as error:
        raise _InvalidError(f"{type(error).__name__}: {error}") from error
    return given


class _Native:
    """A game's methods compiled, and their comparison."""

    def __init__(self, build: Build, found: Any, guarded: bool) -> None:
        self._build = build
        self._found = found
        self._machine = Machine(build.kernel(sample_entry, guarded=guarded).code())
        self._memory = (ctypes.c_int64 * p.SIZE)()
        self._arena = Memory(ARENA_BYTES)
        shapes = build.shapes
        width, size = shapes.move.words * p.MOST, shapes.state.words * (p.MOST + 2)
        self._lists = {
            place: (ctypes.c_int64 * max(1, length))()
            for place, length in ((p.MOVES, width), (p.CHILDREN, size), (p.SEARCHED, width), (p.NOISY, width), (p.MAPPED, width))
        }
        for place, words in self._lists.items():
            self._memory[place] = ctypes.addressof(words)

    def close(self) -> None:
        """Gives memory back."""
        self._arena.close()

    def compare(self, state: Any, expected: dict[str, Any]) -> None:
        """Compares what the methods give for a state with what Python's did."""
        if len(expected["moves"]) > p.MOST:
            return
        for place, word in enumerate(_flat(self._build.shapes.state, state, "state"), p.STATE):
            self._memory[place] = word
        self._memory[h.ARENA], self._memory[h.ARENA_END] = self._arena.address, self._arena.address + ARENA_BYTES
        error = expected.get("error")
        try:
            self._machine(ctypes.addressof(self._memory))
        except NativeError as native:
            cause = native.cause()
            if isinstance(cause, OverflowError) and any(each in str(cause) for each in _TOLD_LATE):
                raise mx.CompileError(f"sample, line 0 of the state: {cause}") from None
            if error is None or not _alike(error, cause):
                shown = "nothing" if error is None else f"{type(error).__name__}({error})"
                raise _DifferenceError(
                    f"raises {type(cause).__name__}({cause}) in {native.failure} for {state!r}; Python {shown}"
                ) from None
            return
        if error is not None and re.search("changed size|mutated", str(error)):
            raise _InvalidError(f"changes what it goes through: {error}")
        if error is not None:
            raise _DifferenceError(f"raises nothing for {state!r}; Python {type(error).__name__}({error})")
        self._methods(state, expected)

    def _methods(self, state: Any, expected: dict[str, Any]) -> None:
        self._same("outcome", state, expected["outcome"], self._score(p.OUTCOME) if self._memory[p.OVER] else None)
        if expected["outcome"] is not None:
            return
        self._same("player", state, int(expected["player"]), self._memory[p.PLAYER])
        if "evaluate" in expected:
            self._same("evaluate", state, expected["evaluate"], self._score(p.EVALUATION))
        if "key" in expected:
            key = _flat(self._build.key, expected["key"], "key")
            self._same("key", state, key, list(self._memory[p.KEY : p.KEY + len(key)]))
        self._values("moves", state, self._build.shapes.move, expected["moves"], self._lists[p.MOVES], self._memory[p.COUNT])
        self._values(
            "play", state, self._build.shapes.state, expected["children"], self._lists[p.CHILDREN], self._memory[p.COUNT]
        )
        for number, weight in enumerate(expected["order"]):
            wanted = as_word(self._build.rules.weight(weight))
            self._same("order", state, wanted, self._memory[p.WEIGHTS + number])

    def _values(self, name: str, state: Any, layout: Layout, expected: list[Any], words: Any, count: int) -> None:
        size = layout.words
        rows = [list(words[number * size : (number + 1) * size]) for number in range(count)]
        wanted = [_flat(layout, each, name) for each in expected]
        if rows != wanted:
            got = [layout.rebuild(row) for row in rows]
            if _with_sorted_sets(expected) == _with_sorted_sets(got):
                return  # sets that no rules go through lie in any order
            raise _DifferenceError(
                f"{name}({_shown(state)}) gives {_shown(expected)} in Python but {_shown(got)} compiled, words {wanted} and {rows}"
            )

    def _score(self, place: int) -> Any:
        word = self._memory[place]
        is_float = self._build.shapes.float_scores
        return struct.unpack("<d", struct.pack("<q", word))[0] if is_float else word

    def _same(self, name: str, state: Any, expected: Any, got: Any) -> None:
        if expected != got:
            raise _DifferenceError(f"{name}({_shown(state)}) gives {expected!r} in Python but {got!r} compiled")


def _with_sorted_sets(value: Any) -> str:
    """A value as text, in which the order of sets does not show."""
    if isinstance(value, set | frozenset):
        return f"{type(value).__name__}{sorted(map(_with_sorted_sets, value))}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}{[*map(_with_sorted_sets, value)]}"
    if isinstance(value, dict):
        return f"dict{[*map(_with_sorted_sets, value.items())]}"
    names = getattr(type(value), "__slots__", None) or getattr(value, "__dict__", None)
    if names is None or isinstance(value, Enum | int):
        return repr(value)
    return f"{type(value).__name__}{[(name, _with_sorted_sets(getattr(value, name))) for name in names if name != '__weakref__']}"


def _shown(value: Any) -> str:
    """A state, or several, with what lies in objects that do not show it."""
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    is_bare = " object at 0x" in repr(value)
    return f"{type(value).__name__}({vars(value)})" if is_bare and hasattr(value, "__dict__") else repr(value)


def _alike(one: BaseException, other: BaseException) -> bool:
    return type(one) is type(other)


def _flat(layout: Layout, value: Any, name: str) -> list[int]:
    try:
        return layout.flatten(value)
    except LayoutError as error:
        raise _DifferenceError(f"{name} gives {value!r}, which does not lie as {layout}: {error}") from None


# --- through mx.compile ---------------------------------------------------------------------------------------------------------


def _searched(game: Any, states: list[Any]) -> None:
    fast = compile_game(game)
    for state in states:
        try:
            with within(_SECONDS, _TooLongError):
                if game.outcome(state) is not None or len(list(islice(game.moves(state), _MOST_MOVES))) >= _MOST_MOVES:
                    continue
        except ALLOWED:
            continue
        tree = _found(game, state)
        native = _found(fast, state)
        if isinstance(tree, str) or isinstance(native, str):
            same = tree == native
        else:
            same = (native.value, native.pv, native.nodes + 1) == (tree.value, tree.pv, tree.nodes)
        if not same:
            raise _DifferenceError(f"search({state!r}) gives {tree} in Python but {native} compiled")


def _found(game: Any, state: Any) -> Any:
    """What a search gives, or the name of the error that it raises."""
    try:
        with within(_SECONDS, _TooLongError):
            return mx.search(game, state, depth=2, algorithm="fixed", options=OPTIONS)
    except (*ALLOWED, mx.RulesError) as error:
        return type(error).__name__


# --- what to say of it ----------------------------------------------------------------------------------------------------------


def _refused(message: str) -> Verdict:
    if _BEYOND in message and "expected" not in message:
        return Verdict(INVALID, "beyond 64 bits", message)
    lines = message.splitlines()
    causes = [re.sub(r".*?\(`.*`\): |^cannot compile [^:]*: ", "", line) for line in lines]
    has_lines = all(re.match(r"cannot compile [\w.<>]+, line \d+ of .*: ", line) or ", line " in line for line in lines)
    return Verdict(REFUSED if has_lines else NO_LINE, _plain(causes[0]), message)


def _plain(text: str) -> str:
    """A text without what only one program has: names with numbers, numbers, quoted texts."""
    text = re.sub(r"'[^']*'", "'…'", text)
    text = re.sub(r"\b([A-Za-z_]+)\d+\b", r"\1", text)
    return re.sub(r"-?\d+(\.\d+)?", "0", text)[:200]


def _differing(text: str) -> str:
    """Which method differs, and how."""
    found = re.search(r"raises (\w+)\((.{0,60}).*Python ([\w ]{0,30})|(\w+)\(.* gives .* in Python but", text)
    if found is None:
        return _plain(text)[:80]
    return found[4] or _plain(f"raises {found[1]}({found[2]}, Python {found[3]}")


def _place(error: Exception) -> str:
    """The kind of an error, and the function of the package that raised it."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if "minimaxer" in each.filename]
    last = f" in {Path(frames[-1].filename).name}:{frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{last}: {_plain(' '.join(str(error).split()))[:120]}"
