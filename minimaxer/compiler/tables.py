"""Tables of the module: lists, tuples and dicts that never change, looked up by values known only at run time."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, cast

from llvmlite import ir

from . import memory, special_methods, value_types as t
from .builder import FunctionBuilder, MergePoint, Value, has_type
from .classes import class_of, is_hashable, is_tuple
from .converting import items_of, present, words_of
from .dicts import content, hashed, mixed, refuse_unhashable
from .joining import TypeConflictError, join_mixed, kept_type
from .operations import each_option, equal
from .operators import number
from .program import KnownRow
from .runtime.layout import GREATEST, LEAST
from .runtime.values import numbered

_FEW: Final = 16
"""Most keys that are compared one by one although they could be hashed."""
_LARGEST: Final = 1 << 16
"""Most places of a table that is indexed by keys; beyond it keys are hashed or compared one by one."""


def _known_row(b: FunctionBuilder, items: Sequence[object]) -> KnownRow:
    """The type of known values at run time, found only once; raises RefusedError if they have nothing in common."""
    key = tuple(map(id, items))
    known = b.program.rows.get(key)
    if known is None:
        try:
            known = KnownRow(items, functools.reduce(join_mixed, map(kept_type, items), cast("t.Type", t.NEVER)))
        except TypeConflictError as clash:
            b.refuse(f"looks up {clash.one} and {clash.other} in one table; keep values of one type in it")
        b.program.rows[key] = known
    return known


def item_at(b: FunctionBuilder, items: Sequence[object], index: ir.Value) -> Value:
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
            known.ranges = [_range(words[place :: len(type_.components)]) for place in range(len(type_.components))]
    return memory.load(b, type_, memory.item_address(b, type_, known.address, index), ranges=known.ranges)


def _range(words: Sequence[int | ir.Constant]) -> tuple[int, int] | None:
    """The least of the words as signed numbers, and one more than the greatest; None where some are addresses, or any fits."""
    numbers = [(word - LEAST) % (1 << 64) + LEAST for word in words if isinstance(word, int)]
    if not numbers or len(numbers) < len(words) or (min(numbers), max(numbers)) == (LEAST, GREATEST):
        return None
    end = max(numbers) + 1
    return min(numbers), end if end <= GREATEST else LEAST


def _lookup_apart(b: FunctionBuilder, table: dict[object, object], key: Value, default: object) -> Value:
    """The value of a key of several types, of which some have no hash."""
    if isinstance(key.type, t.Optional):
        there, missing = (functools.partial(lookup, b, table, each, default) for each in (key.inner, Value(t.NONE)))
        return b.either(key.components[0], there, missing)
    if not any(map(is_hashable, t.parts_of(key.type))):
        refuse_unhashable(b, key.type)
    return each_option(b, key, lambda option: lookup(b, table, option, default), where=is_hashable)


def lookup(b: FunctionBuilder, table: dict[object, object], key: Value, default: object = ...) -> Value:
    """The value of a key in a known dict; without a default, the search fails where the key is missing."""
    if not is_hashable(key.type) and isinstance(key.type, (t.Optional, t.Union)):
        return _lookup_apart(b, table, key, default)
    refuse_unhashable(b, key.type)
    cls = class_of(key.type)
    if special_methods.method(key.type, "__eq__") is not None and any(type(each) is not cls for each in table):
        b.refuse(f"looks for {key.type}, which has an __eq__ of its own, among keys of other classes")
    if isinstance(key.type, t.Constant):
        if key.type.value in table:
            return Value(t.Constant(table[key.type.value]))
        return b.fail(KeyError, repr(key.type.value)) if default is ... else Value(t.Constant(default))
    if isinstance(key.type, t.Optional) and None not in table and default is ...:
        return lookup(b, table, present(b, key, KeyError, "None"))
    values = [*table.values(), *([] if default is ... else [default])]
    if not values:
        return b.fail(KeyError, None)
    if (spans := _spans(b, list(table), key.type)) is None:
        is_hashed = len(table) > _FEW and content(b, next(iter(table)), key.type) is not None
        return (_hashed if is_hashed else _one_by_one)(b, table, key, default)
    inside, place = _place(b, spans, key)
    type_ = _known_row(b, values).type
    held, count = {_place_of(b, spans, each): value for each, value in table.items()}, math.prod(size for _, size in spans)
    rows = [held.get(at, values[0] if default is ... else default) for at in range(count)]
    if default is ...:
        b.check(inside, KeyError, None)
        if len(held) < count:
            flags = b.table(tuple(int(at in held) for at in range(count)))
            b.check(b.compare("!=", memory.word_at(b, flags, place), b.word(0)), KeyError, None)
    else:
        rows.append(default)
        place = b.ir.select(inside, place, b.word(count))
    return item_at(b, rows, place) if not isinstance(type_, t.Constant) else Value(type_)


def _spans(b: FunctionBuilder, keys: list[object], type_: t.Type) -> list[tuple[int, int]] | None:
    """The least of the numbers of each part of the keys, and the size of their range. None where keys are not made of numbers, or
    a table of all of them is too large.
    """
    is_row = isinstance(type_, t.Tuple)
    types_ = list(type_.items) if isinstance(type_, t.Tuple) else [type_]
    are_numbers = all(each in (t.INT, t.BOOL) or isinstance(each, t.Symbol) for each in types_)
    if not keys or not are_numbers or is_row != is_tuple(type_):
        return None
    classes = [each.domain if isinstance(each, t.Symbol) else int for each in types_]
    for key in keys:
        parts = list(key) if isinstance(key, tuple) else [key]
        if isinstance(key, tuple) != is_row or len(parts) != len(types_) or not all(map(isinstance, parts, classes)):
            return None
    columns = zip(*(_numbers(b, key) for key in keys), strict=True)
    spans = [(min(column), max(column) - min(column) + 1) for column in columns]
    return None if math.prod(size for _, size in spans) > _LARGEST else spans


def _numbers(b: FunctionBuilder, key: Any) -> list[int]:
    """The numbers of a key's parts: an int, or that of a text or of a member of an Enum."""
    parts = list(key) if isinstance(key, tuple) else [key]
    return [int(part) if isinstance(part, int) and not isinstance(part, Enum) else b.program.number(part) for part in parts]


def _place(b: FunctionBuilder, spans: list[tuple[int, int]], key: Value) -> tuple[ir.Value, ir.Value]:
    """A bit that is 1 if all parts of a key are in range, and the key's place in a table indexed by keys."""
    inside, place = b.bit(True), b.word(0)
    for (low, size), part in zip(spans, items_of(key) if has_type(key, t.Tuple) else [key], strict=True):
        component = (part if isinstance(part.type, t.Symbol) else number(b, part)).components[0]
        offset = b.ir.sub(component, b.word(low))
        inside = b.ir.and_(inside, b.ir.icmp_unsigned("<=", offset, b.word(size - 1)))
        place = b.ir.add(b.ir.mul(place, b.word(size)), offset)
    return inside, place


def _place_of(b: FunctionBuilder, spans: list[tuple[int, int]], key: object) -> int:
    place = 0
    for (low, size), part in zip(spans, _numbers(b, key), strict=True):
        place = place * size + part - low
    return place


def _one_by_one(b: FunctionBuilder, table: dict[object, object], key: Value, default: object) -> Value:
    meeting = MergePoint(b)
    for each, value in table.items():
        same = equal(b, Value(t.Constant(each)), key)
        if isinstance(same.type, t.Constant) and not same.type.value:
            continue
        b.leave_if(b.convert(same, t.BOOL).components[0], meeting, Value(t.Constant(value)))
    return meeting.close(b.fail(KeyError, None) if default is ... else Value(t.Constant(default)))


def _places(b: FunctionBuilder, keys: list[object], type_: t.Type) -> tuple[ir.Value, ir.Value, int]:
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


def _hashed(b: FunctionBuilder, table: dict[object, object], key: Value, default: object) -> Value:
    """Looks up a key in a table of hashes, made with the code."""
    type_, values = key.type, list(table.values())
    found = None
    if b.emits:
        places, rows, mask = _places(b, list(table), type_)
        meeting = MergePoint(b)
        with memory.probe(b, hashed(b, key), b.word(mask)) as place:
            entry = memory.word_at(b, places, place)
            index = Value(t.INT, (b.ir.sub(entry, b.word(1)),))
            b.leave_if(b.compare("==", entry, b.word(0)), meeting, index)
            same = equal(b, memory.load_item(b, type_, rows, index.components[0]), key)
            b.leave_if(b.convert(same, t.BOOL).components[0], meeting, index)
        found = meeting.meet(t.INT).components[0]
    else:
        equal(b, Value(type_, (None,) * len(type_.components)), key)
    there = b.compare(">=", found, b.word(0))
    if default is ...:
        b.check(there, KeyError, None)
        return item_at(b, values, found)
    return b.either(there, lambda: item_at(b, values, found), lambda: Value(t.Constant(default)))
