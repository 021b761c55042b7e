"""What native code gives: move counts, plain alpha-beta, deepening with a table, and null-window solving.

uv run pytest tests/benchmarks/test_native.py --benchmark-only

Nodes a second stand in the extra columns (`--benchmark-json` keeps them).
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

pytest.importorskip("numba", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour

from .. import refdata
from .measuring import compiled, measured

PLAIN = frozenset({"evaluate", "order", "bounds", "search_moves"})


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
    measured(benchmark, lambda: mx.search(compiled(ConnectFour()), depth=14, algorithm="fixed", options=options))


@pytest.mark.parametrize("evaluated", [False, True])
def test_deepening_with_a_table(benchmark: BenchmarkFixture, evaluated: bool) -> None:
    """To depth 14 from the empty board, with evaluation 0, or with the squares that would win."""
    options = mx.AlphaBetaOptions(ignore=PLAIN - {"evaluate"} if evaluated else PLAIN)
    benchmark.group = "11 native deepening, depth 14"
    measured(benchmark, lambda: mx.search(compiled(ConnectFour()), depth=14, options=options))


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1"])
def test_published_positions(benchmark: BenchmarkFixture, name: str) -> None:
    """A thousand positions each, table kept from one to the next; the game's own order is better here than what is learnt."""
    game = ConnectFour()
    states = [game.parse(line.split()[0]) for line in refdata.path(f"connect4/Test_{name}").read_text().splitlines()]
    engine = mx.Search(compiled(game), mx.AlphaBetaOptions(history=False))
    benchmark.group = "11 native solving, 1,000 positions"

    def solve() -> int:
        return sum(engine.solve(state).nodes for state in states)

    benchmark.extra_info["nodes"] = benchmark.pedantic(solve, rounds=3)
    engine.close()
