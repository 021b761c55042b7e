"""Games written as a class of states."""

from __future__ import annotations

import copy
import pickle
from functools import cached_property
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.game.notation import Notation


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
    assert pickle.loads(pickle.dumps(game)).cls is Sticks  # its own
    assert (type(game).__name__, type(game).__module__) == ("Sticks", Sticks.__module__)  # as titles and errors say it


def test_copies_keep_what_was_set() -> None:
    """As with any other rules object."""
    game: Any = mx.from_state_class(Sticks)
    game.weights = mx.Weights(lead=2.0)
    for made in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):  # its own
        assert (made.cls, made.weights) == (Sticks, game.weights)


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


class Asked(Sticks):
    """The same, where one asks who moves."""

    def __init__(self, left: int = 5, mover: int = 0) -> None:
        self.left = left
        self.mover = mover

    def player(self) -> int:  # type: ignore[override]  # an attribute there
        return self.mover

    def play(self, taken: int) -> Asked:
        return Asked(self.left - taken, 1 - self.mover)

    def outcome(self) -> int | None:
        won = mx.WIN if self.mover == 1 else mx.LOSS
        return None if self.left else won


class Cached(Asked):
    """The same with a property that is kept."""

    @cached_property
    def player(self) -> int:  # type: ignore[override]  # a method there
        return self.mover

    def play(self, taken: int) -> Cached:
        return Cached(self.left - taken, 1 - self.mover)


@pytest.mark.parametrize("cls", [Asked, Cached])
def test_player_as_a_method_or_a_property(cls: type[Asked]) -> None:
    """Both are as good as an attribute."""
    game = mx.from_state_class(cls)
    assert [game.player(state) for state in (cls(3, 0), cls(3, 1))] == [0, 1]
    result = mx.solve(game, options=mx.AlphaBetaOptions())
    assert (result.move, result.winner) == (1, 0)


def test_player_with_another_signature() -> None:
    """A method `player` takes nothing else."""

    class Wrong(Sticks):
        def player(self, state: object) -> int:  # type: ignore[override]  # wrong on purpose
            return 0

    with pytest.raises(mx.GameError, match=r"player\(self, state\), but the protocol's method is player\(self\); change it"):
        mx.from_state_class(Wrong)  # type: ignore[type-var]  # wrong on purpose


def test_states_that_show_nothing() -> None:
    """Where there is neither `render` nor text of their own, one line says what to give; `str` is shown where it tells."""

    class Told(Sticks):
        def __repr__(self) -> str:
            return f"{self.left} left"

    def drawn(game: mx.Game[Any, Any]) -> str:
        return Notation(game, mx.capabilities(game)).draw(game.initial())

    class Rules:
        def initial(self) -> Sticks:
            return Sticks()

        def player(self, state: Sticks) -> int:
            return state.player

        def moves(self, state: Sticks) -> range:
            return state.moves()

        def play(self, state: Sticks, taken: int) -> Sticks:
            return state.play(taken)

        def outcome(self, state: Sticks) -> int | None:
            return state.outcome()

    assert drawn(mx.from_state_class(Sticks)) == (
        "(there is no board to see: give Sticks a method render(self), which returns it as text)"
    )
    assert drawn(Rules()) == (
        "(there is no board to see: give test_states_that_show_nothing.<locals>.Rules a method render(self, state), which "
        "returns it as text)"
    )
    assert drawn(mx.from_state_class(Told)) == "5 left"


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
