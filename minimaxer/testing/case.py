"""One state under examination: guarded calls of a game's methods, cached results, a time limit, and values kept and as text."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from time import perf_counter
from typing import Any, Final, Generic

from ..base.overdue import Overdue
from ..base.scores import PayoffScale, Scale
from ..errors import RulesError
from ..game.capability import CATALOGUE, Capabilities
from ..game.comparing import (
    DEEPEST,
    RAISED,
    SEQUENCES,
    SETS,
    Difference,
    alike,
    attributes,
    close,
    difference,
    has_equality,
    is_array,
    is_plain,
    is_public,
    says_equal,
)
from ..game.following import MOST_MOVES, checked_chances, outcomes_of
from ..game.protocol import CHANCE, Game, M, S, players_of


def shown(value: Any) -> str:
    """The `repr` of a value in one line; a placeholder text if `__repr__` raises an exception."""
    try:
        return one_line(repr(value))
    except RAISED as error:
        if type(value) in (list, tuple):
            within = ", ".join(map(shown, value))
            return f"[{within}]" if type(value) is list else f"({within})"
        return f"<{type(value).__qualname__}, whose __repr__ raised {error_text(error)}>"


def one_line(text: str) -> str:
    """The text with its lines joined by spaces."""
    return " ".join(text.split()) if "\n" in text else text


def error_text(error: BaseException) -> str:
    """The name of an error, and its text if it has one."""
    name = type(error).__name__
    try:
        text = str(error)
    except RAISED:
        return name
    return f"{name}: {text}" if text else name


class Quoted:
    """Wraps a value for error messages of other modules: its `repr` never raises an exception."""

    def __init__(self, value: Any) -> None:
        self._value: Final = value

    def __repr__(self) -> str:
        return shown(self._value)


class Clock:
    """A stopwatch with a time limit in seconds, or None, running from its creation."""

    def __init__(self, seconds: float | None = None) -> None:
        self._began: Final = perf_counter()
        self.seconds: Final = math.inf if seconds is None else seconds

    @property
    def elapsed(self) -> float:
        """Seconds since its creation."""
        return perf_counter() - self._began

    @property
    def left(self) -> float:
        """Seconds until time is up."""
        return self.seconds - self.elapsed

    @property
    def is_over(self) -> bool:
        """True once time is up."""
        return self.elapsed >= self.seconds


RAISES: Final = "methods-do-not-raise"
CHANCES: Final = "chances-are-probabilities"
ENDLESS_MOVES: Final = "moves-come-to-an-end"


class MethodRaised(Exception):  # noqa: N818  # a signal, not an error
    """A method of the game raised an exception, or gave something unusable: `error` is the exception, or says what is wrong.
    `law` is the law that it breaks, and `diagnosis` the fault in words, if it is not that error.
    """

    def __init__(self, method: str, error: BaseException, law: str = RAISES, diagnosis: str = "") -> None:
        super().__init__(method)
        self.method = method
        self.error = error
        self.law = law
        self._diagnosis = diagnosis

    @property
    def diagnosis(self) -> str:
        """The fault in words."""
        return self._diagnosis or f"{self.method}() raised {error_text(self.error)}"


class EndlessCall(BaseException):  # a signal, which ends the examination
    """A method of the game did not return in time."""

    law = "methods-come-to-an-end"


def guarded(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a method, reported under the name given; raises MethodRaised for its exceptions, EndlessCall if it took too long."""
    try:
        return call(*arguments)
    except MethodRaised:
        raise
    except Overdue:
        where = f" in {shown(arguments[0])}" if arguments else ""
        raise EndlessCall(f"{name}() does not come back{where}; does its loop end?") from None
    except RAISED as error:
        raise MethodRaised(name, error) from error


def state_given(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """The state that a call returns; raises MethodRaised if it raised an exception, or returned None."""
    state = guarded(name, call, *arguments)
    if state is None:
        raise MethodRaised(name, TypeError("it gives None, which is no state; is a return missing?"))
    return state


def listed(name: str, game: Any, state: Any) -> list[Any]:
    """The moves that a method lists; raises MethodRaised if it raised an exception, or the moves do not come to an end."""
    moves: list[Any] = guarded(name, lambda: list(islice(getattr(game, name)(state), MOST_MOVES + 1)))
    if len(moves) > MOST_MOVES:
        much = f"{name}() gives more than {MOST_MOVES:,} moves"
        raise MethodRaised(name, RuntimeError(much), ENDLESS_MOVES, f"{much} in one state; does its loop end?")
    return moves


def following(game: Any, state: Any) -> tuple[list[Any], list[float] | None]:
    """The moves of a running state; at a chance node the chance outcomes and their probabilities. Raises MethodRaised if a method
    raised an exception, or `chances` gave no probabilities.
    """
    if not hasattr(game, "chances") or not says_equal(guarded("player", game.player, state), CHANCE):
        return listed("moves", game, state), None
    given = listed("chances", game, state)
    try:
        pairs = list(checked_chances(given, state))
    except RulesError as error:
        raise MethodRaised("chances", error, CHANCES, str(error)) from None
    return [move for move, _ in pairs], [probability for _, probability in pairs]


def fresh(state: Any) -> Any:
    """A copy of the state, safe from a `play` that changes its argument; itself if it is immutable or cannot be copied."""
    if is_plain(state):
        return state
    try:
        return copy.deepcopy(state, {id(each): each for each in _bare_objects(state)})
    except Exception:  # locks, generators and the like
        return state


class Held(dict[str, Any]):
    """The public attributes of an object without an equality of its own."""


class _Valued:
    """A copy of an object that has an equality of its own."""

    def __init__(self, value: Any) -> None:
        self._value: Final = fresh(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Valued) and alike(self._value, other._value)

    __hash__ = None  # type: ignore[assignment]  # what it holds may change

    def __repr__(self) -> str:
        return shown(self._value)


def content(value: Any, inside: tuple[int, ...] = ()) -> Any:
    """Snapshots a value for later comparison: numbers and texts, containers of them, public attributes of objects.

    Objects without equality of their own are compared by their attributes, not by identity; names that begin with an
    underscore and cached properties are left out.
    """
    if is_plain(value):
        return value
    if id(value) in inside or len(inside) > DEEPEST:
        return "..."
    inside = (*inside, id(value))
    if isinstance(value, dict):
        return {shown(key): content(item, inside) for key, item in value.items()}
    if isinstance(value, SEQUENCES):
        return [content(item, inside) for item in value]
    if is_array(value):
        return content(value.tolist(), inside)
    if has_equality(value):
        return _Valued(value)
    held = {name: item for name, item in attributes(value).items() if is_public(name)}
    return Held({name: content(item, inside) for name, item in held.items()}) if held else id(value)


def is_filled(before: Any, after: Any) -> bool:
    """True if a `content` is unchanged, except for attributes that were None and dictionary entries that were missing."""
    if before == after:
        return True
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() <= after.keys():
        return all((before[name] is None and isinstance(before, Held)) or is_filled(before[name], after[name]) for name in before)
    are_alike = isinstance(before, list) and isinstance(after, list) and len(before) == len(after)
    return are_alike and all(map(is_filled, before, after))


def _bare_objects(value: Any, depth: int = 0) -> Iterator[Any]:
    """Yields the plain `object()` instances in a value, which compare by identity, so that a copy would be another one."""
    if is_plain(value) or is_array(value) or depth > DEEPEST:
        return
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, (*SEQUENCES, *SETS)):
        held = list(value)
    else:
        held = [item for name, item in attributes(value).items() if is_public(name)]
        if type(value) is object:
            yield value
    for each in held:
        yield from _bare_objects(each, depth + 1)


OF_MOVERS: Final = frozenset(each.name for each in CATALOGUE if each.of_mover)
"""The methods that are never called at chance nodes."""


class Case(Generic[S, M]):
    """A state, with the results of the game's methods for it; all that ask one raise `MethodRaised` if it raised an exception."""

    def __init__(self, game: Game[S, M], found: Capabilities[S, M], state: S, clock: Clock | None = None) -> None:
        self.game: Final = game
        self.found: Final = found
        self.state: Final = state
        self.quoted: Final = Quoted(state)
        self.clock: Final = Clock() if clock is None else clock

    def ask(self, name: str, *arguments: Any) -> Any:
        """Calls a method of the game and gives its result."""
        return (state_given if name == "play" else guarded)(name, getattr(self.game, name), *arguments)

    @cached_property
    def outcome(self) -> Any:
        """The outcome; None while the game runs."""
        return self.ask("outcome", self.state)

    @cached_property
    def runs(self) -> bool:
        """True while the game is not over."""
        return self.outcome is None

    @cached_property
    def player(self) -> Any:
        """The mover."""
        return self.ask("player", self.state)

    @cached_property
    def players(self) -> int:
        """The number of players."""
        return players_of(self.game)

    @property
    def mover(self) -> int | None:
        """The mover as an int; None unless it is one of the players."""
        return next((each for each in range(self.players) if says_equal(self.player, each)), None)

    @cached_property
    def is_chance(self) -> bool:
        """True at a chance node."""
        return self.runs and "chances" in self.found and says_equal(self.player, CHANCE) is True

    @cached_property
    def scale(self) -> Scale | PayoffScale:
        """The scale of the game's outcomes and evaluations."""
        return outcomes_of(self.game)

    @cached_property
    def moves(self) -> list[Any]:
        """The legal moves, or the outcomes of a chance node; empty where the game is over."""
        return following(self.game, self.state)[0] if self.runs else []

    @cached_property
    def moves_again(self) -> list[Any]:
        """The moves from a second call, to compare with the first."""
        return following(self.game, self.state)[0]

    @cached_property
    def children(self) -> list[Any]:
        """The states after each move."""
        return [self.ask("play", fresh(self.state), move) for move in self.moves]

    def call(self, name: str) -> None:
        """Calls one method with this state, and with each of its moves where it takes a move."""
        answer = {"play": "children", "chances": "moves"}.get(name, name)
        if answer in ("outcome", "player", "moves", "children"):
            getattr(self, answer)
        elif self.is_chance and name in OF_MOVERS:
            return
        elif self.runs and name in ("search_moves", "noisy_moves"):
            listed(name, self.game, self.state)
        elif self.runs and name in self.found:
            parameters = next(each.parameters for each in self.found if each.name == name)
            if parameters == ("state",):
                self.ask(name, self.state)
            elif parameters == ("state", "move"):
                for move in self.moves:
                    self.ask(name, self.state, move)

    def of(self, state: S) -> Case[S, M]:
        """A case for another state of the same game."""
        return Case(self.game, self.found, state, self.clock)

    def difference(self, one: S, other: S) -> Difference:
        """Compares two states: by content; where that is inconclusive, by key, else by the results of the game's methods."""
        found = difference(one, other)
        if found in (Difference.SAME, Difference.OTHER):
            return found
        if self.found.key is not None:
            names = [name for name in ("key", "banked") if name in self.found]
            same = all(says_equal(self.ask(name, one), self.ask(name, other)) for name in names)
            return Difference.SAME if same else Difference.OTHER
        return found if self.of(one).is_answered_as(self.of(other)) else Difference.OTHER

    def is_answered_as(self, other: Case[S, M]) -> bool:
        """True if both states have equal outcome, mover, moves, key, banked margin and evaluation; may raise MethodRaised."""
        if self.runs != other.runs or not (self.runs or close(self.outcome, other.outcome)):
            return False
        names = [name for name in ("key", "banked", "evaluate") if name in self.found and (self.runs or name != "evaluate")]
        if not all(close(self.ask(name, self.state), other.ask(name, other.state)) for name in names):
            return False
        return not self.runs or (says_equal(self.player, other.player) is True and alike(self.moves, other.moves))
