"""Games that nobody evaluates: alpha-beta proves what it can, playouts say the rest, and both follow the game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.api.methods import defaults_for
from minimaxer.errors import IllegalMoveError, OptionError
from minimaxer.native import compile_game
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim

from ..montecarlo.test_montecarlo import TIERS


class Lines:
    """Tic-tac-toe on a board of any size as a beginner writes it: nothing but the five methods."""

    def __init__(self, size: int = 3) -> None:
        self.size = size

    def initial(self) -> tuple[int, ...]:
        return (0,) * self.size**2

    def player(self, state: tuple[int, ...]) -> int:
        return sum(1 for cell in state if cell) % 2

    def moves(self, state: tuple[int, ...]) -> Any:
        return [place for place, cell in enumerate(state) if not cell]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state[:move], self.player(state) + 1, *state[move + 1 :])

    def outcome(self, state: tuple[int, ...]) -> int | None:
        size = self.size
        lines = [range(start, start + size) for start in range(0, size * size, size)]
        lines += [range(start, size * size, size) for start in range(size)]
        lines += [range(0, size * size, size + 1), range(size - 1, size * size - 1, size - 1)]
        for line in lines:
            if state[line[0]] and all(state[place] == state[line[0]] for place in line):
                return mx.WIN if state[line[0]] == 1 else mx.LOSS
        return None if 0 in state else mx.DRAW


class Evaluated(Lines):
    def evaluate(self, state: tuple[int, ...]) -> int:
        return 0


@cache
def rules(tier: str, size: int = 3) -> Any:
    """The game in a tier, compiled once."""
    return compile_game(Lines(size), check=False) if tier == "compiled" else Lines(size)


# --- who is searched like that ----------------------------------------------------------------------------------------------


def test_auto_takes_it_where_nobody_evaluates() -> None:
    """Neither the game nor who asks; bounds count as an evaluation."""
    assert isinstance(mx.Search(Lines()).options, mx.UnevaluatedOptions)
    assert mx.Search(Lines()).algorithm == "unevaluated"
    assert isinstance(mx.Search(Evaluated()).options, mx.AlphaBetaOptions)
    assert isinstance(mx.Search(Lines(), evaluate=lambda state: 0).options, mx.AlphaBetaOptions)
    assert isinstance(mx.Search(Lines(), mx.AlphaBetaOptions()).options, mx.AlphaBetaOptions)
    assert isinstance(mx.Search(Lines(), algorithm="alphabeta").options, mx.AlphaBetaOptions)
    assert isinstance(defaults_for("auto", ConnectFour()), mx.AlphaBetaOptions)
    assert mx.Search(ConnectFour(), algorithm="unevaluated").algorithm == "unevaluated"


@pytest.mark.parametrize("tier", TIERS)
def test_a_depth_or_the_value_is_answered_by_alphabeta(tier: str) -> None:
    """As without playouts, node by node; also where nodes alone are limited, so that the same is found every time."""
    game = rules(tier)
    for limits in (mx.Limits(depth=4), mx.Limits(nodes=3_000), mx.Limits(depth=3, seconds=100)):
        both = [mx.Search(game, options, evaluate=None).run(None, limits) for options in (None, mx.AlphaBetaOptions())]
        assert both[0].nodes == both[1].nodes
        assert [(row.move, row.value) for row in both[0].moves] == [(row.move, row.value) for row in both[1].moves]
    assert mx.solve(game).value == mx.DRAW


@pytest.mark.parametrize("tier", TIERS)
def test_what_can_be_proven_in_time_is(tier: str) -> None:
    """A small game has its value, not a mean."""
    result = mx.search(rules(tier), seconds=100)
    assert result.solved
    assert result.value == mx.DRAW
    assert result.engine.startswith(tier)
    assert "montecarlo" not in result.engine


@pytest.mark.parametrize("tier", TIERS)
def test_playouts_say_the_rest(tier: str) -> None:
    """Where time is short or simulations are asked for; what alpha-beta cost is counted in."""
    game = rules(tier, 4)
    runs = (mx.Search(game).run(None, mx.Limits(seconds=seconds)) for seconds in (0.2, 2.0, 20.0))  # a busy machine needs longer
    short = next(result for result in runs if "montecarlo" in result.engine)
    counted = mx.Search(game).run(None, mx.Limits(simulations=200))
    for result in (short, counted):
        assert result.engine == f"{tier}/montecarlo"
        assert result.move in range(16)
        assert sum(row.visits or 0 for row in result.moves) > 0
    assert counted.details is not None
    assert counted.details.to_dict()["simulations"] == 200
    alone = mx.Search(game, mx.UnevaluatedOptions(proving=0.0)).run(None, mx.Limits(seconds=0.05))
    assert alone.engine == f"{tier}/montecarlo"
    whole = mx.Search(game, mx.UnevaluatedOptions(proving=1.0)).run(None, mx.Limits(seconds=0.2))
    assert whole.nodes > 0


# --- a whole game -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_both_parts_follow_the_game(tier: str) -> None:
    """Whoever answers, and wherever the state was named last, moves found are legal where the game is."""
    game = rules(tier)
    engine: mx.Search[Any, Any] = mx.Search(game, mx.UnevaluatedOptions(seed=1))
    few, depth = mx.Limits(simulations=20), mx.Limits(depth=2)
    state = engine.advance(4)
    for number, limits in enumerate((few, depth, few, few, depth)):
        result = engine.run(None, limits)
        assert {row.move for row in result.moves} <= set(game.moves(state))
        assert result.move in game.moves(state)
        state = engine.advance(result.move)
        if number == 2:  # somewhere else, and on from there
            state = game.play(game.play(game.initial(), 0), 8)
            engine.run(state, depth)
        if game.outcome(state) is not None:
            break
    with pytest.raises(IllegalMoveError):
        engine.advance(99)
    engine.close()
    assert engine.run(None, depth).depth >= 0


@pytest.mark.parametrize("tier", TIERS)
def test_it_wins_and_wards_off(tier: str) -> None:
    """Whatever the mix of proof and playouts, nothing is missed that a move ahead can tell."""
    game = rules(tier, 3)
    winning = (1, 1, 0, 2, 2, 0, 0, 0, 0)
    engine: mx.Search[Any, Any] = mx.Search(game)
    for seconds in (0.02, 0.2):
        assert engine.run(winning, mx.Limits(seconds=seconds)).move == 2
    assert engine.run((1, 1, 0, 2, 0, 0, 0, 0, 0), mx.Limits(seconds=0.2)).move == 2


def test_a_finished_game_is_over() -> None:
    """For alpha-beta, so that no playout begins."""
    over = (1, 1, 1, 2, 2, 0, 0, 0, 0)
    result = mx.search(Lines(), over, seconds=1)
    assert result.finished
    assert result.value == mx.WIN


def test_a_stop_ends_both_parts() -> None:
    """While alpha-beta is at work no playout begins after it."""
    engine: mx.Search[Any, Any] = mx.Search(Lines(5))

    class Stopping(Lines):
        count = 0

        def outcome(self, state: tuple[int, ...]) -> int | None:
            self.count += 1
            if self.count == 500:
                engine.stop()
            return super().outcome(state)

    engine = mx.Search(Stopping(5))
    result = engine.run(None, mx.Limits(seconds=100))
    assert result.stop is mx.StopReason.STOPPED
    assert result.engine != "tree/montecarlo"


# --- options ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"proving": 2}, "expected proving to be a number from 0 to 1, got 2"),
        ({"deep": 3}, "expected deep to be AlphaBetaOptions(...), for alpha-beta, got 3"),
        ({"wide": 3}, "expected wide to be MonteCarloOptions(...), for playouts, got 3"),
        ({"seed": 0.5}, "expected seed to be a whole number, got 0.5"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        mx.UnevaluatedOptions(**options)
    assert str(error.value) == message


def test_what_is_ignored_is_ignored_by_both() -> None:
    engine = mx.Search(Nim(), mx.UnevaluatedOptions(ignore={"evaluate", "key"}), algorithm="unevaluated")
    assert "evaluate" not in engine.found
    assert mx.UnevaluatedOptions(proving=0.5, seed=3).changed() == {"proving": 0.5, "seed": 3}
