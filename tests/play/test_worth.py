"""What a value counts on the bar beside a board."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.play.audience import share_of, typical_value
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


class Slow(TicTacToe):
    """Its evaluation takes 50 ms."""

    asked = 0

    def evaluate(self, board: Any) -> int:
        """Counts how often it is asked."""
        Slow.asked += 1
        time.sleep(0.05)
        return 2


class Taking:
    """Take one or two of nine, in turn; who has taken more at the end wins by ten times as many."""

    def initial(self) -> tuple[int, int, int]:
        """Nine are left, player 0 has taken none more, and begins."""
        return 9, 0, 0

    def player(self, state: tuple[int, int, int]) -> int:
        """The third number."""
        return state[2]

    def moves(self, state: tuple[int, int, int]) -> range:
        """One or two."""
        return range(1, min(2, state[0]) + 1)

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        """Counts what is left and the lead."""
        return state[0] - move, state[1] + (-move if state[2] else move), 1 - state[2]

    def outcome(self, state: tuple[int, int, int]) -> int | None:
        """Ten for each that the lead has."""
        return 10 * state[1] if state[0] == 0 else None


def test_typical_values() -> None:
    """Of evaluations, of results in points without them, of what was seen before rules failed; 1 where nothing was, as for three."""
    assert typical_value(Judged()) == 5
    assert typical_value(Failing()) == 3
    assert 10 <= typical_value(Taking()) <= 30
    assert typical_value(mx.find_game("nim")) == 1
    assert typical_value(mx.find_game("chinese_checkers")) == 1


def test_slow_rules_are_not_waited_for() -> None:
    """A few positions tell enough."""
    assert typical_value(Slow()) == 2
    assert Slow.asked < 20


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
