"""Games written as a class of states."""

from __future__ import annotations

import pytest

import minimaxer as mx


class Sticks:
    """Take one to three sticks; who takes the last wins."""

    def __init__(self, left: int = 5, player: int = 0) -> None:
        self.left = left
        self.player = player

    def moves(self) -> range:
        return range(1, min(3, self.left) + 1)

    def play(self, taken: int) -> Sticks:
        return Sticks(self.left - taken, 1 - self.player)

    def outcome(self) -> int | None:
        won = mx.WIN if self.player == 1 else mx.LOSS
        return None if self.left else won


class RichSticks(Sticks):
    """The same with optional methods."""

    def play(self, taken: int) -> RichSticks:
        return RichSticks(self.left - taken, 1 - self.player)

    def evaluate(self) -> int:
        return 1 if (self.left % 4 != 0) == (self.player == 0) else -1

    def order(self, taken: int) -> int:
        return int((self.left - taken) % 4 == 0)

    def key(self) -> int:
        return self.left

    @staticmethod
    def parse(text: str) -> RichSticks:
        return RichSticks(int(text))

    @classmethod
    def initial(cls) -> RichSticks:
        return cls(6)


def test_the_least_class_of_states_is_a_game() -> None:
    """player, moves, play and outcome suffice."""
    game = mx.from_state_class(Sticks)
    result = mx.solve(game, options=mx.AlphaBetaOptions())
    assert (result.move, result.winner) == (1, 0)
    assert len(mx.capabilities(game)) == 0
    assert repr(game) == "from_state_class(Sticks)"


def test_optional_methods_become_capabilities() -> None:
    """They lose their `state` argument; static and class methods work."""
    game = mx.from_state_class(RichSticks)
    found = mx.capabilities(game)
    assert {capability.name for capability in found} == {"evaluate", "order", "key", "parse"}
    assert game.initial().left == 6
    assert found.parse is not None
    assert found.parse("8").left == 8
    assert mx.solve(game, game.initial()).move == 2
    assert mx.search(game, game.initial(), depth=1).value == 1


def test_a_missing_method_is_named() -> None:
    """The error says what a class of states needs."""

    class Lacking:
        player = 0

        def moves(self) -> range:
            return range(1)

        def play(self, move: int) -> Lacking:
            return self

    with pytest.raises(
        mx.GameError, match=r"Lacking has no method outcome\(\); a class of states needs player, moves, play and outcome"
    ):
        mx.from_state_class(Lacking)  # type: ignore[type-var]  # wrong on purpose


def test_an_object_in_the_place_of_a_class() -> None:
    """The error says what is wanted."""
    with pytest.raises(mx.GameError, match="expected a class of states, got "):
        mx.from_state_class(Sticks())  # type: ignore[arg-type]  # wrong on purpose


def test_a_wrong_signature_is_refused() -> None:
    """Methods with another shape are errors when the game is made."""

    class Wrong(Sticks):
        def order(self) -> int:
            return 0

    with pytest.raises(mx.GameError, match=r"order\(self\), but the protocol's method is order\(self, move\)"):
        mx.from_state_class(Wrong)  # type: ignore[type-var]  # wrong on purpose, and its play gives Sticks
