"""Tables of the module: lists, tuples and dicts that never change, looked up by values known only at run time."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, cast

from . import memory, special_methods, value_types as t
from .builder import FunctionBuilder, MergePoint, Value
from .classes import is_hashable, is_tuple
from .converting import items_of, present, words_of
from .dicts import content, hashed, mixed, refuse_unhashable
from .joining import TypeConflictError, join_mixed, kept_type
from .operations import each_option, equal
from .operators import is_number, number
from .program import KnownRow
from .runtime.python_sets import numbered

_FEW: Final = 16
"""Most keys that are compared one by one although they could be hashed."""
_LARGEST: Final = 1 << 16
"""Most places of a table that is indexed by keys; beyond it keys are hashed or compared one by one."""


def _known_row(b: FunctionBuilder, items: Sequence[Any]) -> KnownRow:
    """The type of known values at run time, found only once however often they are looked up.

    Raises:
        RefusedError: They have nothing in common.
    """
    key = tuple(map(id, items))
    known = b.program.rows.get(key)
    if known is None:
        try:
            known = KnownRow(items, functools.reduce(join_mixed, map(kept_type, items), cast("t.Type", t.NEVER)))
        except TypeConflictError as clash:
            b.refuse(f"looks up {clash.one} and {clash.other} in one table; keep values of one type in it")
        b.program.rows[key] = known
    return known


def item_at(b: FunctionBuilder, items: Sequence[Any], index: Any) -> Value:
    """The item of a known tuple or list at an index, which must be in range."""
    known = _known_row(b, items)
    type_ = known.type
    if isinstance(type_, t.Constant):
        return Value(type_)
    if known.address is None and (b.emits or not known.is_read):
        words = tuple(word for each in items for word in words_of(b, each, type_))
        known.is_read = True
        if b.emits:
            known.address = b.program.table(words)
    return memory.load_item(b, type_, known.address, index)


def _lookup_apart(b: FunctionBuilder, table: dict[Any, Any], key: Value, default: Any) -> Value:
    """The value of a key of several types, of which some have no hash."""
    if isinstance(key.type, t.Optional):
        inner = Value(key.type.item, key.components[1:])
        there, missing = (functools.partial(lookup, b, table, each, default) for each in (inner, Value(t.NONE)))
        return b.either(key.components[0], there, missing)
    if not any(map(is_hashable, key.type.options)):
        refuse_unhashable(b, key.type)
    return each_option(b, key, lambda option: lookup(b, table, option, default), where=is_hashable)


def lookup(b: FunctionBuilder, table: dict[Any, Any], key: Value, default: Any = ...) -> Value:
    """The value of a key in a known dict; without a default, the search fails where the key is missing."""
    if not is_hashable(key.type) and isinstance(key.type, (t.Optional, t.Union)):
        return _lookup_apart(b, table, key, default)
    refuse_unhashable(b, key.type)
    if special_methods.method(key.type, "__eq__") is not None and any(
        type(each) is not special_methods.class_of(key.type) for each in table
    ):
        b.refuse(f"looks for {key.type}, which has an __eq__ of its own, among keys of other classes")
    if isinstance(key.type, t.Constant):
        if key.type.value in table:
            return Value(t.Constant(table[key.type.value]))
        if default is ...:
            b.fail(KeyError, repr(key.type.value))
            return Value(t.NEVER)
        return Value(t.Constant(default))
    if isinstance(key.type, t.Optional) and None not in table and default is ...:
        return lookup(b, table, present(b, key, KeyError, "None"))
    values = [*table.values(), *([] if default is ... else [default])]
    if not values:
        b.fail(KeyError, None)
        return Value(t.NEVER)
    place, count, found = _place(b, list(table), key)
    if place is None and len(table) > _FEW and content(b, next(iter(table)), key.type) is not None:
        return _hashed(b, table, key, default)
    if place is None:
        return _one_by_one(b, table, key, default)
    inside, number_at = place
    type_ = _known_row(b, values).type
    fill = next(iter(table.values())) if default is ... else default
    rows = [table[found[at]] if at in found else fill for at in range(count)]
    if default is ...:
        if len(found) < count:
            flags = b.table(tuple(int(at in found) for at in range(count)))
            b.check(inside, KeyError, None)
            held = b.compare("!=", memory.word_at(b, flags, number_at), b.word(0))
            b.check(held, KeyError, None)
        else:
            b.check(inside, KeyError, None)
    else:
        rows.append(default)
        number_at = b.ir.select(inside, number_at, b.word(count))
    return item_at(b, rows, number_at) if not isinstance(type_, t.Constant) else Value(type_)


def _place(b: FunctionBuilder, keys: list[Any], key: Value) -> tuple[tuple[Any, Any] | None, int, dict[int, Any]]:
    """Finds a key in a table indexed by keys: if it is in range, and its place; the number of places, and their keys."""
    sizes = _sizes(b, keys, key.type)
    if sizes is None or math.prod(high - low + 1 for low, high in sizes) > _LARGEST:
        return None, 0, {}
    parts = items_of(key) if isinstance(key.type, t.Tuple) else [key]
    components = [(part if isinstance(part.type, t.Symbol) else number(b, part)).components[0] for part in parts]
    inside: Any = None
    place = b.word(0)
    for (low, high), component in zip(sizes, components, strict=True):
        offset = b.ir.sub(component, b.word(low))
        fits = b.ir.icmp_unsigned("<=", offset, b.word(high - low))
        inside = fits if inside is None else b.ir.and_(inside, fits)
        place = b.ir.add(b.ir.mul(place, b.word(high - low + 1)), offset)
    found = {}
    for each in keys:
        at = 0
        for (low, high), part in zip(sizes, _parts(b, each), strict=True):
            at = at * (high - low + 1) + part - low
        found[at] = each
    return (inside, place), math.prod(high - low + 1 for low, high in sizes), found


def _parts(b: FunctionBuilder, key: Any) -> list[int]:
    """The numbers of a key's parts: an int, or that of a text or of a member of an Enum."""
    parts = list(key) if isinstance(key, tuple) else [key]
    return [int(part) if isinstance(part, int) and not isinstance(part, Enum) else b.program.number(part) for part in parts]


def _sizes(b: FunctionBuilder, keys: list[Any], type_: t.Type) -> list[tuple[int, int]] | None:
    """The least and the greatest number of each part of the keys; None where they are not made of numbers."""
    types_ = list(type_.items) if isinstance(type_, t.Tuple) else [type_]
    if not keys or any(
        not ((is_number(each) and each == t.INT) or each == t.BOOL or isinstance(each, t.Symbol)) for each in types_
    ):
        return None
    if isinstance(type_, t.Tuple) and not is_tuple(type_):
        return None
    for key in keys:
        parts = list(key) if isinstance(key, tuple) else [key]
        if (
            isinstance(key, tuple) != isinstance(type_, t.Tuple)
            or len(parts) != len(types_)
            or not all(
                isinstance(part, each.domain if isinstance(each, t.Symbol) else int)
                for part, each in zip(parts, types_, strict=True)
            )
        ):
            return None
    columns = list(zip(*(_parts(b, key) for key in keys), strict=True))
    return [(min(column), max(column)) for column in columns]


def _one_by_one(b: FunctionBuilder, table: dict[Any, Any], key: Value, default: Any) -> Value:
    """Looks up a key by comparing it with each."""
    meeting = MergePoint(b)
    for each, value in table.items():
        same = equal(b, Value(t.Constant(each)), key)
        if isinstance(same.type, t.Constant) and not same.type.value:
            continue
        b.leave_if(b.convert(same, t.BOOL).components[0], meeting, Value(t.Constant(value)))
    if default is ...:
        b.fail(KeyError, None)
    else:
        meeting.arrive(Value(t.Constant(default)))
    return meeting.meet()


def _hashed(b: FunctionBuilder, table: dict[Any, Any], key: Value, default: Any) -> Value:
    """Looks up a key in a table of hashes, made with the code."""
    values = list(table.values())
    there, found = _found(b, table, key)
    if default is ...:
        b.check(there, KeyError, None)
        return item_at(b, values, found)
    return b.either(there, lambda: item_at(b, values, found), lambda: Value(t.Constant(default)))


def _places(b: FunctionBuilder, keys: list[Any], type_: t.Type) -> tuple[Any, Any, int]:
    """The addresses of a table of hashes and of its keys, and the number of places less one."""
    known = b.program.hashed.get((id(keys[0]), len(keys), type_))
    if known is None:
        mask = (1 << (2 * len(keys)).bit_length()) - 1
        contents = [content(b, each, type_) for each in keys]
        able = [number_ for number_, words in enumerate(contents, 1) if words is not None]
        places = [at and able[at - 1] for at in numbered([mixed(words) for words in contents if words is not None], mask)]
        rows = [
            word
            for each, words in zip(keys, contents, strict=True)
            for word in (words_of(b, each, type_) if words is not None else [0] * len(type_.components))
        ]
        known = b.program.table(tuple(places)), b.program.table(tuple(rows)), mask
        b.program.hashed[id(keys[0]), len(keys), type_] = known
    return known


def _found(b: FunctionBuilder, table: dict[Any, Any], key: Value) -> tuple[Any, Any]:
    """Finds a key in a table of hashes: a bit that is 1 if it is there, and its number."""
    type_ = key.type
    if not b.emits:
        equal(b, Value(type_, (None,) * len(type_.components)), key)
        return None, None
    places, rows, mask = _places(b, list(table), type_)
    slot, number_at = b.slots(t.INT)[0], b.slots(t.INT)[0]
    b.ir.store(b.ir.and_(hashed(b, key), b.word(mask)), slot)
    head, look, on, done = (b.block(each) for each in ("probe", "look", "next", "found"))
    names = dict(b.names)
    b.enter(head)
    place = b.ir.load(slot)
    entry = memory.word_at(b, places, place)
    b.ir.store(b.ir.sub(entry, b.word(1)), number_at)
    b.branch(b.compare("==", entry, b.word(0)), done, look)
    b.at(look)
    same = equal(b, memory.load_item(b, type_, rows, b.ir.load(number_at)), key)
    b.branch(b.convert(same, t.BOOL).components[0], done, on)
    b.at(on)
    b.ir.store(b.ir.and_(b.ir.add(place, b.word(1)), b.word(mask)), slot)
    b.goto(head)
    b.at(done)
    b.names = names
    found = b.ir.load(number_at)
    return b.compare(">=", found, b.word(0)), found
