"""What several workers give: nodes a second, time to a depth, time to solve, and many positions side by side.

uv run pytest tests/benchmarks/test_parallel.py --benchmark-only

`minimaxer bench smp <game>` measures the same on any game, with ratios. Nodes a second stand in the extra columns.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala

from .. import refdata
from .measuring import compiled

POSITIONS = 100
WORKERS = pytest.mark.parametrize("threads", [1, 2], ids=["1 worker", "2 workers"])


def searched(benchmark: BenchmarkFixture, engine: mx.Search[Any, Any], depth: int) -> mx.SearchResult[Any]:
    """Times a search with an empty table to that depth."""

    def afresh() -> mx.SearchResult[Any]:
        engine.close()
        engine.run(limits=mx.Limits(depth=1))
        return engine.run(engine.game.initial(), mx.Limits(depth=depth))

    result: mx.SearchResult[Any] = benchmark.pedantic(afresh, rounds=7, warmup_rounds=1)
    engine.close()
    benchmark.extra_info["nodes"] = result.nodes
    benchmark.extra_info["nodes_per_second"] = round(result.nps)
    return result


@WORKERS
@pytest.mark.parametrize(
    ("game", "depth", "value"),
    [pytest.param(ConnectFour(), 16, 0, marks=pytest.mark.thorough), pytest.param(Mancala(), 16, 7, marks=pytest.mark.thorough)],
    ids=["connect four", "mancala"],
)
def test_time_to_depth(benchmark: BenchmarkFixture, game: Any, depth: int, value: int, threads: int) -> None:
    """With the game's evaluation and a shared table."""
    benchmark.group = f"13 to depth {depth}, {type(game).__name__}"
    assert searched(benchmark, mx.Search(compiled(game), threads=threads), depth).value == value


@pytest.mark.parametrize("scheme", ["abdada", "lazy_smp"])
def test_schemes(benchmark: BenchmarkFixture, scheme: Any) -> None:
    """How two workers share a search."""
    benchmark.group = "13 schemes, connect four to depth 16"
    assert searched(benchmark, mx.Search(compiled(ConnectFour()), threads=2, parallel=scheme), 16).value == 0


@WORKERS
def test_nodes_without_a_table(benchmark: BenchmarkFixture, threads: int) -> None:
    """Nodes a second where nothing is shared; it takes no less time."""
    benchmark.group = "13 no table, connect four to depth 13"
    scheme: Any = "lazy_smp" if threads > 1 else "auto"
    engine = mx.Search(compiled(ConnectFour()), mx.AlphaBetaOptions(table=None), threads=threads, parallel=scheme)
    result = searched(benchmark, engine, 13)
    assert (result.value, result.depth) == (1, 13)


@pytest.mark.thorough
@WORKERS
def test_time_to_solve(benchmark: BenchmarkFixture, threads: int) -> None:
    """Positions of P. Pons' middle-hard set, one after the other; `minimaxer bench smp --solve --file` takes whole sets."""
    game, rows = ConnectFour(), refdata.scored("L2_R2", POSITIONS)
    engine = mx.Search(compiled(game), threads=threads)

    def solve() -> list[mx.SearchResult[int]]:
        engine.close()
        return [engine.solve(game.parse(text)) for text, _ in rows]

    benchmark.group = f"13 solving {POSITIONS} positions of L2_R2"
    found = benchmark.pedantic(solve, rounds=3, warmup_rounds=1)
    assert [refdata.pons_score(text, each) for (text, _), each in zip(rows, found, strict=True)] == [score for _, score in rows]
    benchmark.extra_info["nodes"] = sum(each.nodes for each in found)
    engine.close()


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_many_positions(benchmark: BenchmarkFixture, workers: int, tmp_path: Path) -> None:
    """`analyse_many` on the same set, its processes' start included."""
    game, rows = ConnectFour(), refdata.scored("L2_R2", POSITIONS)
    states = [game.parse(text) for text, _ in rows]
    benchmark.group = f"13 {POSITIONS} positions side by side"
    found = benchmark.pedantic(lambda: mx.analyse_many(compiled(game), states, workers=workers, solve=True), rounds=3)
    results = [each.result for each in found if each.result is not None]
    assert [refdata.pons_score(text, each) for (text, _), each in zip(rows, results, strict=True)] == [score for _, score in rows]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "given",
    [{}, {"options": mx.AlphaBetaOptions(table="64MB")}, {"threads": 2, "parallel": "processes"}],
    ids=["one", "one, table", "two processes"],
)
def test_a_game_that_is_not_compiled(benchmark: BenchmarkFixture, given: dict[str, Any]) -> None:
    """Connect four in Python, with helpers that are there already and a table that is not empty."""
    engine = mx.Search(ConnectFour(), **given)
    engine.run(limits=mx.Limits(seconds=1))

    def search() -> mx.SearchResult[Any]:
        return engine.run(ConnectFour().parse("4455"[: 1 + next(turn) % 4]), mx.Limits(depth=8))

    turn = iter(range(10**6))
    benchmark.group = "13 connect four in Python, to depth 8"
    result: mx.SearchResult[Any] = benchmark.pedantic(search, rounds=4)
    assert result.depth == 8 or result.winner == 0
    benchmark.extra_info["nodes"] = result.nodes
    engine.close()
