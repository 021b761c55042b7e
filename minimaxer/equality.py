"""Comparing states and moves of any class, arrays included, which do not say in one word whether they are equal."""

from __future__ import annotations

from typing import Any


def equal(one: object, other: object) -> bool:
    """Whether two states or moves are equal; arrays, and whatever holds arrays, are compared item by item.

    Examples:
        >>> equal((1, 2), (1, 2)), equal((1, 2), (1, 3))
        (True, False)
    """
    try:
        return one is other or bool(one == other)
    except ValueError:  # arrays give an array here
        return unchanged(one, other)


def unchanged(copy: Any, original: Any) -> bool:
    """Whether an object is still like a deep copy that was made of it; objects that compare by identity, by their attributes."""
    return _unchanged(copy, original, set())


def _unchanged(copy: Any, original: Any, seen: set[int]) -> bool:
    if copy is original or id(copy) in seen:  # objects may hold one another
        return True
    if type(copy) is not type(original):
        return False
    seen.add(id(copy))
    if hasattr(copy, "tobytes") and hasattr(copy, "shape") and hasattr(copy, "dtype"):
        return _same_array(copy, original)
    if isinstance(copy, (list, tuple)):
        return len(copy) == len(original) and all(_unchanged(*pair, seen) for pair in zip(copy, original, strict=True))
    if isinstance(copy, dict):
        return copy.keys() == original.keys() and all(_unchanged(copy[key], original[key], seen) for key in copy)
    try:
        if copy == original:
            return True
    except ValueError:  # it holds arrays
        pass
    mine, theirs = _attributes(copy), _attributes(original)
    if not mine:
        return not _says_when_equal(type(copy))
    return mine.keys() == theirs.keys() and all(_unchanged(mine[name], theirs[name], seen) for name in mine)


def _says_when_equal(kind: type[Any]) -> bool:
    """Whether a class compares in another way than by identity."""
    return any("__eq__" in vars(each) for each in kind.__mro__ if each is not object)


def _same_array(one: Any, other: Any) -> bool:
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    if one.dtype.hasobject:
        return unchanged(one.tolist(), other.tolist())
    return bool(one.tobytes() == other.tobytes())


def _attributes(value: Any) -> dict[str, Any]:
    names = [*getattr(value, "__dict__", ())]
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else [*slots]
    return {name: getattr(value, name) for name in names if hasattr(value, name)}
