"""Kalah by the paper's rules, solved with endgame tables of few seeds left on the board.

uv run pytest tests/benchmarks/test_kalah_solving.py --benchmark-only
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.mancala import kalah_paper

from ..needs import needs_llvmlite
from .measuring import compiled

VALUES = {(6, 3): 2, (5, 4): 12, (6, 4): 10}


@needs_llvmlite
@pytest.mark.thorough
@pytest.mark.parametrize("tiers", [0, 10, 14])
@pytest.mark.parametrize("board", VALUES, ids=str)
def test_solving(benchmark: BenchmarkFixture, board: tuple[int, int], tiers: int) -> None:
    """One thread, a table of 1 GB, and the making of the endgame table with it; without these (6,4) takes far too long."""
    if not benchmark.enabled and (board == (6, 4) or tiers == 0):
        pytest.skip("takes minutes, where it is not timed")
    if board == (6, 4) and tiers < 14:
        pytest.skip("takes far too long")
    game = compiled(kalah_paper(*board))
    mx.tabulate(game, tiers=2)  # what is compiled for it is compiled now
    benchmark.group = f"Kalah {board}, solved"

    def solved() -> mx.SearchResult[int]:
        tables = [mx.tabulate(game, tiers=tiers)] if tiers else []
        return mx.Search(game, mx.AlphaBetaOptions(table="1GB"), tables=tables).solve()

    result = benchmark.pedantic(solved, rounds=1)
    benchmark.extra_info["nodes"] = result.statistics.nodes
    assert result.value == VALUES[board]
