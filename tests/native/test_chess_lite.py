"""Chess on small boards natively: all reference positions, mates, and endings with queen or rook."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.native import compile_game
from minimaxer_games.chess_lite import ChessLite

from .. import refdata
from ..games.test_chess_lite import VARIANTS, check_rows


@pytest.fixture(
    scope="module", params=[pytest.param(each, marks=[pytest.mark.thorough] if each == "losalamos" else []) for each in VARIANTS]
)
def fast(request: pytest.FixtureRequest) -> Any:
    """Each variant, compiled; the rules are the same, compared with Python's once, and quick tests are content with the smaller board."""
    return compile_game(ChessLite(variant=request.param), check=request.param == "gardner")


@pytest.fixture
def engine(fast: Any) -> Iterator[mx.Search[Any, int]]:
    """A search without null moves, which may miss the quickest mate."""
    with closing(mx.Search(fast, mx.AlphaBetaOptions(null_move=False))) as search:
        yield search


@pytest.mark.thorough
def test_perft(fast: Any) -> None:
    """All counts of the reference positions but the deepest."""
    assert check_rows(fast, fast.game.variant, range(1, 6 if fast.game.variant == "gardner" else 5)) > 80


@pytest.mark.thorough
def test_perft_to_the_end(fast: Any) -> None:
    """All counts."""
    assert check_rows(fast, fast.game.variant, range(5, 7)) > 15


@pytest.mark.thorough
def test_mates(fast: Any, engine: mx.Search[Any, int]) -> None:
    """Every mate in up to four moves is found, no sooner and no later, by a move that is known to win."""
    rows = refdata.rows(f"chesslite/{fast.game.variant}_mates.csv")
    assert len(rows) > 20
    for row in rows:
        state = fast.parse(row["fen"])
        result = engine.solve(state)
        assert (result.winner, result.plies_to_end) == (state.player, 2 * int(row["mate_in"]) - 1), row["fen"]
        winning = row["winning_first_moves"].split()
        assert not winning or fast.format_move(state, result.move) in winning, row["fen"]


@pytest.mark.thorough
def test_queen_or_rook_against_king(fast: Any, engine: mx.Search[Any, int]) -> None:
    """The distance to mate, from a retrograde table; the longest are left to the slow test."""
    check_endings(fast, engine, range(1, 9))


@pytest.mark.thorough
def test_the_longest_endings(fast: Any, engine: mx.Search[Any, int]) -> None:
    """Mates in nine and ten moves."""
    check_endings(fast, engine, range(9, 11))


def check_endings(fast: Any, engine: mx.Search[Any, int], moves: range) -> None:
    """Solves the reference endings that take so many moves."""
    if fast.game.variant != "gardner":
        pytest.skip("there is a table for 5x5 only")
    for row in refdata.rows("chesslite/gardner_kqk_krk_dtm.csv"):
        if int(row["mate_in"]) in moves:
            result = engine.solve(fast.parse(row["fen"]))
            assert (result.winner, result.plies_to_end) == (0, 2 * int(row["mate_in"]) - 1), row["fen"]


@pytest.mark.thorough
def test_the_whole_board() -> None:
    """8x8 needs the top bit: published counts without castling and en passant, which come later."""
    game = compile_game(ChessLite(variant="eight"), check=False)
    assert [mx.perft(game, depth=depth) for depth in range(1, 5)] == [20, 400, 8902, 197_281]
