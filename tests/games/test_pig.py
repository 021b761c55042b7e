"""Pig: its rules, and its notation."""

from __future__ import annotations

import pytest

import minimaxer as mx
from minimaxer_games.pig import HOLD, ROLL, Pig, Turn


def test_a_turn() -> None:
    """What is rolled counts once it is held; a 1 loses it and the turn."""
    game = Pig()
    state = game.initial()
    assert list(game.moves(state)) == [ROLL]
    for move in (ROLL, 4, ROLL, 6):
        state = game.play(state, move)
    assert state == Turn((0, 0), 10, 0, False)
    assert list(game.moves(state)) == [ROLL, HOLD]
    assert game.play(state, HOLD) == Turn((10, 0), 0, 1, False)
    assert game.play(game.play(state, ROLL), 1) == Turn((0, 0), 0, 1, False)


def test_the_goal() -> None:
    """Is reached with what could be held, by either player."""
    game = Pig(goal=20)
    assert game.outcome(Turn((15, 3), 5, 0, False)) == mx.WIN
    assert game.outcome(Turn((15, 3), 16, 1, False)) is None
    assert game.outcome(Turn((15, 3), 17, 1, False)) == mx.LOSS


def test_a_coin() -> None:
    """Of two sides, heads bring one point."""
    game = Pig(goal=2, sides=2)
    assert list(game.chances(game.initial())) == [(1, 0.5), (2, 0.5)]
    assert game.play(game.play(game.initial(), ROLL), 2).total == 1


@pytest.mark.parametrize("text", ["", "1-2", "1-2+3", "1-2+3/2", "x-2+3/0", "1-2+3/0**", "1-900+3/0"])
def test_bad_positions(text: str) -> None:
    """Get an error that says what one looks like."""
    with pytest.raises(mx.NotationError, match=r"expected points, the turn's total and whose turn it is, such as 30-42\+11/0"):
        Pig().parse(text)


@pytest.mark.parametrize(
    ("position", "text", "wanted"),
    [
        ("1-2+3/0", "3", "roll or hold"),
        ("1-2+3/0*", "hold", "what the die shows, 1 to 6"),
        ("1-2+3/0*", "7", "what the die shows"),
    ],
)
def test_bad_moves(position: str, text: str, wanted: str) -> None:
    """Get an error that says what is expected there."""
    game = Pig()
    with pytest.raises(mx.NotationError, match=f"expected {wanted}.*, got '{text}'"):
        game.parse_move(game.parse(position), text)
