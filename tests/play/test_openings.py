"""Where games begin: none twice, none finished, the same by the same seed."""

from __future__ import annotations

import math
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.play.playing import after_plies, openings
from minimaxer_games.backgammon import Backgammon
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.nim import Nim
from minimaxer_games.pig import Pig
from minimaxer_games.tic_tac_toe import TicTacToe
from minimaxer_games.whist import Whist


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
        ({"number": 0}, "expected number to be a whole number from 1 to 10,000,000, got 0"),
        ({"within": -1}, "expected within, or --balanced, to be a finite number from 0, got -1"),
        ({"within": math.nan}, "expected within, or --balanced, to be a finite number from 0, got nan"),
        ({"plies": -1}, "expected plies to be a whole number from 0, got -1"),
        ({"nodes": 0}, "expected nodes to be a whole number from 1, got 0"),
        ({"game": ChineseCheckers()}, "balanced openings are for games of two in which nothing is hidden, and this one is for 3"),
        ({"game": Whist()}, "balanced openings are for games of two in which nothing is hidden, and this one has something"),
        ({"plies": 9}, "expected games that run for longer than 9 plies, but all had ended by then; take fewer"),
        (
            {"game": Nim(), "within": 0},
            "expected openings that a search of 100 nodes values at 0 or less for either side, got none; "
            "allow a larger value, or take other plies",
        ),
    ],
)
def test_what_cannot_be_balanced_is_refused(given: dict[str, Any], text: str) -> None:
    """With what to do."""
    with pytest.raises(mx.OptionError, match=text):
        mx.balanced_openings(**{"game": TicTacToe(), "number": 5, "within": 1, "nodes": 100, **given})


class Lopsided(TicTacToe):
    """Player 0 always has the better of it, it is said."""

    def evaluate(self, state: Any) -> int:
        """Seven."""
        return 7


def test_hopeless_numbers_of_plies_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hardly a position is balanced, not all that lots find are searched."""
    searches = 0
    run = mx.Search.run

    def counted(self: Any, *arguments: Any, **more: Any) -> Any:
        nonlocal searches
        searches += 1
        return run(self, *arguments, **more)

    monkeypatch.setattr(mx.Search, "run", counted)
    with pytest.raises(mx.OptionError, match="got none"):
        mx.balanced_openings(Lopsided(), 100, 1, plies=3, nodes=20)
    assert searches == 60


class Unlike:
    """A state that is shown shortened, and one that cannot be hashed."""

    def __init__(self, places: list[int], *, hashes: bool) -> None:
        self.places, self.hashes = places, hashes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unlike) and self.places == other.places

    def __hash__(self) -> int:
        if not self.hashes:
            raise TypeError("unhashable")
        return hash(tuple(self.places))

    def __repr__(self) -> str:
        return "<state>" if self.hashes else f"<{self.places}>"


class Walk:
    """Nobody wins; a state is what was played."""

    def __init__(self, *, hashes: bool) -> None:
        self.hashes = hashes

    def initial(self) -> Unlike:
        """Nothing played."""
        return Unlike([], hashes=self.hashes)

    def player(self, state: Unlike) -> int:
        """In turn."""
        return len(state.places) % 2

    def moves(self, state: Unlike) -> list[int]:
        """Three."""
        return [0, 1, 2]

    def play(self, state: Unlike, move: int) -> Unlike:
        """One more."""
        return Unlike([*state.places, move], hashes=self.hashes)

    def outcome(self, state: Unlike) -> int | None:
        """A draw after five plies."""
        return mx.DRAW if len(state.places) == 5 else None


@pytest.mark.parametrize("hashes", [True, False])
def test_states_are_told_apart_as_they_are_compared(hashes: bool) -> None:
    """By what they are, not by how they are shown; by how they are shown where they cannot be hashed."""
    assert len(openings(Walk(hashes=hashes), 2, 100)) == 9
