"""Other frameworks on the same work, where they are installed.

    uv run --with easyAI==2.0.11 --with open_spiel pytest tests/benchmarks/test_peers.py --benchmark-only
    npm install --prefix build/npm minimaxer@3.2.3

`against_easyai.py` and `against_npm.py` print the same as ratios.
"""

from __future__ import annotations

import importlib.util
import shutil
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import kalah_benchmark

from ..needs import needs_llvmlite
from . import against_easyai, against_npm
from .measuring import compiled, measured

DEPTH = 6
FOUR = f"12 connect four to depth {DEPTH}, evaluation 0"
KALAH = "12 Kalah to depth 8"


def test_connect_four(benchmark: BenchmarkFixture) -> None:
    """The plain call, with all that the game knows, its evaluation too, in Python."""
    benchmark.group = FOUR
    result = measured(benchmark, lambda: mx.search(ConnectFour(), depth=DEPTH))
    assert (result.value, result.nodes, result.created) == (0, 2_133, 1_291)


def test_connect_four_by_its_rules(benchmark: BenchmarkFixture) -> None:
    """The game's five methods alone, as the other frameworks search it, in Python."""
    benchmark.group = FOUR
    result = measured(benchmark, lambda: mx.search(ConnectFour(), depth=DEPTH, options=against_easyai.PLAIN))
    assert (result.value, result.nodes, result.created) == (0, 2_091, 1_249)


@pytest.mark.thorough
@needs_llvmlite
def test_connect_four_compiled(benchmark: BenchmarkFixture) -> None:
    """The same natively."""
    benchmark.group = FOUR
    result = measured(benchmark, lambda: mx.search(compiled(ConnectFour()), depth=DEPTH, options=against_easyai.PLAIN))
    assert (result.value, result.nodes) == (0, 945)


def test_connect_four_by_easyai(benchmark: BenchmarkFixture) -> None:
    """Its Negamax on the connect four that comes with it, in Python."""
    if importlib.util.find_spec("easyAI") is None:
        pytest.skip("easyAI is not installed: uv run --with easyAI==2.0.11")
    benchmark.group = FOUR
    assert benchmark.pedantic(against_easyai.search, args=(DEPTH,), rounds=5, warmup_rounds=1) in range(7)


def test_connect_four_by_open_spiel(benchmark: BenchmarkFixture) -> None:
    """Its alpha-beta on its connect four: C++, called from Python for the value alone."""
    if importlib.util.find_spec("pyspiel") is None:
        pytest.skip("OpenSpiel is not installed: uv run --with open_spiel")
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game: Any = pyspiel.load_game("connect_four")
    benchmark.group = FOUR

    def search() -> Any:
        return minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=DEPTH, maximizing_player_id=0)

    assert benchmark.pedantic(search, rounds=5, warmup_rounds=1)[0] == 0


def test_kalah(benchmark: BenchmarkFixture) -> None:
    """Our default, in Python."""
    benchmark.group = KALAH
    result = measured(benchmark, lambda: mx.search(kalah_benchmark(), depth=8))
    assert (result.value, result.nodes, result.created) == (1, 5_095, 2_950)


@pytest.mark.thorough
@needs_llvmlite
def test_kalah_compiled(benchmark: BenchmarkFixture) -> None:
    """Our default, natively."""
    benchmark.group = KALAH
    result = measured(benchmark, lambda: mx.search(compiled(kalah_benchmark()), depth=8))
    assert (result.value, result.nodes) == (1, 4_739)


@pytest.mark.thorough
def test_kalah_by_the_npm_package(benchmark: BenchmarkFixture) -> None:
    """Its fastest configuration, under Node; its own times stand in the extra columns, since starting Node takes longer."""
    if shutil.which("node") is None or not against_npm.is_there():
        pytest.skip("Node or the package is not here: npm install --prefix build/npm minimaxer@3.2.3")
    benchmark.group = KALAH
    rows = benchmark.pedantic(against_npm.theirs, args=(against_npm.PACKAGE, [8], 5), rounds=1)
    best = min(rows, key=lambda row: float(row["seconds"]))
    assert (best["value"], best["move"]) == (1, 5)
    benchmark.extra_info.update(configuration=f"{best['kind']}, {best['name']}", seconds=best["seconds"], created=best["nodes"])
