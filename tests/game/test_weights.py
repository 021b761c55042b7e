"""`Weights`, games with others of them, and the evaluation that features make."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.game.weights import weights_of
from minimaxer_games.connect_four import ConnectFour


class Rules:
    """Take one or two; features and weights are the evaluation."""

    weights = mx.Weights(left=2, mover=-5)

    def initial(self) -> tuple[int, int]:
        return 9, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> range:
        return range(1, 3)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[0] > 0 else (mx.WIN if state[1] else mx.LOSS)

    def features(self, state: tuple[int, int]) -> tuple[int, int]:
        return state


@frozen
class Frozen(Rules):
    weights: mx.Weights = mx.Weights(left=2, mover=-5)


@dataclass(frozen=True)
class Data(Rules):
    weights: mx.Weights = mx.Weights(left=2, mover=-5)


class Named(NamedTuple):
    weights: mx.Weights = mx.Weights(left=2, mover=-5)


def test_weights_are_numbers_by_name() -> None:
    """By name, by place and one after the other; equal where names and numbers are; sent to other processes."""
    weights = mx.Weights(line2=10, line3=30)
    assert (weights.line2, weights[1], list(weights), len(weights)) == (10, 30, [10, 30], 2)
    assert (weights[:1], weights.names, weights.to_dict()) == ((10,), ("line2", "line3"), {"line2": 10, "line3": 30})
    assert pickle.loads(pickle.dumps(weights)) == weights
    assert hash(weights.replace(line2=10)) == hash(weights)
    assert weights != mx.Weights(line3=30, line2=10)
    assert weights != (10, 30)
    assert repr(weights.replace(line3=5)) == "Weights(line2=10, line3=5)"


def test_one_float_makes_all_weights_floats() -> None:
    """So that Python and native code count alike."""
    assert [type(each) for each in mx.Weights(one=1, two=2.5)] == [float, float]


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: mx.Weights(), r"expected at least one weight, as in Weights\(line2=10, line3=30\), got none"),
        (lambda: mx.Weights(line=None), "expected weight line to be a number from -1e9 to 1e9, got None"),  # type: ignore[arg-type]
        (lambda: mx.Weights(line=2e9), r"expected weight line to be a number from -1e9 to 1e9, got 2000000000\.0"),
        (lambda: mx.Weights(names=2), "a weight cannot be called 'names', which means something else here; choose another name"),
        (lambda: mx.Weights(a=1).replace(b=2), "there is no weight 'b'; known: a"),
        (
            lambda: mx.Weights(a=1).replace(a=2.5),
            r"expected weight a to be a whole number, as it was, got 2\.5; begin with floats, as in 1\.0",
        ),
        (lambda: mx.with_weights(Rules(), mx.Weights(left=1)), "expected weights left, mover, got left"),
    ],
)
def test_wrong_weights_are_refused(made: Callable[[], Any], told: str) -> None:
    """With what was expected and what was given."""
    with pytest.raises(mx.OptionError, match=f"^{told}$"):
        made()


def test_weights_do_not_change() -> None:
    """Neither by name nor otherwise; a name that is none is told."""
    weights = mx.Weights(line=1)
    with pytest.raises(AttributeError, match=r"^weights do not change; make others by replace\(line=\.\.\.\)$"):
        weights.line = 2
    with pytest.raises(AttributeError, match=r"^there is no weight 'lime'; known: line$"):
        _ = weights.lime


@pytest.mark.parametrize("game", [Rules(), Frozen(), Data(), Named()])
def test_a_game_with_other_weights_is_another_object(game: Any) -> None:
    """Whatever class it is of; the one that was given stays as it is."""
    other = mx.with_weights(game, {"mover": 7})
    assert type(other) is type(game)
    assert (other.weights, game.weights) == (mx.Weights(left=2, mover=7), mx.Weights(left=2, mover=-5))


class Odd(Rules):
    weights = (1, 2)  # type: ignore[assignment]  # wrong on purpose


class Slotted:
    __slots__ = ()
    weights = mx.Weights(left=1)


class Derived(ConnectFour):
    weights = mx.Weights(left=1)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            Derived(),
            r"Derived loses its weights when it is copied or sent to another process; write @attrs\.frozen above the class, "
            r"and make them a field, as in weights: mx\.Weights = mx\.Weights\(\.\.\.\)",
        ),
        (object(), r"object has no weights; give it an attribute weights = mx\.Weights\(name=number, \.\.\.\)"),
        (Odd(), r"Odd has no weights; give it an attribute weights = mx\.Weights\(name=number, \.\.\.\)"),
        (Slotted(), "the weights of Slotted cannot be set; make them a field of its own"),
    ],
)
def test_games_without_weights_are_refused(game: Any, told: str) -> None:
    """And those whose weights are something else, or cannot be set."""
    with pytest.raises(mx.GameError, match=f"^{told}$"):
        mx.with_weights(game, {"left": 2})


def test_an_attribute_of_that_name_may_be_something_else() -> None:
    """As in games that were written before there were weights."""
    assert weights_of(Odd()) is None
    assert mx.search(Odd(), depth=9, algorithm="alphabeta").solved


def test_features_and_weights_are_an_evaluation() -> None:
    """Where the game has no other, and unless it is ignored."""
    found = mx.capabilities(Rules())
    assert found.evaluate is not None
    assert found.evaluate((4, 1)) == 2 * 4 - 5 * 1
    assert "evaluate" in found
    assert "evaluate" not in mx.capabilities(Rules(), ignore={"evaluate"})
    assert mx.search(mx.with_weights(Rules(), {"left": 100}), depth=1).value == 100 * 8 - 5


def test_features_and_weights_must_go_together() -> None:
    """One weight for each feature."""

    class Short(Rules):
        weights = mx.Weights(left=1)

    with pytest.raises(mx.RulesError, match=r"^features and weights differ in number; give each feature a weight$"):
        mx.search(Short(), depth=1)
