"""Moves as people type them."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.game.notation import Notation
from minimaxer.game.typed import beginning_so, typed_move
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.nim import Nim, Take
from minimaxer_games.reversi import Reversi


class Go(NamedTuple):
    """A move of two parts."""

    start: int
    target: int


class Board:
    """One choice among the moves given."""

    def __init__(self, *moves: Any) -> None:
        self._moves = moves

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return 0

    def moves(self, state: int) -> tuple[Any, ...]:
        return self._moves

    def play(self, state: int, move: Any) -> int:
        return 1

    def outcome(self, state: int) -> int | None:
        return state or None


def read(game: Any, text: str) -> Any:
    """The move that the text means where the game begins."""
    state = game.initial()
    return typed_move(Notation(game, mx.capabilities(game)), state, list(game.moves(state)), text)


@pytest.mark.parametrize("text", ["0 3", "0-3", "(0, 3)", "0,3", "(0,3)", " 0  3 "])
@pytest.mark.parametrize("moves", [((0, 3), (0, 31), (3, 0)), (Go(0, 3), Go(3, 0), Go(0, 31))])
def test_signs_between_parts_do_not_count(moves: tuple[Any, ...], text: str) -> None:
    """For a game without notation tuples, named ones too, are typed in many ways."""
    assert read(Board(*moves), text) == (0, 3)


def test_moves_that_differ_by_a_sign_are_told_apart() -> None:
    """A minus of a number counts where the numbers without it are the same."""
    game = Board((1, -2), (1, 2), (-1, 2))
    assert [read(game, text) for text in ("1 -2", "1 2", "-1 2", "1-2", "(1,-2)")] == [(1, -2), (1, 2), (-1, 2), (1, 2), (1, -2)]


def test_letters_may_be_large_or_small() -> None:
    """Unless two moves differ by that only, each of which is read as it is written."""
    assert read(Board("hold", "roll"), "HOLD") == "hold"
    assert [read(Board("b", "B"), text) for text in ("b", "B")] == ["b", "B"]


def test_the_notation_of_the_game_comes_first() -> None:
    """With blanks for its signs, and of a beginning what is written so."""
    nim = Nim(heaps=(2, 1))
    assert read(nim, "1 2") == Take(heap=0, sticks=2)
    assert beginning_so(Notation(nim), nim.initial(), [*nim.moves(nim.initial())], "1") == ["1-2", "1-1"]


def test_a_unique_beginning_will_do() -> None:
    """Also with the game's own notation; of more than one the moves are named."""
    assert read(Board("north", "east", "west"), "no") == "north"
    assert read(Reversi(), "e") == read(Reversi(), "e6")
    with pytest.raises(mx.NotationError) as caught:
        read(Board("north", "northeast", "west"), "nort")
    assert str(caught.value) == "expected one move, got 'nort', which may be north  northeast; type more"


def test_nothing_like_it_is_refused_as_ever() -> None:
    """By the error of the game, or the one that lists moves."""
    with pytest.raises(mx.NotationError, match=r"^expected one of north  west, got 'x'$"):
        read(Board("north", "west"), "x")
    with pytest.raises(mx.NotationError, match="got ''"):
        read(Board("north", "west"), "")
    with pytest.raises(mx.IllegalMoveError, match="a2a5 is not legal here"):
        read(ChessLite(), "a2a5")


def test_moves_that_begin_so() -> None:
    """In the game's notation, whatever the letters' size."""
    game = ChessLite()
    state = game.initial()
    notation = Notation(game, mx.capabilities(game))
    assert beginning_so(notation, state, list(game.moves(state)), "B1") == ["b1a3", "b1c3"]
