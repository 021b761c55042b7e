"""Numbers of other classes than int and float, as rules that use numpy or fractions give them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx

from ....oracle import best_moves
from ....random_trees import OrderedTree

ALGORITHMS = ("fixed", "minimax", "alphabeta", "pvs", "mtdf")


@frozen(kw_only=True)
class Numbered(OrderedTree):
    """A random tree whose margins, evaluations, bounds and weights are numbers of some class."""

    number: Callable[[float], Any] = float

    def outcome(self, place: Any) -> Any:
        outcome = super().outcome(place)
        return outcome if outcome is None or mx.is_decisive(outcome) else self.number(outcome)

    def evaluate(self, place: Any) -> Any:
        return self.number(super().evaluate(place))

    def order(self, place: Any, move: int) -> Any:
        return self.number(super().order(place, move))


@frozen(kw_only=True)
class NumberedWithBounds(Numbered):
    """The same with bounds, which say nothing new, in numpy's numbers."""

    def bounds(self, place: Any) -> Any:
        numpy = pytest.importorskip("numpy", reason="numpy comes with the extra 'compiled'")
        return numpy.int32(mx.LOSS), numpy.float64(mx.WIN)


def numpy_number(name: str) -> Callable[[float], Any]:
    kind = getattr(pytest.importorskip("numpy", reason="numpy comes with the extra 'compiled'"), name)
    return lambda value: kind(value / 7 if "float" in name else abs(value) if "uint" in name else value)


NUMPY = ("float16", "float32", "float64", "int8", "uint8", "uint64", "int64")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", NUMPY)
def test_numpy_numbers_count_as_plain_ones(name: str, algorithm: str) -> None:
    """Values are those of plain minimax over the same numbers as ints and floats; null windows are never empty."""
    number = numpy_number(name)
    for seed in range(12):
        for shorten in (False, True) if algorithm not in ("fixed", "minimax") else (False,):
            settings: dict[str, Any] = {"seed": seed, "length": 5, "spread": 40}
            kind = NumberedWithBounds if algorithm in ("alphabeta", "pvs", "mtdf") else Numbered
            tree = kind(number=number, **settings)
            plain = Numbered(number=lambda value: number(value).item(), **settings)
            options = mx.AlphaBetaOptions(shorten=shorten)
            value, moves = best_moves(plain, plain.initial(), 4, shorten=shorten)
            result = mx.search(tree, depth=4, algorithm=algorithm, options=options)
            assert result.value == (pytest.approx(value, abs=1e-4) if shorten else value)
            assert shorten or result.move in moves  # which counts to 4 decimals
            assert type(result.value) in (int, float)
            assert {type(row.value) for row in result.moves} <= {int, float, type(None)}


def test_fractions_count_as_floats() -> None:
    """Any real number will do."""
    tree = Numbered(seed=3, number=lambda value: Fraction(value) / 3)
    plain = Numbered(seed=3, number=lambda value: value / 3)
    assert mx.search(tree, depth=4).value == pytest.approx(mx.search(plain, depth=4).value)


@pytest.mark.parametrize("shorten", [False, True])
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
@pytest.mark.parametrize("wrong", [True, Decimal(1)])
def test_numbers_that_are_none_are_refused(algorithm: str, wrong: Any, shorten: bool) -> None:
    """By every algorithm, with and without `shorten`."""
    tree = Numbered(seed=1, number=lambda value: wrong)
    with pytest.raises(mx.errors.ScoreError, match=r"(evaluate|order|outcome)\(\) "):
        mx.search(tree, depth=4, algorithm=algorithm, options=mx.AlphaBetaOptions(shorten=shorten))


def test_arrays_are_no_evaluations() -> None:
    """An array of one number is told to be an array."""
    numpy = pytest.importorskip("numpy", reason="numpy comes with the extra 'compiled'")
    tree = Numbered(seed=1, number=lambda value: numpy.array([value]))
    for algorithm in ("auto", *ALGORITHMS):
        with pytest.raises(mx.errors.ScoreError, match=r"gave array\(\[|got array\(\["):
            mx.search(tree, depth=4, algorithm=algorithm)
