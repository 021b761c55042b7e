"""One state under examination: what the game's methods give there, asked for once. May import `capability` and below."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from ..capability import Capabilities
from ..game import Game

S = TypeVar("S")
M = TypeVar("M")


class MethodRaised(Exception):  # noqa: N818  # a signal, not an error
    """A method of the game raised an exception.

    Args:
        method: Its name.
        error: What it raised.
    """

    def __init__(self, method: str, error: Exception) -> None:
        super().__init__(method)
        self.method = method
        self.error = error

    @property
    def diagnosis(self) -> str:
        """What happened, in words."""
        return f"{self.method}() raised {type(self.error).__name__}: {self.error}"


class Case(Generic[S, M]):
    """A state, and what the game says of it.

    Args:
        game: The rules.
        found: Its capabilities.
        state: The state.
    """

    def __init__(self, game: Game[S, M], found: Capabilities[S, M], state: S) -> None:
        self.game: Final = game
        self.found: Final = found
        self.state: Final = state

    def ask(self, name: str, *arguments: Any) -> Any:
        """What a method of the game gives.

        Raises:
            MethodRaised: It raised an exception.
        """
        return guarded(name, getattr(self.game, name), *arguments)

    @cached_property
    def outcome(self) -> Any:
        """The outcome; None while the game runs."""
        return self.ask("outcome", self.state)

    @cached_property
    def runs(self) -> bool:
        """Whether the game goes on."""
        return self.outcome is None

    @cached_property
    def player(self) -> Any:
        """The mover."""
        return self.ask("player", self.state)

    @cached_property
    def moves(self) -> list[Any]:
        """The legal moves; none where the game is over."""
        return guarded("moves", lambda: list(self.game.moves(self.state))) if self.runs else []

    @cached_property
    def children(self) -> list[Any]:
        """The states after each move."""
        return [self.ask("play", self.state, move) for move in self.moves]

    def of(self, state: S) -> Case[S, M]:
        """Another state of the same game."""
        return Case(self.game, self.found, state)


def guarded(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """What the call gives.

    Raises:
        MethodRaised: It raised an exception; told as that of the method of that name.
    """
    try:
        return call(*arguments)
    except MethodRaised:
        raise
    except Exception as error:
        raise MethodRaised(name, error) from error


def has_value(state: Any) -> bool:
    """Whether states compare by what they hold, rather than by which object they are."""
    return getattr(type(state), "__eq__", None) is not object.__eq__


def snapshot(state: Any) -> Any:
    """What can be compared later to see whether the state has changed."""
    if has_value(state):
        return copy.deepcopy(state)
    held = getattr(state, "__dict__", None)
    if held is None:
        held = {name: getattr(state, name) for name in getattr(type(state), "__slots__", ()) if hasattr(state, name)}
    return copy.deepcopy({name: value for name, value in held.items() if not name.startswith("_")})


def same_content(state: Any, before: Any) -> bool:
    """Whether the state is as it was when its snapshot was taken."""
    if has_value(state):
        return bool(state == before)
    now = snapshot(state)
    return all(name in now and (now[name] == value or not has_value(value)) for name, value in before.items())


def same_state(one: Any, other: Any) -> bool:
    """Whether two states mean the same position, as far as they can be compared."""
    if has_value(one):
        return bool(one == other)
    return same_content(one, snapshot(other))
