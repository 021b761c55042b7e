"""The configurations of D. Wilson's table ("Minimaxer part 4"), on the same game, at depth 5, 6 and 8, in both tiers.

uv run pytest tests/benchmarks/test_kalah_table.py --benchmark-only
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.mancala import kalah_benchmark

from ..needs import needs_llvmlite
from .measuring import compiled, measured

CONFIGURATIONS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "plain minimax": ("minimax", {"deepening": False}),
    "alpha-beta, deepening, presort": ("alphabeta", {"lazy_children": False, "ordering": "builtin"}),
    "+ generator": ("alphabeta", {"ordering": "builtin"}),
    "+ early-exit bubble": ("alphabeta", {"ordering": "early_exit_bubble"}),
    "fixed-option": ("fixed", {}),
}
NATIVE: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "plain minimax": ("minimax", {"deepening": False}),
    "alpha-beta alone": ("fixed", {"deepening": False}),
    "+ deepening, learnt ordering": ("pvs", {"table": None}),
    "+ table": ("pvs", {}),
}
VALUES: Final = {5: 2, 6: 1, 8: 1}


@pytest.mark.parametrize("depth", VALUES)
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_in_python(benchmark: BenchmarkFixture, name: str, depth: int) -> None:
    """One search from the start; no static `order`, which the original does not have."""
    if name == "plain minimax" and depth == 8 and not benchmark.enabled:
        pytest.skip("takes seconds, and is done at depth 6")
    algorithm, changes = CONFIGURATIONS[name]
    options = mx.AlphaBetaOptions(ignore={"order"}, **changes)
    game = kalah_benchmark()
    benchmark.group = f"1 Kalah to depth {depth}, in Python"
    rounds = 2 if name == "plain minimax" and depth == 8 else 15
    result = measured(benchmark, lambda: mx.search(game, depth=depth, algorithm=algorithm, options=options), rounds)
    assert (result.value, result.move) == (VALUES[depth], 5)


@needs_llvmlite
@pytest.mark.thorough  # untimed, tests/native compares all of them with minimax
@pytest.mark.parametrize("depth", VALUES)
@pytest.mark.parametrize("name", NATIVE)
def test_natively(benchmark: BenchmarkFixture, name: str, depth: int) -> None:
    """The same rules, compiled; each search with an empty table, its memory taken before."""
    algorithm, changes = NATIVE[name]
    engine = mx.Search(compiled(kalah_benchmark()), mx.AlphaBetaOptions(ignore={"order"}, **changes), algorithm=algorithm)
    benchmark.group = f"2 Kalah to depth {depth}, natively"
    start = engine.game.initial()

    def afresh() -> None:
        engine.close()
        engine.run(start, mx.Limits(depth=1))

    result: mx.SearchResult[int] = benchmark.pedantic(lambda: engine.run(start, mx.Limits(depth=depth)), setup=afresh, rounds=15)
    assert result.value == VALUES[depth]
    benchmark.extra_info.update(nodes=result.nodes)
    engine.close()
