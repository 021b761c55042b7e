"""Native endgame tables of chess: king and rook against king on 8x8, king and queen against king and rook on 7x7.

uv run pytest tests/benchmarks/test_tables.py --benchmark-only
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx

from ..needs import needs_llvmlite
from ..tables.games import RookEnding
from ..tables.native.test_native_tier_graphs import Storeys
from .queen_ending import QueenEnding

ENDINGS: dict[str, tuple[Any, int, int]] = {
    "KRK 8x8": (RookEnding(), 402_724, 32),
    "KQKR 7x7": (QueenEnding(), 6_405_444, 58),
}
"""The games, how many positions they have, and how many plies the longest win takes."""


@needs_llvmlite
@pytest.mark.thorough
@pytest.mark.parametrize("reached", [False, True], ids=["numbered", "reached"])
@pytest.mark.parametrize("name", ENDINGS)
def test_chess_endings(benchmark: BenchmarkFixture, name: str, reached: bool, tmp_path: Path) -> None:
    """All positions by their numbers, or those that can be reached; values take at most a bit a position, and the head."""
    game, positions, longest = ENDINGS[name]
    compiled = mx.compile(game, check=False)
    benchmark.group = f"endgame tables: {name}"
    states = [game.initial()] if reached else None
    table = benchmark.pedantic(mx.tabulate, (compiled, states), rounds=3, warmup_rounds=1)
    found = table.statistics().longest
    assert found is not None
    assert (found.plies, abs(len(table) / positions - 1) < 0.01) == (longest, True)
    if not reached:
        table.save(tmp_path / "it.table", plies=False)
        assert 8 * ((tmp_path / "it.table").stat().st_size - (1 << 15)) <= positions


@needs_llvmlite
@pytest.mark.thorough
@pytest.mark.parametrize("ignore", [(), ("tier",)], ids=["tier by tier", "at once"])
def test_a_maze_of_eight_storeys(benchmark: BenchmarkFixture, ignore: tuple[str, ...]) -> None:
    """A million numbers, an eighth of them in a tier; play goes round within each."""
    compiled = mx.compile(Storeys(nodes=1_000_000, storey=125_000), check=False)
    benchmark.group = "endgame tables: a maze"
    table = benchmark.pedantic(mx.tabulate, (compiled,), {"ignore": ignore}, rounds=3, warmup_rounds=1)
    assert len(table) == 923_077
