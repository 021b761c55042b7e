"""The front door: checks the arguments of public functions against their declared types before anything else happens."""

from __future__ import annotations

import inspect
import math
import os
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from numbers import Real
from typing import Any, Final, TypeVar

from ..errors import MinimaxerError, OptionError

F = TypeVar("F", bound=Callable[..., Any])
Test = Callable[[Any], bool]


def check_whole(name: str, value: Any, least: int | None = None, most: int | None = None) -> None:
    """Raises OptionError unless the named value is a whole number, at least `least` and at most `most` where these are given.

    Examples:
        >>> check_whole("lines", 3, 1)
    """
    if not _is_whole(value) or (least is not None and value < least) or (most is not None and value > most):
        span = ("" if least is None else f" from {least:,}") + ("" if most is None else f" to {most:,}")
        raise OptionError(f"expected {name} to be a whole number{span}, got {value!r}")


def front_door(function: F) -> F:
    """Makes a function or class raise OptionError when an argument does not match its annotation.

    Annotations are read as text. Numbers, text, paths, callables, collections and some classes are checked by name; type
    variables and names of literals accept anything. If the rules fail on a `state` whose type is not that of the game's initial
    state, the error says that a state of this game was expected.

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
    """A `front_door` that skips the named arguments: their own checks say more, such as the allowed range."""
    return lambda function: _behind_door(function, frozenset(names))


def _behind_door(function: F, but: frozenset[str]) -> F:
    if inspect.isclass(function):
        function.__init__ = _behind_door(function.__init__, but)  # type: ignore[method-assign]
        return function
    parameters = inspect.signature(function).parameters
    names = tuple(parameters)
    declared = {name: _test_of(str(text)) for name, text in function.__annotations__.items() if name not in but}
    tests = {name: test for name, test in declared.items() if test is not None}
    takes_state = not {"state", "states", "openings"}.isdisjoint(names)
    needs_state = "state" in names and parameters["state"].default is parameters["state"].empty

    @wraps(function)
    def call(*args: Any, **given: Any) -> Any:
        for name, value in (*zip(names, args, strict=False), *given.items()):
            if name in tests and not any(test(value) for _, test in tests[name]):
                expected = " or ".join(text for text, _ in tests[name])
                raise OptionError(f"expected {name} to be {expected}, got {value!r}")
        if not takes_state:
            return function(*args, **given)
        try:
            return function(*args, **given)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            _check_states(dict(zip(names, args, strict=False)) | given, error, needs_state=needs_state)
            raise

    return call  # type: ignore[return-value]


def _check_states(named: Mapping[str, Any], error: Exception, *, needs_state: bool) -> None:
    game = named.get("game", getattr(named.get("self"), "game", None))
    if "state" in named and (needs_state or named["state"] is not None):
        check_state(game, named["state"], error)
    for states in (named.get("states"), named.get("openings")):
        for each in states if isinstance(states, (list, tuple, str)) else ():
            check_state(game, each, error)


def check_state(game: Any, state: Any, error: Exception) -> None:
    """Raises OptionError if the rules, which raised the error, fail on this state and its type is not the initial state's."""
    if isinstance(error, MinimaxerError) or type(initial := game.initial()) is type(state):
        return
    try:
        if game.outcome(state) is None:
            game.player(state), list(game.moves(state))
    except Exception:
        raise OptionError(f"expected a state of {game!r}, such as {initial!r}, got {state!r}") from error


def _test_of(annotation: str) -> list[tuple[str, Test]] | None:
    """The description and the test of each type of a union; None if one of them is not known."""
    depth, heads = 0, [""]
    for letter in annotation:
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and depth == 0:
            heads.append("")
        elif depth == 0:
            heads[-1] += letter
    names = [head.strip(" ]") for head in heads]
    tests = [_KINDS.get(name) for name in names if name != "str" or "Path" not in names]
    return None if None in tests else tests  # type: ignore[return-value]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any) -> bool:
    """True for a number that a float can hold; False for NaN, fractions and booleans."""
    if not isinstance(value, Real) or isinstance(value, (bool, Fraction)):
        return False
    try:
        return not math.isnan(float(value))
    except OverflowError:
        return False


def _is_path(value: Any) -> bool:
    try:
        return isinstance(os.fspath(value), str) and b"\0" not in os.fsencode(value)
    except (TypeError, UnicodeEncodeError):
        return False


def _is_named(name: str) -> Test:
    """A test that is true if the name of a value's class, or of one of its bases, ends so; the class need not be imported."""
    return lambda value: any(each.__name__.endswith(name) for each in type(value).__mro__)


_KINDS: Final[dict[str, tuple[str, Test]]] = {
    "None": ("None", lambda value: value is None),
    "bool": ("True or False", lambda value: isinstance(value, bool)),
    "int": ("a whole number", _is_whole),
    "float": ("a number", is_number),
    "str": ("text", lambda value: isinstance(value, str)),
    "Path": ("a path", _is_path),
    "Callable": ("callable", callable),
    "OnProgress": ("callable", callable),
    "Iterable": ("a collection", lambda value: hasattr(value, "__iter__") or hasattr(value, "__getitem__")),
    "Sequence": ("a sequence", lambda value: hasattr(value, "__getitem__") and hasattr(value, "__len__")),
    "Mapping": ("a mapping", lambda value: isinstance(value, Mapping)),
    "Random": ("a random.Random", _is_named("Random")),
    "Limits": ("Limits(...)", _is_named("Limits")),
    "Options": ("options of a search", _is_named("Options")),
    "NetworkOptions": ("NetworkOptions", _is_named("NetworkOptions")),
    **{name: (f"a {name}", _is_named(name)) for name in ("Executor", "Player", "Record", "Sprt", "TrainingOptions", "Weights")},
}
