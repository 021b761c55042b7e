"""What the documentation lists as supported Python: each construct gives the same in both tiers.

A `Countdown` game takes its numbers from `rule`, which each case writes in its own way: states count down, a move takes one to three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache, cached_property
from typing import Any, NamedTuple

import pytest
from attrs import frozen

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
import tests.compiler.helpers as module
from minimaxer.native import compile_game

from ..oracle import minimax
from .helpers import clamp, halved

TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
GRID = ((1, 2, 3), (4, 5, 6))


class Kind(IntEnum):
    EVEN = 0
    ODD = 1


class Pair(NamedTuple):
    one: int
    two: int = 5

    @property
    def total(self) -> int:
        return self.one + self.two

    def weighted(self, weight: int, plus: int = 1) -> int:
        return self.one * weight + plus


class State(NamedTuple):
    left: int
    player: int
    flag: bool
    pair: Pair
    cells: tuple[int, ...]

    @property
    def half(self) -> int:
        return self.left // 2

    def over(self, limit: int) -> bool:
        return self.left > limit


@frozen
class Inner:
    """A rules object within the rules."""

    weight: int = 3
    table: tuple[int, ...] = (5, 6, 7)

    def scaled(self, number: int) -> int:
        return number * self.weight + self.table[number % 3]


class Base:
    BONUS = 4

    def inherited(self, number: int) -> int:
        return number + self.BONUS


class Countdown(Base):
    """The game around the case's rule: `rule(state)` is its evaluation."""

    def __init__(self, start: int = 9) -> None:
        self.start = start
        self.inner = Inner()
        self.name = "odd"

    def initial(self) -> State:
        return State(self.start, 0, False, Pair(1, 2), (0, 1, 2, 3))

    def player(self, state: State) -> int:
        return state.player

    def moves(self, state: State) -> Iterator[int]:
        for taken in range(1, 4):
            if taken <= state.left:
                yield taken

    def play(self, state: State, taken: int) -> State:
        cells = mx.tuples.replaced(state.cells, taken, state.left)
        return State(state.left - taken, 1 - state.player, not state.flag, Pair(state.pair.two, taken), cells)

    def outcome(self, state: State) -> int | None:
        if state.left > 0:
            return None
        return mx.LOSS if state.player == 0 else mx.WIN

    def evaluate(self, state: State) -> int:
        return clamp(self.rule(state) % 100, 0, 99)

    def rule(self, state: State) -> int:
        return state.left

    @property
    def doubled(self) -> int:
        return self.start * 2

    @cached_property
    def masks(self) -> tuple[int, ...]:
        return tuple(1 << place for place in range(4))

    @staticmethod
    def static(number: int, plus: int = 2) -> int:
        return number + plus

    @classmethod
    def of_class(cls, number: int) -> int:
        return number + cls.BONUS

    def recursive(self, number: int) -> int:
        return 1 if number < 2 else number * self.recursive(number - 1) % 97

    def even(self, number: int) -> bool:
        return number == 0 or self.odd(number - 1)

    def odd(self, number: int) -> bool:
        return number != 0 and self.even(number - 1)

    def numbers(self, number: int) -> Iterator[int]:
        for each in range(number):
            yield each * each

    def nested(self, number: int) -> Iterator[int]:
        for each in self.numbers(number):
            yield each + 1


@cache
def remembered(number: int) -> int:
    return number + 11


@cache
def least_recent(number: int) -> int:
    return number + 12


def helper(number: int, times: int = 2) -> int:
    return number * times


def uses_rules(game: Countdown, number: int) -> int:
    return game.start + game.inherited(number)


CASES: dict[str, Callable[[Any, State], int]] = {}


def case(function: Callable[[Any, State], int]) -> Callable[[Any, State], int]:
    """Registers a rule."""
    CASES[function.__name__] = function
    return function


@case
def fields_properties_and_class_constants(self: Any, state: State) -> int:
    return self.start + self.doubled + self.BONUS + self.masks[state.left % 4]


@case
def methods_defaults_keywords_static_class_inherited(self: Any, state: State) -> int:
    return self.static(state.left) + self.static(1, plus=3) + self.of_class(2) + self.inherited(3) + helper(2, times=3)


@case
def assignments_to_several_names(self: Any, state: State) -> int:
    low = high = state.left
    one = two = three = low + high
    return one + two * 2 + three * 3


@case
def recursion_of_methods(self: Any, state: State) -> int:
    return self.recursive(state.left) + int(self.even(state.left))


@case
def helpers_of_other_modules(self: Any, state: State) -> int:
    return halved(state.left) + module.halved(9) + module.STEP + clamp(state.left, high=4) + TABLE[state.left % 8]


@case
def rules_objects_as_fields_and_arguments(self: Any, state: State) -> int:
    return self.inner.scaled(state.left) + self.inner.weight + uses_rules(self, 3)


@case
def named_tuples(self: Any, state: State) -> int:
    pair = state.pair._replace(one=state.left)
    same = pair == Pair(state.left, state.pair.two)
    return pair.total + pair.weighted(3) + pair.weighted(2, plus=5) + state.half + state.over(4) + Pair(3).two + same


@case
def tuples(self: Any, state: State) -> int:
    first, _, _ = (state.left, 1, 2)
    low, high = divmod(state.left, 4)
    joined = state.cells[1:] + (7,) + state.cells[:2]  # noqa: RUF005
    return first + low + high + joined[state.left % 6] + (3 in state.cells) + len(joined) + state.cells.count(1)


@case
def nested_tables(self: Any, state: State) -> int:
    found = 0
    for a, b, c in GRID:
        found += a * b - c
    return found + GRID[state.left % 2][state.left % 3] + (99 if found > 3 else 98)


@case
def loops(self: Any, state: State) -> int:
    found = 0
    for place, cell in enumerate(state.cells):
        if cell == 2:
            continue
        found += place * cell
    for one, other in zip(state.cells, (1, 2, 3, 4), strict=False):
        found += one * other
    while found > 50:
        found -= 7
    else:
        found += 1
    for cell in reversed(state.cells):
        if cell == 1:
            break
        found += cell
    return found


@case
def builtins(self: Any, state: State) -> int:
    cells = state.cells
    found = sum(cells) + min(cells) + max(cells) + abs(state.left - 5) + len(cells) + max(state.left, 3, 4)
    return found + any(cells) + all(cells) + any([cell > 2 for cell in cells]) + int(state.flag) + bool(state.left)  # noqa: C419


@case
def integers(self: Any, state: State) -> int:
    number = state.left
    return -7 // 2 + (-7) % 3 + number**2 + (number << 3) + (number >> 1) + (~number & 15) + (5).bit_length() + number.bit_count()


@case
def comparisons_and_conditions(self: Any, state: State) -> int:
    chained = 1 < state.left <= 5
    word = 3 if self.name == "odd" else 4
    return word + chained + (2 if state.flag and not chained else 1) + (state.left or 3)


@case
def lists(self: Any, state: State) -> int:
    found = [cell * 2 for cell in state.cells if cell % 2 == 0]
    found.append(state.left)
    found[0] = 1
    copy = list(state.cells)
    copy[1] += 3
    return sum(found) + copy[1] + mx.tuples.from_list(copy, state.cells)[1]


@case
def lambdas_and_inner_functions(self: Any, state: State) -> int:
    twice = lambda number: number * 2  # noqa: E731

    def plus(number: int) -> int:
        return number + 3

    return twice(state.left) + plus(state.left)


@case
def match_statements(self: Any, state: State) -> int:
    match state.left % 3:
        case 0:
            return 10
        case 1:
            return 20
        case _:
            return 30


@case
def enumerations(self: Any, state: State) -> int:
    return 5 if state.left % 2 == Kind.ODD else 6


@case
def generators_over_generators(self: Any, state: State) -> int:
    found = 0
    for number in self.nested(state.left):
        found += number
    return found


@case
def cached_helpers(self: Any, state: State) -> int:
    return remembered(state.left) + least_recent(state.left)


@case
def math_module(self: Any, state: State) -> int:
    return int(math.sqrt(state.left * state.left)) + math.gcd(state.left, 6)


@case
def bit_boards(self: Any, state: State) -> int:
    board = mx.bits.bit(63) | mx.bits.bit(state.left) | 1
    found = mx.bits.popcount(board) + mx.bits.lowest(board) + mx.bits.highest(board)
    for number in mx.bits.each_bit(board):
        found += number
    board = mx.bits.shift_right(board, 60) | mx.bits.shift_left(board, 2) & mx.bits.complement(4)
    return (
        found
        + mx.bits.popcount(board)
        + mx.bits.popcount(mx.bits.without_lowest(board))
        + mx.bits.lowest(mx.bits.lowest_bit(board))
        + mx.bits.gather(mx.bits.complement(board), 1 << 63 | 0b1101_0110)
    )


@case
def changed_tuples(self: Any, state: State) -> int:
    cells = mx.tuples.swapped(mx.tuples.added(state.cells, -1, 5), 0, 3)
    return cells[0] + 2 * cells[3] + mx.tuples.total(cells, 1, 3) + mx.tuples.sort(cells)[2]


TOGETHER = 8
"""Constructs compiled in one game, whose evaluation adds them up."""
GROUPS = [sorted(CASES)[first : first + TOGETHER] for first in range(0, len(CASES), TOGETHER)]


class Several(Countdown):
    """The game around several cases' rules, each with a weight of its own."""

    def rule(self, state: State) -> int:
        found = self.rule_0(state) + 3 * self.rule_1(state) + 7 * self.rule_2(state) + 11 * self.rule_3(state)
        return found + 13 * self.rule_4(state) + 17 * self.rule_5(state) + 19 * self.rule_6(state) + 23 * self.rule_7(state)

    rule_0 = rule_1 = rule_2 = rule_3 = rule_4 = rule_5 = rule_6 = rule_7 = Countdown.rule


@pytest.mark.parametrize("names", GROUPS, ids=lambda names: "-".join(names))
def test_constructs(names: list[str]) -> None:
    """Compiled with comparison, each construct gives what Python gives; a search in both tiers agrees."""
    rules = {f"rule_{number}": CASES[name] for number, name in enumerate(names)}
    game = type("Together", (Several,), rules)()
    fast = compile_game(game)
    for depth in (1, 3, 5):
        assert mx.search(fast, depth=depth, algorithm="minimax").value == minimax(game, game.initial(), depth)


import math  # noqa: E402  # a module global that a rule reads


@pytest.mark.parametrize(
    "moves",
    [
        lambda self, state: [taken for taken in range(1, 4) if taken <= state.left],
        lambda self, state: range(1, min(state.left, 3) + 1),
        lambda self, state: self.nested_moves(state),
    ],
    ids=["list", "range", "method"],
)
def test_moves_may_be_given_in_several_ways(moves: Any) -> None:
    """A list, a range, or another method's generator."""
    game = type("Moving", (Countdown,), {"moves": moves, "nested_moves": Countdown.moves})(7)
    assert mx.search(compile_game(game), depth=5, algorithm="fixed").value == minimax(game, game.initial(), 5)


def test_moves_and_states_of_other_types() -> None:
    """States may be plain ints and tuples, moves NamedTuples, scores floats."""

    class Take(NamedTuple):
        heap: int
        sticks: int

    class Heaps:
        def initial(self) -> tuple[tuple[int, int], int]:
            return (2, 3), 0

        def player(self, state: Any) -> int:
            return state[1]

        def moves(self, state: Any) -> Iterator[Take]:
            for heap in range(2):
                for count in range(1, state[0][heap] + 1):
                    yield Take(heap, count)

        def play(self, state: Any, move: Take) -> Any:
            return mx.tuples.added(state[0], move.heap, -move.sticks), 1 - state[1]

        def outcome(self, state: Any) -> float | None:
            if state[0][0] + state[0][1] > 0:
                return None
            return -0.5 if state[1] == 0 else 0.5

    game = Heaps()
    result = mx.solve(compile_game(game))
    assert (result.value, result.solved) == (minimax(game, game.initial(), 9), True)
    assert isinstance(result.move, Take)
