"""Proven results of Monte Carlo search: values that are never averages, however late a node is proven."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.base.scores import WIN
from minimaxer.native import compile_game

from ...native.random_places import Dicing, Duel, Four, Place, place_of
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


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("text", ["k4/2K2/5/1Q3/5 w - - 0 1", "k1K2/5/5/5/1Q3 w - - 0 1"])
def test_mates_in_one_are_proven_without_playouts(text: str, tier: str) -> None:
    """A mate is a position without moves, which its first visit evaluates."""
    game: Any = mx.find_game("chess_lite:variant=gardner")
    found = searched("chess_lite:variant=gardner", tier, game.parse(text), 300, playout_plies=0)
    assert (found.value, found.solved, found.winner) == (WIN, True, 0)


# --- quick ends -------------------------------------------------------------------------------------------------------------


def far(game: Any, state: Any, ply: int = 0) -> float:
    """The value of plain minimax for player 0 that counts plies, of a game that ends by `outcome` or without a move."""
    outcome = game.outcome(state)
    moves = [] if outcome is not None else list(game.moves(state))
    if outcome is None and not moves:
        outcome = game.stuck(state)
    if outcome is not None:
        return float(outcome) if abs(outcome) < WIN else outcome - ply if outcome > 0 else outcome + ply
    return (max, min)[game.player(state)](far(game, game.play(state, move), ply + 1) for move in moves)


def check_end(game: Any, state: Any, found: mx.SearchResult[Any]) -> bool:
    """Compares a solved result with minimax: value, plies, line and how it ends; True if it is decisive."""
    value = far(game, state)
    result = WIN if value > WIN / 2 else -WIN if value < -WIN / 2 else value
    assert found.value == result, (state, found)
    for move in found.pv:
        assert move in list(game.moves(state))
        state = game.play(state, move)
    assert found.finished
    assert far(game, state) == result, found
    assert game.outcome(state) is not None or not list(game.moves(state))
    assert found.plies_to_end == len(found.pv)
    if abs(result) == WIN:
        assert found.plies_to_end == WIN - abs(value), (state, found)
        assert found.winner == (0 if value > 0 else 1)
    return bool(abs(result) == WIN)


def boards(seed: int, count: int) -> list[Any]:
    """Running positions of tic-tac-toe, from random games."""
    game, rng, found = mx.find_game("tic_tac_toe"), Random(seed), list[Any]()
    while len(found) < count:
        state: Any = game.initial()
        for _ in range(rng.randint(2, 7)):
            if game.outcome(state) is None:
                state = game.play(state, rng.choice(list(game.moves(state))))
        if game.outcome(state) is None:
            found.append(state)
    return found


@pytest.mark.parametrize("tier", TIERS)
def test_a_win_in_one_is_played(tier: str) -> None:
    """Although a longer one may be proven first."""
    game: Any = mx.find_game("tic_tac_toe")
    for state in [game.parse("x..oo..xx"), *boards(1, 150)]:
        wins = [move for move in game.moves(state) if game.outcome(game.play(state, move)) in (WIN, -WIN)]
        if wins:
            found = searched("tic_tac_toe", tier, state, 200)
            assert found.move in wins, state
            assert (found.plies_to_end, found.finished, len(found.pv)) == (1, True, 1)


@pytest.mark.thorough
@pytest.mark.parametrize("tier", TIERS)
def test_proven_wins_are_quick_and_proven_losses_slow(tier: str) -> None:
    """As quick and as slow as minimax says; the line runs to the end, and has as many plies."""
    decisive = 0
    for state in boards(2, 60):
        found = searched("tic_tac_toe", tier, state, 3_000)
        assert found.solved
        decisive += check_end(mx.find_game("tic_tac_toe"), state, found)
    for kind in (Duel, Late):
        engine = engine_of(kind, tier)
        for seed in range(60):
            found = engine.run(place_of(seed), mx.Limits(simulations=4_000))
            if found.solved and found.stop is not mx.StopReason.FINISHED:
                decisive += check_end(kind(), place_of(seed), found)
        engine.close()
    assert decisive > 60


class Walk:
    """Player 0 walks to place 12 and wins; player 1 only waits. Each place has a step ahead, one back, and a rest."""

    def initial(self) -> tuple[int, int]:
        return 6, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [-1, 0, 1] if state[1] == 0 else [0]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return max(0, state[0] + move), 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return WIN if state[0] == 12 else None


@pytest.mark.parametrize("tier", TIERS)
def test_a_won_game_comes_to_its_end(tier: str) -> None:
    """Where all games played out are won, and few are: of equal moves the one whose games ended sooner is played."""
    game, state, plies = Walk(), Walk().initial(), 0
    for seed in range(200):
        if game.outcome(state) is not None:
            break
        engine = engine_of(Walk, tier, seed=seed, playout_plies=5_000)
        move: Any = engine.run(state, mx.Limits(simulations=30)).move
        state = game.play(state, move)
        engine.close()
        plies += 1
    assert game.outcome(state) == WIN
    assert plies < 100


class Tied:
    """Three players; player 1 gets 5 by both of its moves, and player 0 more by the longer of them."""

    players = 3
    value_range = (0.0, 10.0)

    def initial(self) -> int:
        return 0

    def player(self, place: int) -> int:
        return (0, 1, 2)[place] if place < 3 else 0

    def moves(self, place: int) -> list[int]:
        return [[1, 3], [2, 4], [5]][place]

    def play(self, place: int, move: int) -> int:
        return move

    def outcome(self, place: int) -> tuple[float, float, float] | None:
        return {3: (3.0, 0.0, 0.0), 4: (0.0, 5.0, 9.0), 5: (7.0, 5.0, 0.0)}.get(place)


@pytest.mark.parametrize("tier", TIERS)
def test_what_three_players_are_proven_to_get_is_what_maxn_says(tier: str) -> None:
    """Of moves that are worth the same to the mover the first is taken, whichever line is longer: others get other payoffs."""
    game: Any = mx.compile(Tied()) if tier == "compiled" else Tied()
    wanted = mx.search(game, algorithm="maxn", depth=9)
    found = mx.search(game, algorithm="montecarlo", simulations=2_000)
    assert (found.solved, found.move, found.payoffs) == (True, wanted.move, wanted.payoffs)
