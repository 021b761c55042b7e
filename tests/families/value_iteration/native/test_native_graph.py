"""Value iteration on compiled games: values beside those of Python's, limits, memory, and what results say."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.families.value_iteration.solving import IterationDetails
from minimaxer.native import compile_game
from minimaxer_games.einstein import EinStein
from minimaxer_games.game_2048 import Game2048
from minimaxer_games.pig import Pig


class Place(NamedTuple):
    """A place in a random graph: which graph, where, and which way was chosen, 0 before one is."""

    graph: int
    spot: int
    way: int


class Circles:
    """Random graphs in which play goes round until chance ends it, at each step with one in eight; nobody may leave some."""

    value_range = (-9, 9)

    def roll(self, place: Place, what: int, sides: int) -> int:
        number = place.graph * 48271 + place.spot * 69621 + what * 16807
        return (number % 2147483647 * 40692 % 2147483399) // 7 % sides

    def initial(self) -> Place:
        return Place(1, 0, 0)

    def player(self, place: Place) -> int:
        return -1 if place.way else self.roll(place, 1, 3) - 1

    def moves(self, place: Place) -> Iterator[int]:
        yield from range(1, 2 + self.roll(place, 2, 3))

    def chances(self, place: Place) -> Iterator[tuple[int, float]]:
        if place.way:
            yield -1, 0.125
            yield 0, 0.875
        else:
            count = 1 + self.roll(place, 2, 3)
            for move in range(1, count + 1):
                yield move, 1 / count

    def play(self, place: Place, move: int) -> Place:
        if move > 0:
            return Place(place.graph, place.spot, move)
        spot = self.roll(place, 10 + place.way, 3 + place.graph % 11)
        return Place(place.graph, spot if move == 0 else -1 - spot, 0)

    def outcome(self, place: Place) -> int | None:
        return self.roll(place, 5, 19) - 9 if place.spot < 0 else None


@pytest.fixture(scope="module")
def circles() -> Any:
    """The random graphs, compiled and compared."""
    return compile_game(Circles())


@pytest.mark.parametrize("seeds", [range(75), pytest.param(range(75, 300), marks=pytest.mark.thorough)], ids=["some", "others"])
def test_graphs_with_circles(circles: Any, seeds: range) -> None:
    """Values, errors, sweeps and counts are those of Python's."""
    for seed in seeds:
        place = Place(1 + 977 * seed, 0, 0)
        native, python = mx.solve(circles, place), mx.solve(Circles(), place)
        assert native.solved
        assert native.value == pytest.approx(python.value, abs=1e-11), seed
        assert native.details == python.details, seed
        assert (native.move, native.nodes, native.created) == (python.move, python.nodes, python.created), seed
        assert [row.value for row in native.moves] == pytest.approx([row.value for row in python.moves], abs=1e-11), seed
        assert [row.probability for row in native.moves] == [row.probability for row in python.moves], seed


@pytest.mark.parametrize(
    "game",
    [
        Pig(goal=12),
        Pig(goal=4, sides=2),
        pytest.param(EinStein(size=3), marks=pytest.mark.thorough),
        pytest.param(Game2048(width=2, height=2, goal=16), marks=pytest.mark.thorough),
    ],
    ids=repr,
)
def test_games_have_the_values_of_python(game: Any) -> None:
    """And the same line, meaning and verdict."""
    native, python = mx.solve(compile_game(game, check=False)), mx.solve(game)
    assert native.value == pytest.approx(python.value, abs=1e-7 * mx.WIN * 1e-6)
    assert (native.pv, native.meaning, native.solved, native.stop) == (python.pv, python.meaning, True, python.stop)
    assert native.engine == "compiled/value_iteration"


class Stay:
    """One may go round for ever or take what chance gives; the other would have to be let out."""

    value_range = (-1, 1)

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return -1 if state == 2 else 0

    def moves(self, state: int) -> Iterator[int]:
        yield 1 - state
        yield 2

    def chances(self, state: int) -> Iterator[tuple[int, float]]:
        yield 3, 0.25
        yield 4, 0.75

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return None if state < 3 else 1 if state == 3 else -1


def test_where_play_may_go_round_for_ever_a_bound_is_told() -> None:
    """As in Python."""
    native, python = mx.solve(compile_game(Stay(), check=False)), mx.solve(Stay())
    assert (native.value, native.bound, native.stop, native.solved) == (python.value, python.bound, python.stop, False)


def test_what_does_not_fit_is_told() -> None:
    """With how many states were found, and what to do."""
    options = mx.AlphaBetaOptions(memory="100KB")
    fast = compile_game(Pig(goal=60), check=False)
    with pytest.raises(
        mx.GameError, match=r"^[\d,]+ reachable states were found, and more are to come, which do not fit 102,400 byte"
    ):
        mx.solve(fast, options=options)


def test_limits_end_it() -> None:
    """Of nodes and of time; and a stop from another thread: any move, and the static evaluation."""
    fast = compile_game(Pig(goal=60), check=False)
    few = mx.solve(fast, nodes=1_000)
    assert (few.stop, few.solved, few.depth) == (mx.StopReason.NODES, False, 0)
    assert few.move == 7
    quick = mx.solve(fast, seconds=0.001)
    assert quick.stop is mx.StopReason.SECONDS
    engine = mx.Search(fast)
    threading.Timer(0.02, engine.stop).start()
    assert engine.solve().stop is mx.StopReason.STOPPED


class Loaded(Circles):
    """Chances that add up to more than 1 somewhere."""

    def chances(self, place: Place) -> Iterator[tuple[int, float]]:
        yield -1, 0.5
        yield 0, 0.5 if place.spot == 0 else 0.75


def test_broken_rules_are_told_as_in_python() -> None:
    """Where, and what was expected."""
    with pytest.raises(mx.RulesError, match=r"gave probabilities that add up to 1\.25; expected 1"):
        mx.solve(compile_game(Loaded(), check=False), Place(1 + 977 * 3, 0, 1))


def test_details_tell_how_sure_it_is(circles: Any) -> None:
    """States, sweeps, and how far off the value can be."""
    details = mx.solve(circles, Place(5, 0, 0)).details
    assert isinstance(details, IterationDetails)
    assert details.states >= 2
    assert details.error < 1e-11
