"""Lines of kept searches: whatever was broken off before, a line that is finished reaches the value beside it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.tic_tac_toe import TicTacToe

from .native.games import BoundedGame, HashedGame, NoisyGame, StuckGame
from .needs import needs_llvmlite
from .oracle import minimax, towards_zero

SEEDS = 60
CHOICES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("auto", {}),
    ("alphabeta", {"table": 64}),
    ("pvs", {"table": 500, "table_depth": "exact"}),
    ("mtdf", {"table": 64}),
    ("pvs", {"aspiration": 1, "table": 64}),
    ("alphabeta", {"exact_moves": True, "table": 64}),
)
ON_TREES: tuple[tuple[str, dict[str, Any]], ...] = (("pvs", {"lazy_children": False}), ("fixed", {}), ("minimax", {}))


def reached(game: Any, state: Any, line: tuple[Any, ...]) -> float | None:
    """What the end of the line is worth where it begins; None where the game goes on."""
    for move in line:
        assert move in list(game.moves(state))
        state = game.play(state, move)
    outcome = game.outcome(state)
    if outcome is None and hasattr(game, "stuck") and not list(game.moves(state)):
        outcome = game.stuck(state)
    return None if outcome is None else towards_zero(outcome, len(line))


def follow(engine: Any, game: Any, state: Any, draw: Random) -> None:
    """Runs, breaks off, resumes, advances and solves one search at random, and looks at the lines of all results."""
    for _ in range(8):
        depth, nodes = draw.randrange(1, 6), draw.randrange(1, 120)
        kind = draw.choice(["run", "broken off", "first", "solve", "advance"])
        if kind == "advance":
            if game.outcome(state) is not None or not (moves := list(game.moves(state))):
                return
            state = engine.advance(draw.choice(moves))
            continue
        if kind == "solve":
            results = [engine.solve(limits=mx.Limits(nodes=5 * nodes))]
        else:
            limits = mx.Limits(depth=depth, nodes=nodes) if kind == "broken off" else mx.Limits(depth=depth)
            with closing(iter(engine.iterate(limits=limits))) as found:
                results = [next(found)] if kind == "first" else list(found)
        for result in results:
            end = reached(game, state, result.pv)
            assert not result.finished or end == result.value, (kind, result)
            if result.plies_to_end is not None:
                assert not result.finished or result.plies_to_end == len(result.pv), (kind, result)
            if result.solved:
                assert result.value == minimax(game, state, 99), (kind, result)


@pytest.mark.parametrize("kind", [HashedGame, BoundedGame, StuckGame, NoisyGame])
def test_finished_lines_reach_the_value_on_trees(kind: Any) -> None:
    """Every algorithm, with tables that answer from greater depths."""
    game = kind(length=7, branching=3)
    for seed in range(SEEDS):
        algorithm, options = (CHOICES + ON_TREES)[seed % len(CHOICES + ON_TREES)]
        if algorithm == "fixed" and kind is not HashedGame:
            continue
        state = game.start(seed)
        with closing(mx.Search(game, mx.AlphaBetaOptions(**options), algorithm=algorithm)) as engine:
            engine.run(state, mx.Limits(depth=1))
            follow(engine, game, state, Random(seed))


@pytest.mark.thorough
@needs_llvmlite
@pytest.mark.parametrize("kind", [BoundedGame, StuckGame, NoisyGame])
def test_finished_lines_reach_the_value_natively(kind: Any) -> None:
    """Likewise in compiled code."""
    game = kind(length=7, branching=3)
    fast: Any = mx.compile(game, check=False)
    for seed in range(SEEDS * 3):
        algorithm, options = CHOICES[seed % len(CHOICES)]
        state = game.start(seed)
        with closing(mx.Search(fast, mx.AlphaBetaOptions(**options), algorithm=algorithm)) as engine:
            engine.run(state, mx.Limits(depth=1))
            follow(engine, game, state, Random(seed))


def test_an_answer_from_before_keeps_its_line() -> None:
    """After a depth that was broken off anywhere, the first result is the last finished depth's, with a line of its own."""

    class Chain:
        """One way to win in two plies, which looks bad until it is won."""

        def initial(self) -> int:
            return 0

        def player(self, place: int) -> int:
            return 0

        def moves(self, place: int) -> tuple[int, int]:
            return 0, 1

        def play(self, place: int, move: int) -> int:
            return place + 11 if move else place + 1

        def outcome(self, place: int) -> int | None:
            return mx.WIN if place == 2 else 0 if place > 20 else None

        def evaluate(self, place: int) -> int:
            return -3 - (place > 9)

    for algorithm in ("fixed", "alphabeta", "pvs", "mtdf", "minimax"):
        for nodes in range(1, 8):
            with closing(mx.Search(Chain(), algorithm=algorithm)) as engine:
                engine.run(limits=mx.Limits(depth=1))
                engine.solve(limits=mx.Limits(nodes=nodes))
                result = next(iter(engine.iterate(limits=mx.Limits(depth=2))))
                assert result.finished == (result.value == mx.win_in(2)), (algorithm, nodes, result)
                assert result.pv[:1] == (0,), (algorithm, nodes, result)


@pytest.mark.parametrize("kind", [HashedGame, StuckGame, NoisyGame])
def test_depths_are_whole_after_one_was_broken_off(kind: Any) -> None:
    """A finished depth has plain minimax's value: none of its moves is known from the deeper one that was broken off."""
    options: list[dict[str, Any]] = [
        {"lazy_children": lazy, "exact_moves": exact} for lazy in (True, False) for exact in (False, True)
    ]
    for seed in range(250):
        game, draw = kind(length=6, branching=3, merging=seed % 3 == 0), Random(seed)
        state, algorithm = game.start(seed), ("alphabeta", "pvs", "mtdf")[seed % 3]
        with closing(mx.Search(game, mx.AlphaBetaOptions(**options[seed % 4]), algorithm=algorithm)) as engine:
            engine.run(state, mx.Limits(depth=1))
            for _ in range(5):
                engine.run(limits=mx.Limits(depth=draw.randrange(1, 6), nodes=draw.randrange(1, 150)))
                for result in engine.iterate(limits=mx.Limits(depth=draw.randrange(1, 6))):
                    right = minimax(game, state, result.depth, quiescence=mx.AlphaBetaOptions().quiescence * (kind is NoisyGame))
                    assert result.value == (minimax(game, state, 99) if result.solved else right), (seed, result)


def test_a_move_of_an_unfinished_first_depth_is_no_value() -> None:
    """Player 1 loses by its first move and not by the second: after the first alone nobody is known to win."""

    class Two:
        def initial(self) -> int:
            return 0

        def player(self, place: int) -> int:
            return 1

        def moves(self, place: int) -> list[int]:
            return [1, 2] if place == 0 else [1]

        def play(self, place: int, move: int) -> int:
            return place + move

        def outcome(self, place: int) -> int | None:
            return {1: mx.WIN, 3: 0}.get(place)

        def evaluate(self, place: int) -> int:
            return -3

    for algorithm in ("minimax", "fixed", "alphabeta", "pvs", "mtdf"):
        result = mx.search(Two(), nodes=2, algorithm=algorithm)
        assert (result.value, result.depth, result.winner) == (-3, 0, None), algorithm


def test_a_better_move_of_an_unfinished_depth_is_a_bound() -> None:
    """It is the value of one move: others that were not searched may be better."""
    bounds = set()
    for seed in range(300):
        game = HashedGame(length=6, branching=3)
        for nodes in range(5, 60, 9):
            result = mx.search(game, game.start(seed), depth=4, nodes=nodes)
            if result.bound is not mx.Bound.EXACT:
                bounds.add(result.bound)
                assert result.bound is (mx.Bound.UPPER if game.start(seed).player else mx.Bound.LOWER)
    assert len(bounds) == 2


def test_a_search_that_stands_at_the_end_is_saved_and_restored(tmp_path: Path) -> None:
    """It has no table yet, whatever the options say."""
    game = TicTacToe()
    with closing(mx.Search(game, mx.AlphaBetaOptions(table=500))) as search:
        search.run(game.parse("xxxoo...."))
        search.save(tmp_path / "over")
    with closing(mx.Search.restore(tmp_path / "over", game)) as search:
        assert search.run().finished
        assert search.run(game.initial(), mx.Limits(depth=2)).depth == 2
