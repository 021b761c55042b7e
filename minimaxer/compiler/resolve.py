"""The meaning of a name in a game's source, once the rules object is known.

Compiling a game means running it with everything fixed but the state: fields, properties and class constants of the rules
object are constants, its methods are functions with `self` given.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Mapping
from enum import Enum
from operator import attrgetter, itemgetter
from typing import Final, cast

from attrs import field, frozen

from ..game.weights import Weights
from .runtime.values import fields_of, is_made_up, value_fields

MISSING: Final = object()


@frozen
class Constant:
    """A value that is compiled in."""

    value: object


@frozen(eq=False)
class Function:
    """A Python function, with some arguments bound to known objects: `given`, by the position of their parameters."""

    function: types.FunctionType
    given: Mapping[int, object] = field(factory=dict)


@frozen(eq=False)
class Known:
    """An object known now, whose attributes can be resolved: a rules object, a module, a class."""

    value: object


@frozen(eq=False)
class Native:
    """A value used as it is, such as `len`, `math.sqrt` or a class of values."""

    value: object


@frozen(eq=False)
class Weighed:
    """Weights, which code reads from memory: their values are not compiled in."""

    value: Weights


Meaning = Constant | Function | Known | Native | Weighed


def attribute(owner: object, name: str) -> Meaning | None:
    """The meaning of `owner.name`; None where there is no such attribute."""
    if isinstance(owner, types.ModuleType):
        value = getattr(owner, name, MISSING)
        return None if value is MISSING else meaning(value)
    type_ = owner if isinstance(owner, type) else type(owner)
    static = inspect.getattr_static(type_, name, MISSING)
    if isinstance(static, staticmethod):
        return meaning(static.__func__)
    if isinstance(static, classmethod):
        return Function(cast("types.FunctionType", static.__func__), {0: type_})
    if hasattr(static, "cache_info"):
        static = static.__wrapped__
    if isinstance(static, types.FunctionType):
        return Function(static, {} if isinstance(owner, type) else {0: owner})
    if owner is type_ and isinstance(static, property | functools.cached_property):
        return None
    if isinstance(static, property) and isinstance(static.fget, types.FunctionType):
        return Function(static.fget, {0: owner})  # its value may be a new object each time
    value = getattr(owner, name, MISSING)
    return None if value is MISSING or is_made_up(owner, name, value) else meaning(value)


def meaning(value: object) -> Meaning:
    """The meaning of a value found in a global, a closure or an attribute."""
    if is_constant(value):
        return Constant(value)
    if isinstance(value, Weights):
        return Weighed(value)
    if isinstance(value, types.FunctionType):
        return Function(value)
    if isinstance(value, types.MethodType) and isinstance(value.__func__, types.FunctionType):
        return Function(value.__func__, {0: value.__self__})
    if hasattr(value, "cache_info") and isinstance(wrapped := getattr(value, "__wrapped__", None), types.FunctionType):
        return Function(wrapped)
    if isinstance(value, type) and (issubclass(value, Enum) or fields_of(value) is not None or value.__module__ == "builtins"):
        return Native(value)
    is_builtin = isinstance(value, types.BuiltinFunctionType | types.BuiltinMethodType)
    return Native(value) if is_builtin or type(value).__module__.split(".")[0] == "numpy" else Known(value)


def is_constant(value: object) -> bool:
    """True if a value can be compiled in: numbers, texts, None, members of Enums, and collections of them."""
    if value is None or isinstance(value, bool | int | float | str | bytes | slice | Enum | itemgetter | attrgetter):
        return True
    if isinstance(value, dict):
        return all(_is_part(each) for pair in value.items() for each in pair)
    if isinstance(value, (tuple, list, set, frozenset, range)):
        return all(map(_is_part, value))
    names = None if isinstance(value, type) else fields_of(type(value))
    if names is None or any(hasattr(value, name) for name in ("initial", "moves", "play")):  # rules are no values
        return False
    return all(_is_part(getattr(value, name)) for name in names)


def _is_part(value: object) -> bool:
    """True if a collection that holds a value can be compiled in: also an object of a plain class may be there."""
    return is_constant(value) or value_fields(value) is not None
