"""Searches whose depths run in one call of the kernel give what they give with a call for each depth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.families.alphabeta.native import native_search
from minimaxer.native.runner import SHORT_NODES
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig

from ....native.games import BoundedGame, FloatGame, NoisyGame, StuckGame

WAYS = 600
"""Root moves of `Corridors`: so many that the kernel's log holds few depths."""


class Place(NamedTuple):
    lane: int
    steps: int


class Corridors:
    """The first move chooses a lane; from then on there is one move."""

    def initial(self) -> Place:
        return Place(-1, 0)

    def player(self, place: Place) -> int:
        return place.steps % 2

    def moves(self, place: Place) -> Iterator[int]:
        yield from range(WAYS if place.lane < 0 else 1)

    def play(self, place: Place, way: int) -> Place:
        return Place(way if place.lane < 0 else place.lane, place.steps + 1)

    def outcome(self, place: Place) -> int | None:
        return mx.DRAW if place.steps == 90 else None

    def evaluate(self, place: Place) -> int:
        return (place.lane * 7 + place.steps * 5) % 101


@cache
def compiled(game: Any) -> Any:
    return mx.compile(game, check=False)


def rows(result: mx.SearchResult[Any]) -> tuple[Any, ...]:
    """All that a result says but for the time it took."""
    return (
        *(result.value, result.bound, result.depth, result.stop, result.solved, result.finished, result.pv, result.nodes),
        [(each.move, each.value, each.bound, each.depth, each.pv) for each in result.moves],
    )


def compare(game: Any, state: Any, limits: list[mx.Limits], *options: Any, algorithm: str = "auto") -> list[mx.SearchResult[Any]]:
    """The results of `run`, one search after the other, each of which is that of a call for each depth."""

    def run() -> list[mx.SearchResult[Any]]:
        with closing(mx.Search(compiled(game), *options, algorithm=algorithm)) as engine:
            results = [engine.run(state, limit) for limit in limits]
            assert [*map(rows, results)]  # reads what is read on access alone
            return results

    found = run()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native_search._Deepening, "_deepen_at_once", native_search._Deepening._deepen)
        expected = run()
    assert [*map(rows, found)] == [*map(rows, expected)], state
    return found


LIMITS = [mx.Limits(depth=depth) for depth in (1, 2, 5)] + [mx.Limits(nodes=nodes) for nodes in (3, 40, 900, 3 * SHORT_NODES)]


@pytest.mark.parametrize("algorithm", ["pvs", "alphabeta"])
@pytest.mark.parametrize(
    "game", [BoundedGame(), FloatGame(), NoisyGame(), StuckGame(), ConnectFour(), ChessLite(), Nim()], ids=str
)
def test_one_call_finds_what_many_find(game: Any, algorithm: str) -> None:
    """By depth, by nodes, and by so many nodes that the search goes to another thread."""
    for state in mx.testing.random_states(game, 4, seed=1):
        compare(game, state, LIMITS, algorithm=algorithm)


def test_guesses_are_confirmed_alike() -> None:
    """A guessing search that finds a win is followed by a full one."""
    options = mx.AlphaBetaOptions(selective=True, reductions=True)
    game = NoisyGame(length=9, spread=40)
    found = [compare(game, game.start(seed), LIMITS, options) for seed in range(30)]
    assert any(result.solved for results in found for result in results)


def test_chance_at_the_root_and_below() -> None:
    """Outcomes of chance have no order of their own."""
    game = Pig()
    for state in mx.testing.random_states(game, 6, seed=4):
        compare(game, state, LIMITS[:5], algorithm="star1")


def test_many_calls_lose_no_depth() -> None:
    """The kernel comes back after some nodes, or where its log is full, and goes on from there."""
    (result,) = compare(Corridors(), Corridors().initial(), [mx.Limits(depth=60)])
    assert result.depth == 60
    assert len(result.moves) == WAYS


class Slow(Corridors):
    """Each move takes a fifth of a millisecond."""

    def play(self, place: Place, way: int) -> Place:
        lane = place.lane if place.lane >= 0 else way
        for number in range(100_000):
            lane = (lane * 7 + number) % 10_007
        return Place(way if place.lane < 0 else place.lane, place.steps + (1 if lane >= 0 else 2))

    def moves(self, place: Place) -> Iterator[int]:
        yield from range(5 if place.lane < 0 else 1)


def test_time_is_looked_at_between_depths() -> None:
    """Of a short run too, in which nobody else looks at it."""
    result = mx.Search(compiled(Slow())).run(limits=mx.Limits(seconds=0.001))
    assert result.stop is mx.StopReason.SECONDS
    assert result.nodes < 100


@pytest.mark.parametrize("algorithm", ["auto", "alphabeta"])
def test_a_stop_between_depths_keeps_what_was_found(algorithm: str) -> None:
    """Whatever the number of nodes at which the search ends, what it says is what was found depth by depth."""
    game = ConnectFour()
    compare(game, game.initial(), [mx.Limits(nodes=nodes) for nodes in range(1, 400, 3)], algorithm=algorithm)
