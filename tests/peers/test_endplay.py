"""Open whist against DDS, B. Haglund's and S. Hein's double-dummy solver, as the package endplay brings it."""

from __future__ import annotations

from random import Random

import pytest

import minimaxer as mx
from minimaxer_games.whist import OpenWhist, Table

from ..needs import needs_llvmlite

pytest.importorskip("endplay", reason="endplay is not installed: uv run --group dds pytest tests/peers")

from endplay import dds, types

BOARDS = 200
"""Most that DDS takes at once."""


def deals(count: int, seed: int) -> list[Table]:
    """Deals of four to seven cards to a hand from the full deck, every suit and no trumps in turn, every seat on lead."""
    rng = Random(seed)
    games = [
        OpenWhist(cards=4 + number % 4, trumps="SHDCN"[number % 5], seed=rng.randrange(10**9)).initial()
        for number in range(count)
    ]
    return [table._replace(seat=rng.randrange(4)) for table in games]


def margins(tables: list[Table]) -> list[int]:
    """The tricks of side 0 less those of side 1, as DDS finds them."""
    game = OpenWhist()
    found = []
    for start in range(0, len(tables), BOARDS):
        part = tables[start : start + BOARDS]
        boards = []
        for table in part:
            board = types.Deal(" ".join(game.format(table).split()[:4]))
            board.first = types.Player(table.seat)
            board.trump = types.Denom(table.trumps)
            boards.append(board)
        for table, solved in zip(part, dds.solve_all_boards(boards), strict=True):
            taken = max(tricks for _, tricks in solved)
            margin = 2 * taken - table.hands[0].bit_count()
            found.append(-margin if table.seat & 1 else margin)
    return found


@needs_llvmlite
@pytest.mark.parametrize(
    ("count", "seed"), [pytest.param(40, 1, id="40 deals"), pytest.param(1000, 2, id="1000 deals", marks=pytest.mark.thorough)]
)
def test_values_are_those_of_dds(count: int, seed: int) -> None:
    """Every value is the solver's."""
    native = mx.compile(OpenWhist())
    tables = deals(count, seed)
    assert [mx.solve(native, table).value for table in tables] == margins(tables)


def test_values_in_python_are_those_of_dds() -> None:
    """Those of the tree tier too."""
    tables = [table for table in deals(16, 3) if table.hands[0].bit_count() == 4]
    assert [mx.solve(OpenWhist(), table).value for table in tables] == margins(tables)
