"""Children made only when needed, against all at once: time, nodes made, memory.

uv run pytest tests/benchmarks/test_generator.py --benchmark-only
"""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import kalah_benchmark

from .measuring import measured

WAYS = {"lazily": True, "all at once": False}


@pytest.mark.parametrize("depth", [5, 6, 8])
@pytest.mark.parametrize("way", WAYS)
def test_kalah(benchmark: BenchmarkFixture, way: str, depth: int) -> None:
    """The benchmark game of the seed, with the built-in sort as there."""
    options = mx.AlphaBetaOptions(lazy_children=WAYS[way], ordering="builtin", ignore={"order"})
    benchmark.group = f"3 children made lazily or at once: Kalah to depth {depth}"
    made = {"lazily": {5: 373, 6: 652, 8: 3_000}, "all at once": {5: 706, 6: 1_548, 8: 6_663}}
    assert made_and_kept(benchmark, mx.Search(kalah_benchmark(), options), depth) == made[way][depth]


@pytest.mark.parametrize("way", WAYS)
def test_connect_four(benchmark: BenchmarkFixture, way: str) -> None:
    """A game with more costly moves, without its own ordering and bounds."""
    options = mx.AlphaBetaOptions(
        lazy_children=WAYS[way], ordering="builtin", ignore={"order", "bounds", "search_moves", "evaluate"}
    )
    benchmark.group = "3 children made lazily or at once: connect four to depth 6"
    made = {"lazily": 1_249, "all at once": 3_949}
    assert made_and_kept(benchmark, mx.Search(ConnectFour(), options), 6) == made[way]


def made_and_kept(benchmark: BenchmarkFixture, engine: mx.Search[Any, int], depth: int) -> int:
    """Times a search with a new tree each time, and notes what the tree takes; gives how many nodes were made."""
    start = engine.game.initial()

    def afresh() -> mx.SearchResult[int]:
        engine.close()
        return engine.run(start, mx.Limits(depth=depth))

    result = measured(benchmark, afresh, 15)
    benchmark.extra_info["size_bytes"] = engine.size_bytes
    return result.created
