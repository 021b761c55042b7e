"""Hidden cards natively: what is found agrees with the tree's tier, and nothing is looked at that the mover cannot see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import minimaxer as mx

from ...needs import needs_llvmlite
from .games import MontyHall, Table, Tricks
from .test_hidden import all_deals, expectation_over_deals, play_to_the_end, rows

pytestmark = needs_llvmlite


@pytest.fixture(scope="module")
def tricks() -> Any:
    return mx.compile(Tricks(), check=False)


@pytest.fixture(scope="module")
def doors() -> Any:
    return mx.compile(MontyHall())


def test_auto_deals_natively(tricks: Any) -> None:
    result = mx.search(tricks, simulations=3000, options=mx.InformationSetOptions(seed=1))
    assert result.engine == "compiled/ismcts"
    assert result.stop is mx.StopReason.SIMULATIONS
    assert sum(row.visits or 0 for row in result.moves) == 3000
    assert {row.move for row in result.moves} == set(tricks.initial().hands[0])
    assert result.to_dict()["deals"] >= 3000 / 8


@pytest.mark.parametrize("per_deal", [1, 8])
def test_who_may_choose_a_door_switches(doors: Any, per_deal: int) -> None:
    options = mx.InformationSetOptions(seed=2, per_deal=per_deal)
    state = doors.play(doors.play(doors.initial(), 0), 1)
    assert mx.search(doors, state, simulations=20_000, options=options).move == 2
    start = mx.search(doors, simulations=20_000, options=options)
    assert start.value == pytest.approx(2 / 3, abs=0.03)


def test_deals_are_solved_natively(tricks: Any) -> None:
    expected = expectation_over_deals(tricks.game, tricks.initial())
    for threads in (1, 2):
        options = mx.SampledOptions(seed=3, deals=1000)
        result = mx.solve(tricks, algorithm="sampled", options=options, threads=threads)
        assert {row.move: row.value for row in result.moves} == pytest.approx(expected, abs=0.15)
        assert result.engine == "compiled/sampled"
    assert result.workers is not None
    assert result.workers.used == 2
    assert result.nodes == sum(result.workers.nodes)


def test_both_tiers_average_the_same_deals(tricks: Any) -> None:
    options = mx.SampledOptions(seed=4)
    tree = mx.search(tricks.game, algorithm="sampled", depth=8, options=options)
    native = mx.search(tricks, algorithm="sampled", depth=8, options=options)
    assert {row.move: row.value for row in tree.moves} == {row.move: row.value for row in native.moves}


@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
def test_what_is_found_depends_on_what_is_seen_alone(tricks: Any, algorithm: str) -> None:
    state = tricks.initial()
    limits = mx.Limits(simulations=2000) if algorithm == "ismcts" else mx.Limits(depth=8)
    options: Any = mx.InformationSetOptions(seed=5) if algorithm == "ismcts" else mx.SampledOptions(seed=5)
    found = [rows(tricks, other, options, algorithm, limits) for other in list(all_deals(tricks.game, state))[:4]]
    assert found == [found[0]] * 4


@pytest.mark.parametrize("algorithm", ["ismcts", "sampled"])
def test_whole_games_are_played(tricks: Any, algorithm: str) -> None:
    engine, state = mx.Search(tricks, algorithm=algorithm), tricks.initial()
    limits = mx.Limits(simulations=300) if algorithm == "ismcts" else mx.Limits(depth=8)
    play_to_the_end(tricks, engine, state, limits)
    engine.close()


def test_equal_seeds_find_the_same(tricks: Any) -> None:
    rows = [mx.search(tricks, simulations=1500, options=mx.InformationSetOptions(seed=9)).moves for _ in range(2)]
    assert rows[0] == rows[1]


def test_a_tree_that_is_full_stops_growing() -> None:
    game = mx.compile(Tricks(cards=20, held=10), check=False)
    options = mx.InformationSetOptions(memory="64KB", seed=1)
    result = mx.search(game, simulations=20_000, options=options)
    assert result.to_dict()["memory_full"] > 0.98
    assert sum(row.visits or 0 for row in result.moves) == 20_000


def test_time_and_stop_are_kept_while_cards_are_dealt() -> None:
    class Slow(Tricks):
        def deal(self, state: Table, player: int, rng: Random) -> Table:
            sum(range(20_000))
            return super().deal(state, player, rng)

    result = mx.search(mx.compile(Slow(), check=False), seconds=0.2)
    assert result.stop is mx.StopReason.SECONDS
    assert result.seconds < 5


def test_several_workers_are_told_to_be_one(tricks: Any) -> None:
    result = mx.search(tricks, simulations=100, threads=2)
    assert result.workers is not None
    assert result.workers.note == "information-set search has one worker; leave threads and parallel out"


def test_wrong_deals_are_told_natively() -> None:
    class Wrong(Tricks):
        def deal(self, state: Table, player: int, rng: Random) -> Any:
            return None

    game = mx.compile(Wrong(), check=False)
    for algorithm in ("ismcts", "sampled"):
        with pytest.raises(mx.RulesError, match="gave None; expected a state"):
            mx.search(game, algorithm=algorithm, seconds=1)
