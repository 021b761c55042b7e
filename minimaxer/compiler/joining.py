"""The type that holds the values of two others, as where two branches meet."""

from __future__ import annotations

import enum
from collections import Counter, OrderedDict, defaultdict
from typing import Any

from .runtime.values import fields_of, is_array
from .value_types import (
    BOOL,
    CHARS,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    RANGES,
    TEXT,
    Array,
    Bool,
    Cell,
    Constant,
    Dict,
    FixedTuple,
    Float,
    Int,
    List,
    Never,
    Optional,
    Set,
    Symbol,
    Tuple,
    Type,
    Union,
    VarTuple,
    element,
    row_of,
)

_BUILTIN = (bool, int, float, str, tuple, list, set, frozenset, dict)


class TypeConflictError(Exception):
    """Two types have nothing in common; `within` is what holds values of both, where something does."""

    def __init__(self, one: Type, other: Type, within: str = "") -> None:
        super().__init__(f"{one} on one path, {other} on another")
        self.one, self.other, self.within = one, other, within


def array_type(value: Any) -> Array | None:
    """The type of a numpy array; None of all else, or where its elements are no numbers."""
    if not is_array(value):
        return None
    return Array(element(value.dtype.name), value.ndim, tuple(value.shape), True)


def is_array_type(type_: Type) -> bool:
    """True of an array's type, also of a module constant."""
    return isinstance(type_, Array) or (isinstance(type_, Constant) and array_type(type_.value) is not None)


def type_of(value: Any) -> Type | None:
    """The run-time type of a known value; None where it has none, such as a function."""
    if value is None:
        return NONE
    if isinstance(value, enum.Enum):
        return Symbol(type(value))
    if is_derived(value):
        return None
    for cls, type_ in ((bool, BOOL), (int, INT), (float, FLOAT), (str, TEXT)):
        if isinstance(value, cls):
            return type_
    if isinstance(value, type):
        return None
    if (array := array_type(value)) is not None:
        return array
    if isinstance(value, (set, frozenset)):
        return Set(Cell(join_all([kept_type(each) for each in value])), frozenset)
    if isinstance(value, dict):
        key, held = (Cell(join_all([kept_type(each) for each in part])) for part in (value, value.values()))
        return Dict(key, held, fixed=True)
    names = fields_of(type(value))
    if names is not None:
        types_ = tuple(kept_type(getattr(value, name)) for name in names)
        return Tuple(types_, type(value), names)
    if isinstance(value, (tuple, list)):
        return row_type([kept_type(each) for each in value])
    return None


def is_derived(value: Any) -> bool:
    """True of an object of a class derived from a builtin one, which may override its operations."""
    if fields_of(type(value)) is not None or isinstance(value, (defaultdict, Counter, OrderedDict)):
        return False
    return isinstance(value, _BUILTIN) and type(value) not in _BUILTIN


def kept_type(value: Any) -> Type:
    """The run-time type of a known value; the constant itself where it has none."""
    type_ = type_of(value)
    return Constant(value) if type_ is None else type_


def row_type(types_: list[Type]) -> Type:
    """The type of a tuple of items of these types."""
    if len(types_) <= 8 and len(set(types_)) != 1:
        return Tuple(tuple(types_))
    try:
        return row_of(join_all(types_), len(types_))
    except TypeConflictError:
        return Tuple(tuple(types_))


def join_all(types_: list[Type]) -> Type:
    """The type that holds the values of all of them.

    Raises:
        TypeConflictError: There is none.
    """
    found: Type = NEVER
    for type_ in types_:
        found = join(found, type_)
    return found


def widened(type_: Type) -> Type:
    """The run-time type of a value, which need not be known.

    A value without one stays constant, and so do collections and objects, such as the rules themselves.
    """
    if not isinstance(type_, Constant):
        if isinstance(type_, Tuple):
            return Tuple(tuple(widened(item) for item in type_.items), type_.cls, type_.names)
        return type_
    found = type_of(type_.value)
    if found is None or isinstance(type_.value, (list, dict, set, frozenset)) or fields_of(type(type_.value)) is not None:
        return type_
    return found


def join(one: Type, other: Type) -> Type:
    """The type that holds the values of both.

    Raises:
        TypeConflictError: There is none.
    """
    if one == other:
        return _marked(one, other)
    if isinstance(one, Never):
        return other
    if isinstance(other, Never):
        return one
    if one == NONE or other == NONE:
        type_ = other if one == NONE else one
        return type_ if isinstance(type_, Optional) else Optional(_at_run_time(type_))
    if isinstance(one, Optional) or isinstance(other, Optional):
        items = [each.item if isinstance(each, Optional) else each for each in (one, other)]
        return Optional(join(*map(_at_run_time, items)))
    if isinstance(one, List) or isinstance(other, List):
        return _joined(one, other)
    return _joined(_at_run_time(one), _at_run_time(other))


def _at_run_time(type_: Type) -> Type:
    if type_ == RANGE or (isinstance(type_, Constant) and isinstance(type_.value, range)):
        return VarTuple(INT)
    if isinstance(type_, Constant):
        found = type_of(type_.value)
        return type_ if found is None else found
    return type_


def _joined(one: Type, other: Type) -> Type:
    if one == other:
        return _marked(one, other)
    numbers = [each for each in (one, other) if isinstance(each, (Int, Bool, Float)) or _is_number_symbol(each)]
    if len(numbers) == 2:
        return FLOAT if FLOAT in (one, other) else INT
    if CHARS in (one, other) and {one, other} <= {CHARS, TEXT}:
        return CHARS
    if isinstance(one, Array) and isinstance(other, Array) and one.axes == other.axes:
        shape = one.shape if one.shape == other.shape else None
        return Array(narrower(one, other), one.axes, shape, one.fixed or other.fixed)
    for mine, theirs in ((one, other), (other, one)):
        if isinstance(mine, (List, Set, Dict)):
            return _joined_collections(mine, theirs)
    if isinstance(one, Tuple) and isinstance(other, Tuple) and one.cls is other.cls and len(one.items) == len(other.items):
        return Tuple(tuple(join(*pair) for pair in zip(one.items, other.items, strict=True)), one.cls, one.names)
    items = [item_of_row(each) for each in (one, other)]
    if None not in items:
        try:
            return _row(one, other, join(*(each for each in items if each is not None)))
        except TypeConflictError:
            pass
    if isinstance(one, (Tuple, Union)) and isinstance(other, (Tuple, Union)):
        return _union(one, other)
    raise TypeConflictError(one, other)


def narrower(one: Array, other: Array) -> Type:
    """The element type whose arithmetic fits both arrays; a result beyond it is an error.

    Raises:
        TypeConflictError: There is none.
    """
    if one.dtype == other.dtype:
        return one.item
    for mine, theirs in ((one.dtype, other.dtype), (other.dtype, one.dtype)):
        if mine in RANGES and theirs in RANGES and mine != "uint64":
            (low, high), (least, greatest) = RANGES[mine], RANGES[theirs]
            if least <= low and high <= greatest:
                return element(mine)
    raise TypeConflictError(one, other)


def _marked(one: Type, other: Type) -> Type:
    """Of two equal types, the one with a known numpy type; unites the types of what they hold."""
    if isinstance(one, (List, Set)) and isinstance(other, (List, Set)):
        unite(one.cell, other.cell)
    elif isinstance(one, Dict) and isinstance(other, Dict):
        unite(one.key, other.key)
        unite(one.value, other.value)
    else:
        for pair in zip(_parts(one), _parts(other), strict=True):
            join(*pair)
    return other if getattr(other, "dtype", "") and not isinstance(one, Array) else one


def _parts(type_: Type) -> tuple[Type, ...]:
    """The types that values of this one hold."""
    if isinstance(type_, Tuple):
        return type_.items
    return (
        type_.options
        if isinstance(type_, Union)
        else (type_.item,)
        if isinstance(type_, (Optional, VarTuple, FixedTuple))
        else ()
    )


def _row(one: Type, other: Type, item: Type) -> Type:
    """The type of tuples of alike items, fixed if both have one length."""
    sizes = {_size(each) for each in (one, other)}
    size = sizes.pop()
    return VarTuple(item) if sizes or size is None else FixedTuple(item, size)


def _joined_collections(mine: List | Set | Dict, theirs: Type) -> Type:
    """Joins two lists, sets or dicts, whose item types are united; or a list and a tuple or known list."""
    if isinstance(mine, List) and isinstance(theirs, Constant) and isinstance(theirs.value, list):
        _widen(mine.cell, item_of_row(row_type([kept_type(each) for each in theirs.value])) or NEVER)
    elif isinstance(mine, List) and isinstance(theirs, (VarTuple, FixedTuple, Tuple)) and item_of_row(theirs) is not None:
        _widen(mine.cell, item_of_row(theirs) or NEVER)
    elif isinstance(mine, Set) and isinstance(theirs, Set):
        unite(mine.cell, theirs.cell)
        return mine if mine.cls is frozenset else theirs
    elif isinstance(mine, Dict) and isinstance(theirs, Dict):
        unite(mine.key, theirs.key)
        unite(mine.value, theirs.value)
        return mine if mine.fixed else theirs
    elif not isinstance(mine, Dict) and not isinstance(theirs, Dict) and type(mine) is type(theirs):
        unite(mine.cell, theirs.cell)
    else:
        raise TypeConflictError(mine, theirs)
    return mine


def _widen(cell: Cell, type_: Type) -> None:
    wider = join(cell.type, type_)
    if wider != cell.type:
        cell.put(wider)


def _union(one: Tuple | Union, other: Tuple | Union) -> Union:
    """The union of shapes; those of one class and length are joined."""
    found: list[Tuple] = []
    for type_ in (one, other):
        for option in type_.options if isinstance(type_, Union) else (type_,):
            for place, mine in enumerate(found):
                if (mine.cls, len(mine.items)) == (option.cls, len(option.items)):
                    wider = join(mine, option)
                    assert isinstance(wider, Tuple)
                    found[place] = wider
                    break
            else:
                found.append(option)
    return Union(tuple(sorted(found, key=lambda each: (each.cls.__qualname__ if each.cls else "", len(each.items)))))


def _size(type_: Type) -> int | None:
    if isinstance(type_, Tuple):
        return len(type_.items)
    return type_.count if isinstance(type_, FixedTuple) else None


def _is_number_symbol(type_: Type) -> bool:
    return isinstance(type_, Symbol) and isinstance(type_.domain, type) and issubclass(type_.domain, int)


def unite(one: Cell, other: Cell) -> None:
    """Unites two cells, with the type that holds the values of both."""
    if one.root() is not other.root():
        type_ = join(one.type, other.type)
        one.unite(other)
        if not isinstance(type_, Never):
            one.put(type_)


def item_of_row(type_: Type) -> Type | None:
    """The type of a tuple's items, where they are alike and it is no object of a class; None otherwise.

    It is `Never` for an empty tuple.
    """
    if isinstance(type_, (FixedTuple, VarTuple)):
        return type_.item
    if isinstance(type_, Tuple) and type_.cls is None:
        try:
            return join_all(list(type_.items))
        except TypeConflictError:
            return None
    return None
