"""Lists and tuples that compiled code does not copy, and lists that it fills without a branch."""

from __future__ import annotations

import ast
import textwrap
from itertools import pairwise
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.compiler.source import frozen_in_place

from ..needs import thorough_but


def _frozen(body: str) -> list[str]:
    """The calls in a function of that body whose tuples may take a list's memory."""
    node: Any = ast.parse("def function(given, place):\n" + textwrap.indent(textwrap.dedent(body), "    ")).body[0]
    return [ast.unparse(each) for each in frozen_in_place(node)]


@pytest.mark.parametrize(
    "body",
    [
        "made = list(given)\nmade[place] = 1\nreturn tuple(made)",
        "made = [0, 1]\nmade[0], made[1] = made[1], made[0]\nreturn 1, (tuple(made), place)",
        "made = [each + 1 for each in given]\ndel made[place]\nmade[0] += 1\nreturn dict(key=tuple(made))",
        "for _ in given:\n    made = list(given)\n    if made[0]:\n        return tuple(made)",
    ],
)
def test_a_list_that_ends_as_a_tuple_is_not_copied(body: str) -> None:
    """Where the function made it, and `return` alone reads it as a whole."""
    assert _frozen(body) == ["tuple(made)"]


@pytest.mark.parametrize(
    "end", ["tuple(tuple(row) for row in made)", "tuple([tuple(x) for x in made])", "tuple(map(tuple, made))"]
)
@pytest.mark.parametrize(
    "start", ["[list(row) for row in given]", "list(map(list, given))", "[[0 for _ in row] for row in given]"]
)
def test_rows_that_end_as_tuples_are_not_copied(start: str, end: str) -> None:
    """A list of lists is a list of new ones, of which only cells are read and written."""
    body = f"made = {start}\nmade[place][0] = made[0][place]\nmade[1][place] += 1\nreturn 1 - place, {end}"
    assert _frozen(body) == [ast.unparse(ast.parse(end))]


@pytest.mark.parametrize(
    "body",
    [
        "made = given\nreturn tuple(made)",
        "made = given.cells\nreturn tuple(made)",
        "if place:\n    given = list(given)\nreturn tuple(given)",
        "made = list(given)\nfound = tuple(made)\nmade[0] = 1\nreturn found",
        "made = list(given)\nother = made\nreturn other, tuple(made)",
        "made = list(given)\nreturn tuple(made), made.append(1)",
        "made = list(given)\nreturn tuple(made), change(made)",
        "made = list(given)\nkept.append(made)\nreturn tuple(made)",
        "made = list(given)\nmade = given\nreturn tuple(made)",
        "made = list(given)\nmade += [1]\nreturn tuple(made)",
        "first = made = list(given)\nreturn tuple(made), first",
        "made = list(given)\nchange = lambda: made.append(1)\nreturn tuple(made), change()",
        "made = list(given)\ntry:\n    return tuple(made)\nfinally:\n    made[0] = 1",
        "list = place\nmade = list(given)\nreturn tuple(made)",
        "made = list(given)\nyield tuple(made)\nmade[0] = 1",
        "made = list(given)\nreturn tuple(made), [made for made in given]",
        "made = [row for row in given]\nmade[0][0] = 1\nreturn tuple(tuple(row) for row in made)",
        "made = list(given)\nmade[0][0] = 1\nreturn tuple(tuple(row) for row in made)",
        "made = list(map(tuple, given))\nreturn tuple(tuple(row) for row in made)",
        "made = list(map())\nreturn tuple(tuple(row) for row in made)",
        "made = [list(row) for row in given]\nmade[0] = place\nreturn tuple(tuple(row) for row in made)",
        "made = [list(row) for row in given]\nrow = made[0]\nkept.append(row)\nreturn tuple(tuple(row) for row in made)",
        "made = [list(row) for row in given]\nkept.append(made[0])\nreturn tuple(map(tuple, made))",
        "made = [list(row) for row in given]\nreturn made, tuple(map(tuple, made))",
        "made = [list(row) for row in given]\nfound = tuple(map(tuple, made))\nmade[0][0] = 1\nreturn found",
        "made = [list(row) for row in given]\nreturn tuple(map(tuple, made)), change(made)",
        "made = [list(row) for row in given]\nreturn tuple(tuple(row) for row in made for _ in row)",
        "made = [list(row) for row in given]\nreturn tuple(change(row) for row in made)",
        "map = place\nmade = [list(row) for row in given]\nreturn tuple(map(tuple, made))",
        "made = [list(row) for row in given]\nkept.append(made[:1][0])\nreturn tuple(map(tuple, made))",
        "made = [list(row) for row in given]\nkept.append(made[::-1][place])\nreturn tuple(map(tuple, made))",
        "made = list(map(list, given) if place else kept)\nmade[0][0] = 1\nreturn tuple(map(tuple, made))",
    ],
)
def test_others_are_copied(body: str) -> None:
    """Where it, or a row of it, has another name, is not surely new, or may change afterwards."""
    assert _frozen(body) == []


def test_a_name_may_also_be_an_annotation() -> None:
    """Which is outside the function's body."""
    node: Any = ast.parse("def function(given) -> made:\n    made = list(given)\n    return tuple(made)").body[0]
    assert frozen_in_place(node) == frozenset()


class Sums:
    """Takes numbers from a row; the rules read it in every way that makes lists by a condition."""

    def initial(self) -> tuple[tuple[int, ...], int]:
        return tuple(number * 7 % 11 for number in range(12)), 0

    def player(self, state: Any) -> int:
        return state[1] % 2

    def moves(self, state: Any) -> Any:
        row, turn = state
        return (place for place, number in enumerate(row) if number % 3 == turn % 3 or (number > 6 and row[place - 1] < number))

    def play(self, state: Any, move: int) -> Any:
        row, turn = state
        new = list(row)
        last = [number for number in new if number > 3]
        new[move] = (len([1 for left, right in pairwise(row) if left < right]) + sum(last)) % 13
        pairs = [pair for pair in zip(row, reversed(row), strict=True) if pair[0] < pair[1]]
        if pairs and last:
            new[pairs[-1][0] % 12] = len(pairs) + len(tuple(number for number in new if number != last[0]))
        return tuple(new), turn + 1

    def outcome(self, state: Any) -> int | None:
        row, turn = state
        none: list[int | None] = [number if number % 2 else None for number in row]
        odd = [number for number in none if number is not None]
        if turn < 5:
            return None
        return mx.WIN if sum(odd) > 20 else mx.LOSS if sum(odd) < 12 else mx.DRAW

    def stuck(self, state: Any) -> int:
        return mx.DRAW


def test_lists_filled_by_a_condition_are_those_of_python() -> None:
    """The comparison with Python holds, and a search finds the same value by the same nodes."""
    compiled = mx.compile(Sums())
    for depth in (3, 6):
        one, other = (mx.search(game, depth=depth, algorithm="fixed") for game in (Sums(), compiled))
        assert (one.value, one.pv) == (other.value, other.pv)
    assert mx.perft(compiled, depth=5) == mx.perft(Sums(), depth=5)


class Growing:
    """Adds to a list while a comprehension goes through it."""

    def initial(self) -> tuple[int, ...]:
        return (1, 2)

    def player(self, state: tuple[int, ...]) -> int:
        return len(state) % 2

    def moves(self, state: tuple[int, ...]) -> list[int]:
        found = [0, 1]
        made = [found.append(number + 2) or number for number in found if number < 9]  # type: ignore[func-returns-value]
        return [number for number in made if number % 4 < 2]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state[:1], (state[-1] + move) % 5)

    def outcome(self, state: tuple[int, ...]) -> int | None:
        return None if state[-1] % 3 else state[-1]


def test_a_list_that_grows_meanwhile_is_followed_to_its_end() -> None:
    """Its length at the beginning is not the number of items."""
    game = Growing()
    assert list(game.moves((1, 2))) == [0, 1, 4, 5, 8]
    assert mx.perft(mx.compile(game), depth=3) == mx.perft(game, depth=3)


class Rows:
    """Reverses a row that was found by a slice with a name, after the board was made of the rows."""

    def initial(self) -> Any:
        return ((1, 2, 3), (4, 5, 6)), (), 0

    def player(self, state: Any) -> int:
        return state[2] % 2

    def moves(self, state: Any) -> range:
        return range(3)

    def reverse(self, row: list[int]) -> tuple[int, ...]:
        row.sort(reverse=True)
        return tuple(row)

    def play(self, state: Any, move: int) -> Any:
        cut = slice(0, 2)
        made = [list(row) for row in state[0]]
        first = made[cut][1]
        made[0][move] += 1
        return tuple(tuple(row) for row in made), self.reverse(first), state[2] + 1

    def outcome(self, state: Any) -> float | None:
        return None if state[2] < 3 else (state[0][1][0] * 3 + state[0][1][2]) % 5 - 2


def closed_over(list: Any) -> Any:  # noqa: A002  # what is tried
    """Rules in whose function `list` is something else."""

    class Kept(Rows):
        def play(self, state: Any, move: int) -> Any:
            kept = [[each for each in row] for row in state[0]]
            made = [list(row) for row in kept]
            made[0][move] += 1
            return tuple(map(tuple, made)), self.reverse(kept[0]), state[2] + 1

    return Kept()


@pytest.mark.parametrize("game", [Rows(), pytest.param(closed_over(lambda row: row), marks=pytest.mark.thorough)])
def test_rows_with_other_names_are_copied(game: Any) -> None:
    """Where the function's text alone does not show them: compiling compares the states."""
    assert mx.search(mx.compile(game), depth=3, evaluate=None).value == mx.search(game, depth=3).value


ENDS = [((0, 1),) * 2, ((-(1 << 63), 5), (1 << 62, -5)), ((-(1 << 63), 0), ((1 << 63) - 1, 0)), (((1 << 63) - 1, 7),) * 2]


class Ends:
    """Reads numbers of a known table; those of some columns are the least or the greatest of 64 bits."""

    def __init__(self, table: tuple[tuple[int, int], ...]) -> None:
        self.table = table

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1] % 2

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [0, 1]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        first, second = self.table[move]
        signs = (1 if first < 0 else 0) + (2 if first > 4 else 0) + (4 if second < 0 else 0) + (8 if second == first else 0)
        return state[0] * 16 + signs, state[1] + 1

    def outcome(self, state: tuple[int, int]) -> float | None:
        return None if state[1] < 3 else state[0] % 7 - 3


@pytest.mark.parametrize("table", thorough_but(ENDS, ENDS[0], ENDS[2]))
def test_numbers_of_tables_up_to_their_ends(table: tuple[tuple[int, int], ...]) -> None:
    """LLVM is told which numbers a table holds: these are the ends of what it can be told."""
    game = Ends(table)
    compiled = mx.compile(game)
    for first, second in ((0, 0), (0, 1), (1, 0), (1, 1)):
        state = game.play(game.play(game.initial(), first), second)
        slow, fast = (mx.search(each, state, depth=1, evaluate=None) for each in (game, compiled))
        assert slow.value == fast.value
