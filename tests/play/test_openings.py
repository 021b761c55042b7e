"""Where games begin: none twice, none finished, the same by the same seed."""

from __future__ import annotations

import math
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.play.openings import after_plies, openings
from minimaxer_games.backgammon import Backgammon
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe


@pytest.mark.thorough
def test_as_few_plies_as_are_enough() -> None:
    """All different; more of them lie deeper."""
    game = ConnectFour()
    for number, plies in ((7, 1), (40, 2), (500, 4)):
        found = openings(game, None, number)
        assert len({game.key(state) for state in found}) == number
        assert all(len(game.format(state).replace("/", "")) <= plies + 1 for state in found)
    assert openings(game, None, 50) == openings(game, None, 50) != openings(game, None, 50, seed=1)


def test_small_games_have_few() -> None:
    """Where no number of plies is enough, the most there are."""
    game = Nim(heaps=(2, 1))
    found = openings(game, None, 100)
    assert 1 <= len(found) < 10
    assert len(after_plies(TicTacToe(), 2, 72) or []) == 72
    assert after_plies(TicTacToe(), 2, 71) is None
    assert after_plies(game, 3, 10) == []


def test_given_ones_are_taken() -> None:
    """Plies, or states; dice make each game another one by themselves."""
    game = TicTacToe()
    assert len(openings(game, 1, 100)) == 9
    assert len(openings(game, 2, 72)) == 72  # all that there are, which lots alone would hardly find
    assert openings(game, 2, 72) != openings(game, 2, 72, seed=1)
    states = [game.parse("x........"), game.parse(".x.......")]
    assert openings(game, states, 1) == states
    assert openings(Pig(), None, 10) == [Pig().initial()]
    assert len(openings(Backgammon(), 2, 10)) == 10


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (-1, "expected openings to be a number of plies from 0, or states, got -1"),
        (True, "expected openings to be a number of plies from 0, or states, got True"),
        ([], "expected at least one opening, got none"),
        (9, "expected games that run for longer than 9 plies, but all had ended by then; take fewer"),
    ],
)
def test_what_are_none_is_refused(given: Any, text: str) -> None:
    """With what to do."""
    with pytest.raises(mx.OptionError, match=text):
        openings(TicTacToe(), given, 10)


def test_balanced_ones_are_balanced() -> None:
    """Each once, by the same seed the same, after so many plies as were asked for, and none that is won."""
    game = TicTacToe()
    won = {state for state in openings(game, 3, 500) if mx.solve(game, state).value != 0}
    assert won
    for plies, number in ((3, 20), (None, 30)):
        found = mx.balanced_openings(game, number, 0, plies=plies, nodes=5_000, seed=4)
        assert len(set(found)) == number
        assert found == mx.balanced_openings(game, number, 0, plies=plies, nodes=5_000, seed=4)
        assert not won & set(found)
        assert plies is None or all(len(list(game.moves(state))) == 9 - plies for state in found)


def test_balanced_ones_may_be_few() -> None:
    """Where no number of plies gives enough, the most there are."""
    assert 0 < len(mx.balanced_openings(Nim(heaps=(2, 1)), 20, mx.WIN, nodes=100)) < 20


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"number": 0}, "expected number to be a whole number from 1, got 0"),
        ({"within": -1}, "expected within, or --balanced, to be a number from 0, got -1"),
        ({"within": math.nan}, "expected within, or --balanced, to be a number from 0, got nan"),
        ({"plies": -1}, "expected plies to be a whole number from 0, got -1"),
        ({"nodes": 0}, "expected nodes to be a whole number from 1, got 0"),
        ({"game": ChineseCheckers()}, "balanced openings are for games of two, and this one has 3 players"),
        (
            {"game": Nim(), "within": 0},
            "expected openings of which a search of 100 nodes gives a value from -0 to 0, got none; "
            "allow a larger value, or take other plies",
        ),
    ],
)
def test_what_cannot_be_balanced_is_refused(given: dict[str, Any], text: str) -> None:
    """With what to do."""
    with pytest.raises(mx.OptionError, match=text):
        mx.balanced_openings(**{"game": TicTacToe(), "number": 5, "within": 1, "nodes": 100, **given})
