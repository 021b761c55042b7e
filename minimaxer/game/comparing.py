"""Equality of values where `==` does not decide: arrays, and objects that compare by identity."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Set as AbstractSet
from enum import Enum, IntEnum
from functools import cache, cached_property
from types import FunctionType, MethodType, ModuleType
from typing import Any, Final

RAISED: Final = (Exception, SystemExit)
"""Exceptions that user code may raise while values are only inspected; Ctrl-C passes."""
DEEPEST: Final = 20
"""The deepest nesting of containers that is compared."""
SEQUENCES: Final = (list, tuple, deque)
SETS: Final = (set, frozenset)
_SINGLE: Final = (type, FunctionType, MethodType, ModuleType, Enum)
"""Objects that are the same as nothing but themselves."""
_NUMBERS_AND_TEXTS: Final = (int, str, bool)
_MISSING: Final = object()


class Difference(IntEnum):
    """The degree of difference between two values; the greatest one of their parts counts."""

    SAME = 0
    UNKNOWN = 1
    """They compare by identity, and their contents cannot be seen, or differ in private attributes only."""
    LOOKS_OTHER = 2
    """They compare by identity, and public attributes differ."""
    OTHER = 3


def equal(one: object, other: object) -> bool:
    """True if two states or moves are equal; arrays, and objects whose class has no `__eq__`, are compared by their contents.

    Examples:
        >>> equal((1, 2), (1, 2)), equal((1, 2), (1, 3))
        (True, False)
    """
    if one is other or (type(one) is type(other) and type(one) in _NUMBERS_AND_TEXTS):
        return one is other or one == other
    return difference(one, other) is Difference.SAME


def matching(values: Iterable[Any], wanted: object) -> Any:
    """The first of the values that equals another; None if none does."""
    return next((each for each in values if equal(each, wanted)), None)


_Known = dict[tuple[int, int], tuple[Difference, Any, Any]]
"""The pairs compared so far, by identity, each with its objects, so that none is freed and its identity reused."""


def difference(one: Any, other: Any, known: _Known | None = None, depth: int = 0) -> Difference:
    """Compares two values: by `==` where their class has a usable one, else by their contents. Each pair of parts is compared
    once, however often it occurs; a pair that is compared within itself counts as the same.
    """
    if one is other:
        return Difference.SAME
    if depth > DEEPEST:
        return Difference.UNKNOWN
    known = {} if known is None else known
    pair = id(one), id(other)
    if pair not in known:
        known[pair] = Difference.SAME, one, other
        known[pair] = _compared(one, other, known, depth + 1), one, other
    return known[pair][0]


def _compared(one: Any, other: Any, known: _Known, depth: int) -> Difference:
    if isinstance(one, SEQUENCES) and isinstance(other, SEQUENCES):
        if len(one) != len(other):
            return Difference.OTHER
        return max((difference(a, b, known, depth) for a, b in zip(one, other, strict=True)), default=Difference.SAME)
    if isinstance(one, dict) and isinstance(other, dict):
        keys = _of_sets(set(one), set(other))
        return keys if keys is not Difference.SAME else _of_parts(one, other, known, depth)
    if isinstance(one, SETS) and isinstance(other, SETS):
        return _of_sets(one, other)
    if is_array(one) and is_array(other):
        return difference((tuple(one.shape), one.tolist()), (tuple(other.shape), other.tolist()), known, depth)
    equal = says_equal(one, other) if _may_compare(one, other) else False
    if equal:
        return Difference.SAME
    if is_plain(one) or is_plain(other) or type(one) is not type(other):
        return Difference.OTHER
    if equal is None or not has_equality(one):
        return _of_objects(one, other, known, depth)
    held = attributes(one)
    return _of_parts(held, attributes(other), known, depth) if held else Difference.OTHER


def alike(one: Any, other: Any) -> bool:
    """True if two values are the same, or at least show no difference."""
    return difference(one, other) <= Difference.UNKNOWN


def says_equal(one: Any, other: Any) -> bool | None:
    """The answer of `==`, with NaN equal to NaN; None if it raises an exception, or gives neither true nor false."""
    try:
        if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
            return math.isnan(other)
        return bool(one == other)
    except RAISED:
        return None


def close(one: Any, other: Any) -> bool:
    """True if two scores are equal within rounding error."""
    if isinstance(one, float) or isinstance(other, float):
        try:
            return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
        except TypeError:
            return False
    return says_equal(one, other) is True


class Moves:
    """A set of moves for look-ups, in which moves may be arrays or compare by identity."""

    def __init__(self, moves: Iterable[Any] = ()) -> None:
        self._hashed: Final[set[Any]] = set()
        self._others: Final[dict[Any, list[Any]]] = {}
        for move in moves:
            self.add(move)

    def add(self, move: Any) -> None:
        """Adds a move."""
        if _is_told_by_hash(move):
            self._hashed.add(move)
        else:
            self._others.setdefault(_outline(move), []).append(move)

    def __contains__(self, move: Any) -> bool:
        if _is_told_by_hash(move):
            return move in self._hashed
        return any(difference(move, each) is Difference.SAME for each in self._others.get(_outline(move), ()))


def is_plain(value: Any) -> bool:
    """True for values that nothing can change: None, numbers, texts, and tuples of them."""
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    return value is None or isinstance(value, (int, float, complex, str, bytes))


def is_array(value: Any) -> bool:
    """True for an array of numpy or of a similar library, which compares element by element."""
    return hasattr(value, "shape") and callable(getattr(value, "tolist", None)) and not isinstance(value, type)


def _may_compare(one: Any, other: Any) -> bool:
    """True if two values may be compared by `==`: an author's `__eq__` need not know other types, nor None."""
    if isinstance(one, type(other)) or isinstance(other, type(one)):
        return True
    return not any(isinstance(getattr(type(each), "__eq__", None), FunctionType) for each in (one, other))


def has_equality(value: Any) -> bool:
    """True if the value's class defines equality."""
    return getattr(type(value), "__eq__", None) is not object.__eq__


def attributes(value: object) -> dict[str, Any]:
    """The attributes of an object, without cached properties."""
    cls: Any = type(value)
    slots, cached = _declared(cls)
    held = {name: item for name, item in getattr(value, "__dict__", {}).items() if name not in cached}
    for name in slots:
        item = getattr(value, name, _MISSING)
        if item is not _MISSING:
            held[name] = item
    return held


@cache
def _declared(cls: type) -> tuple[tuple[str, ...], frozenset[str]]:
    """The slots of a class that hold attributes, and its cached properties."""
    slots: list[str] = []
    cached: set[str] = set()
    for each in cls.__mro__:
        own = getattr(each, "__slots__", ())
        slots += [own] if isinstance(own, str) else list(own)
        cached |= {name for name, item in vars(each).items() if isinstance(item, cached_property)}
    return tuple(name for name in slots if name not in ("__dict__", "__weakref__") and name not in cached), frozenset(cached)


def is_public(name: str) -> bool:
    """True for a public attribute; private ones may be caches."""
    return not name.startswith("_")


def _is_told_by_hash(value: Any) -> bool:
    """True if `==` and `hash` decide whether another value is the same."""
    if isinstance(value, tuple):
        return all(map(_is_told_by_hash, value))
    if not (has_equality(value) or isinstance(value, _SINGLE)):
        return False
    try:
        hash(value)
    except RAISED:
        return False
    return True


def _outline(value: Any) -> Any:
    """A hashable key that equal values share, for values that cannot be hashed or compare by identity."""
    if has_equality(value):
        return None
    return type(value), frozenset((name, item) for name, item in attributes(value).items() if is_plain(item))


def _of_sets(one: AbstractSet[Any], other: AbstractSet[Any]) -> Difference:
    """Compares two sets, whose members are looked up by hash."""
    apart = one ^ other
    if not apart:
        return Difference.SAME
    return Difference.OTHER if len(one) != len(other) or all(map(_is_told_by_hash, apart)) else Difference.UNKNOWN


def _of_parts(one: dict[Any, Any], other: dict[Any, Any], known: _Known, depth: int) -> Difference:
    names = one.keys() | other.keys()
    return max(
        (difference(one.get(name, _MISSING), other.get(name, _MISSING), known, depth) for name in names), default=Difference.SAME
    )


def _of_objects(one: Any, other: Any, known: _Known, depth: int) -> Difference:
    """Compares two objects of a class whose `==` does not decide."""
    if isinstance(one, _SINGLE) or type(one) is object:
        return Difference.OTHER
    held, others = attributes(one), attributes(other)
    public = _of_parts(_public(held), _public(others), known, depth)
    if public is not Difference.SAME:
        return min(public, Difference.LOOKS_OTHER)
    return Difference.SAME if held and _of_parts(held, others, known, depth) is Difference.SAME else Difference.UNKNOWN


def _public(held: dict[str, Any]) -> dict[str, Any]:
    return {name: item for name, item in held.items() if is_public(name)}
