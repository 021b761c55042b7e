"""Proven results of Monte Carlo search: values that are never averages, however late a node is proven."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.compiled import compile_game
from minimaxer.scores import WIN

from ..compiled.random_places import Dicing, Duel, Four, Place, place_of
from .test_montecarlo import TIERS, equilibria, searched

Options = mx.MonteCarloOptions


class Late(Duel):
    """Random trees that end where there is no move, which is noticed at the second visit; evaluations are misleading."""

    def moves(self, place: Place) -> Iterator[int]:
        if not self.is_over(place):
            yield from range(1 + self.roll(place, 2, 4))

    def outcome(self, place: Place) -> None:
        return None

    def stuck(self, place: Place) -> float:
        return (mx.WIN, mx.LOSS, self.roll(place, 5, 7) - 3)[self.roll(place, 4, 3)]

    def evaluate(self, place: Place) -> float:
        return self.roll(place, 6, 50) - 25


class LateFloats(Late):
    """Outcomes whose multiples are rounded."""

    def stuck(self, place: Place) -> float:
        return (mx.WIN, mx.LOSS, (self.roll(place, 5, 7) - 3) / 7)[self.roll(place, 4, 3)]


class LateDice(Late, Dicing):
    """Two players and dice."""

    def player(self, place: Place) -> int:
        return self.roll(place, 1, 3) - 1


def ended(game: Any, place: Any) -> float:
    """The outcome under best play for player 0, of a game that ends where there is no move."""
    moves = list(game.moves(place))
    if not moves:
        return float(game.stuck(place))
    return (max, min)[game.player(place)](ended(game, game.play(place, move)) for move in moves)


@cache
def native(kind: Any) -> Any:
    """The game, compiled once for all tests."""
    return compile_game(kind(), check=False)


WAYS = [(tier, threads) for tier in ("tree", "compiled") for threads in (1, 2)]


def engine_of(kind: Any, tier: str, threads: int = 1, **options: Any) -> mx.Search[Any, Any]:
    """A search with a seed, by that many workers."""
    if tier == "compiled":
        pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")
    game = native(kind) if tier == "compiled" else kind()
    given = Options(**{"seed": 1, "memory": "16MB", **options})
    return mx.Search(game, given, algorithm="montecarlo", threads=threads if tier == "compiled" else 1)


@pytest.mark.parametrize(("tier", "threads"), WAYS[:1] + WAYS[2:])
@pytest.mark.parametrize("kind", [Late, LateFloats])
@pytest.mark.parametrize("plies", [0, 3])
def test_a_node_proven_after_its_first_visit_has_the_proven_value(kind: Any, plies: int, tier: str, threads: int) -> None:
    """Every proven move, by one worker and by two, whatever its first visits were estimated at, also once a move is played."""
    game, proven = kind(), 0
    engine = engine_of(kind, tier, threads, playout_plies=plies)
    for seed in range(25):
        state = place_of(seed)
        found = engine.run(state, mx.Limits(simulations=30 + 10 * seed))
        for _ in range(3):
            for row in found.moves:
                if row.bound is mx.Bound.EXACT:
                    proven += 1
                    assert row.value == ended(game, game.play(state, row.move)), (seed, row)
            if found.solved:
                assert found.value == ended(game, state), seed
            if found.move is None:
                break
            state = engine.advance(found.move)
            found = engine.run(None, mx.Limits(simulations=30))
    assert proven > 50
    engine.close()


@pytest.mark.parametrize("tier", TIERS)
def test_chance_and_many_players_are_proven_late_too(tier: str) -> None:
    """Of dice a value is proven that all outcomes have; payoffs of four are those of an equilibrium."""
    dice, dealt = LateDice(), 0

    def expected(place: Any) -> float:
        if dice.player(place) >= 0 or not list(dice.moves(place)):
            moves = list(dice.moves(place))
            values = [expected(dice.play(place, move)) for move in moves]
            return (max, min)[dice.player(place)](values) if moves else float(dice.stuck(place))
        return sum(chance * expected(dice.play(place, move)) for move, chance in dice.chances(place))

    engine = engine_of(LateDice, tier, playout_plies=0)
    for seed in range(60):
        found = engine.run(place_of(seed), mx.Limits(simulations=2_000))
        if found.solved and found.stop is not mx.StopReason.FINISHED:
            dealt += 1
            assert found.value == pytest.approx(expected(place_of(seed)), abs=1e-9), seed
    assert dealt > 5
    engine.close()
    four = engine_of(Four, tier, playout_plies=0)
    for seed in range(12):
        found = four.run(place_of(seed), mx.Limits(simulations=3_000))
        if found.solved and found.payoffs is not None:
            assert tuple(found.payoffs) in equilibria(Four(), place_of(seed)), seed
    four.close()


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("text", ["k4/2K2/5/1Q3/5 w - - 0 1", "k1K2/5/5/5/1Q3 w - - 0 1"])
def test_mates_in_one_are_proven_without_playouts(text: str, tier: str) -> None:
    """A mate is a position without moves, which its first visit evaluates."""
    game: Any = mx.find_game("chess_lite:variant=gardner")
    found = searched("chess_lite:variant=gardner", tier, game.parse(text), 300, playout_plies=0)
    assert (found.value, found.solved, found.winner) == (WIN, True, 0)
