"""Lists that compiled code fills without a branch, and reads where they are."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx


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
