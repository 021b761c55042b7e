"""Games written as a class of states: `state.moves()`, `state.play(move)`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, Final, Protocol, Self, TypeVar, cast

from ..errors import GameError
from .capability import CATALOGUE, Capability, check_call, has_capability
from .protocol import FACTS, Game, M, Score

P = TypeVar("P", bound="State[Any]")
_PLAYER: Final = Capability("player", ("state",), "who moves")


class State(Protocol[M]):
    """A state that knows its own rules; all numbers are for player 0."""

    @property
    def player(self) -> int | Callable[[], int]:
        """The player to move, counted from 0; an attribute, a property or a method."""

    def moves(self) -> Iterable[M]:
        """The legal moves, at least one while the game runs."""

    def play(self, move: M, /) -> Self:
        """A new state after the move; this one stays as it is."""

    def outcome(self) -> Score | None:
        """None while the game runs, else the result for player 0, or for each of more than two players."""


class StateClassGame:
    """The rules object made from a class of states; `from_state_class` gives one with the capabilities of that class."""

    def __init__(self, cls: Callable[[], Any]) -> None:
        self.cls: Final = cls

    def __repr__(self) -> str:
        return f"from_state_class({self.name})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and processes make it anew from the class of the states, by its name, with what was set on it."""
        return from_state_class, (self.cls,), vars(self)

    @property
    def name(self) -> str:
        """The name of the class of the states."""
        return str(getattr(self.cls, "__qualname__", self.cls))

    def initial(self) -> Any:
        """`cls.initial()` if there is one, else `cls()`."""
        return getattr(self.cls, "initial", self.cls)()

    def player(self, state: Any) -> int:
        """`state.player`."""
        return cast("int", state.player)

    def moves(self, state: Any) -> Iterable[Any]:
        """`state.moves()`."""
        return cast("Iterable[Any]", state.moves())

    def play(self, state: Any, move: Any) -> Any:
        """`state.play(move)`."""
        return state.play(move)

    def outcome(self, state: Any) -> Score | None:
        """`state.outcome()`."""
        return cast("Score | None", state.outcome())


def from_state_class(cls: type[P]) -> Game[P, Any]:
    """A game from a class whose states know their own rules.

    The class has a `player` attribute, property or method, `moves()`, `play(move)` and `outcome()`; it is called without
    arguments, or its `initial()` is, for the first state. Optional methods are those of the protocol without the `state`
    argument: `state.evaluate()`, `state.order(move)`, `state.key()`, and so on; `parse(text)`, `map_move(move, symmetry)` and
    `all_moves()` are class or static methods, `players`, `names`, `payoff_sum` and `value_range` attributes of the class.

    Args:
        cls: The class of the states.

    Raises:
        GameError: A method is missing or has another signature.

    Examples:
        >>> class Countdown:
        ...     def __init__(self, left: int = 5, player: int = 0) -> None:
        ...         self.left, self.player = left, player
        ...     def moves(self) -> range:
        ...         return range(1, min(self.left, 2) + 1)
        ...     def play(self, taken: int) -> "Countdown":
        ...         return Countdown(self.left - taken, 1 - self.player)
        ...     def outcome(self) -> int | None:
        ...         return None if self.left else (WIN if self.player == 1 else LOSS)
        >>> from minimaxer import LOSS, WIN, solve
        >>> solve(from_state_class(Countdown)).move
        2
    """
    if not isinstance(cls, type):
        raise GameError(f"expected a class of states, got {cls!r}")
    for name, parameters in (("moves", ()), ("play", ("move",)), ("outcome", ())):
        if not hasattr(cls, name):
            raise GameError(
                f"{cls.__qualname__} has no method {name}({', '.join(parameters)}); "
                "a class of states needs player, moves, play and outcome"
            )
        check_call(getattr(cls, name), name, ("self", *parameters), cls.__qualname__)
    extras = {each.name: _forward(cls, each) for each in (_PLAYER, *CATALOGUE) if _is_asked(cls, each)}
    given = {name: inspect.getattr_static(cls, name, None) for name in FACTS}
    facts = {name: fact for name, fact in given.items() if fact is not None and not hasattr(fact, "__get__")}
    named = {"__module__": cls.__module__, "__qualname__": cls.__qualname__}  # errors and titles speak of what the user wrote
    return cast("Game[P, Any]", type(cls.__name__, (StateClassGame,), extras | facts | named)(cls))


def class_of_rules(game: Any) -> type[Any]:
    """The class whose methods are the rules: that of the game, or of its states."""
    return cast("type[Any]", game.cls) if isinstance(game, StateClassGame) else type(game)


def _is_asked(cls: type[Any], capability: Capability) -> bool:
    """True if the class has the method; `player` may be an attribute instead, which is found without a call."""
    if capability is _PLAYER:
        return isinstance(inspect.getattr_static(cls, "player", None), (FunctionType, classmethod, staticmethod))
    return has_capability(cls, capability.name)


def _forward(cls: type[Any], capability: Capability) -> Callable[..., Any]:
    method = getattr(cls, capability.name)
    if "state" not in capability.parameters:
        check_call(method, capability.name, capability.parameters, cls.__qualname__)
        return staticmethod(method)
    rest = tuple(each for each in capability.parameters if each != "state")
    check_call(method, capability.name, ("self", *rest), cls.__qualname__)
    if rest:
        return lambda self, state, argument: method(state, argument)
    return lambda self, state: method(state)
