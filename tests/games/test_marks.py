"""What decides is marked in pictures of bundled games: lines that win, kings in check, and what dice show."""

from __future__ import annotations

from typing import Any

import pytest

from minimaxer.drawing import Canvas
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.einstein import EinStein
from minimaxer_games.tic_tac_toe import TicTacToe

from ..drawing.svg import count


@pytest.mark.parametrize(
    ("game", "position", "rings"),
    [
        (ConnectFour(), "1122334", 4),
        (ConnectFour(), "112233", 0),
        (ConnectFour(), "1112223334", 0),
        (ConnectFour(connect=3), "11223", 3),
        (ConnectFour(), "1213141", 4),
        (TicTacToe(), "xoo.x...x", 3),
        (TicTacToe(), "xxxo.oxoo", 3),
        (TicTacToe(), "xo.......", 0),
        (ChessLite(), "rnbqk/ppppp/5/PPPPP/RNBQK w", 0),
        (ChessLite(), "4k/5/5/5/K3R b", 1),
    ],
)
def test_what_decides_has_a_ring(game: Any, position: str, rings: int) -> None:
    """Each stone of a whole line, and a king in check, nothing else."""
    assert count(game.svg(game.parse(position)), "circle[@stroke-width='4']") == rings


@pytest.mark.parametrize("number", range(1, 7))
def test_dice_have_as_many_pips_as_they_show(number: int) -> None:
    """From one to six, all of them on the die."""
    canvas = Canvas(40, 40, title="a die")
    canvas.die(8, 8, number)
    assert count(str(canvas.drawing()), "circle") == number


def test_the_die_lies_below_the_board() -> None:
    """Once it is thrown."""
    game = EinStein(size=3)
    board = game.initial()
    assert (count(game.svg(board), "circle"), count(game.svg(board._replace(die=2)), "circle")) == (6, 8)
