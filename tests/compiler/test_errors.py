"""What cannot be compiled is a `CompileError` that names the method, the line and what to do."""

from __future__ import annotations

import collections
import enum
import itertools
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
pytest.importorskip("numpy", reason="arrays are part of what is refused")

import numpy as np

import minimaxer as mx
from minimaxer.compiler import requirement
from minimaxer.errors import how_to_install
from minimaxer.native import compile_game
from minimaxer.native.samples import content

from ..processes import PATIENCE

TABLE = [1, 2, 3]
LOOKUP = {1: 2}
COUNT = 0
RAGGED = ((1,), (2, 3))
GENERATOR = random.Random(1)


PRIMES = {2, 3, 5}
NESTED = {1: {2: 3}, 2: {4: 5}}


class Odd(frozenset[int]):
    """A set of a class of its own."""

    def __repr__(self) -> str:
        return "{1}"


class Box:
    """Holds one value."""

    def __init__(self, value: Any) -> None:
        self.value = value

    @property
    def double(self) -> Any:
        return 2 * self.value


class State(NamedTuple):
    left: int
    player: int


class Game:
    """A countdown; each case replaces a method."""

    items = (1, 2, 3)

    def initial(self) -> Any:
        return State(7, 0)

    def player(self, state: Any) -> int:
        return state.player

    def moves(self, state: Any) -> Any:
        for taken in range(1, 3):
            if taken <= state.left:
                yield taken

    def play(self, state: Any, taken: Any) -> Any:
        return State(state.left - taken, 1 - state.player)

    def outcome(self, state: Any) -> Any:
        if state.left > 0:
            return None
        return mx.LOSS if state.player == 0 else mx.WIN

    def evaluate(self, state: Any) -> Any:
        return state.left


CASES: list[tuple[Callable[..., Any], str, str]] = []


def case(name: str, text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a replacement for a method and what the error must say."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        CASES.append((function, name, text))
        return function

    return register


@case("initial", "gives a state whose field left is {1}, of type Odd")
def odd_thing_in_the_state(self: Any) -> Any:
    return State(Odd({1}), 0)  # type: ignore[arg-type]


@case("initial", "gives a state whose field left[0] is 18446744073709551616, an integer beyond 64 bits")
def large_number_in_a_list(self: Any) -> Any:
    return State([1 << 64], 0)  # type: ignore[arg-type]


@case("evaluate", "inverts the bits of a truth value, which numpy takes for `not`; write not")
def inverted_truth(self: Any, state: Any) -> Any:
    return int(~(state.left > 2))


@case("evaluate", "gathers bits by a mask that is not known beforehand; give a number, or a field of the game")
def gathered_by_a_state(self: Any, state: Any) -> Any:
    return mx.bits.gather(45, state.left)


@case("evaluate", "names that are global or nonlocal; rules have no memory")
def global_assignment(self: Any, state: Any) -> Any:
    global COUNT
    COUNT += 1
    return COUNT


@case("evaluate", "assigns to an attribute of something that never changes")
def attribute_assignment(self: Any, state: Any) -> Any:
    self.last = state.left
    return 0


@case("evaluate", "Game has no attribute 'missing'")
def missing_attribute(self: Any, state: Any) -> Any:
    return self.missing


@case("play", "(a plain tuple instead of a State)")
def a_plain_tuple(self: Any, state: Any, taken: Any) -> Any:
    return (state.left - taken, 1 - state.player)


@case("play", "where states are")
def different_types_on_different_paths(self: Any, state: Any, taken: Any) -> Any:
    if state.left > 3:
        return State(state.left - taken, 1 - state.player)
    return state.left - taken


@case("outcome", "str")
def a_text_as_outcome(self: Any, state: Any) -> Any:
    return "won" if state.left == 0 else "lost"


@case("evaluate", "a constant that does not fit into 64 bits with a sign")
def wide_comparison(self: Any, state: Any) -> Any:
    return 1 if state.left < 1 << 63 else 0


@case("evaluate", "18446744073709551616, an integer beyond 64 bits")
def too_wide_a_constant(self: Any, state: Any) -> Any:
    return state.left & (1 << 64)


@case("moves", "gives None among the moves; take another value for a pass")
def passing_by_none(self: Any, state: Any) -> Any:
    yield from range(1, min(3, state.left) + 1)
    yield None


@case("large_product", "a result needs more than 64 bits")
def overflowing_product(self: Any, state: Any) -> Any:
    return large_product(state.left)


def large_product(number: int) -> int:
    return number * 3_000_000_000 * 3_000_000_000 % 7


@case("evaluate", "a shift by 64 places or more")
def far_shift(self: Any, state: Any) -> Any:
    return 1 << 60 + state.left & 1


@case("evaluate", "a negative number is shifted right")
def shift_of_a_negative_number(self: Any, state: Any) -> Any:
    return (state.left - 9) >> 1


@case("evaluate", "a power with a negative exponent")
def negative_power(self: Any, state: Any) -> Any:
    return int(2 ** (state.left - 9))


@case("evaluate", "the bits of a negative number are counted")
def bits_of_a_negative_number(self: Any, state: Any) -> Any:
    return (min(state.left, 0) - 1).bit_count()


@case("moves", "a generator that yields nothing; yield at least in one place")
def no_yield(self: Any, state: Any) -> Any:
    return
    yield


@case("evaluate", "input cannot be compiled; take it out of the rules")
def asking(self: Any, state: Any) -> Any:
    input(state)
    return 0


@case("evaluate", "uses nowhere, which is defined nowhere")
def unknown_name(self: Any, state: Any) -> Any:
    return nowhere + state.left  # type: ignore[name-defined]  # noqa: F821


@case("evaluate", "has a parameter with **; name its parameters one by one")
def any_keywords(self: Any, state: Any, **more: Any) -> Any:
    return 0


@case("evaluate", "calls with more arguments behind a * whose number is not known")
def arguments_behind_a_star(self: Any, state: Any) -> Any:
    return max(*[state.left, 3], 4)


@case("evaluate", "calls .add() of a frozenset, or of a set of the module, which never change")
def changed_set_of_the_module(self: Any, state: Any) -> Any:
    PRIMES.add(state.left)
    return 0


@case("evaluate", "changes a dict of the module; rules have no memory of their own")
def changed_dict_of_the_module(self: Any, state: Any) -> Any:
    NESTED[1 + state.player][state.left] = 1
    return 0


@case("evaluate", "makes a text of (int, int); write its parts one by one")
def a_tuple_as_text(self: Any, state: Any) -> Any:
    return len(str((state.left, state.player)))


@case("evaluate", "formats a value by % in a way that compiled games do not have; write %d, %s or an f-string")
def wide(self: Any, state: Any) -> Any:
    return len("%3d" % state.left)  # noqa: UP031  # what is tried


@case("evaluate", "formats more values than its text has places")
def too_many_values(self: Any, state: Any) -> Any:
    return len("%d" % (state.left, 1))  # type: ignore[str-format]  # noqa: F507, UP031  # what is tried


@case("evaluate", "formats float by %d, as which Python cuts it; write int() of it")
def float_as_integer(self: Any, state: Any) -> Any:
    return len("%d" % (state.left / 2))  # noqa: UP031  # what is tried


@case("evaluate", "formats a value in a way of its own; put plain values into the braces")
def formatted(self: Any, state: Any) -> Any:
    return len(f"{state.left:^3}")


@case("evaluate", "in mode the constant 'edge'; give one number, and mode='constant'")
def what_follows_from_a_refusal(self: Any, state: Any) -> Any:
    wider = np.pad(np.zeros(3, dtype=np.int64), 1, mode="edge")
    found = np.zeros(3, dtype=np.int64)
    found |= wider[0:3]
    return int(found[0])


@case("evaluate", "zips rows of different types")
def rows_of_no_items(self: Any, state: Any) -> Any:
    return len(list(zip(*[state.left for _ in range(2)], strict=False)))


@case("evaluate", "calls .getrandbits() of the constant <random.Random object>, which compiled games do not have")
def object_without_an_address(self: Any, state: Any) -> Any:
    return GENERATOR.getrandbits(3)


@case("evaluate", "calls .random() of the constant <random.Random object>, which compiled games do not have")
def a_random_number(self: Any, state: Any) -> Any:
    return int(random.random() * 9)


@case("evaluate", "calls time.time, which compiled games do not have; write it with plain Python")
def the_time(self: Any, state: Any) -> Any:
    return int(time.time()) % 9


@case("evaluate", "goes through items more than once, which is an iterator; make a list of it")
def an_iterator_twice(self: Any, state: Any) -> Any:
    items = (each for each in range(state.left))
    return sum(items) * 10 + sum(items)


@case("evaluate", "goes through pairs more than once, which is an iterator; make a list of it")
def an_iterator_in_a_loop(self: Any, state: Any) -> Any:
    pairs, found = zip((1, 2), (3, 4), strict=True), 0
    for _ in range(2):
        found += sum(one for one, _ in pairs)
    return found


@case("evaluate", "asks for the class of a number of numpy, which is none of Python's; convert it with int first")
def the_class_of_a_number_of_numpy(self: Any, state: Any) -> Any:
    return 5 if isinstance(np.array([state.left])[0], int) else 6


@case("evaluate", "calls re.match, which compiled games do not have; write it with plain Python")
def matched_by_a_library(self: Any, state: Any) -> Any:
    return 1 if re.match("a+", str(state.left)) else 0


@case("evaluate", "makes a defaultdict whose default is not known")
def odd_default(self: Any, state: Any) -> Any:
    return len(collections.defaultdict())


@case("evaluate", "sets value to an iterator, which is int elsewhere; keep values of one type in it")
def attribute_of_two_types(self: Any, state: Any) -> Any:
    box = Box(state.left)
    if state.player:
        box.value = (each for each in range(state.left))
    return 0


@case("evaluate", "assigns to double, a property without a setter; assign to what it stands for")
def assigned_property(self: Any, state: Any) -> Any:
    box = Box(state.left)
    box.double = 4  # type: ignore[misc]
    return 0


@pytest.mark.parametrize(("function", "name", "text"), CASES, ids=[function.__name__ for function, _, _ in CASES])
def test_refused(function: Callable[..., Any], name: str, text: str) -> None:
    """The error names the method, its line and the cause."""
    method = "evaluate" if name == "large_product" else name
    kind = type("Game", (Game,), {method: function})
    with pytest.raises(mx.CompileError) as caught:
        compile_game(kind())
    message = str(caught.value)
    assert text in message, message
    assert name in message or function.__name__ in message, message
    assert "line" in message, message
    assert "nothing" not in message.split() or "holds nothing" in message, message  # which follows from another refusal


def test_differences_between_the_tiers_are_found() -> None:
    """A truth value at a place for integers is written as one: the comparison names the state, the method and both results."""

    class Written(Game):
        def evaluate(self, state: Any) -> Any:
            return len(str(state.left if state.left > 3 else True))

    with pytest.raises(
        mx.errors.TierError, match=r"evaluate\(.*\) gives 4 in Python but 1 compiled; .*Written\.evaluate begins in line \d+"
    ):
        compile_game(Written())


def test_a_float_beyond_64_bits_is_no_integer() -> None:
    """The comparison names the line and the state."""

    class Wide(Game):
        def evaluate(self, state: Any) -> Any:
            return int(state.left * 1e19) % 7 if state.left > 5 else 0

    with pytest.raises(mx.CompileError, match=r"evaluate, line \d+, for the state .*: a result needs more than 64 bits"):
        compile_game(Wide())


def test_missing_members_are_refused() -> None:
    """An Enum that answers for other values in a way of its own."""

    class Side(enum.Enum):
        LEFT = 0

        @classmethod
        def _missing_(cls, value: object) -> Any:
            return cls.LEFT

    class Sided(Game):
        def evaluate(self, state: Any) -> Any:
            return Side(state.left).value

    text = "looks up a Side by its value, which its _missing_ may answer; write a dict of its members"
    with pytest.raises(mx.CompileError, match=text):
        compile_game(Sided())


def test_iterators_of_different_places_are_refused() -> None:
    """An iterator over iterators that known numbers tell apart has no one type."""

    class Chained(Game):
        def moves(self, state: Any) -> Any:
            return itertools.chain.from_iterable((i for i in range(n, n + 1)) for n in (1, 2))

    with pytest.raises(mx.CompileError, match="goes through iterators that are made in different places; make each a list"):
        compile_game(Chained())


def test_without_llvmlite_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install."""
    monkeypatch.setattr("minimaxer.compiler.requirement.available", lambda: False)
    with pytest.raises(mx.MissingExtraError, match=re.escape("pip install 'llvmlite>=0.50,<0.51'")):
        compile_game(Game())


def test_check_must_be_a_switch() -> None:
    """Other values are refused."""
    with pytest.raises(mx.OptionError, match="expected check to be True or False, got 'yes'"):
        compile_game(Game(), check="yes")  # type: ignore[arg-type]


@pytest.mark.thorough
def test_source_given_on_the_command_line_is_found() -> None:
    """Games of `python -c` compile too; those that `exec` made have no source, and the error says so."""
    source = """
import minimaxer as mx
from minimaxer.native import compile_game
from tests.compiler.test_errors import Game
class Filtered(Game):
    def moves(self, state):
        return filter(lambda taken: taken <= state.left, (1, 2))
print(mx.search(compile_game(Filtered()), depth=3).engine)
names = {"Game": Game}
exec("class Hidden(Game):\\n    def evaluate(self, state):\\n        return 1", names)
try:
    compile_game(names["Hidden"]())
except mx.CompileError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    engine, refused = done.stdout.splitlines()
    assert engine == "compiled/pvs"
    assert "evaluate has no source to compile; put it into a file or a notebook" in refused


class Faulty(Game):
    """Goes wrong with one or two sticks left, in one way or another: the hundreds of the number of sticks say how."""

    def initial(self) -> Any:
        return State(7, 0)

    def fault(self, state: Any) -> int:
        return state.left // 100 if 0 < state.left % 100 < 3 else 0

    def player(self, state: Any) -> int:
        return 2 if self.fault(state) == 1 else state.player

    def moves(self, state: Any) -> Any:
        for taken in range(1, 3):
            if taken <= state.left % 100:
                yield taken

    def outcome(self, state: Any) -> Any:
        if self.fault(state) == 2:
            return 950_000
        if state.left % 100 > 0:
            return None
        return mx.LOSS if state.player == 0 else mx.WIN

    def evaluate(self, state: Any) -> Any:
        if self.fault(state) == 3:
            return 950_000
        if self.fault(state) == 5 and state.left % 100 == 2:
            raise ValueError("two is not allowed")
        if self.fault(state) == 6:
            raise ValueError(f"{state.left} is not allowed")
        return 1

    def bounds(self, state: Any) -> Any:
        return (5, 3) if self.fault(state) == 4 else (mx.LOSS, mx.WIN)


@pytest.fixture(scope="module")
def faulty() -> Any:
    """The game, compiled once for all its faults."""
    return compile_game(Faulty(), check=False)


def test_errors_at_run_time_are_those_of_the_rules(faulty: Any) -> None:
    """An exception raised by the rules in a search comes out as itself, and the search can be used again."""
    engine = mx.Search(faulty)
    with pytest.raises(ValueError, match="two is not allowed"):
        engine.run(State(507, 0), mx.Limits(depth=5))
    assert engine.run(State(507, 0), mx.Limits(depth=2)).depth == 2


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (1, "gave 2; expected 0 or 1"),
        (2, "outcome() gave 950000"),
        (3, "evaluate() gave 950000"),
        (4, "bounds() gave (5, 3)"),
    ],
)
def test_broken_protocols_raise_as_on_a_tree(faulty: Any, fault: int, text: str) -> None:
    """The kernel notices, and the error is the tree tier's."""
    state = State(100 * fault + 7, 0)
    with pytest.raises(mx.RulesError) as told:
        mx.search(Faulty(), state, depth=10, algorithm="alphabeta", options=mx.AlphaBetaOptions(deepening=fault != 4))
    with pytest.raises(mx.RulesError) as caught:
        mx.search(faulty, state, depth=10)
    assert text in str(caught.value)
    assert text in str(told.value)


def test_states_of_another_shape_are_refused() -> None:
    """The error says what was expected and got, with code that was just compiled and with code from disk."""
    for _ in range(2):
        with pytest.raises(mx.RulesError, match=r"expected a state like State\(left: int, player: int\)"):
            mx.search(compile_game(Game()), (1, 2, 3), depth=2, algorithm="fixed")


class LargerBox(Box):
    """An object of a class derived from that of another in the same place."""


class Word(str, enum.Enum):  # noqa: UP042 - StrEnum is of another kind
    """Members that equal texts: nothing tells them from these in one place."""

    ONE = "one"


class Mixed:
    """Two items of a list, two values of a dict, or an attribute of two types."""

    def __init__(self, make: Callable[[int], Any]) -> None:
        self.make = make

    def initial(self) -> Any:
        return self.make(0)

    def player(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> tuple[int, ...]:
        return (1, 2)

    def play(self, state: Any, move: int) -> Any:
        return self.make(move)

    def outcome(self, state: Any) -> None:
        return None


@pytest.mark.parametrize(
    "make",
    [
        lambda move: [[move], 0],
        lambda move: {"cells": (1, move), "turn": 0},
        lambda move: Box("two" if move == 2 else (1, 2)),
        lambda move: (move, [None, "pass", (1, move)][move]),
        lambda move: {move: 1, "left": 2, (move, 1): 3},
        lambda move: [{1, move}, "two", 2, Box(move)],
        lambda move: [Box(move), LargerBox(move), 1],
    ],
)
def test_states_that_hold_two_types_at_one_place(make: Callable[[int], Any]) -> None:
    """They are the same in both tiers, compared when the game is compiled, and come back from searches as they were."""
    fast = compile_game(Mixed(make))
    layout = fast.variant().shapes.state
    for state in (make(0), make(1), make(2)):
        assert content(layout.rebuild(layout.flatten(state))) == content(state)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda move: [Word.ONE, move], "as items of one list, int beside Word; make it a NamedTuple or"),
        (lambda move: {1: Word.ONE, 2: 0}, "as values of one dict, int beside Word; make it a NamedTuple or"),
        (lambda move: Box(Word.ONE if move == 2 else (1, 2)), "in .value of Box, Word beside (int, int); give the same type"),
    ],
)
def test_states_that_hold_two_types_at_one_place_are_refused(make: Callable[[int], Any], text: str) -> None:
    """The error says where they stand, and what to write instead."""
    with pytest.raises(mx.CompileError, match=re.escape(text)):
        compile_game(Mixed(make))


class LargeState(NamedTuple):
    left: int
    player: int
    much: tuple[int, ...]


@pytest.mark.thorough
def test_states_that_are_too_large_are_refused() -> None:
    """There is room for two thousand numbers."""

    class Large(Game):
        def initial(self) -> Any:
            return LargeState(7, 0, (0,) * 2_100)

        def play(self, state: Any, taken: Any) -> Any:
            return LargeState(state.left - taken, 1 - state.player, state.much)

    with pytest.raises(mx.CompileError, match=r"gives states of 2102 numbers.* compiled games keep 2048 at most"):
        compile_game(Large())


class Sized(NamedTuple):
    left: int

    def __bool__(self) -> bool:
        return self.left > 3


def test_tuples_with_a_truth_value_of_their_own() -> None:
    """A NamedTuple's own `__bool__` is asked, not whether it has items."""

    class Truthful(Game):
        def evaluate(self, state: Any) -> Any:
            return 1 if Sized(state.left) else 0

    assert mx.search(compile_game(Truthful()), depth=2, algorithm="fixed").value == 1


def test_too_many_moves_are_refused() -> None:
    """More than the native code has room for; the original game can still be searched."""

    class Wide(Game):
        def moves(self, state: Any) -> Any:
            return range(1, 5_000)

        def play(self, state: Any, taken: Any) -> Any:
            return State(0, 1 - state.player)

    with pytest.raises(mx.RulesError, match="gave more than 4096 moves, the limit of compiled games; search the"):
        mx.search(compile_game(Wide()), depth=1, algorithm="fixed")


def test_errors_with_texts_made_at_run_time(faulty: Any) -> None:
    """The kind of error survives; its text says where to find the text."""
    with pytest.raises(ValueError, match="search the original game to read it"):
        mx.search(faulty, State(607, 0), depth=6)


def test_rules_that_recurse_for_ever_are_pythons_to_tell() -> None:
    """The comparison asks Python first, and on a stack of its own."""

    class Bottomless(Game):
        def deeper(self, number: int) -> int:
            return self.deeper(number + 1) if number >= 0 else 0

        def evaluate(self, state: Any) -> Any:
            return self.deeper(state.left)

        def outcome(self, state: Any) -> Any:
            return self.deeper(state.left) or None

    with pytest.raises((RecursionError, mx.CompileError)):
        compile_game(Bottomless())


class Pair(NamedTuple):
    first: int
    second: int
    left: int


def test_keys_that_differ_in_high_bits_are_told_apart() -> None:
    """Two positions whose keys differ in the highest bits of two words do not answer for one another."""

    class Boards(Game):
        def initial(self) -> Any:
            return Pair(0, 0, 7)

        def player(self, state: Any) -> int:
            return state.left % 2

        def moves(self, state: Any) -> Any:
            if state.left == 7:
                yield 0
                yield 1
            else:
                yield 2

        def play(self, state: Any, move: Any) -> Any:
            if move == 0:
                return Pair(mx.bits.bit(63), 0, 6)
            if move == 1:
                return Pair(0, mx.bits.bit(63) | mx.bits.bit(31), 6)
            return state._replace(left=state.left - 1)

        def outcome(self, state: Any) -> Any:
            if state.left > 0:
                return None
            return -10 if state.first != 0 else 10

        def evaluate(self, state: Any) -> Any:
            return 0

    assert mx.solve(compile_game(Boards())).value == mx.solve(Boards()).value == -10
    assert mx.search(compile_game(Boards()), depth=9).value == -10


def test_an_error_in_on_depth_comes_out() -> None:
    """And the search can be used again."""

    def fail(result: Any) -> None:
        raise KeyError("told")

    with pytest.raises(KeyError, match="told"):
        mx.search(compile_game(Game()), depth=5, algorithm="fixed", on_depth=fail)
    with pytest.raises(KeyError, match="told"):
        mx.search(Game(), depth=5, on_depth=fail)


def test_a_version_of_llvmlite_that_was_not_tested_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In one line, with what to do should compiling fail; nothing is said of the version that was tested."""
    requirement._warn_of.cache_clear()
    for installed in (requirement.TESTED, f"{requirement.TESTED}.7", "0.49.0", "0.49.0", f"{requirement.TESTED}1.0"):
        monkeypatch.setattr(requirement, "version", lambda installed=installed: installed)
        requirement.check_available()
    requirement._warn_of.cache_clear()
    assert [record.getMessage() for record in caplog.records] == [
        f"llvmlite {installed} was not tested with this version of minimaxer; should compiling fail, "
        f"run {how_to_install('compiled')}"
        for installed in ("0.49.0", f"{requirement.TESTED}1.0")
    ]
