"""Transposition tables: none, small and large, in both tiers.

uv run pytest tests/benchmarks/test_tables.py --benchmark-only
"""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala

from ..needs import needs_llvmlite
from .measuring import compiled, measured

SIZES = [None, "256KB", "1MB", "64MB"]


@needs_llvmlite
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_natively(benchmark: BenchmarkFixture, size: str | None) -> None:
    """Connect four to depth 15."""
    benchmark.group = "9 tables, natively: connect four to depth 15"
    options = mx.AlphaBetaOptions(table=size)
    result = measured(benchmark, lambda: mx.search(compiled(ConnectFour()), depth=15, options=options))
    assert result.value == 1


@pytest.mark.parametrize("size", [None, "1MB", "64MB"], ids=str)
@pytest.mark.parametrize(("name", "depth"), [("mancala", 8), ("connect four", 7)])
def test_on_a_tree(benchmark: BenchmarkFixture, name: str, depth: int, size: str | None) -> None:
    """Where every node costs a Python call or ten, a table must save many to pay."""
    game: Any = Mancala() if name == "mancala" else ConnectFour()
    benchmark.group = f"9 tables, in Python: {name} to depth {depth}"
    options = mx.AlphaBetaOptions(table=size)
    result = measured(benchmark, lambda: mx.search(game, depth=depth, options=options, algorithm="alphabeta"), 5)
    value, nodes = (4, 3_782) if name == "mancala" else (0, 5_179)
    assert result.value == value
    assert (result.nodes == nodes) if size is None else (result.nodes < nodes)
