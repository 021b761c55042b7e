"""Reading and writing moves of games without a notation of their own."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.errors import NotationError
from minimaxer.rules.capability import capabilities
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


def test_a_move_that_is_written_is_read_also_without_parse_move() -> None:
    """What the game shows of its moves may be typed; so may the move as Python writes it."""

    class Shown:
        def initial(self) -> int:
            return 3

        def player(self, state: int) -> int:
            return 0

        def moves(self, state: int) -> list[int]:
            return [1, 2]

        def play(self, state: int, move: int) -> int:
            return state - move

        def outcome(self, state: int) -> int | None:
            return 0 if state <= 0 else None

        def format_move(self, state: int, move: int) -> str:
            return "abc"[move]

    game: Any = Shown()
    notation: Notation[Any, Any] = Notation(game, capabilities(game))
    assert [notation.read_move(3, text) for text in ("b", "c", "2")] == [1, 2, 2]
    with pytest.raises(NotationError, match="expected one of b  c, got 'd'"):
        notation.read_move(3, "d")
    with pytest.raises(NotationError, match="Shown cannot read positions, got 'x'; give it a method parse"):
        notation.read_position("x")


@pytest.mark.parametrize("text", ["zz", "9"])
def test_whatever_parse_move_raises_means_that_the_text_is_no_move(text: str) -> None:
    """`int` and lists raise errors of their own, which must not end a game that somebody plays."""

    class Numbered(Wide):
        def parse_move(self, state: int, text: str) -> int:
            return (1, 2)[int(text) - 1]

    game = Numbered(2)
    notation = Notation(game, mx.capabilities(game))
    assert notation.read_move(0, "2") == 2
    with pytest.raises(mx.NotationError) as caught:
        notation.read_move(0, text)
    raised = {
        "zz": "ValueError: invalid literal for int() with base 10: 'zz'",
        "9": "IndexError: tuple index out of range",
    }
    what = f"parse_move(state, {text!r}) raised {raised[text]}"
    assert str(caught.value) == f"{what}; it should raise NotationError where a text is no move"


def test_a_board_that_cannot_be_drawn_does_not_end_a_game() -> None:
    """What raised is told in its place; who draws a position alone gets the error itself."""

    class Undrawn(Wide):
        def render(self, state: int) -> str:
            raise ValueError("no such sign")

    class Unwritten(Wide):
        def format(self, state: int) -> str:
            raise KeyError(state)

    told = "(there is no board to see: {} raised {}; the game goes on without)"
    for game, raised in (
        (Undrawn(2), ("Undrawn.render", "ValueError: no such sign")),
        (Unwritten(2), ("Unwritten.format", "KeyError: 0")),
    ):
        notation = Notation(game, mx.capabilities(game))
        assert notation.draw_anyway(0).replace(f"{type(game).__qualname__}", type(game).__name__) == told.format(*raised)
        with pytest.raises((ValueError, KeyError)):
            notation.draw(0)
