"""Dots and boxes against exact values, worked out independently; 4x5 and others are in Barker and Korf, 2012."""

from __future__ import annotations

import pytest

import minimaxer as mx
from minimaxer_games.dots_and_boxes import Board, DotsAndBoxes


@pytest.mark.parametrize(("rows", "columns", "value"), [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), (2, 2, 2)])
def test_values_of_small_boards(rows: int, columns: int, value: int) -> None:
    """The first player's lead under best play."""
    assert mx.solve(DotsAndBoxes(rows=rows, columns=columns)).value == value


def test_first_moves_of_two_by_two() -> None:
    """Lines within the board keep the balance, those at its edge win by two."""
    game = DotsAndBoxes(rows=2, columns=2)
    result = mx.solve(game, options=mx.AlphaBetaOptions(exact_moves=True, table="64MB"))
    inner = {2, 3, 7, 10}
    assert {each.move: each.value for each in result.moves} == {line: 0 if line in inner else 2 for line in range(12)}


def test_who_completes_a_box_moves_again() -> None:
    """A line may complete two."""
    game = DotsAndBoxes(rows=1, columns=2)
    board = game.parse("--/|.|/--/0/1")
    assert [game.format_move(board, move) for move in game.moves(board)] == ["6"]
    after = game.play(board, 5)
    assert (after.player, after.lead, game.outcome(after)) == (1, -2, -2)


def test_notation() -> None:
    """Positions and moves are read and written, and what is none is told."""
    game = DotsAndBoxes(rows=1, columns=2)
    text = "-./||./-./1/0"
    board = game.parse(text)
    assert (game.format(board), board) == (text, Board(0b0110101, 1, 0))
    assert game.render(board) == " +---+ 2 +\n |   |   7\n +---+ 4 +\nboxes of player 0 less those of player 1: 1"
    for wrong in ("", "-./||./-./1/2", "-./||/-./1/0", "-./--./-./1/0", "-./||./-./x/0", f"-./||./-./{'1' * 5000}/0"):
        with pytest.raises(mx.NotationError, match=r"expected 3 rows of lines, in turn 2 of - and \. and 3 of \|"):
            game.parse(wrong)
    with pytest.raises(mx.NotationError, match="a lead of 2 is not possible with 1 complete boxes"):
        game.parse("-./||./-./2/0")
    assert [game.parse_move(board, text) for text in ("1", "2", "7")] == [0, 1, 6]
    assert [game.format_move(board, line) for line in (0, 1, 6)] == ["1", "2", "7"]
    for wrong in ("0", "8", "x", "-1", "1.5", "", "1" * 5000):
        with pytest.raises(mx.NotationError, match="expected a line from 1 to 7, got"):
            game.parse_move(board, wrong)


def test_bad_options() -> None:
    """Boards have up to five rows and columns."""
    with pytest.raises(mx.OptionError, match="expected columns to be a whole number from 1 to 5, got 6"):
        DotsAndBoxes(columns=6)
