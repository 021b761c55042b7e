"""What learning from cut-offs gains where native code solves: nodes with `history` and as by default, in games that answer differently.

uv run pytest tests/benchmarks/test_history.py --benchmark-only
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.mancala import kalah_paper
from minimaxer_games.reversi import Reversi

from .. import refdata
from .measuring import compiled, note_nodes


def connect_four(options: mx.AlphaBetaOptions) -> int:
    """Sixty positions in the middle of the game, with their publisher's scores; gives the nodes."""
    game = ConnectFour()
    nodes = 0
    with closing(mx.Search(compiled(game), options)) as engine:
        for line in refdata.path("connect4/Test_L2_R2").read_text().splitlines()[:60]:
            text, score = line.split()
            result = engine.solve(game.parse(text))
            assert refdata.pons_score(text, result) == int(score), text
            nodes += result.nodes
    return nodes


def kalah(options: mx.AlphaBetaOptions) -> int:
    """Kalah with four houses and four seeds in each; gives the nodes."""
    return from_start(kalah_paper(4, 4), 2, options)


def dots_and_boxes(options: mx.AlphaBetaOptions) -> int:
    """Dots and boxes of two rows and three columns; gives the nodes."""
    return from_start(DotsAndBoxes(rows=2, columns=3), -2, options)


def from_start(game: Any, value: int, options: mx.AlphaBetaOptions) -> int:
    """The nodes of solving a game whose value is known."""
    result = mx.solve(compiled(game), options=options)
    assert (result.value, result.solved) == (value, True)
    return result.nodes


def reversi(options: mx.AlphaBetaOptions) -> int:
    """The first eight positions of the FFO endgame suite; gives the nodes."""
    game = Reversi(empties="winner")
    nodes = 0
    with closing(mx.Search(compiled(game), options)) as engine:
        for line in refdata.path("othello/fforum-1-19.obf").read_text().splitlines()[:8]:
            state = game.parse(line)
            result = engine.solve(state)
            best = int(line.split(";")[1].split(":")[1])
            assert (result.value if state.player == 0 else -result.value) == best, line
            nodes += result.nodes
    return nodes


pytestmark = pytest.mark.thorough
WORKLOADS: Final = (connect_four, kalah, dots_and_boxes, reversi)


@pytest.mark.parametrize("history", [None, True])
@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.__name__)
def test_solving(benchmark: BenchmarkFixture, workload: Callable[[mx.AlphaBetaOptions], int], history: bool | None) -> None:
    """The values are those known, by default, which is without history here, and with it."""
    benchmark.group = f"15 native solving and history, {workload.__name__}"
    options = mx.AlphaBetaOptions(history=history)
    if benchmark.enabled:
        workload(options)
    note_nodes(benchmark, benchmark.pedantic(lambda: workload(options), rounds=3))
