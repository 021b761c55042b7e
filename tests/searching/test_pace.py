"""How much of a clock a move gets: by how long the search has been sure of it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.searching.limits import share_of
from minimaxer.searching.pace import Pace
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

CLOCK = mx.Limits(clock=50.5)
SHARE = share_of(50.5, 0.0)


def after(seconds: float, move: Any, **changed: Any) -> mx.SearchResult[Any]:
    """A finished depth of a search that has found this move."""
    result = mx.search(TicTacToe(), depth=1)
    return evolve(result, pv=(move,), statistics=evolve(result.statistics, seconds=seconds), **changed)


def enough_at(moves: list[Any]) -> float:
    """The least part of its share after which the last of these moves is played at once."""
    parts = [number / 50 for number in range(1, 100)]
    for part in parts:
        pace = Pace(CLOCK)
        for move in moves[:-1]:
            pace.is_enough(after(0.0, move))
        if pace.is_enough(after(part * SHARE, moves[-1])):
            return part
    return 2.0


def test_a_move_that_stays_is_played_sooner() -> None:
    """The more depths in a row have found it; one that has just changed is thought over for longer than its share."""
    parts = [enough_at([4] * depths) for depths in range(1, 8)]
    assert parts == sorted(parts, reverse=True)
    assert parts[-1] == parts[-2] < 0.6 < 0.9 < parts[0]
    assert enough_at([4, 4, 4, 4, 0]) == parts[0]


def test_no_depth_takes_more_than_the_clock_has_to_give() -> None:
    """A search is broken off after some times the share, and long before the clock runs out."""
    for clock, increment in ((0.1, None), (5, None), (60, None), (60, 2), (0.5, 30)):
        limits = Pace(mx.Limits(clock=clock, increment=increment, depth=9)).limits
        assert limits.clock is limits.increment is None
        assert limits.depth == 9
        assert limits.seconds is not None
        assert share_of(clock, increment or 0.0) <= limits.seconds < clock
    assert Pace(mx.Limits(clock=60, seconds=0.25)).limits.seconds == 0.25


def test_a_depth_that_was_broken_off_decides_nothing() -> None:
    """The search has ended by itself then."""
    assert not Pace(CLOCK).is_enough(after(99.0, 4, stop=mx.StopReason.SECONDS))


@pytest.mark.parametrize("algorithm", ["auto", "pvs"])
def test_a_search_by_a_clock_moves_in_time(algorithm: str) -> None:
    """On the way it tells each depth."""
    depths: list[int] = []
    search = mx.Search(TicTacToe(), algorithm=algorithm)
    result = search.run(limits=mx.Limits(clock=0.5), on_depth=lambda found: depths.append(found.depth))
    assert result.move in list(TicTacToe().moves(TicTacToe().initial()))
    assert depths[-1] == result.depth


def test_playouts_take_their_share() -> None:
    """They look to no depth after which they might end."""
    result = mx.Search(TicTacToe(), algorithm="montecarlo", options=mx.MonteCarloOptions(solver=False)).run(
        limits=mx.Limits(clock=0.6)
    )
    assert result.stop is mx.StopReason.SECONDS


def test_the_only_move_is_played_at_once() -> None:
    """Looking further is of no use."""
    search = mx.Search(Nim(heaps=(1,)), mx.AlphaBetaOptions(deepening=True))
    assert search.run(limits=mx.Limits(clock=1e6)).depth == 1
