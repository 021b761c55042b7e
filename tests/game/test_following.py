"""Whether a game is over, asked in one place."""

from __future__ import annotations

import pytest

import minimaxer as mx
from minimaxer.game.capability import capabilities
from minimaxer.game.following import final_outcome
from minimaxer.game.protocol import Score
from minimaxer_games.chess_lite import ChessLite


class Road:
    """Steps along a road of two; what the methods say of its end is for each test to set."""

    def __init__(self, outcome: object = None) -> None:
        self.end = outcome

    def initial(self) -> int:
        return 0

    def player(self, place: int) -> int:
        return place % 2

    def moves(self, place: int) -> list[int]:
        return [1] if place < 2 else []

    def play(self, place: int, step: int) -> int:
        return place + step

    def outcome(self, place: int) -> float | None:
        return self.end if place == 2 else None  # type: ignore[return-value]  # wrong on purpose in some tests


class StuckRoad(Road):
    """The same, with `stuck`."""

    def stuck(self, place: int) -> float:
        return 7


class NoList(Road):
    """Gives no moves to go through."""

    def moves(self, place: int) -> list[int]:
        return None  # type: ignore[return-value]  # wrong on purpose


def ending(game: Road, place: int) -> Score | None:
    """The result in a place."""
    return final_outcome(game, capabilities(game), place)


def test_outcome_goes_before_stuck() -> None:
    """`stuck` is asked only where `outcome` says nothing and there is no move."""
    assert [ending(StuckRoad(3), place) for place in range(3)] == [None, None, 3]
    assert [ending(StuckRoad(), place) for place in range(3)] == [None, None, 7]


def test_chess_ends_by_mate_stalemate_and_clock() -> None:
    """Its `outcome` knows the clock, its `stuck` the rest."""
    game = ChessLite()
    fens = ("R3k/5/4K/5/5 b - - 100 1", "k4/2K2/1Q3/5/5 b - - 0 1", "4k/5/5/5/R3K w - - 100 1", "4k/5/5/5/R3K w - - 9 1")
    found = capabilities(game)
    assert [final_outcome(game, found, game.parse(fen)) for fen in fens] == [mx.WIN, mx.DRAW, mx.DRAW, None]


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            Road(),
            "moves(2) is empty although outcome() says that the game runs; give an outcome there, a pass as a move, or a method "
            "stuck(state)",
        ),
        (Road("won"), "outcome() must give a number for player 0, or None while the game runs; got 'won' in 2"),
        (NoList(), "moves(2) gave None; expected an iterable of moves"),
    ],
)
def test_what_no_rules_can_mean(game: Road, message: str) -> None:
    """The same words as in a search."""
    with pytest.raises(mx.RulesError) as caught:
        ending(game, 2)
    assert str(caught.value) == message
