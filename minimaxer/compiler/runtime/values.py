"""Classes of plain values, which compiled games may keep in states and moves, and the places of a set's items in its table in
Python, computed from its iteration order.

Source of the latter: CPython, `Objects/setobject.c`.
"""

from __future__ import annotations

import enum
import inspect
import os
import sys
import types
import typing
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice, takewhile
from pathlib import Path
from typing import Any, Final

import attrs

LEAST: Final = 8
IN_A_ROW: Final = 9
SHIFT: Final = 5
_JUMPS: Final = 64
"""Places to probe beyond those in a row: a negative hash comes back to the same one until none of its bits is left."""
_ALL: Final = (1 << 64) - 1
_MOST_STEPS: Final = 2_000
"""Most steps of the search for places that fit; beyond it the items are entered in order."""


def places_of(value: object) -> int:
    """The number of places of a set's table."""
    return max(LEAST, (sys.getsizeof(value) - sys.getsizeof(type(value)())) // 16)


def probes(mixed: int, mask: int) -> Iterator[int]:
    """The places where a value of that hash may be, in Python's order."""
    rest = mixed & _ALL
    first = rest & mask
    while True:
        yield from range(first, first + (IN_A_ROW if first + IN_A_ROW <= mask else 0) + 1)
        rest >>= SHIFT
        first = (first * 5 + 1 + rest) & mask


def filled(hashes: list[int], mask: int, tried: Callable[[int, int], Iterator[int]] = probes) -> list[int]:
    """The places of items that are put into an empty table, one after the other, each at the first free one of those tried."""
    taken: dict[int, None] = {}
    for mixed in hashes:
        taken[next(place for place in tried(mixed, mask) if place not in taken)] = None
    return list(taken)


def in_a_row(hashes: list[int], mask: int) -> list[int]:
    """The places of items of which each takes the next free one: the layout of compiled sets that are not iterated."""
    return filled(hashes, mask, lambda mixed, mask: (place & mask for place in count(mixed & mask)))


def numbered(hashes: list[int], mask: int) -> list[int]:
    """A table of those places: each holds the number of its item, from 1 on; 0 where there is none."""
    table = [0] * (mask + 1)
    for number, place in enumerate(in_a_row(hashes, mask), 1):
        table[place] = number
    return table


def positions(value: Collection[object]) -> list[int]:
    """The place of each item, in the set's order."""
    mask = places_of(value) - 1
    hashes = [hash(each) for each in value]
    return _fitting(hashes, mask) or filled(hashes, mask)


def _fitting(hashes: list[int], mask: int) -> list[int] | None:
    """Places in ascending order such that each item is where it was put: all that it tried before are taken; None without."""
    steps = 0

    def search(chosen: list[int], last: int) -> list[int] | None:
        nonlocal steps
        steps += 1
        if len(chosen) == len(hashes):
            tried = (takewhile(place.__ne__, probes(mixed, mask)) for mixed, place in zip(hashes, chosen, strict=True))
            return chosen if all(map(set(chosen).issuperset, tried)) else None
        if steps > _MOST_STEPS:
            return None
        left = len(hashes) - len(chosen) - 1
        failed = set[int]()
        for place in islice(probes(hashes[len(chosen)], mask), 3 * len(hashes) + _JUMPS):
            if last < place <= mask - left and place not in failed and (found := search([*chosen, place], place)) is not None:
                return found
            failed.add(place)
        return None

    return search([], -1)


DICTS: Final = (dict, Counter)
"""Classes of dicts in states."""


def fields_of(cls: type) -> tuple[str, ...] | None:
    """The names of a class's fields, where its objects are nothing but these (NamedTuples, dataclasses, attrs); else None."""
    for attribute in ("_fields",) if issubclass(cls, tuple) else ("__dataclass_fields__", "__attrs_attrs__"):
        if (found := getattr(cls, attribute, None)) is not None:
            return tuple(getattr(each, "name", each) for each in found)
    return None


def hides(cls: type, name: str) -> bool:
    """True if a subclass of a NamedTuple has something else under the name of a field."""
    where = next((each for each in cls.__mro__ if name in vars(each)), None)
    return issubclass(cls, tuple) and where is not None and "_fields" not in vars(where)


def in_fields(value: object, names: Iterable[str]) -> Sequence[Any]:
    """What is in the fields of an object; those of a NamedTuple may be hidden, or given by an iterator of its own."""
    return tuple.__getitem__(value, slice(None)) if isinstance(value, tuple) else [getattr(value, name) for name in names]


def can_change(cls: type) -> bool:
    """True if the fields of objects of a class can be assigned to."""
    if issubclass(cls, tuple):
        return False
    described = getattr(cls, "__dataclass_params__", None)
    return not described.frozen if described is not None else "attr" not in getattr(cls.__setattr__, "__module__", "")


def attributes_of(value: object) -> tuple[str, ...] | None:
    """The names of an object's attributes, in the order in which they were set; None where it is no object with any."""
    slots = [
        name
        for cls in reversed(type(value).__mro__)
        for given in [vars(cls).get("__slots__", ())]
        for name in ((given,) if isinstance(given, str) else given)
        if name not in ("__dict__", "__weakref__") and hasattr(value, name)
    ]
    own = getattr(value, "__dict__", None)
    return None if own is None and not slots else (*slots, *(own or ()))


def has_default(cls: type, name: str) -> bool:
    """True if a class gives its objects a default for an attribute that was not set."""
    found = inspect.getattr_static(cls, name, _MISSING)
    return found is not _MISSING and not isinstance(found, types.MemberDescriptorType)


def is_made_up(owner: object, name: str, value: object) -> bool:
    """True if an attribute is invented by a class that invents attributes without end, as mock objects do."""
    invents = getattr(type(owner), "__getattr__", None)
    may = invents is not None and not isinstance(owner, type) and getattr(type(value), "__getattr__", None) is invents
    return may and inspect.getattr_static(owner, name, _MISSING) is _MISSING


_MISSING = object()


def plain(value: Any) -> Any:
    """A numpy scalar as a number of Python's own, unless numpy's arithmetic with it differs; all else as it is."""
    is_scalar = type(value).__module__ == "numpy" and getattr(value, "shape", None) == () and hasattr(value, "item")
    return value.item() if is_scalar and (value.dtype.kind in "biu" or value.dtype.name == "float64") else value


def is_array(value: Any) -> bool:
    """True for an array of numpy, of whole numbers, truth values or floats of 32 or 64 bits."""
    is_numpys = type(value).__name__ == "ndarray" and type(value).__module__ == "numpy"
    return is_numpys and (value.dtype.kind in "biu" or value.dtype.name in ("float32", "float64"))


_ATOMS: Final = frozenset({int, str, bool, float, type(None)})
"""Classes of values that hold no others, and are most of what states hold."""
_HELD: Final = (type, enum.Enum, tuple, list, dict, set, frozenset, str, bytes, int, float)


def is_plain_object(value: object) -> bool:
    """True for an object of a class of the author's own that has attributes and nothing else."""
    cls = type(value)
    builtin = isinstance(value, _HELD) or is_array(value) or cls.__module__ == "builtins" or fields_of(cls) is not None
    return not builtin and attributes_of(value) is not None


_NO_VALUES: Final = frozenset({*sys.stdlib_module_names, "minimaxer"}) - {"__main__"}
_OF_RULES: Final = ("initial", "moves", "play")


def value_fields(value: object, depth: int = 0) -> tuple[str, ...] | None:
    """The attributes of an object of a plain class that can stand for a value: numbers, texts, None, Enums, and tuples of these.
    None of all else, of rules and of this package's own objects.
    """
    cls = type(value)
    if not is_plain_object(value) or cls.__module__.split(".")[0] in _NO_VALUES or all(hasattr(cls, each) for each in _OF_RULES):
        return None
    if any(is_authors(vars(each).get(name)) for each in cls.__mro__ for name in _MEANINGS if name != "__init__"):
        return None
    names = tuple(sorted(attributes_of(value) or ()))
    return names if all(_is_value(getattr(value, name), depth + 1) for name in names) else None


def _is_value(value: object, depth: int) -> bool:
    if type(value) in _ATOMS or isinstance(value, enum.Enum):
        return True
    if depth > DEEPEST:
        return False
    return (
        all(_is_value(each, depth + 1) for each in value) if isinstance(value, tuple) else value_fields(value, depth) is not None
    )


def all_in(value: object) -> Iterator[object]:
    """A value and all that it holds, each once, but for numbers, texts and None."""
    todo, seen = [value], dict[int, object]()
    while todo:
        each = todo.pop()
        if type(each) not in _ATOMS and id(each) not in seen:
            seen[id(each)] = each
            yield each
            todo += (part for _, part in parts_of(each))


def value_classes(value: object) -> Iterator[type]:
    """The plain classes of objects that stand for values: those that a value holds, and its own if they compare by value."""
    found = (each for each in all_in(value) if each is not value or type(each).__eq__ is not object.__eq__)
    return (type(each) for each in found if value_fields(each) is not None)


def parts_of(value: object) -> Iterator[tuple[str, Any]]:
    """The parts of a value, each behind its notation, such as `.name` or `[3]`."""
    if isinstance(value, (type, enum.Enum)):
        return
    names = fields_of(type(value))
    if names is None and is_plain_object(value):
        names = attributes_of(value)
    if names is not None:
        yield from ((f".{name}", each) for name, each in zip(names, in_fields(value, names), strict=False))
    elif isinstance(value, (tuple, list)):
        yield from ((f"[{place}]", each) for place, each in enumerate(value))
    elif isinstance(value, (set, frozenset)):
        yield from ((" (an item)", each) for each in value)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield " (a key)", key
            yield f"[{key!r}]", each


DEEPEST: Final = 12
"""Levels of nesting in states."""


def nested(value: object, place: str = "", around: tuple[int, ...] = ()) -> Iterator[tuple[str, object]]:
    """A value and all that it holds, each with its place in what holds it, as deep as states may be."""
    yield place, value
    if len(around) <= DEEPEST and id(value) not in around:
        for part, each in parts_of(value):
            yield from nested(each, part, (*around, id(value)))


def _is_mutable(value: object) -> bool:
    """True of lists, sets, dicts and objects that can change."""
    cls = type(value)
    return cls in (list, set, *DICTS) or (fields_of(cls) is not None and can_change(cls)) or is_plain_object(value)


def held_twice(value: object) -> dict[int, type]:
    """The lists, sets, dicts and objects that a state holds in several places and that can change: their ids and classes."""
    seen: set[int] = set()
    found: dict[int, type] = {}

    def walk(each: object) -> None:
        if type(each) in _ATOMS:
            return
        if _is_mutable(each):
            if id(each) in seen:
                found[id(each)] = type(each)
                return
            seen.add(id(each))
        for _, part in parts_of(each):
            walk(part)

    walk(value)
    return found


def entangled(value: object, shared: Mapping[int, float]) -> tuple[str, str] | None:
    """The first place of a state that shares a part with another or nests a class in itself, and a description; else None. Those
    with the ids `shared` may be in that many places.
    """
    left = dict(shared)
    seen: dict[int, str] = {}
    arrays: list[object] = []

    def walk(each: object, where: str, around: tuple[type, ...]) -> tuple[str, str] | None:
        cls = type(each)
        if cls in _ATOMS:
            return None
        is_object = is_plain_object(each)
        if _is_mutable(each) or is_array(each):
            if is_object and cls in around:
                return where, f"a {cls.__name__} within a {cls.__name__}, whose number has no bound; keep them in a list"
            left[id(each)] = left.get(id(each), 1) - 1
            if id(each) in seen:
                other = seen[id(each)].lstrip(".") or "the state itself"
                text = f"the {cls.__name__} that {other} is too, which compiled games take apart; keep its index or a copy"
                return (where, text) if left[id(each)] < 0 else None
            seen[id(each)] = where
        if is_array(each):
            if any(sys.modules["numpy"].may_share_memory(each, other) for other in arrays):
                return where, "a view of another array of the state, which compiled games take apart; keep a copy"
            arrays.append(each)
        inner = (*around, cls) if is_object else around
        found = (walk(part, where + place, inner) for place, part in parts_of(each))
        return next((bad for bad in found if bad is not None), None)

    return walk(value, "", ())


def functions_of(cls: type) -> Iterator[types.FunctionType]:
    """The functions that an author wrote into a class, and into those it is derived from."""
    for each in cls.__mro__:
        for name, member in sorted(vars(each).items()):
            found = getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)
            found = getattr(found, "__wrapped__", found)
            if isinstance(found, types.FunctionType) and is_authors(found) and name != "__init_subclass__":
                yield found


_MEANINGS = ("__getattr__", "__getattribute__", "__init__", "__new__", "__setattr__")


def odd_method(cls: type) -> str | None:
    """A method that makes objects of a class of values more than their fields; None where there is none."""
    classes = [each for each in cls.__mro__ if each not in (object, tuple, typing.Generic)]
    return next((name for each in classes for name in _MEANINGS if is_authors(vars(each).get(name))), None)


def is_authors(function: object) -> bool:
    """True if a function was written by an author, and is neither generated nor the library's."""
    function = getattr(function, "__func__", function)
    file = getattr(getattr(function, "__code__", None), "co_filename", "<")
    return not file.startswith("<") and not file.startswith((_LIBRARY, _ATTRS))


_LIBRARY = str(Path(typing.__file__).parent) + os.sep
_ATTRS = str(Path(attrs.__file__).parent.parent / "attr")
