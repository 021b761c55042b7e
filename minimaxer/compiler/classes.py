"""Python's classes of the values of a type: they decide what an operation supports, and what it refuses."""

from __future__ import annotations

import ast
import collections
import contextlib
import enum
import types
from collections.abc import Sequence
from typing import Final, TypeGuard

from . import value_types as t
from .joining import is_array_type
from .runtime.values import fields_of, is_authors

_CLASSES: Final = {
    t.Int: int,
    t.Bool: bool,
    t.Float: float,
    t.Text: str,
    t.FixedTuple: tuple,
    t.VarTuple: tuple,
    t.List: list,
    t.Dict: dict,
    t.Range: range,
    t.Closure: types.FunctionType,
}
_OF_ITEMS: Final = ("__iter__", "__len__", "__getitem__")
_COMPARED: Final = ((int, float), (str,), (bytes,), (tuple,), (list,), (set, frozenset), (dict,), (range,))
"""Classes whose objects Python compares with each other; objects of two groups always differ."""
_GROUPS: Final = (*_COMPARED, (types.NoneType,))


def class_of(type_: t.Type) -> type[object] | None:
    """The class of a value; None where it may be one of several, or none that the compiler treats."""
    if isinstance(type_, t.Constant):
        return type(type_.value)
    if isinstance(type_, t.Tuple):
        return tuple if type_.cls is None else type_.cls
    if isinstance(type_, t.Fielded):
        return type_.record.cls
    if isinstance(type_, t.Set):
        return type_.cls
    if isinstance(type_, t.Symbol):
        return type_.domain
    if isinstance(type_, t.Array):
        import numpy

        return numpy.ndarray
    if isinstance(type_, t.Dict) and type_.missing is not None:
        return collections.defaultdict if callable(type_.missing) else collections.Counter
    return _CLASSES.get(type(type_))


def may_have(type_: t.Type, name: str) -> bool:
    """True if values of a type may have an attribute; a tuple of the module may be a list, and a list a deque."""
    cls = class_of(type_)
    classes = [cls, *([list] if cls is tuple else [collections.deque] if cls is list else [])]
    return any(callable(getattr(each, name, None)) for each in classes if each is not None)


def defines(type_: t.Type, name: str) -> bool:
    """True if the class of a value, or one of its bases, defines a method."""
    return any(name in vars(each) for each in getattr(class_of(type_), "__mro__", ()))


def is_tuple(type_: t.Type) -> TypeGuard[t.Tuple]:
    """True if a value is a tuple of items side by side, named or not; False for an object of a class with fields."""
    if not isinstance(type_, t.Tuple) or type_.cls is None:
        return isinstance(type_, t.Tuple)
    return issubclass(type_.cls, tuple) and not any(is_authors(getattr(type_.cls, name)) for name in _OF_ITEMS)


def is_sequence(type_: t.Type) -> bool:
    """True if a value has items by index."""
    cls = class_of(type_)
    has_items = cls is not None and (issubclass(cls, Sequence) or is_array_type(type_))
    return has_items and is_tuple(type_) == isinstance(type_, t.Tuple)


def is_hashable(type_: t.Type) -> bool:
    """True if Python can hash the values of a type."""
    if isinstance(type_, t.Constant):
        with contextlib.suppress(TypeError):
            hash(type_.value)
            return True
        return False
    if isinstance(type_, (t.Optional, t.Union, t.Tuple, t.Row)) and not all(map(is_hashable, t.parts_of(type_))):
        return False
    cls = class_of(type_)
    return cls is None or cls.__hash__ is not None


def always_differ(one: t.Type, other: t.Type) -> bool:
    """True if no value of one type equals one of the other, by no author's `__eq__`; False where that is not sure."""
    rows = [_row_of(class_of(each)) for each in (one, other)]
    return None not in rows and rows[0] is not rows[1]


def work_together(op: ast.operator | None, one: t.Type, other: t.Type) -> bool:
    """True unless an operator, or `<`, of two values surely raises a `TypeError`: their classes are builtin ones."""
    groups = [next((row for row in _GROUPS if issubclass(cls, row)), None) for cls in map(class_of, (one, other)) if cls]
    if (types.NoneType,) in groups and None not in groups:
        return False
    if len(groups) < 2 or None in groups or groups[0] is groups[1] or (isinstance(op, ast.Mod) and groups[0] == (str,)):
        return True
    return isinstance(op, ast.Mult) and (int, float) in groups and not {(set, frozenset), (dict,), (range,)} & set(groups)


def _row_of(cls: type[object] | None) -> object:
    """The group of classes that a class is compared with; None where that is not known."""
    if cls is None:
        return None
    for row in _COMPARED:
        if issubclass(cls, row):
            return row
    known = fields_of(cls) is not None or issubclass(cls, enum.Enum) or is_authors(cls.__eq__)
    return cls if known or cls.__eq__ is object.__eq__ else None


def compared_fields(cls: type[object]) -> tuple[str, ...] | None:
    """The fields that decide if objects of a class are equal; None where fields do not decide."""
    names = fields_of(cls)
    if names is None or cls.__eq__ is object.__eq__ or is_authors(cls.__eq__):
        return None
    attributes = getattr(cls, "__attrs_attrs__", None)
    described = getattr(cls, "__dataclass_fields__", None) if attributes is None else None
    if attributes is not None:
        return tuple(each.name for each in attributes if each.eq)
    return names if described is None else tuple(name for name, each in described.items() if each.compare)
