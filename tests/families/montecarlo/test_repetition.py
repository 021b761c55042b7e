"""Draws by repetition among playouts, in both tiers: what is proven is that of minimax that knows the way, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.base.scores import DRAW, LOSS, WIN
from minimaxer.errors import GameError, OptionError

from ...native.random_places import Three
from ...needs import needs_llvmlite
from ...tree.test_repetition import Corridor, Maze, Place, without_search
from .test_montecarlo import TIERS, Options, in_tier

SEEDS = range(60)


class TooLargeError(Exception):
    """An oracle has looked at more positions than a test should."""


def sign(value: float) -> int:
    """A win, a loss or a draw, however far away."""
    return WIN if value > 0 else LOSS if value < 0 else DRAW


def on_the_way(game: Maze, place: Place, way: frozenset[Place], left: Iterator[int]) -> int:
    """Plain minimax to the end, in which a place that was there before is a draw."""
    outcome = game.outcome(place)
    if outcome is not None:
        return outcome
    if place in way:
        return DRAW
    if next(left, None) is None:
        raise TooLargeError
    values = [on_the_way(game, game.play(place, move), way | {place}, left) for move in game.moves(place)]
    return max(values) if place.player == 0 else min(values)


def engine_of(kind: Any, tier: str, threads: int = 1, **options: Any) -> mx.Search[Any, Any]:
    """A search in which what comes again is a draw."""
    given: dict[str, Any] = {"seed": 1, "repetition": True, "playout_plies": 8, "memory": "16MB"} | options
    return mx.Search(in_tier(kind, tier), Options(**given), algorithm="montecarlo", threads=threads)


# --- what is proven -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("solver", [True, False])
def test_what_is_proven_knows_the_way(tier: str, solver: bool) -> None:
    """After a few simulations, and after moves of a game were played, in which one comes back to where one was."""
    if not solver and tier == "tree":
        pytest.skip("without solver ends alone are proven, which natively are many more")
    proven = 0
    with closing(engine_of(Maze, tier, solver=solver)) as engine:
        for seed in SEEDS:
            game, place, way = Maze(seed), Place(0, seed, 0), frozenset[Place]()
            for turn in range(5):
                found = engine.run(place if turn == 0 else None, mx.Limits(simulations=10 + seed))
                for row in found.moves:
                    if row.bound is mx.Bound.EXACT:
                        try:
                            expected = on_the_way(game, game.play(place, row.move), way | {place}, iter(range(4_000)))
                        except TooLargeError:
                            continue
                        proven += 1
                        assert row.value == expected, (seed, turn, row)
                way |= {place}
                move = found.moves[seed % len(found.moves)].move
                place = game.play(place, move)
                assert engine.advance(move) == place
                if game.outcome(place) is not None:
                    break
    assert proven > (150 if solver else 25)


@pytest.mark.parametrize("tier", TIERS)
def test_mazes_are_solved(tier: str) -> None:
    """Endless play being a draw, by values found without search."""
    solved = 0
    with closing(engine_of(Maze, tier, seed=3)) as engine:
        for seed in SEEDS:
            found = engine.solve(Place(0, seed, 0), mx.Limits(simulations=400 if tier == "tree" else 20_000))
            if found.solved:
                assert found.value == sign(without_search(Maze(seed))), seed
                solved += 1
    assert solved > 0.7 * len(SEEDS)


@needs_llvmlite
def test_several_workers_know_the_way() -> None:
    """Each with what was played."""
    with closing(engine_of(Maze, "compiled", threads=3)) as engine:
        for seed in range(40):
            found = engine.solve(Place(0, seed, 0), mx.Limits(simulations=40_000))
            if found.solved:
                assert found.value == sign(without_search(Maze(seed))), seed
    with closing(engine_of(Corridor, "compiled", threads=3, solver=False)) as engine:
        for move in (1, 1, 0):
            engine.advance(move)
        found = engine.run(None, mx.Limits(simulations=20_000))
        assert found.workers is not None
        assert found.workers.used == 3
        assert {row.value for row in found.moves} == {DRAW}


# --- what was played ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_what_was_played_counts(tier: str) -> None:
    """From 6, come to over 7, both ways lead back: a draw, found without the tree that led there, and with it."""
    for is_searched in (False, True):
        with closing(engine_of(Corridor, tier)) as engine:
            for move in (1, 1, 0):
                if is_searched:
                    engine.run(None, mx.Limits(simulations=50))
                engine.advance(move)
            found = engine.run(None, mx.Limits(simulations=100))
            assert (found.solved, found.value, found.move) == (True, DRAW, found.moves[0].move)
            assert [row.value for row in found.moves] == [DRAW, DRAW]


@pytest.mark.parametrize("tier", TIERS)
def test_another_position_has_another_past(tier: str) -> None:
    """A state that is given, and not played, was never there before; nor was any, by default."""
    with closing(engine_of(Corridor, tier)) as engine:
        for move in (1, 1, 0):
            engine.advance(move)
        engine.run(None, mx.Limits(simulations=5))
        assert engine.run(Place(8, 0, 0), mx.Limits(simulations=50)).value == WIN
        assert engine.run(Place(6, 0, 0), mx.Limits(simulations=2_000)).value != DRAW
    with closing(engine_of(Corridor, tier, repetition=False)) as engine:
        for move in (1, 1, 0):
            engine.advance(move)
        assert not any(row.bound is mx.Bound.EXACT for row in engine.run(None, mx.Limits(simulations=3)).moves)


@pytest.mark.parametrize("tier", TIERS)
def test_a_search_put_aside_knows_what_was_played(tier: str, tmp_path: Path) -> None:
    """After it is taken up again."""
    place = tmp_path / "search"
    with closing(engine_of(Corridor, tier)) as engine:
        for move in (1, 1, 0):
            engine.run(None, mx.Limits(simulations=50))
            engine.advance(move)
        engine.save(place)
    with closing(mx.Search.restore(place, in_tier(Corridor, tier))) as engine:
        assert [row.value for row in engine.run(None, mx.Limits(simulations=100)).moves] == [DRAW, DRAW]


# --- refusals ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_draws_are_for_two(tier: str) -> None:
    """With three players nobody can tell who a draw is good for."""
    with pytest.raises(OptionError) as error:
        engine_of(Three, tier)
    assert str(error.value) == "repetition is for games of one or two players, got 3; leave repetition out"


def test_states_that_cannot_be_hashed_need_a_key() -> None:
    """On a tree, as for alpha-beta."""

    class Lists(Corridor):
        def initial(self) -> list[int]:  # type: ignore[override]
            return [5, 0, 0]

        def player(self, place: list[int]) -> int:  # type: ignore[override]
            return 0

        def play(self, place: list[int], move: int) -> list[int]:  # type: ignore[override]
            return [place[0] + 1, 0, 0]

        def outcome(self, place: list[int]) -> int | None:  # type: ignore[override]
            return None

    lists: Any = Lists()
    with pytest.raises(GameError, match="repetition needs hashable keys"):
        mx.search(lists, simulations=2, algorithm="montecarlo", options=Options(repetition=True, ignore={"evaluate"}))
