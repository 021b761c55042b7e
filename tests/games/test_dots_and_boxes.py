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


def leads(game: DotsAndBoxes) -> dict[int, int]:
    """By the lines drawn, by how many boxes more the mover gets of those that are left: plain minimax over all positions."""
    known = {game.everything: 0}
    for lines in range(game.everything - 1, -1, -1):
        known[lines] = max(lead_after(game, known, lines, line) for line in game.moves(Board(lines, 0, 0)))
    return known


def lead_after(game: DotsAndBoxes, known: dict[int, int], lines: int, line: int) -> int:
    """The mover's lead by a line, by what is known of the positions behind it."""
    after = game.play(Board(lines, 0, 0), line)
    return after.lead + (known[after.lines] if after.player == 0 else -known[after.lines])


@pytest.mark.parametrize(("rows", "columns"), [(1, 3), (2, 2), (1, 4), pytest.param(2, 3, marks=pytest.mark.thorough)])
def test_moves_left_out_are_no_better(rows: int, columns: int) -> None:
    """In every position the best of the moves worth searching is as good as the best of all, and images are worth the same."""
    game = DotsAndBoxes(rows=rows, columns=columns)
    known = leads(game)
    fewer = 0
    for lines in range(game.everything):
        board = Board(lines, 0, 0)
        worth = list(game.search_moves(board))
        assert known[lines] == max(lead_after(game, known, lines, line) for line in worth), game.format(board)
        same, symmetry = game.canonical(board)
        assert known[same.lines] == known[lines]
        assert {game.map_move(line, symmetry) for line in game.moves(board)} == set(game.moves(same))
        fewer += len(worth) < len(list(game.moves(board)))
    assert fewer > game.everything / 3


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("---/|.../---/0/0", "8"),  # three in a row: one is taken for nothing
        ("--/|../--/0/0", "6 7"),  # two: taken, or left by the line at the other end
        ("--/.../--/0/0", "6"),  # a chain of two is opened by the line between them
        ("---/..../---/0/0", "7"),  # one of three by any
        ("--/|.|/-./|.|/--/0/0", "4 8 11"),  # a ring of four: taken at an end, or left by the line between the ends
        ("----/|.|../-.--/|.|||/----/0/0", "14"),  # a ring and a chain: the ring is taken
    ],
)
def test_chains(text: str, lines: str) -> None:
    """Which moves are worth searching where boxes are on offer."""
    rows = text.split("/")[:-2]
    game = DotsAndBoxes(rows=len(rows) // 2, columns=len(rows[0]))
    board = game.parse(text)
    assert " ".join(game.format_move(board, line) for line in game.search_moves(board)) == lines


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
    assert game.render(board) == " +---+ 2 +\n |   |   7\n +---+ 4 +\nboxes of Orange less those of Blue: 1"
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
