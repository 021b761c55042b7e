"""Reading and writing moves of games without a notation of their own."""

from __future__ import annotations

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.rules.notation import Notation


@frozen
class Wide:
    """One move of many, then the game is over."""

    moves_given: int

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(1, self.moves_given + 1)

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return state or None


@pytest.mark.parametrize(("moves", "end"), [(39, "39, got 'x'"), (40, "40, got 'x'"), (41, "40 and 1 more, got 'x'")])
def test_legal_moves_are_listed_up_to_forty(moves: int, end: str) -> None:
    """Of more, the others are counted."""
    game = Wide(moves)
    with pytest.raises(mx.NotationError) as caught:
        Notation(game, mx.capabilities(game)).read_move(0, "x")
    assert str(caught.value).startswith("expected one of 1  2  3")
    assert str(caught.value).endswith(end)
