"""`Weights`: numbers of an evaluation that can change without recompiling, and the evaluation by features."""

from __future__ import annotations

import copy
import hashlib
from array import array
from collections.abc import Iterator, Mapping
from functools import partial
from types import MethodType
from typing import Any, Final, NoReturn, TypeVar, overload

import attrs

from ..base.scores import plain_number
from ..errors import GameError, OptionError, RulesError

G = TypeVar("G")
MOST: Final = 10**9
"""Weights lie between minus and plus this number, so that compiled evaluations stay far within 64 bits."""


class Weights:
    """Numbers by name, such as what a line of two is worth; a game keeps them in its attribute `weights`.

    `evaluate` reads them as `self.weights.line2`, as `self.weights[0]`, or one after the other. Compiled code reads them from
    memory: a game with other weights is the same code. All are whole numbers, or all are floats where one of them is.

    Args:
        numbers: The weights by name.

    Raises:
        OptionError: A weight is no number, or beyond a thousand million; or a name is taken.

    Examples:
        >>> weights = Weights(line2=10, line3=30)
        >>> weights.line3, weights[0], list(weights), weights.names
        (30, 10, [10, 30], ('line2', 'line3'))
        >>> weights.replace(line3=25)
        Weights(line2=10, line3=25)
    """

    __slots__ = ("_numbers", "_places")

    _numbers: tuple[float, ...]
    _places: dict[str, int]

    def __init__(self, **numbers: float) -> None:
        if not numbers:
            raise OptionError("expected at least one weight, as in Weights(line2=10, line3=30), got none")
        found = {name: _checked(name, number) for name, number in numbers.items()}
        if any(isinstance(number, float) for number in found.values()):
            found = {name: float(number) for name, number in found.items()}
        object.__setattr__(self, "_places", {name: place for place, name in enumerate(found)})
        object.__setattr__(self, "_numbers", tuple(found.values()))

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order given."""
        return tuple(self._places)

    @property
    def are_whole(self) -> bool:
        """True if the weights are whole numbers."""
        return isinstance(self._numbers[0], int)

    def replace(self, **numbers: float) -> Weights:
        """A copy with some weights replaced.

        Raises:
            OptionError: No weight has that name, or a float is given where weights are whole numbers.
        """
        if unknown := [name for name in numbers if name not in self._places]:
            raise OptionError(f"there is no weight {unknown[0]!r}; known: {', '.join(self.names)}")
        found = Weights(**{**self.to_dict(), **numbers})
        if self.are_whole and not found.are_whole:
            name = next(name for name in numbers if not float(numbers[name]).is_integer() or isinstance(numbers[name], float))
            raise OptionError(
                f"expected weight {name} to be a whole number, as it was, got {numbers[name]!r}; begin with floats, as in 1.0"
            )
        return found

    def to_dict(self) -> dict[str, float]:
        """The weights by name."""
        return dict(zip(self._places, self._numbers, strict=True))

    def __getattr__(self, name: str) -> float:
        if name.startswith("_") or name not in self._places:
            raise AttributeError(f"there is no weight {name!r}; known: {', '.join(self._places)}", name=name, obj=self)
        return self._numbers[self._places[name]]

    @overload
    def __getitem__(self, place: int) -> float: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[float, ...]: ...
    def __getitem__(self, place: int | slice) -> float | tuple[float, ...]:
        return self._numbers[place]

    def __iter__(self) -> Iterator[float]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weights) and self.names == other.names and self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash((self.names, self._numbers))

    def __repr__(self) -> str:
        return f"Weights({', '.join(f'{name}={number!r}' for name, number in self.to_dict().items())})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"weights do not change; make others by replace({name}=...)", name=name, obj=self)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Weights, **self.to_dict()), ()


class WeightTable(Weights):
    """Very many whole numbers without names, signed words of 64 bits, which an evaluation looks up by index."""

    __slots__ = ("_digest",)

    _numbers: array[int]  # type: ignore[assignment]  # read like a tuple
    _digest: str

    def __init__(self, words: array[int]) -> None:
        object.__setattr__(self, "_places", {})
        object.__setattr__(self, "_numbers", words)
        object.__setattr__(self, "_digest", hashlib.sha256(words).hexdigest()[:20])

    def to_dict(self) -> dict[str, float]:
        """Empty: the weights have no names."""
        return {}

    def __getattr__(self, name: str) -> float:
        raise AttributeError(f"there is no weight {name!r}; these have no names", name=name, obj=self)

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WeightTable) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)

    def __repr__(self) -> str:
        return f"<{len(self._numbers):,} weights {self._digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return WeightTable, (self._numbers,)


def _checked(name: str, number: object) -> int | float:
    if name.startswith("_") or hasattr(Weights, name):
        raise OptionError(f"a weight cannot be called {name!r}, which means something else here; choose another name")
    found = plain_number(number)
    if found is None or not -MOST <= found <= MOST:
        raise OptionError(f"expected weight {name} to be a number from -1e9 to 1e9, got {number!r}")
    return found


def weights_of(game: Any) -> Weights | None:
    """The weights of a game; None where it has none, or an attribute of that name with another meaning."""
    found = getattr(game, "weights", None)
    return found if isinstance(found, Weights) else None


def reweighted(game: G, weights: Weights | Mapping[str, float]) -> G:
    """A copy of a rules object with other weights; see `minimaxer.with_weights`."""
    known = weights_of(game)
    if known is None:
        raise GameError(f"{type(game).__name__} has no weights; give it an attribute weights = mx.Weights(name=number, ...)")
    if not isinstance(weights, Weights):
        weights = known.replace(**weights)
    if weights.names != known.names:
        raise OptionError(f"expected weights {', '.join(known.names)}, got {', '.join(weights.names)}")
    made: Any
    cls: Any = type(game)
    if attrs.has(cls) and "weights" in attrs.fields_dict(cls):
        made = attrs.evolve(game, weights=weights)  # type: ignore[misc]  # just seen
    elif hasattr(game, "_replace") and "weights" in getattr(game, "_fields", ()):
        made = game._replace(weights=weights)
    else:
        made = copy.copy(game)
        try:
            object.__setattr__(made, "weights", weights)
        except AttributeError:
            raise GameError(f"the weights of {cls.__name__} cannot be set; make them a field of its own") from None
    if getattr(copy.copy(made), "weights", None) != weights:  # as in a class that is derived from one of attrs with slots
        raise GameError(
            f"{cls.__name__} loses its weights when it is copied or sent to another process; write @attrs.frozen above the "
            "class, and make them a field, as in weights: mx.Weights = mx.Weights(...)"
        )
    return made  # type: ignore[no-any-return]  # a copy


def by_features(game: Any) -> Any:
    """The evaluation by `features` and `weights`: the sum of each feature times its weight; None where one is missing."""
    if not callable(getattr(game, "features", None)) or not isinstance(getattr(game, "weights", None), Weights):
        return None
    return MethodType(weighed, game)


def weighed(game: Any, state: Any) -> Any:
    """The sum of a state's features, each times its weight."""
    features = game.features(state)
    weights = game.weights
    if len(features) != len(weights):
        raise RulesError("features and weights differ in number; give each feature a weight")
    value = 0
    for feature, weight in zip(features, weights):  # noqa: B905  # just compared
        value += feature * weight
    return value
