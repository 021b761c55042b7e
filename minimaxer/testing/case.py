"""One state under examination: what the game's methods give there, asked for once. May import `capability` and below."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from ..capability import Capabilities
from ..game import Game

S = TypeVar("S")
M = TypeVar("M")
_DEEPEST: Final = 20
"""Containers within containers that are looked into."""


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
        given = state_given if name == "play" else guarded
        return given(name, getattr(self.game, name), *arguments)

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
        return [self.ask("play", fresh(self.state), move) for move in self.moves]

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


def state_given(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """The state that the call gives.

    Raises:
        MethodRaised: It raised an exception, or gave none.
    """
    state = guarded(name, call, *arguments)
    if state is None:
        raise MethodRaised(name, TypeError("it gives None, which is no state; is a return missing?"))
    return state


def fresh(state: Any) -> Any:
    """The state, or a copy where it could be changed by a `play` that must not; itself where it cannot be copied."""
    if _is_plain(state):
        return state
    try:
        return copy.deepcopy(state, {id(each): each for each in _bare_objects(state)})
    except Exception:  # locks, generators and the like
        return state


def content(value: Any, inside: tuple[int, ...] = ()) -> Any:
    """What a value holds, to be compared later: numbers and texts, containers of them, public attributes of objects.

    Objects without equality of their own are told by their attributes, not by which object they are; names that begin with an
    underscore and cached properties are left out.
    """
    if _is_plain(value):
        return value
    if id(value) in inside or len(inside) > _DEEPEST:
        return "..."
    inside = (*inside, id(value))
    if isinstance(value, dict):
        return {repr(key): content(item, inside) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [content(item, inside) for item in value]
    if hasattr(value, "tobytes") and hasattr(value, "shape"):
        return (tuple(value.shape), value.tobytes())
    if getattr(type(value), "__eq__", None) is not object.__eq__:
        return fresh(value)
    held = _attributes(value)
    return {name: content(item, inside) for name, item in held.items()} if held else id(value)


def same_content(state: Any, before: Any) -> bool:
    """Whether the state holds what it held when `content` was asked for."""
    return bool(content(state) == before)


def same_state(one: Any, other: Any) -> bool:
    """Whether two states mean the same position, as far as they can be compared."""
    return one is other or same_content(one, content(other))


def close(one: Any, other: Any) -> bool:
    """Whether two scores are the same but for rounding."""
    if isinstance(one, float) or isinstance(other, float):
        try:
            return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
        except TypeError:
            return False
    return bool(one == other)


def _bare_objects(value: Any, depth: int = 0) -> Iterator[Any]:
    """Objects that hold nothing, and are told by which they are; a copy would be another one."""
    if _is_plain(value) or depth > _DEEPEST:
        return
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        held = list(value)
    else:
        held = list(_attributes(value).values())
        if type(value) is object:
            yield value
    for each in held:
        yield from _bare_objects(each, depth + 1)


def _is_plain(value: Any) -> bool:
    """Whether nothing can change it: numbers, texts, and tuples of them."""
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, (int, float, complex, str, bytes))


def _attributes(value: Any) -> dict[str, Any]:
    names = list(getattr(value, "__dict__", ()))
    for cls in type(value).__mro__:
        slots = getattr(cls, "__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
    cached = {name for cls in type(value).__mro__ for name, item in vars(cls).items() if isinstance(item, cached_property)}
    return {
        name: getattr(value, name) for name in names if not name.startswith("_") and name not in cached and hasattr(value, name)
    }
