"""What native code gives: move counts, plain alpha-beta, deepening with a table, every ordering, and null-window solving.

uv run pytest tests/benchmarks/test_native.py --benchmark-enable --benchmark-only

Nodes a second stand in the extra columns (`--benchmark-json` keeps them).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

pytest.importorskip("numba", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer_games.connect_four import Board, ConnectFour
from minimaxer_games.mancala import Mancala, kalah_benchmark

from .. import refdata

PLAIN = frozenset({"evaluate", "order", "bounds", "search_moves"})
ORDERINGS = ("lazy_pick", "insertion", "bubble", "network", "shell", "none")


class ManyMoves(ConnectFour):
    """Connect four on a board of 31 columns and one row, for lists of moves that are long."""

    def __init__(self) -> None:
        super().__init__(width=31, height=1)

    def order(self, board: Board, column: int) -> int:
        return (column * 7 + board.first) % 31


@cache
def compiled(game: Any) -> Any:
    """The game, compiled once."""
    return mx.compile(game)


def measured(benchmark: BenchmarkFixture, search: Callable[[], mx.SearchResult[Any]], rounds: int = 5) -> mx.SearchResult[Any]:
    """Times the search and notes its nodes."""
    search()
    result: mx.SearchResult[Any] = benchmark.pedantic(search, rounds=rounds)
    benchmark.extra_info["nodes"] = result.nodes
    benchmark.extra_info["nodes_per_second"] = round(result.nps)
    return result


def test_perft(benchmark: BenchmarkFixture) -> None:
    """Connect four, 10 plies from the empty board, moves of the last ply counted where they are made."""
    fast = compiled(ConnectFour())
    mx.perft(fast, depth=2)
    benchmark.group = "native move counts"
    assert benchmark.pedantic(lambda: mx.perft(fast, depth=10), rounds=3) == 268_031_646


def test_plain_alpha_beta(benchmark: BenchmarkFixture) -> None:
    """No table, no killers, no history, no `order`, evaluation 0."""
    options = mx.AlphaBetaOptions(deepening=False, ignore=PLAIN)
    benchmark.group = "native alpha-beta"
    measured(benchmark, lambda: mx.search(compiled(ConnectFour()), depth=14, algorithm="fixed", options=options))


@pytest.mark.parametrize("evaluated", [False, True])
def test_deepening_with_a_table(benchmark: BenchmarkFixture, evaluated: bool) -> None:
    """To depth 14 from the empty board, with evaluation 0, or with the squares that would win."""
    options = mx.AlphaBetaOptions(ignore=PLAIN - {"evaluate"} if evaluated else PLAIN)
    benchmark.group = "native deepening, depth 14"
    measured(benchmark, lambda: mx.search(compiled(ConnectFour()), depth=14, options=options))


@pytest.mark.parametrize("depth", [6, 8, 10, 12])
def test_kalah(benchmark: BenchmarkFixture, depth: int) -> None:
    """The benchmark game of the seed."""
    engine = mx.Search(compiled(kalah_benchmark()), mx.AlphaBetaOptions())
    benchmark.group = f"native Kalah, depth {depth}"
    measured(benchmark, lambda: mx.search(compiled(kalah_benchmark()), depth=depth))
    engine.close()


@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("name", ["connect_four", "mancala", "many_moves"])
def test_orderings(benchmark: BenchmarkFixture, name: str, ordering: str) -> None:
    """Every ordering gives the same sequence but `none`, so that time tells them apart."""
    game, depth = {"connect_four": (ConnectFour(), 13), "mancala": (Mancala(), 12), "many_moves": (ManyMoves(), 6)}[name]
    options = mx.AlphaBetaOptions(ordering=ordering, ignore={"bounds", "search_moves"})
    benchmark.group = f"native orderings, {name}"
    measured(benchmark, lambda: mx.search(compiled(game), depth=depth, options=options))


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1"])
def test_published_positions(benchmark: BenchmarkFixture, name: str) -> None:
    """A thousand positions each, table kept from one to the next."""
    game = ConnectFour()
    states = [game.parse(line.split()[0]) for line in refdata.path(f"connect4/Test_{name}").read_text().splitlines()]
    engine = mx.Search(compiled(game))
    benchmark.group = "native solving, 1,000 positions"

    def solve() -> int:
        return sum(engine.solve(state).nodes for state in states)

    benchmark.extra_info["nodes"] = benchmark.pedantic(solve, rounds=3)
    engine.close()
