"""What a value counts on the bar beside a board."""

from __future__ import annotations

import math
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.play.worth import share_of, typical_value
from minimaxer_games.dots_and_boxes import DotsAndBoxes
from minimaxer_games.tic_tac_toe import TicTacToe


class Judged(TicTacToe):
    """Each position counts 5 for player 0."""

    def evaluate(self, board: Any) -> int:
        """Always 5."""
        return 5


class Failing(TicTacToe):
    """Its evaluation fails on full boards."""

    def evaluate(self, board: Any) -> int:
        """Fails where few cells are free."""
        if board.cells.count(0) < 3:
            raise ValueError("not there")
        return -3


class Bare(DotsAndBoxes):
    """Results in boxes, without an evaluation."""

    evaluate = None  # type: ignore[assignment]


def test_typical_values() -> None:
    """The root mean square of evaluations, of results in points without them, of what was seen before rules failed; or 1."""
    assert typical_value(Judged()) == 5
    assert typical_value(Failing()) == 3
    assert 1 < typical_value(Bare(rows=2, columns=2)) < 4
    assert typical_value(mx.find_game("nim")) == 1


@pytest.mark.parametrize(
    ("value", "meaning", "share"),
    [
        (mx.win_in(3), "plies", 1),
        (mx.loss_in(4), "plies", 0),
        (mx.WIN, "result", 1),
        (0, "plies", 0.5),
        (4, "plies", (1 + math.tanh(1)) / 2),
        (-4, "utility", (1 - math.tanh(1)) / 2),
        (mx.LOSS / 2, "chances", 0.25),
    ],
)
def test_shares(value: float, meaning: Any, share: float) -> None:
    """Wins fill the bar, averages of wins count as they are, other values by what is typical."""
    assert share_of(value, meaning, 4) == pytest.approx(share)
