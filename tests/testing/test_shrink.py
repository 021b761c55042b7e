"""Shortening lists of moves: all games gone through, or cut down by hypothesis."""

from __future__ import annotations

import importlib.util
from random import Random
from typing import Any

import pytest

from minimaxer.testing import findings
from minimaxer.testing.case import Clock
from minimaxer.testing.findings import Shortened, shortened
from minimaxer.testing.play import play_random
from minimaxer_games.breakthrough import Board, Breakthrough
from minimaxer_games.connect_four import ConnectFour

GAME = Breakthrough(columns=4, rows=6)


def far(board: Board) -> bool:
    """Whether a man of player 0 stands on the fourth row or beyond."""
    return board.first >> 12 != 0


def long_game() -> list[Any]:
    """Moves of a random game up to where that is so, some way on."""
    played = play_random(GAME, Random(3))
    first = next(number for number, state in enumerate(played.states) if far(state))
    last = max(number for number, state in enumerate(played.states[: first + 6]) if far(state))
    return played.moves[:last]


def replayed(moves: tuple[Any, ...]) -> Board:
    """The state after the moves, each legal."""
    state = GAME.initial()
    for move in moves:
        assert move in list(GAME.moves(state))
        state = GAME.play(state, move)
    return state


def test_the_shortest_list_is_found() -> None:
    """A man needs two steps to the fourth row; the other player moves once between them."""
    moves = long_game()
    assert len(moves) > 3
    found = shortened(GAME, moves, far)
    assert (len(found.moves), found.is_shortest) == (3, True)
    assert far(replayed(found.moves))


def test_a_list_that_is_the_shortest_stays() -> None:
    """And is known to be."""
    game = ConnectFour()
    moves = [3, 3, 3]
    found = shortened(game, moves, lambda board: (board.first | board.second).bit_count() == 3)
    assert found == Shortened((3, 3, 3), is_shortest=True)


def test_hypothesis_cuts_down_where_there_are_too_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left still breaks the law, and nothing is claimed of it."""
    monkeypatch.setattr(findings, "_MOST_STATES", 10)
    moves = long_game()
    found = shortened(GAME, moves, far, seed=1)
    assert len(found.moves) < len(moves)
    assert not found.is_shortest
    assert far(replayed(found.moves))


def test_without_hypothesis_the_list_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not installed, or where the law hangs on what was seen before."""
    monkeypatch.setattr(findings, "_MOST_STATES", 10)
    moves = long_game()
    assert shortened(GAME, moves, far, in_order=True) == Shortened(tuple(moves), is_shortest=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert shortened(GAME, moves, far) == Shortened(tuple(moves), is_shortest=False)


def test_when_time_is_up_the_list_stays() -> None:
    """Nothing is tried, and nothing claimed."""
    moves = long_game()
    assert shortened(GAME, moves, far, clock=Clock(1e-9)) == Shortened(tuple(moves), is_shortest=False)


def test_a_law_that_cannot_be_broken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the list stays as it is."""
    monkeypatch.setattr(findings, "_MOST_STATES", 10)
    moves = long_game()
    assert shortened(GAME, moves, lambda board: False).moves == tuple(moves)
