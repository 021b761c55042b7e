"""Tables of the module: lists, tuples and dicts that nobody changes, looked up by what is known at run time only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final

from . import memory, own
from .body import Body, Value
from .classes import is_tuple
from .comparing import equal
from .converting import items_of, present, words_of
from .dicts import mixed, refuse_unhashable
from .joining import ClashError, join_all, kept_kind
from .kinds import BOOL, CHARS, INT, NEVER, Board, Constant, Kind, Optional, Row, Symbol, Tuple
from .operators import is_number, number
from .program import KnownRow
from .runtime.python_sets import numbered

_FEW: Final = 16
"""Keys that are compared one by one where they cannot be looked up at once."""
_LARGEST: Final = 1 << 16
"""Places of a table that is looked up at once; beyond it keys are compared one by one."""


def _known_row(b: Body, items: Sequence[Any]) -> KnownRow:
    """What is known of known values at run time: found out once, however often they are looked up.

    Raises:
        RefusedError: They have nothing in common.
    """
    key = tuple(map(id, items))
    known = b.program.rows.get(key)
    if known is None:
        try:
            known = KnownRow(items, join_all([kept_kind(each) for each in items]))
        except ClashError as clash:
            b.refuse(f"looks up {clash.one} and {clash.other} in one table; keep values of one type in it")
        b.program.rows[key] = known
    return known


def item_at(b: Body, items: Sequence[Any], index: Any) -> Value:
    """The item of that index, which is none too large, of a known tuple or list."""
    known = _known_row(b, items)
    kind = known.kind
    if isinstance(kind, Constant):
        return Value(kind)
    if known.address is None and (b.ir is not None or not known.is_read):
        words = tuple(word for each in items for word in words_of(b, each, kind))
        known.is_read = True
        if b.ir is not None:
            known.address = b.program.table(words)
    return memory.load_item(b, kind, known.address, index)


def lookup(b: Body, table: dict[Any, Any], key: Value, default: Any = ...) -> Value:
    """What a known dict holds for a key; without a default, the search fails where it holds nothing."""
    refuse_unhashable(b, key.kind)
    if own.method(key.kind, "__eq__") is not None and any(type(each) is not own.class_of(key.kind) for each in table):
        b.refuse(f"looks for {key.kind}, which has an __eq__ of its own, among keys of other classes")
    if isinstance(key.kind, Constant):
        if key.kind.value in table:
            return Value(Constant(table[key.kind.value]))
        if default is ...:
            b.fail(KeyError, repr(key.kind.value))
            return Value(NEVER)
        return Value(Constant(default))
    if isinstance(key.kind, Optional) and None not in table and default is ...:
        return lookup(b, table, present(b, key, KeyError, "None"))
    values = [*table.values(), *([] if default is ... else [default])]
    if not values:
        b.fail(KeyError, None)
        return Value(NEVER)
    place, count, found = _place(b, list(table), key)
    if place is None and len(table) > _FEW and content(b, next(iter(table)), key.kind) is not None:
        return _hashed(b, table, key, default)
    if place is None:
        return _one_by_one(b, table, key, default)
    inside, number_at = place
    kind = _known_row(b, values).kind
    fill = next(iter(table.values())) if default is ... else default
    rows = [table[found[at]] if at in found else fill for at in range(count)]
    if default is ...:
        if len(found) < count:
            flags = b.program.table(tuple(int(at in found) for at in range(count))) if b.ir is not None else None
            b.check(inside, KeyError, None)
            held = None if b.ir is None else b.compare("!=", memory.word_at(b, flags, number_at), b.word(0))
            b.check(held, KeyError, None)
        else:
            b.check(inside, KeyError, None)
    else:
        rows.append(default)
        number_at = None if b.ir is None else b.ir.select(inside, number_at, b.word(count))
    return item_at(b, rows, number_at) if not isinstance(kind, Constant) else Value(kind)


def _place(b: Body, keys: list[Any], key: Value) -> tuple[tuple[Any, Any] | None, int, dict[int, Any]]:
    """Whether a key lies in the range of the table, and its place there; how many places there are, and their keys."""
    sizes = _sizes(b, keys, key.kind)
    if sizes is None or math.prod(high - low + 1 for low, high in sizes) > _LARGEST:
        return None, 0, {}
    parts = items_of(key) if isinstance(key.kind, Tuple) else [key]
    leaves = [(part if isinstance(part.kind, Symbol) else number(b, part)).leaves[0] for part in parts]
    inside: Any = None
    place = b.word(0)
    for (low, high), leaf in zip(sizes, leaves, strict=True):
        if b.ir is None:
            continue
        offset = b.ir.sub(leaf, b.word(low))
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


def _parts(b: Body, key: Any) -> list[int]:
    """The number of each part of a key: an int, or that of a text or of a member of an Enum."""
    parts = list(key) if isinstance(key, tuple) else [key]
    return [int(part) if isinstance(part, int) and not isinstance(part, Enum) else b.program.number(part) for part in parts]


def _sizes(b: Body, keys: list[Any], kind: Kind) -> list[tuple[int, int]] | None:
    """The least and the greatest number of each part of the keys; None where they are not made of numbers."""
    kinds = list(kind.items) if isinstance(kind, Tuple) else [kind]
    if not keys or any(not ((is_number(each) and each == INT) or each == BOOL or isinstance(each, Symbol)) for each in kinds):
        return None
    if isinstance(kind, Tuple) and not is_tuple(kind):
        return None
    for key in keys:
        parts = list(key) if isinstance(key, tuple) else [key]
        if (
            isinstance(key, tuple) != isinstance(kind, Tuple)
            or len(parts) != len(kinds)
            or not all(_fits(part, each) for part, each in zip(parts, kinds, strict=True))
        ):
            return None
    columns = list(zip(*(_parts(b, key) for key in keys), strict=True))
    return [(min(column), max(column)) for column in columns]


def _fits(part: Any, kind: Kind) -> bool:
    if isinstance(kind, Symbol):
        return isinstance(part, kind.domain)
    return isinstance(part, int)


def _one_by_one(b: Body, table: dict[Any, Any], key: Value, default: Any) -> Value:
    """By comparing with each key."""
    from .body import Join

    meeting = Join(b)
    for each, value in table.items():
        same = equal(b, Value(Constant(each)), key)
        if isinstance(same.kind, Constant) and not same.kind.value:
            continue
        b.leave_if(b.convert(same, BOOL).leaves[0], meeting, Value(Constant(value)))
    if default is ...:
        b.fail(KeyError, None)
    else:
        meeting.arrive(Value(Constant(default)))
    return meeting.meet()


def _hashed(b: Body, table: dict[Any, Any], key: Value, default: Any) -> Value:
    """By a table of hashes, made with the code."""
    values = list(table.values())
    there, found = _found(b, table, key)
    if default is ...:
        b.check(there, KeyError, None)
        return item_at(b, values, found)
    return b.either(there, lambda: item_at(b, values, found), lambda: Value(Constant(default)))


def _places(b: Body, keys: list[Any], kind: Kind) -> tuple[Any, Any, int]:
    """Where the places of a table of hashes and its keys lie, and the number of places less one."""
    known = b.program.hashed.get((id(keys[0]), len(keys), kind))
    if known is None:
        mask = (1 << (2 * len(keys)).bit_length()) - 1
        contents = [content(b, each, kind) for each in keys]
        able = [number_ for number_, words in enumerate(contents, 1) if words is not None]
        places = [at and able[at - 1] for at in numbered([mixed(words) for words in contents if words is not None], mask)]
        rows = [
            word
            for each, words in zip(keys, contents, strict=True)
            for word in (words_of(b, each, kind) if words is not None else [0] * len(kind.leaves))
        ]
        known = b.program.table(tuple(places)), b.program.table(tuple(rows)), mask
        b.program.hashed[id(keys[0]), len(keys), kind] = known
    return known


def _found(b: Body, table: dict[Any, Any], key: Value) -> tuple[Any, Any]:
    """Whether a key is in a table of hashes, and its number."""
    from .dicts import hashed

    kind = key.kind
    if b.ir is None:
        equal(b, Value(kind, (None,) * len(kind.leaves)), key)
        return None, None
    places, rows, mask = _places(b, list(table), kind)
    slot, number_at = b.slots(INT)[0], b.slots(INT)[0]
    b.ir.store(b.ir.and_(hashed(b, key), b.word(mask)), slot)
    head, look, on, done = (b.block(each) for each in ("probe", "look", "next", "found"))
    names = dict(b.names)
    b.enter(head)
    place = b.ir.load(slot)
    entry = memory.word_at(b, places, place)
    b.ir.store(b.ir.sub(entry, b.word(1)), number_at)
    b.branch(b.compare("==", entry, b.word(0)), done, look)
    b.at(look)
    same = equal(b, memory.load_item(b, kind, rows, b.ir.load(number_at)), key)
    b.branch(b.convert(same, BOOL).leaves[0], done, on)
    b.at(on)
    b.ir.store(b.ir.and_(b.ir.add(place, b.word(1)), b.word(mask)), slot)
    b.goto(head)
    b.at(done)
    b.names = names
    found = b.ir.load(number_at)
    return b.compare(">=", found, b.word(0)), found


def content(b: Body, value: Any, kind: Kind) -> list[int] | None:
    """The words that a known value is hashed by as one of that kind; None where it has none."""
    if own.method(kind, "__eq__") is not None:
        return None
    if kind in (INT, BOOL):
        return [int(value)] if isinstance(value, int) else None
    if isinstance(kind, Symbol):
        return [b.program.number(value)] if isinstance(value, kind.domain) else None
    if isinstance(kind, Optional):
        inner = None if value is None else content(b, value, kind.item)
        return [0] if value is None else None if inner is None else [1, *inner]
    if kind == CHARS:
        return [len(value), *map(b.program.text, value)] if isinstance(value, str) else None
    if isinstance(kind, (Row, Board)) and isinstance(value, tuple):
        parts = [content(b, each, kind.item) for each in value]
        size = [len(value)] if isinstance(kind, Row) else []
    elif isinstance(kind, Tuple) and isinstance(value, kind.cls or tuple):
        fields = value if kind.cls is None else [getattr(value, name) for name in kind.names]
        if len(fields) != len(kind.items):
            return None
        parts, size = [content(b, each, item) for each, item in zip(fields, kind.items, strict=True)], []
    else:
        return None
    return None if None in parts else size + [word for part in parts if part is not None for word in part]
