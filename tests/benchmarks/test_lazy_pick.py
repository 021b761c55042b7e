"""Picking the best move left against sorting all moves, in whole searches of both tiers.

uv run pytest tests/benchmarks/test_lazy_pick.py --benchmark-only

All but `none` try the same moves in the same order, so that nodes a second tell them apart.
"""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import minimaxer as mx
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import Board, ConnectFour
from minimaxer_games.mancala import Mancala, kalah_benchmark

from ..needs import needs_llvmlite
from .measuring import compiled, measured


class ManyMoves(ConnectFour):
    """Connect four on a board of 31 columns and one row, for lists of moves that are long."""

    def __init__(self) -> None:
        super().__init__(width=31, height=1)

    def order(self, board: Board, column: int) -> int:
        return (column * 7 + board.first) % 31


GAMES: dict[str, tuple[Any, int]] = {
    "connect four": (ConnectFour(), 13),
    "mancala": (Mancala(), 12),
    "chess": (ChessLite(), 8),
    "31 columns": (ManyMoves(), 6),
}


FOUND = {
    "connect four": (1, 286_879, 417_533),
    "mancala": (6, 43_629, 1_375_360),
    "chess": (15, 64_569, 1_248_738),
}
"""The value, the nodes in one order whoever makes it, and those in no order."""


@needs_llvmlite
@pytest.mark.thorough  # untimed, tests/native compares the orderings on random games
@pytest.mark.parametrize("ordering", ["lazy_pick", "insertion", "bubble", "network", "shell", "none"])
@pytest.mark.parametrize("name", GAMES)
def test_natively(benchmark: BenchmarkFixture, name: str, ordering: str) -> None:
    """Each search with an empty table."""
    game, depth = GAMES[name]
    if isinstance(game, ManyMoves) and not benchmark.enabled:
        pytest.skip("a compilation that only its times are worth")
    options = mx.AlphaBetaOptions(
        ordering=ordering, ignore={"bounds", "search_moves"} if isinstance(game, ConnectFour) else set()
    )
    benchmark.group = f"6 picking or sorting moves, natively: {name} to depth {depth}"
    result = measured(benchmark, lambda: mx.search(compiled(game), depth=depth, options=options), 25)
    if name in FOUND:
        value, ordered, unordered = FOUND[name]
        assert (result.value, result.nodes) == (value, unordered if ordering == "none" else ordered)


@pytest.mark.parametrize("ordering", ["lazy_pick", "builtin", "insertion", "early_exit_bubble"])
def test_on_a_tree(benchmark: BenchmarkFixture, ordering: str) -> None:
    """The children that exist, ordered before each further depth."""
    options = mx.AlphaBetaOptions(ordering=ordering, ignore={"order"})
    benchmark.group = "6 picking or sorting children, in Python: Kalah to depth 8"
    game = kalah_benchmark()
    result = measured(benchmark, lambda: mx.search(game, depth=8, options=options, algorithm="alphabeta"), 25)
    assert (result.value, result.nodes, result.created) == (1, 5_150, 3_000)
