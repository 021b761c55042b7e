"""Domineering against the published winners (D. Breuker, J. Uiterwijk, J. van den Herik, 2000)."""

from __future__ import annotations

from collections import Counter

import pytest

import minimaxer as mx
from minimaxer_games.domineering import Board, Domineering

WINNERS = ("PHHHHHH", "VNNHVNN", "VNNHHHH", "VVVNVNV", "VHVHPHH", "VNVNVNV", "VNVHVHN")
"""Rows 1 to 7, columns 1 to 7: N who begins, P the other, V vertical, H horizontal, whoever begins."""
KINDS = {(0, 1): "N", (1, 0): "P", (0, 0): "V", (1, 1): "H"}


def winner(rows: int, columns: int) -> str:
    """The kind of the board."""
    game = Domineering(rows=rows, columns=columns)
    first, second = (mx.solve(game, Board(0, player)).winner for player in (0, 1))
    return KINDS[first or 0, second or 0]


@pytest.mark.thorough
def test_winners_of_small_boards() -> None:
    """Boards of up to 25 squares, in Python."""
    for rows in range(1, 6):
        for columns in range(1, 6):
            assert winner(rows, columns) == WINNERS[rows - 1][columns - 1], (rows, columns)


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (5, 3), (4, 4)])
def test_bounds_hold_everywhere(rows: int, columns: int) -> None:
    """The value of every position, by plain minimax, is within its bounds, which decide some for either player."""
    game = Domineering(rows=rows, columns=columns)
    values: dict[tuple[int, int], int] = {}

    def value(board: Board) -> int:
        """The value with its plies."""
        known = values.get(game.key(board))
        if known is None:
            over = game.outcome(board)
            if over is None:
                below = [value(game.play(board, move)) for move in game.moves(board)]
                best = max(below) if board.player == 0 else min(below)
                known = best - 1 if best > 0 else best + 1
            else:
                known = over
            values[game.key(board)] = known
        return known

    decided = Counter[int]()
    for player in (0, 1):
        value(Board(0, player))
    for covered, player in values:
        board = Board(covered, player)
        if game.outcome(board) is None:
            low, high = game.bounds(board)
            assert low <= values[covered, player] <= high, game.format(board)
            decided[(low > 0) - (high < 0)] += 1
    assert min(decided[1], decided[-1]) > 20  # or nothing was shown


@pytest.mark.parametrize(
    ("text", "begins", "certain"),
    [
        ("..#/..#/#../#../v", True, (0, 2)),  # four that touch: he lays one, loses two, lays the last
        (".#./.#./v", True, (2, 0)),
        ("..../..../v", True, (0, 2)),  # likewise
        ("..../..../v", False, (0, 1)),
        (".../.../v", False, (0, 1)),
        ("../../v", False, (0, 0)),
    ],
)
def test_certain_dominoes(text: str, begins: bool, certain: tuple[int, int]) -> None:
    """Safe and contested dominoes of player 0, counted by hand."""
    rows = text.split("/")[:-1]
    game = Domineering(rows=len(rows), columns=len(rows[0]))
    board = game.parse(text)
    assert game.certain(game.squares & ~board.covered, 0, begins) == certain


def test_mirror_images_share_an_entry() -> None:
    """Every mirror image has the same canonical position, and moves are mapped into it."""
    game = Domineering(rows=3, columns=4)
    board = game.parse("..--/|.../|.../v")
    images = [game.parse(text) for text in ("--../...|/...|/v", "|.../|.../..--/v", "...|/...|/--../v")]
    assert len({game.canonical(each)[0].covered for each in [board, *images]}) == 1
    for each in [board, *images, *(Board(each.covered, 1) for each in images)]:
        same, symmetry = game.canonical(each)
        moved = {game.canonical(game.play(same, game.map_move(move, symmetry)))[0].covered for move in game.moves(each)}
        assert moved == {game.canonical(game.play(each, move))[0].covered for move in game.moves(each)}


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
