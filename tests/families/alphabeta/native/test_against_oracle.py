"""Every kernel, algorithm and value-preserving option against plain minimax, on random compiled games."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.base.scores import DECISIVE, result_of
from minimaxer.searching.validators import is_goal

from ....native.games import (
    BoundedGame,
    FloatGame,
    HashedGame,
    MirroredGame,
    NoisyGame,
    OrderedGame,
    PassingGame,
    StuckGame,
)
from ....oracle import best_moves, minimax, move_values

ORDERINGS = ("lazy_pick", "insertion", "bubble", "network", "shell", "none")
SEEDS = 2_500


@cache
def compiled(game: Any) -> Any:
    """The game, compiled once for all tests."""
    return mx.compile(game, check=isinstance(game, FloatGame | StuckGame))


def drawn_options(rng: Random, algorithm: str) -> mx.AlphaBetaOptions:
    """Options that keep the fixed-depth value."""
    chosen: dict[str, Any] = {"deepening": rng.random() < 0.7, "exact_moves": rng.random() < 0.2}
    if algorithm not in ("fixed", "minimax"):
        chosen["shuffle"] = rng.random() < 0.2
        switches = ("killers", "history", "countermoves", "enhanced_cutoffs", "win_distance")
        chosen.update({name: rng.random() < 0.5 for name in switches})
        chosen["ordering"] = rng.choice(ORDERINGS)
        if rng.random() < 0.6:
            chosen.update(table=rng.choice([2, 64, "1MB"]), table_depth="exact")
        else:
            chosen["table"] = None
        if algorithm != "mtdf" and chosen["deepening"] and not chosen["exact_moves"]:
            chosen["aspiration"] = rng.choice([None, 0.5, 1.0, 10.0])
    return mx.AlphaBetaOptions(**chosen)


def check(game: Any, state: Any, depth: int, algorithm: str, options: mx.AlphaBetaOptions) -> mx.SearchResult[Any]:
    """The value is the oracle's, the move one of the best, the line legal and as long as it can be."""
    quiescence = options.quiescence if hasattr(game, "noisy_moves") else 0
    result = mx.search(compiled(game), state, depth=depth, algorithm=algorithm, options=options)
    value, moves = best_moves(game, state, depth, quiescence=quiescence)
    assert (result.value, result.move in moves) == (value, True), (state, depth, algorithm, options)
    at = state
    for move in result.pv:
        assert move in list(game.moves(at))
        at = game.play(at, move)
    over = game.outcome(at) is not None or not list(game.moves(at))
    assert over or len(result.pv) >= depth, (state, depth, algorithm, options, result)
    if options.exact_moves:
        values = move_values(game, state, depth, quiescence=quiescence)
        assert {row.move: row.value for row in result.moves} == values
    return result


def compare(game: Any, seeds: int, algorithms: tuple[str, ...]) -> None:
    """Checks that many seeds."""
    rng = Random(1)
    for seed in range(seeds):
        algorithm = rng.choice(algorithms)
        check(game, game.start(seed), rng.randint(1, 5), algorithm, drawn_options(rng, algorithm))


@pytest.mark.parametrize("share", [0.4, pytest.param(1.0, marks=pytest.mark.thorough)], ids=["some", "all"])
@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        (HashedGame(), SEEDS),
        (HashedGame(merging=True, length=7), 1_000),
        pytest.param(HashedGame(spread=0, repeats=60), 500, marks=pytest.mark.thorough),
        pytest.param(FloatGame(), 1_000, marks=pytest.mark.thorough),
        (OrderedGame(), 1_000),
        (StuckGame(), 1_000),
        (MirroredGame(length=5), 300),
    ],
    ids=["plain", "merging", "ties", "floats", "ordered", "stuck", "mirrored"],
)
def test_equals_plain_minimax(game: Any, seeds: int, share: float) -> None:
    """Value and move equal plain minimax for every algorithm and every option that keeps the value."""
    whole = () if isinstance(game, FloatGame) else ("mtdf",)
    compare(game, int(share * seeds), ("pvs", "alphabeta", "fixed", "minimax", *whole))


@pytest.mark.parametrize("seeds", [400, pytest.param(1_000, marks=pytest.mark.thorough)])
def test_quiescence_equals_plain_minimax(seeds: int) -> None:
    """Quiescence, with positions in which every move must be tried, is that of the tree tier."""
    compare(NoisyGame(), seeds, ("pvs", "alphabeta", "mtdf"))


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(HashedGame(merging=True, length=7), marks=pytest.mark.thorough),
        StuckGame(),
        pytest.param(PassingGame(length=7), marks=pytest.mark.thorough),
        BoundedGame(),
        pytest.param(MirroredGame(length=5), marks=pytest.mark.thorough),
        pytest.param(OrderedGame(), marks=pytest.mark.thorough),
    ],
    ids=["merging", "stuck", "passing", "bounded", "mirrored", "ordered"],
)
def test_solved_values_are_true(game: Any) -> None:
    """`solve` gives the game-theoretic value whatever the options, null moves and reductions included, with any table."""
    rng = Random(2)
    for seed in range(300):
        state = game.start(seed)
        options = mx.AlphaBetaOptions(
            table=rng.choice([None, 2, 64, "1MB"]),
            killers=rng.random() < 0.5,
            history=rng.random() < 0.5,
            enhanced_cutoffs=rng.random() < 0.5,
            reductions=rng.random() < 0.3,
            null_move=rng.random() < 0.5,
            exact_moves=rng.random() < 0.2,
        )
        algorithm = rng.choice(["pvs", "alphabeta", "mtdf"])
        result = mx.solve(compiled(game), state, options=options, algorithm=algorithm)
        expected = minimax(game, state, 99)
        assert result.solved, (state, options, algorithm)
        assert result.value == expected, (state, options, algorithm)
        assert minimax(game, game.play(state, result.move), 99, ply=1) == expected


def test_bounds_of_root_moves_are_true() -> None:
    """What each root move's row says holds, whatever the algorithm."""
    game, rng = PassingGame(length=7), Random(3)
    for seed in range(150):
        state, depth = game.start(seed), rng.randint(2, 5)
        options = mx.AlphaBetaOptions(table_depth="exact", null_move=False)
        result = mx.search(
            compiled(game), state, depth=depth, options=options, algorithm=rng.choice(["mtdf", "pvs", "alphabeta"])
        )
        values = move_values(game, state, depth)
        for row in result.moves:
            if row.value is not None and row.depth == depth:
                if row.bound is mx.Bound.EXACT:
                    assert values[row.move] == row.value, (seed, depth, row)
                elif row.bound is mx.Bound.LOWER:
                    assert values[row.move] >= row.value, (seed, depth, row)
                else:
                    assert values[row.move] <= row.value, (seed, depth, row)


@pytest.mark.parametrize(
    "game",
    [
        HashedGame(merging=True, length=7),
        BoundedGame(),
        StuckGame(),
        NoisyGame(),
        pytest.param(FloatGame(), marks=pytest.mark.thorough),
    ],
)
def test_questions_are_answered_as_the_value_says(game: Any) -> None:
    """Of every value near the true one and of a win: on which side of the goal the value lies, and a move that shows it."""
    rng = Random(3)
    yes = 0
    for seed in range(150):
        state = game.start(seed)
        if game.outcome(state) is not None or not list(game.moves(state)):
            continue
        values = {move: minimax(game, game.play(state, move), 30) for move in game.moves(state)}
        value = (max if game.player(state) == 0 else min)(values.values())
        goal = rng.choice([mx.WIN, 0, 1, -1, 0.5, 1 - DECISIVE, result_of(value), result_of(value) + 1])
        if not is_goal(goal):
            continue
        algorithm = rng.choice(["pvs", "alphabeta", "mtdf"] if not isinstance(game, FloatGame) else ["pvs", "alphabeta"])
        options = mx.AlphaBetaOptions(table="1MB" if rng.random() < 0.5 else 2, deepening=rng.random() < 0.8)
        found = mx.solve(compiled(game), state, goal=goal, algorithm=algorithm, options=options)
        least = min(goal, DECISIVE)
        assert (found.stop, found.bound) == (mx.StopReason.SOLVED, mx.Bound.LOWER if value >= least else mx.Bound.UPPER)
        assert least <= found.value <= value if value >= least else value <= found.value < least
        assert found.move in values
        if (found.bound is mx.Bound.LOWER) is (game.player(state) == 0):
            assert (values[found.move] >= least) is (value >= least)
            yes += 1
    assert yes > 20


def test_a_question_may_stay_open() -> None:
    """Then nothing is said of the value, but a move is given."""
    game, options = HashedGame(merging=True, length=40, ends=0), mx.AlphaBetaOptions(goal=mx.WIN)
    found = mx.solve(compiled(game), game.start(5), nodes=50, algorithm="pvs", options=options)
    assert (found.stop, found.value, found.bound, found.solved) == (mx.StopReason.NODES, mx.WIN, mx.Bound.UPPER, False)
    assert found.move in list(game.moves(game.start(5)))


def test_what_has_no_use_for_a_goal() -> None:
    """Searches to a depth, trees, methods without null windows."""
    game, goal = HashedGame(merging=True, length=7), mx.AlphaBetaOptions(goal=0)
    for call, message in (
        (lambda: mx.search(compiled(game), depth=2, options=goal), "contradictory options: alpha-beta answers a goal by solve"),
        (lambda: mx.solve(game, options=goal), "the tree search has no use for goal; leave out or compile the game"),
        (
            lambda: mx.solve(compiled(game), algorithm="minimax", options=goal),
            "minimax has no use for goal; leave out or take 'pvs'",
        ),
    ):
        with pytest.raises(mx.OptionError, match=message):
            call()
