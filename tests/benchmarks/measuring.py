"""What the benchmarks share: compiled games, and what is noted beside the times."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer.native import compile_game


@cache
def compiled(game: Any) -> Any:
    """The game, compiled once."""
    return compile_game(game)


def measured(benchmark: BenchmarkFixture, search: Callable[[], mx.SearchResult[Any]], rounds: int = 9) -> mx.SearchResult[Any]:
    """Times the search after one that is not timed, and notes what it did."""
    if benchmark.enabled:
        search()
    result: mx.SearchResult[Any] = benchmark.pedantic(search, rounds=rounds)
    note(benchmark, result)
    return result


def note(benchmark: BenchmarkFixture, result: mx.SearchResult[Any]) -> None:
    """Notes nodes, nodes a second, and where positions were cut off, for the extra columns."""
    note_nodes(benchmark, result.nodes)
    benchmark.extra_info["created"] = result.created
    if result.cutoffs is not None:
        benchmark.extra_info["cutoffs"] = result.cutoffs.to_dict()
    if result.comparisons is not None:
        benchmark.extra_info["comparisons"] = result.comparisons


def note_nodes(benchmark: BenchmarkFixture, nodes: int) -> None:
    """Notes nodes, and nodes a second where they were timed."""
    benchmark.extra_info["nodes"] = nodes
    if benchmark.stats is not None:
        benchmark.extra_info["nodes_per_second"] = round(nodes / benchmark.stats.stats.median)
