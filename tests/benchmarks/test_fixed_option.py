"""The fixed-option search against the configurable one that does the same.

uv run pytest tests/benchmarks/test_fixed_option.py --benchmark-only
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import kalah_benchmark

from .measuring import measured


@pytest.mark.parametrize("depth", [5, 6, 8])
@pytest.mark.parametrize("algorithm", ["fixed", "alphabeta"])
def test_kalah(benchmark: BenchmarkFixture, algorithm: str, depth: int) -> None:
    """The benchmark game of the seed: the same nodes, of which the same are made."""
    game = kalah_benchmark()
    benchmark.group = f"8 fixed-option against configurable: Kalah to depth {depth}"
    options = mx.AlphaBetaOptions(ignore={"order"})
    result = measured(benchmark, lambda: mx.search(game, depth=depth, algorithm=algorithm, options=options), 25)
    assert (result.nodes, result.created) == {5: (560, 373), 6: (1_105, 652), 8: (5_150, 3_000)}[depth]


@pytest.mark.parametrize("algorithm", ["fixed", "alphabeta"])
def test_connect_four(benchmark: BenchmarkFixture, algorithm: str) -> None:
    """Moves that cost more leave less to save."""
    options = mx.AlphaBetaOptions(ignore={"bounds", "search_moves", "order"})
    benchmark.group = "8 fixed-option against configurable: connect four to depth 6"
    result = measured(benchmark, lambda: mx.search(ConnectFour(), depth=6, algorithm=algorithm, options=options), 15)
    assert (result.nodes, result.created) == (2_391, 1_549)
