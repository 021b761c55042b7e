"""The front door: arguments are checked against the types that a public function declares, before anything is done with them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from numbers import Real
from os import PathLike
from typing import Any, Final, TypeVar

from .errors import MinimaxerError, OptionError

F = TypeVar("F", bound=Callable[..., Any])
Test = Callable[[Any], bool]


def check_whole(name: str, value: Any, least: int | None = None, most: int | None = None) -> None:
    """Raises OptionError unless the value of that name is a whole number, from `least` and to `most` where they are given.

    Examples:
        >>> check_whole("lines", 3, 1)
    """
    if not _is_whole(value) or (least is not None and value < least) or (most is not None and value > most):
        span = ("" if least is None else f" from {least:,}") + ("" if most is None else f" to {most:,}")
        raise OptionError(f"expected {name} to be a whole number{span}, got {value!r}")


def front_door(function: F) -> F:
    """A function, or a class, that raises OptionError where an argument is none of what its annotation says.

    Annotations are read as text: numbers, text, paths, callables, collections and classes by name are known; type variables and
    names of literals take anything. Where rules fail at an argument `state` of another type than the game's initial state, it is
    taken for another game's.

    Examples:
        >>> @front_door
        ... def double(number: int | None = None) -> int:
        ...     return 2 * (number or 0)
        >>> double("3")
        Traceback (most recent call last):
        minimaxer.errors.OptionError: expected number to be a whole number or None, got '3'
    """
    return _behind_door(function, frozenset())


def front_door_but(*names: str) -> Callable[[F], F]:
    """A `front_door` that leaves arguments alone whose own check says more, such as their range."""
    return lambda function: _behind_door(function, frozenset(names))


def _behind_door(function: F, but: frozenset[str]) -> F:
    if inspect.isclass(function):
        function.__init__ = _behind_door(function.__init__, but)  # type: ignore[method-assign]
        return function
    names = tuple(inspect.signature(function).parameters)
    declared = {name: _test_of(str(text)) for name, text in function.__annotations__.items() if name not in but}
    tests = {name: test for name, test in declared.items() if test is not None}
    takes_state = not {"state", "states", "openings"}.isdisjoint(names)

    @wraps(function)
    def call(*args: Any, **given: Any) -> Any:
        for name, value in (*zip(names, args, strict=False), *given.items()):
            if name in tests and not any(test(value) for _, test in tests[name]):
                told = " or ".join(text for text, _ in tests[name])
                raise OptionError(f"expected {name} to be {told}, got {value!r}")
        if not takes_state:
            return function(*args, **given)
        try:
            return function(*args, **given)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            _check_states(dict(zip(names, args, strict=False)) | given, error)
            raise

    return call  # type: ignore[return-value]


def _check_states(named: Mapping[str, Any], error: Exception) -> None:
    game = named.get("game", getattr(named.get("self"), "game", None))
    check_state(game, named.get("state"), error)
    for states in (named.get("states"), named.get("openings")):
        for each in states if isinstance(states, (list, tuple)) else ():
            check_state(game, each, error)


def check_state(game: Any, state: Any, error: Exception) -> None:
    """Raises OptionError where the rules, which raised the error, fail at this state, which is of another type than theirs."""
    if state is None or isinstance(error, MinimaxerError) or type(initial := game.initial()) is type(state):
        return
    try:
        if game.outcome(state) is None:
            game.player(state), list(game.moves(state))
    except Exception:
        raise OptionError(f"expected a state of {game!r}, such as {initial!r}, got {state!r}") from error


def _test_of(annotation: str) -> list[tuple[str, Test]] | None:
    """For each type of a union what it is called, and whether a value is of it; None where one is not known."""
    depth, heads = 0, [""]
    for letter in annotation:
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and depth == 0:
            heads.append("")
        elif depth == 0:
            heads[-1] += letter
    tests = [_KINDS.get(head.strip(" ]"), None) for head in heads]
    return None if None in tests else tests  # type: ignore[return-value]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and value == value


def _is_named(name: str) -> Test:
    """Whether a value's class, or one that it derives from, has that name, which need not be imported here."""
    return lambda value: any(each.__name__.endswith(name) for each in type(value).__mro__)


_KINDS: Final[dict[str, tuple[str, Test]]] = {
    "None": ("None", lambda value: value is None),
    "bool": ("True or False", lambda value: isinstance(value, bool)),
    "int": ("a whole number", _is_whole),
    "float": ("a number", _is_number),
    "str": ("text", lambda value: isinstance(value, str)),
    "Path": ("a path", lambda value: isinstance(value, PathLike)),
    "Callable": ("callable", callable),
    "Iterable": ("a collection", lambda value: hasattr(value, "__iter__") or hasattr(value, "__getitem__")),
    "Sequence": ("a sequence", lambda value: hasattr(value, "__getitem__") and hasattr(value, "__len__")),
    "Mapping": ("a mapping", lambda value: isinstance(value, Mapping)),
    "Random": ("a random.Random", _is_named("Random")),
    "Limits": ("Limits(...)", _is_named("Limits")),
    "Options": ("options of a search", _is_named("Options")),
    **{name: (f"a {name}", _is_named(name)) for name in ("Executor", "Player", "Record", "Sprt", "Weights")},
}
