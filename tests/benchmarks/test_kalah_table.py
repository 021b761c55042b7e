"""The configurations of D. Wilson's table ("Minimaxer part 4"), on the same game, at depth 5 and 6.

uv run pytest tests/benchmarks --benchmark-enable --benchmark-only
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.mancala import kalah_benchmark

CONFIGURATIONS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "plain minimax": ("minimax", {"deepening": False}),
    "alpha-beta, deepening, presort": ("alphabeta", {"lazy_children": False, "ordering": "builtin"}),
    "+ generator": ("alphabeta", {"ordering": "builtin"}),
    "+ early-exit bubble": ("alphabeta", {"ordering": "early_exit_bubble"}),
    "fixed-option": ("fixed", {}),
}
VALUES: Final = {5: 2, 6: 1}


@pytest.mark.parametrize("depth", VALUES)
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_configuration(benchmark: BenchmarkFixture, name: str, depth: int) -> None:
    """One search from the start; no static `order`, which the original does not have."""
    algorithm, changes = CONFIGURATIONS[name]
    options = mx.AlphaBetaOptions(ignore={"order"}, **changes)
    game = kalah_benchmark()
    benchmark.group = f"kalah benchmark game, depth {depth}"

    def run() -> mx.SearchResult[int]:
        return mx.search(game, depth=depth, algorithm=algorithm, options=options)

    result = benchmark(run)
    assert (result.value, result.move) == (VALUES[depth], 5)
    benchmark.extra_info.update(nodes=result.nodes, created=result.created, nps=round(result.nps))
