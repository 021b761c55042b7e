"""Selective search: what it may guess, what it never guesses, and where it keeps away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.base.scores import DECISIVE

from ....native.games import NoisyGame, Place
from ....oracle import minimax

GAME: Final = NoisyGame(length=9, spread=40)
SEEDS: Final = 40


@cache
def compiled() -> Any:
    """The game, whose kernel other tests use too."""
    return mx.compile(GAME, check=False)


@cache
def truth(seed: int) -> float:
    """The value at the end of the game."""
    return minimax(GAME, GAME.start(seed), 99)


def results(limits: mx.Limits, **options: Any) -> Iterator[tuple[int, Place, mx.SearchResult[int]]]:
    """A search of each seed's game with one and the same engine, which keeps the table and the swing."""
    with closing(mx.Search(compiled(), mx.AlphaBetaOptions(**options))) as engine:
        for seed in range(SEEDS):
            state = GAME.start(seed)
            if GAME.outcome(state) is None:
                yield seed, state, engine.run(state, limits)


def is_known(*found: mx.SearchResult[int]) -> bool:
    """Whether one of the results is solved or decisive: nothing of it is guessed any more."""
    return any(result.solved or abs(result.value) >= DECISIVE for result in found)


@pytest.mark.parametrize("options", [{}, {"aspiration": 2.0}, {"table": 64}, {"table": None}, {"reductions": True}])
@pytest.mark.parametrize("nodes", [60, 400, 100_000])
def test_wins_and_solved_values_are_never_guessed(nodes: int, options: dict[str, Any]) -> None:
    """A solved value is that of the game; who wins is sure in all other results, and not sooner than it says is possible."""
    found = solved = 0
    for seed, _, result in results(mx.Limits(nodes=nodes), **options):
        if result.solved:
            solved += 1
            assert result.value == truth(seed), seed
        elif result.bound is mx.Bound.EXACT and abs(result.value) >= DECISIVE:
            found += 1
            sign = 1 if result.value > 0 else -1
            assert sign * truth(seed) >= sign * result.value, seed
    assert solved + found > 0


@pytest.mark.parametrize("algorithm", ["pvs", "alphabeta", "mtdf"])
def test_depths_asked_for_selectively_keep_wins(algorithm: str) -> None:
    """With `selective=True` a limit of depth is searched selectively, and what is decisive at the end of the game is right."""
    options = mx.AlphaBetaOptions(selective=True)
    with closing(mx.Search(compiled(), options, algorithm=algorithm)) as engine:
        for seed in range(SEEDS):
            state = GAME.start(seed)
            if GAME.outcome(state) is None:
                result = engine.run(state, mx.Limits(depth=40))
                if result.solved or abs(truth(seed)) >= DECISIVE:
                    assert (result.value, result.solved) == (truth(seed), True), seed


def test_positions_are_given_up() -> None:
    """A selective search of the same depth visits fewer nodes, where no win is found that a search in full has to confirm."""
    full, selective = (list(results(mx.Limits(depth=7), selective=selective)) for selective in (False, True))
    open_games = [seed for (seed, _, result), (_, _, other) in zip(full, selective, strict=True) if not is_known(result, other)]
    full_nodes, nodes = (sum(result.nodes for seed, _, result in results if seed in open_games) for results in (full, selective))
    assert nodes < full_nodes


def test_moves_are_left_out_by_their_gain() -> None:
    """With `gain` a selective search of the same depth visits fewer nodes than without it."""
    with_gain, without = (list(results(mx.Limits(depth=7), selective=True, ignore=ignored)) for ignored in (set(), {"gain"}))
    pairs = [(one, other) for (_, _, one), (_, _, other) in zip(with_gain, without, strict=True) if not is_known(one, other)]
    assert pairs
    assert sum(one.nodes for one, _ in pairs) < sum(other.nodes for _, other in pairs)


def test_a_depth_is_searched_in_full() -> None:
    """Where a depth is asked for, the default searches as without the option, node by node."""
    by_default, in_full = (
        [(result.value, result.nodes) for _, _, result in results(mx.Limits(depth=6), selective=selective)]
        for selective in (None, False)
    )
    assert by_default == in_full


def test_time_is_spent_selectively() -> None:
    """Where no depth is asked for, the default searches as with the option, node by node."""
    by_default, selective = (
        [(result.value, result.depth, result.nodes) for _, _, result in results(mx.Limits(nodes=900), selective=selective)]
        for selective in (None, True)
    )
    assert by_default == selective


@pytest.mark.parametrize(
    "options",
    [{"table_depth": "exact"}, {"exact_moves": True}, {"choice": "random_best", "seed": 1}],
    ids=["exact depths", "exact moves", "choice"],
)
def test_promises_of_exact_values_are_kept(options: dict[str, Any]) -> None:
    """Options that promise exact values search in full by default, whatever the limit."""
    by_default, in_full = (
        [(result.value, result.nodes) for _, _, result in results(mx.Limits(nodes=900), selective=selective, **options)]
        for selective in (None, False)
    )
    assert by_default == in_full


def test_guesses_are_forgotten() -> None:
    """A depth searched in full after a selective search has plain minimax's value: no guess in the table answers for it."""
    rng, compared = Random(4), 0
    with closing(mx.Search(compiled(), mx.AlphaBetaOptions())) as engine:
        for seed in range(SEEDS):
            state, depth = GAME.start(seed), rng.randint(2, 5)
            if GAME.outcome(state) is None and not is_known(engine.run(state, mx.Limits(nodes=200))):
                compared += 1
                result = engine.run(state, mx.Limits(depth=depth))
                assert result.value == minimax(GAME, state, depth, quiescence=32), (seed, depth)
    assert compared > 3


def test_guesses_are_forgotten_behind_a_file(tmp_path: Path) -> None:
    """The same where the search was put aside in between."""
    seed = next(seed for seed, _, result in results(mx.Limits(nodes=600)) if not is_known(result))
    state, path = GAME.start(seed), tmp_path / "aside.search"
    with closing(mx.Search(compiled(), mx.AlphaBetaOptions())) as engine:
        engine.run(state, mx.Limits(nodes=200))
        engine.save(path)
    with closing(mx.Search.restore(path, compiled())) as engine:
        assert engine.run(state, mx.Limits(depth=5)).value == minimax(GAME, state, 5, quiescence=32)


def test_solving_is_never_selective() -> None:
    """What is solved by the same engine after a selective search, with the option on, has the value of the game."""
    with closing(mx.Search(compiled(), mx.AlphaBetaOptions(selective=True))) as engine:
        for seed in range(20):
            state = GAME.start(seed)
            if GAME.outcome(state) is None:
                engine.run(state, mx.Limits(nodes=200))
                assert engine.solve(state).value == truth(seed), seed


@pytest.mark.parametrize("parallel", ["abdada", "lazy_smp"])
def test_workers_guess_together(parallel: Literal["abdada", "lazy_smp"]) -> None:
    """Several workers solve and find wins as one does."""
    with closing(mx.Search(compiled(), mx.AlphaBetaOptions(), threads=2, parallel=parallel)) as engine:
        for seed in range(12):
            state = GAME.start(seed)
            if GAME.outcome(state) is None:
                result = engine.run(state, mx.Limits(nodes=200_000))
                assert not result.solved or result.value == truth(seed), seed
                if abs(truth(seed)) >= DECISIVE:
                    assert (result.solved, result.value) == (True, truth(seed)), seed


def test_contradictions_are_refused() -> None:
    """Guessing on purpose goes with no promise of exact values."""
    for options in ({"table_depth": "exact"}, {"exact_moves": True}, {"choice": "weighted"}):
        with pytest.raises(
            mx.OptionError, match="selective guesses, and table_depth='exact', exact_moves and random choices need values of"
        ):
            mx.AlphaBetaOptions(selective=True, **options)
    with pytest.raises(mx.OptionError, match="expected selective to be True, False or None, got 1"):
        mx.AlphaBetaOptions(selective=1)  # type: ignore[arg-type]


def test_games_with_nothing_to_go_by_are_refused() -> None:
    """Guessing on purpose needs an evaluation and noisy moves, and a compiled game."""
    options = mx.AlphaBetaOptions(selective=True, ignore={"noisy_moves"})
    with pytest.raises(mx.OptionError, match="selective goes by the game's evaluate and noisy_moves, and not both are there"):
        mx.search(compiled(), nodes=10, options=options)
    with pytest.raises(mx.OptionError, match="the tree search has no use for selective; leave out or compile the game"):
        mx.search(GAME, nodes=10, options=mx.AlphaBetaOptions(selective=True))
