"""Breakthrough against published move counts (8x8: Fairy-Stockfish's tests; others: pyspiel) and solved small boards."""

from __future__ import annotations

import pytest

import minimaxer as mx
from minimaxer_games.breakthrough import Board, Breakthrough

PERFT = {(8, 8, 2): (22, 484, 11132), (5, 6, 2): (13, 169, 2331, 31545), (5, 5, 1): (13, 169, 1911, 21514)}
"""By columns, rows and rows of men; pyspiel gives one row of men to boards of fewer than six rows."""
SOLVED = {(3, 4, 1): (0, 8), (3, 5, 1): (0, 12), (4, 4, 1): (0, 10)}
"""The winner, and after how many plies his last one follows."""


@pytest.mark.parametrize("board", PERFT)
def test_perft(board: tuple[int, int, int]) -> None:
    """Move counts are as published."""
    columns, rows, men = board
    game = Breakthrough(columns=columns, rows=rows, men=men)
    assert tuple(mx.perft(game, depth=depth) for depth in range(1, len(PERFT[board]) + 1)) == PERFT[board]


@pytest.mark.parametrize("board", SOLVED)
def test_small_boards(board: tuple[int, int, int]) -> None:
    """Winner and length under best play."""
    columns, rows, men = board
    result = mx.solve(Breakthrough(columns=columns, rows=rows, men=men))
    assert (result.winner, (result.plies_to_end or 0) - 1) == SOLVED[board]


def test_ends() -> None:
    """By a man on the other edge, or when all men are taken."""
    game = Breakthrough(columns=3, rows=4, men=1)
    board = game.parse("o.o/x../.../.xx/0")
    moves = {game.format_move(board, move): game.play(board, move) for move in game.moves(board)}
    assert sorted(moves) == ["a3b4", "b1a2", "b1b2", "b1c2", "c1b2", "c1c2"]
    assert game.outcome(moves["a3b4"]) == mx.WIN
    assert game.outcome(Board(1 << 4, 0, 1)) == mx.WIN
    assert game.outcome(Board(0, 1 << 4, 0)) == mx.LOSS
    assert game.outcome(Board(1 << 4, 1 << 1, 0)) == mx.LOSS


def test_notation() -> None:
    """Positions and moves are read and written, and what is none is told."""
    game = Breakthrough(columns=3, rows=4, men=1)
    assert game.format(game.initial()) == "ooo/.../.../xxx/0"
    assert game.parse("OOO/.../.../xxx/0") == game.initial()
    assert game.render(game.initial()).splitlines()[-2:] == ["1 x x x", "  a b c"]
    for text in ("", "ooo/.../.../xxx/2", "ooo/.../xxx/0", "ooo/..z/.../xxx/0"):
        with pytest.raises(mx.NotationError, match=r"expected 4 rows of 3 signs, each x, o or \., then 0 or 1 for who moves"):
            game.parse(text)
    with pytest.raises(
        mx.NotationError, match=r"player 0 has won already in 'xoo/.../.../.xx/0'; the other player is to move there"
    ):
        game.parse("xoo/.../.../.xx/0")
    with pytest.raises(mx.NotationError, match="expected two squares, such as a2b3, got 'a2'"):
        game.parse_move(game.initial(), "a2")
    with pytest.raises(mx.NotationError, match="expected a square from a1 to c4, got 'd2'"):
        game.parse_move(game.initial(), "a1d2")


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"columns": 1}, "expected columns to be a whole number from 2 to 8, got 1"),
        ({"men": 4}, "expected men to be a whole number from 1 to 3, got 4"),
        ({"rows": 4}, "expected an empty row between the players, got 2 rows of men on 4 rows"),
    ],
)
def test_bad_options(fields: dict[str, int], error: str) -> None:
    """Boards have room for both."""
    with pytest.raises(mx.OptionError, match=error):
        Breakthrough(**fields)
