"""Domineering against the published winners (D. Breuker, J. Uiterwijk, J. van den Herik, 2000)."""

from __future__ import annotations

import pytest

import minimaxer as mx
from minimaxer_games.domineering import Board, Domineering

WINNERS = ("PHHHHHH", "VNNHVNN", "VNNHHHH", "VVVNVNV", "VHVHPH?", "VNVNV??", "VNVH???")
"""Rows 1 to 7, columns 1 to 7: N who begins, P the other, V vertical, H horizontal, whoever begins; ? not known here."""
KINDS = {(0, 1): "N", (1, 0): "P", (0, 0): "V", (1, 1): "H"}


def winner(rows: int, columns: int) -> str:
    """The kind of the board."""
    game = Domineering(rows=rows, columns=columns)
    first, second = (mx.solve(game, Board(0, player)).winner for player in (0, 1))
    return KINDS[first or 0, second or 0]


def test_winners_of_small_boards() -> None:
    """Boards of up to 25 squares, in Python."""
    for rows in range(1, 6):
        for columns in range(1, 6):
            assert winner(rows, columns) == WINNERS[rows - 1][columns - 1], (rows, columns)


def test_first_moves() -> None:
    """An upright domino covers its square and the one above, a lying one that to the right."""
    game = Domineering(rows=2, columns=3)
    start = game.initial()
    assert [game.format_move(start, move) for move in game.moves(start)] == ["a1", "b1", "c1"]
    after = game.play(start, game.parse_move(start, "b1"))
    assert game.format(after) == ".|./.|./h"
    assert (list(game.moves(after)), game.outcome(after)) == ([], mx.WIN)


def test_notation() -> None:
    """Positions and moves are read and written, and what is none is told."""
    game = Domineering(rows=2, columns=3)
    board = game.parse("#../.../h")
    assert (board, game.format(board)) == (Board(1 << 3, 1), "#../.../h")
    assert game.render(board) == "2 # . .\n1 . . .\n  a b c"
    known = game.parse("|--/|../h")
    assert (known, game.format(known)) == (Board(0b111001, 1, 0b001001, 0b110000), "|--/|../h")
    for text in ("", "../.../h", "#../.../x", "#x./.../v"):
        with pytest.raises(mx.NotationError, match=r"expected 2 rows of 3 signs, each \|, -, # or \., then v or h for who moves"):
            game.parse(text)
    for text in ("", "d1", "a3", "11", "a" + "1" * 5000):
        with pytest.raises(mx.NotationError, match="expected a square from a1 to c2, got"):
            game.parse_move(board, text)


def test_both_players_are_seen() -> None:
    """Each player's dominoes have a colour; squares covered by nobody knows whom have another. The key is of what is covered."""
    game = Domineering(rows=2, columns=3)
    known, unknown = game.parse("|--/|../h"), game.parse("###/#../h")
    assert game.svg(known).count("<rect") == game.svg(game.initial()).count("<rect") + 2
    assert game.svg(unknown).count("<rect") == game.svg(game.initial()).count("<rect") + 4
    assert game.key(known) == game.key(unknown)


def test_bad_options() -> None:
    """Boards have up to 64 squares."""
    with pytest.raises(mx.OptionError, match="expected rows to be a whole number from 1 to 8, got 9"):
        Domineering(rows=9)
