"""The type that holds the values of two others, as where two branches meet."""

from __future__ import annotations

import contextlib
import enum
import functools
from collections import Counter, OrderedDict, defaultdict
from types import FunctionType
from typing import Any

from . import value_types as t
from .runtime.values import fields_of, in_fields, is_array, is_plain_object, value_fields

_MOST_OPTIONS = 8
"""Types that one place may hold values of."""
_ROW = tuple, -1
_BUILTIN = (bool, int, float, str, tuple, list, set, frozenset, dict)


class TypeConflictError(Exception):
    """Two types have nothing in common; `within` is what holds values of both, where something does."""

    def __init__(self, one: t.Type, other: t.Type, within: str = "") -> None:
        super().__init__(f"{one} on one path, {other} on another")
        self.one, self.other, self.within = one, other, within


def array_type(value: Any) -> t.Array | None:
    """The type of a numpy array; None of all else, or where its elements are no numbers."""
    return t.Array(t.element(value.dtype.name), value.ndim, tuple(value.shape), True) if is_array(value) else None


def is_array_type(type_: t.Type) -> bool:
    """True of an array's type, also of a module constant."""
    return isinstance(type_, t.Array) or (isinstance(type_, t.Constant) and array_type(type_.value) is not None)


def type_of(value: object) -> t.Type | None:
    """The run-time type of a known value; None where it has none, such as a function."""
    if value is None:
        return t.NONE
    if isinstance(value, enum.Enum):
        return t.Symbol(type(value))
    if is_derived(value) or isinstance(value, type):
        return None
    for cls, type_ in ((bool, t.BOOL), (int, t.INT), (float, t.FLOAT), (str, t.TEXT)):
        if isinstance(value, cls):
            return type_
    if (array := array_type(value)) is not None:
        return array
    if isinstance(value, (set, frozenset)):
        return t.Set(t.Cell(join_all([kept_type(each) for each in value])), frozenset)
    if isinstance(value, dict):
        return _dict_type(value)
    names = value_fields(value) if is_plain_object(value) else fields_of(type(value))
    if names is not None:
        return t.Tuple(tuple(map(kept_type, in_fields(value, names))), type(value), names)
    return row_type([kept_type(each) for each in value]) if isinstance(value, (tuple, list)) else None


def _dict_type(value: dict[Any, Any]) -> t.Type:
    """The type of a known dict: by key, where the keys are texts and the values have nothing in common."""
    try:
        key, held = (t.Cell(join_all([kept_type(each) for each in part])) for part in (value, value.values()))
    except TypeConflictError:
        if not all(type(each) is str for each in value):
            raise
        return t.Tuple(tuple(map(kept_type, value.values())), dict, tuple(value))
    return t.Dict(key, held, fixed=True)


def is_derived(value: object) -> bool:
    """True of an object of a class derived from a builtin one, which may override its operations."""
    if fields_of(type(value)) is not None or isinstance(value, (defaultdict, Counter, OrderedDict)):
        return False
    return isinstance(value, _BUILTIN) and type(value) not in _BUILTIN


def kept_type(value: object) -> t.Type:
    """The run-time type of a known value; the constant itself where it has none."""
    return type_of(value) or t.Constant(value)


def row_type(types_: list[t.Type]) -> t.Type:
    """The type of a tuple of items of these types."""
    if len(types_) > 8 or len(set(types_)) == 1:
        with contextlib.suppress(TypeConflictError):
            return t.row_of(join_all(types_), len(types_))
    return t.Tuple(tuple(types_))


def join_all(types_: list[t.Type]) -> t.Type:
    """The type that holds the values of all of them; raises TypeConflictError if there is none."""
    return functools.reduce(join, [t.NEVER, *types_])


def widened(type_: t.Type) -> t.Type:
    """The run-time type of a value, which need not be known. A value without one stays constant, and so do collections and
    objects, such as the rules themselves.
    """
    if isinstance(type_, t.Tuple):
        return t.Tuple(tuple(map(widened, type_.items)), type_.cls, type_.names)
    if not isinstance(type_, t.Constant):
        return type_
    found = type_of(type_.value)
    is_kept = isinstance(type_.value, (list, dict, set, frozenset)) or (isinstance(found, t.Tuple) and found.cls is not None)
    return type_ if found is None or is_kept else found


def join(one: t.Type, other: t.Type) -> t.Type:
    """The type that holds the values of both; raises TypeConflictError if there is none."""
    if one == other:
        return _marked(one, other)
    if one.is_never or other.is_never:
        return other if one.is_never else one
    if one == t.NONE or other == t.NONE:
        type_ = other if one == t.NONE else one
        return type_ if isinstance(type_, t.Optional) else t.Optional(_at_run_time(type_))
    if isinstance(one, t.Optional) or isinstance(other, t.Optional):
        items = [each.item if isinstance(each, t.Optional) else each for each in (one, other)]
        return t.Optional(join(*map(_at_run_time, items)))
    if isinstance(one, t.List) or isinstance(other, t.List):
        return _joined(one, other)
    return _joined(_at_run_time(one), _at_run_time(other))


def _at_run_time(type_: t.Type) -> t.Type:
    if type_ == t.RANGE or t.is_known(type_, range):
        return t.VarTuple(t.INT)
    return kept_type(type_.value) if isinstance(type_, t.Constant) else type_


def _joined(one: t.Type, other: t.Type) -> t.Type:
    if one == other:
        return _marked(one, other)
    if any(isinstance(each, t.Union) and each.is_mixed for each in (one, other)):
        return _union(one, other)
    numbers = [each for each in (one, other) if isinstance(each, (t.Int, t.Bool, t.Float)) or _is_number_symbol(each)]
    if len(numbers) == 2:
        return t.FLOAT if t.FLOAT in (one, other) else t.INT
    if t.CHARS in (one, other) and {one, other} <= {t.CHARS, t.TEXT}:
        return t.CHARS
    if isinstance(one, t.Array) and isinstance(other, t.Array) and one.axes == other.axes:
        shape = one.shape if one.shape == other.shape else None
        return t.Array(narrower(one, other), one.axes, shape, one.fixed or other.fixed)
    for mine, theirs in ((one, other), (other, one)):
        if isinstance(mine, (t.List, t.Set, t.Dict)):
            return _joined_collections(mine, theirs)
    if isinstance(one, t.Tuple) and isinstance(other, t.Tuple) and shape_of(one) == shape_of(other):
        if one.names != other.names:  # objects of one class with other attributes
            raise TypeConflictError(one, other)
        return t.Tuple(tuple(join(*pair) for pair in zip(one.items, other.items, strict=True)), one.cls, one.names)
    items = [item_of_row(each) for each in (one, other)]
    if None not in items:
        with contextlib.suppress(TypeConflictError):
            item, sizes = join(*(each for each in items if each is not None)), {size_of(one), size_of(other)}
            size = sizes.pop()
            return t.VarTuple(item) if sizes or size is None else t.FixedTuple(item, size)
    if isinstance(one, (t.Tuple, t.Union)) and isinstance(other, (t.Tuple, t.Union)):
        return _union(one, other)
    raise TypeConflictError(one, other)


def narrower(one: t.Array, other: t.Array) -> t.Type:
    """The element type whose arithmetic fits both arrays, else raises TypeConflictError; a result beyond it is an error."""
    if one.dtype == other.dtype:
        return one.item
    for mine, theirs in ((one.dtype, other.dtype), (other.dtype, one.dtype)):
        if mine in t.RANGES and theirs in t.RANGES and mine != "uint64":
            (low, high), (least, greatest) = t.RANGES[mine], t.RANGES[theirs]
            if least <= low and high <= greatest:
                return t.element(mine)
    raise TypeConflictError(one, other)


def _marked(one: t.Type, other: t.Type) -> t.Type:
    """Of two equal types, the one with a known numpy type; unites the types of what they hold."""
    if isinstance(one, (t.Collection, t.Dict)):
        _unite_all(one, other)
    elif not isinstance(one, t.Fielded):
        for pair in zip(t.parts_of(one), t.parts_of(other), strict=True):
            join(*pair)
    return other if getattr(other, "dtype", "") and not isinstance(one, t.Array) else one


def _joined_collections(mine: t.List | t.Set | t.Dict, theirs: t.Type) -> t.Type:
    """Joins two lists, sets or dicts, whose item types are united; or a list and a tuple or known list."""
    if isinstance(mine, t.List) and t.is_known(theirs, list):
        wider = join_mixed(mine.item, item_of_row(row_type([kept_type(each) for each in theirs.value])) or t.NEVER)
        if wider != mine.item:
            mine.cell.put(wider)
        return mine
    same = (getattr(mine, name, None) is getattr(theirs, name, None) for name in ("cls", "missing"))
    if type(mine) is not type(theirs) or not all(same):
        raise TypeConflictError(mine, theirs)
    _unite_all(mine, theirs)
    return mine if getattr(mine, "fixed", True) else theirs


def _unite_all(one: t.Collection | t.Dict, other: t.Type) -> None:
    """Unites the types of what two lists, sets or dicts hold."""
    if isinstance(one, t.Collection) and isinstance(other, t.Collection):
        unite(one.cell, other.cell)
    elif isinstance(one, t.Dict) and isinstance(other, t.Dict):
        unite(one.key, other.key)
        unite(one.value, other.value)


def join_mixed(one: t.Type, other: t.Type) -> t.Type:
    """The type that holds the values of both, a union where they have nothing in common; raises TypeConflictError if a value of
    one may equal or contain one of the other, or has no type at run time.
    """
    try:
        return join(one, other)
    except TypeConflictError:
        items = [_at_run_time(each.item if isinstance(each, t.Optional) else each) for each in (one, other)]
        found = _union(*items)
        return t.Optional(found) if t.Optional in (type(one), type(other)) else found


def shape_of(type_: t.Type) -> tuple[object, int] | None:
    """The key of an option of a union: a class, and a tuple's length; None for what no union holds."""
    if isinstance(type_, t.Tuple):
        return type_.names if type_.cls is dict else type_.cls, len(type_.items)
    if isinstance(type_, t.Closure):
        return type_.node, type_.node.lineno
    if t.is_known(type_, FunctionType):
        return type_.value, type_.value.__code__.co_firstlineno
    if isinstance(type_, t.Row) and not isinstance(type_, (t.DictView, t.Named)):
        return _ROW
    if isinstance(type_, (t.Int, t.Bool, t.Float)) or _is_number_symbol(type_):
        return float, 0
    if type_ in (t.TEXT, t.CHARS):
        return str, 0
    if isinstance(type_, t.Symbol):
        return None if issubclass(type_.domain, str) else (type_.domain, 0)
    if isinstance(type_, t.Object):
        return type_.record.cls, 0
    if isinstance(type_, t.Keyed):
        return (t.List if type_.record.cls is list else t.Dict), 0
    if isinstance(type_, t.Array):
        return t.Array, type_.axes
    if isinstance(type_, t.Set):
        return type_.cls, 0
    return (type(type_), 0) if isinstance(type_, (t.List, t.Dict)) else None


def _union(one: t.Type, other: t.Type) -> t.Type:
    """The union of two types, or of more; those of one shape are joined, item by item."""
    found: dict[tuple[object, int], t.Type] = {}
    for type_ in (one, other):
        for option in type_.options if isinstance(type_, t.Union) else (type_,):
            shape = shape_of(option)
            if shape is None or (shape not in found and len(found) == _MOST_OPTIONS):
                raise TypeConflictError(one, other)
            found[shape] = _alike(found[shape], option) if shape in found else option
    if _ROW in found:  # tuples of all lengths are one option then
        for shape in [each for each in found if each[0] is None]:
            found[_ROW] = _alike(found[_ROW], found.pop(shape))
    if len(found) == 1:
        return next(iter(found.values()))
    if len(set(map(_order, found))) < len(found):
        raise TypeConflictError(one, other)
    return t.Union(tuple(found[shape] for shape in sorted(found, key=_order)))


def _alike(one: t.Type, other: t.Type) -> t.Type:
    """The type that holds two tuples of one class, whose items may have types of their own."""
    try:
        return join(one, other)
    except TypeConflictError:
        if isinstance(one, t.Tuple) and isinstance(other, t.Tuple):
            items = tuple(join_mixed(*pair) for pair in zip(one.items, other.items, strict=True))
            return t.Tuple(items, one.cls, one.names)
        if not isinstance(one, t.VarTuple):
            raise
        others = other.items if isinstance(other, t.Tuple) else (getattr(other, "item", t.NEVER),)
        return t.VarTuple(functools.reduce(join_mixed, others, one.item))


def _order(shape: tuple[object, int]) -> tuple[str, int, int]:
    cls, count = shape
    return getattr(cls, "__qualname__", ""), count, getattr(cls, "col_offset", 0)


def size_of(type_: t.Type) -> int | None:
    """The number of a tuple's items, where it is known."""
    return len(type_.items) if isinstance(type_, t.Tuple) else getattr(type_, "count", None)


def _is_number_symbol(type_: t.Type) -> bool:
    return isinstance(type_, t.Symbol) and isinstance(type_.domain, type) and issubclass(type_.domain, int)


def unite(one: t.Cell, other: t.Cell) -> None:
    """Unites two cells, with the type that holds the values of both."""
    if one.root() is not other.root():
        type_ = join_mixed(one.type, other.type)
        one.unite(other)
        if not type_.is_never:
            one.put(type_)


def item_of_row(type_: t.Type) -> t.Type | None:
    """The type of a tuple's items, `Never` for none; None where they differ or it is an object of a class."""
    if isinstance(type_, t.Row):
        return type_.item
    if isinstance(type_, t.Tuple) and type_.cls is None:
        with contextlib.suppress(TypeConflictError):
            return join_all(list(type_.items))
    return None
