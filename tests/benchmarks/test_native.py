"""What native code gives: move counts, plain alpha-beta, deepening with a table, and null-window solving.

uv run pytest tests/benchmarks/test_native.py --benchmark-only

Nodes a second stand in the extra columns (`--benchmark-json` keeps them). What is thorough here repeats what `tests/native` and
`tests/games` promise of move counts and published positions.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour

from .. import refdata
from .measuring import compiled, measured

PLAIN = frozenset({"evaluate", "order", "bounds", "search_moves"})


@pytest.mark.thorough
def test_perft(benchmark: BenchmarkFixture) -> None:
    """Connect four, 10 plies from the empty board, moves of the last ply counted where they are made."""
    fast = compiled(ConnectFour())
    mx.perft(fast, depth=2)
    benchmark.group = "11 native move counts"
    assert benchmark.pedantic(lambda: mx.perft(fast, depth=10), rounds=3) == 268_031_646


def test_plain_alpha_beta(benchmark: BenchmarkFixture) -> None:
    """No table, no killers, no history, no `order`, evaluation 0."""
    options = mx.AlphaBetaOptions(deepening=False, ignore=PLAIN)
    benchmark.group = "11 native alpha-beta"
    result = measured(benchmark, lambda: mx.search(compiled(ConnectFour()), depth=14, algorithm="fixed", options=options))
    assert (result.value, result.nodes) == (0, 14_779_878)


@pytest.mark.thorough
@pytest.mark.parametrize("evaluated", [False, True])
def test_deepening_with_a_table(benchmark: BenchmarkFixture, evaluated: bool) -> None:
    """To depth 14 from the empty board, with evaluation 0, or with the squares that would win."""
    options = mx.AlphaBetaOptions(ignore=PLAIN - {"evaluate"} if evaluated else PLAIN)
    benchmark.group = "11 native deepening, depth 14"
    result = measured(benchmark, lambda: mx.search(compiled(ConnectFour()), depth=14, options=options))
    assert (result.value, result.nodes) == (0, 705_479 if evaluated else 130_866)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1"])
def test_published_positions(benchmark: BenchmarkFixture, name: str) -> None:
    """A thousand positions each, table kept from one to the next."""
    game = ConnectFour()
    rows = refdata.scored(name)
    states = [game.parse(text) for text, _ in rows]
    engine = mx.Search(compiled(game))
    benchmark.group = "11 native solving, 1,000 positions"

    found = benchmark.pedantic(lambda: [engine.solve(state) for state in states], rounds=3)
    assert [refdata.pons_score(text, each) for (text, _), each in zip(rows, found, strict=True)] == [score for _, score in rows]
    benchmark.extra_info["nodes"] = sum(each.nodes for each in found)
    engine.close()
