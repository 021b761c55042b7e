"""What the bundled games give natively: move counts, chess with quiescence, ends of reversi; and the doctor's time.

uv run pytest tests/benchmarks/test_games.py --benchmark-only

Nodes and leaves a second stand in the extra columns (`--benchmark-json` keeps them).
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer.testing import check_game
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.reversi import Reversi

from ..needs import needs_llvmlite
from .measuring import compiled, note_nodes

COUNTS = {"chess_lite": (ChessLite(), 7, 6_947_252), "reversi": (Reversi(), 10, 24_571_056)}
LATE = "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X"
"""Its number 3, with fourteen empty squares."""


@needs_llvmlite
@pytest.mark.thorough  # untimed, tests/native counts the same
@pytest.mark.parametrize("name", COUNTS)
def test_perft(benchmark: BenchmarkFixture, name: str) -> None:
    """Move sequences from the start."""
    game, depth, count = COUNTS[name]
    fast = compiled(game)
    benchmark.group = "14 move counts of bundled games"
    assert benchmark.pedantic(lambda: mx.perft(fast, depth=depth), rounds=3) == count
    note_nodes(benchmark, count)


@needs_llvmlite
@pytest.mark.thorough
def test_chess_with_quiescence(benchmark: BenchmarkFixture) -> None:
    """Gardner's chess to depth 12 from the start."""
    fast = compiled(ChessLite())
    benchmark.group = "14 a small chess, depth 12"
    result = benchmark.pedantic(lambda: mx.search(fast, depth=12), rounds=3)
    assert (result.value, result.nodes) == (27, 1_633_043)
    note_nodes(benchmark, result.nodes)


@needs_llvmlite
@pytest.mark.thorough
def test_the_end_of_reversi(benchmark: BenchmarkFixture) -> None:
    """Fourteen empty squares, solved."""
    game = Reversi(empties="winner")
    fast = compiled(game)
    benchmark.group = "14 ends of reversi"
    result = benchmark.pedantic(lambda: mx.solve(fast, game.parse(LATE)), rounds=3)
    assert result.value == 2
    note_nodes(benchmark, result.nodes)


@pytest.mark.parametrize("name", ["chess_lite", "connect_four", "reversi"])
def test_doctor(benchmark: BenchmarkFixture, name: str) -> None:
    """300 random games, in Python."""
    game = mx.find_game(name)
    benchmark.group = "14 the doctor, 300 games"
    games = 300 if benchmark.enabled else 3
    assert benchmark.pedantic(lambda: check_game(game, games=games, compiled=False), rounds=1).ok
