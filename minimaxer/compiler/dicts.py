"""Dicts: the entries in insertion order, and a hash table of their numbers.

Five words: length, room, address of the entries, address of the table, and its size less one. A slot of the table holds the
number of an entry, counted from 1, or 0 where it is free.
"""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Callable
from typing import Final

from llvmlite import ir

from . import memory, operations, special_methods, value_types as t
from .builder import FunctionBuilder, MergePoint, Value, has_type
from .classes import always_differ, class_of, compared_fields, is_hashable
from .converting import items_of, refuse_lasting, refuse_type, words_of
from .joining import TypeConflictError, join, shape_of, widened
from .lists import ITEMS, LENGTH, ROOM, append, as_tuple, cell_for, move, new_list, widen
from .marshal import read_row, sort_rows, write_row
from .operations import call_value, each_item, equal, implements, item
from .operators import binary, is_dict
from .runtime.values import in_fields, numbered
from .unions import each_option, is_one_of

TABLE: Final = 3
MASK: Final = 4
_WORDS: Final = 5
_FIRST_ROOM: Final = 8
_FACTOR: Final = 1_000_003
"""The factor of hashes: small numbers close together, and short tuples of them, get different ones."""
_ALL: Final = (1 << 64) - 1
_FIRST, _SECOND = Value(t.Constant(0)), Value(t.Constant(1))
"""The indices of the key and the value of a pair."""


def new_dict(b: FunctionBuilder, node: ast.AST, missing: object = None) -> Value[t.Dict]:
    """An empty dict; `missing` is the factory of values for missing keys, of a defaultdict, or `value_types.COUNTS`."""
    return empty(b, t.Dict(cell_for(b, node), cell_for(b, node, "value"), missing))


def empty(b: FunctionBuilder, type_: t.Dict) -> Value[t.Dict]:
    """An empty dict of that type."""
    address = memory.allocate(b, b.word(8 * _WORDS))
    b.poke(address, LENGTH, b.word(0))
    _lay_out(b, address, type_, b.word(_FIRST_ROOM))
    return Value(type_, (address,))


def image(b: FunctionBuilder, value: dict[object, object], type_: t.Dict) -> Value[t.Dict]:
    """A known dict as one of that type, in constant memory."""
    key, held = type_.key.type, type_.value.type
    rows = [word for one, other in value.items() for word in (*words_of(b, one, key), *words_of(b, other, held))]
    hashes = [content(b, each, key) for each in value]
    if None in hashes:
        b.refuse(f"has a dict of the module whose keys are {key}; use numbers, texts and tuples of them")
    if not b.emits:
        return Value(type_, (None,))
    mask = (1 << (2 * len(value) + 1).bit_length()) - 1
    table = numbered([mixed(words or []) for words in hashes], mask)
    items, places = b.program.table(tuple(rows)), b.program.table(tuple(table))
    return Value(type_, (b.program.table((len(value), len(value), items, places, mask)),))


def _refuse_fixed(b: FunctionBuilder, type_: t.Dict) -> None:
    if type_.fixed:
        b.refuse("changes a dict of the module; rules have no memory of their own")


def filled(b: FunctionBuilder, type_: t.Dict, row: Value[t.VarTuple]) -> Value[t.Dict]:
    """A new dict of that type, filled with pairs."""
    made = empty(b, type_)
    count, address = row.components
    if b.emits and not type_.item.is_never:
        with memory.each_index(b, count) as index:
            _enter(b, made, *items_of(memory.load_item(b, type_.item, address, index)))
    return made


def copied(b: FunctionBuilder, owner: Value[t.Dict]) -> Value[t.Dict]:
    """A new dict of the same entries."""
    type_ = owner.type
    return filled(b, t.Dict(type_.key, type_.value, type_.missing), entries(b, owner))


def _lay_out(b: FunctionBuilder, address: ir.Value, type_: t.Dict, room: ir.Value) -> None:
    """Allocates room for that many entries, and an empty table twice as large."""
    b.poke(address, ROOM, room)
    b.poke(address, ITEMS, memory.allocate(b, b.ir.mul(room, b.word(8 * max(1, len(type_.item.components))))))
    size = b.ir.mul(room, b.word(2))
    table = memory.allocate(b, b.ir.mul(size, b.word(8)))
    b.poke(address, TABLE, table)
    b.poke(address, MASK, b.ir.sub(size, b.word(1)))
    memory.clear(b, table, size)


def mixed(words: list[int]) -> int:
    """The hash of a value's words, as `hashed` computes it."""
    found = functools.reduce(lambda found, word: (found * _FACTOR + word) & _ALL, words, 0)
    return found ^ found >> 32


def hashed(b: FunctionBuilder, value: Value) -> ir.Value:
    """A hash of a value; equal values have equal ones."""
    if not b.emits:
        return None
    slot = b.variable(b.word(0))
    _mix(b, value, slot)
    found = b.ir.load(slot)
    return b.ir.xor(found, b.ir.lshr(found, b.word(32)))


def _mix(b: FunctionBuilder, value: Value, slot: ir.Value) -> None:
    """Mixes the words of a value into a hash; of lists, sets and dicts, only their lengths."""
    type_ = value.type
    if special_methods.method(type_, "__eq__") is not None:
        return  # equal ones may differ in any field
    if isinstance(type_, (t.List, t.Set, t.Dict)):
        _mix_word(b, b.peek(value.components[0], LENGTH), slot)
    elif has_type(value, t.Tuple):
        cls, items = value.type.cls, items_of(value)
        names = None if cls is None or issubclass(cls, tuple) else compared_fields(cls)
        for name, item in zip(value.type.names or items, items, strict=True):
            if names is None or name in names:
                _mix(b, item, slot)
    elif has_type(value, t.Object) and compared_fields(value.type.record.cls) is not None:
        for name in compared_fields(value.type.record.cls) or ():
            _mix(b, operations.attribute_of(b, value, name), slot)
    elif isinstance(type_, t.Row) or type_ == t.CHARS:
        _mix_items(b, value, type_.item if isinstance(type_, t.Row) else t.TEXT, slot)
    elif isinstance(type_, t.Optional):
        _mix_word(b, memory.to_word(b, value.components[0]), slot)
        with b.when(value.components[0]):
            _mix(b, value.inner, slot)
    elif isinstance(type_, t.Union):
        is_any_length = any(isinstance(each, t.Row) for each in type_.options)
        each_option(b, value, lambda option: _mix_option(b, option, slot, is_any_length))
    else:
        for component in value.components:
            _mix_word(b, memory.to_word(b, component), slot)


def _mix_option(b: FunctionBuilder, option: Value, slot: ir.Value, is_any_length: bool) -> None:
    """Mixes in an option of a union: of tuples, of which two options may be equal, the length at most."""
    if isinstance(option.type, t.Tuple) and not is_any_length:
        _mix_word(b, b.word(len(option.type.items)), slot)
    elif not isinstance(option.type, (t.Tuple, t.Row)):
        _mix(b, option, slot)


def _mix_items(b: FunctionBuilder, value: Value, item: t.Type, slot: ir.Value) -> None:
    if isinstance(value.type, t.FixedTuple):
        count = b.word(value.type.count)
    else:
        count = value.components[0]
        _mix_word(b, count, slot)
    with memory.each_index(b, count) as index:
        _mix(b, memory.load_item(b, item, value.components[-1], index), slot)


def _mix_word(b: FunctionBuilder, word: ir.Value, slot: ir.Value) -> None:
    b.ir.store(b.ir.add(b.ir.mul(b.ir.load(slot), b.word(_FACTOR)), word), slot)


def _find(b: FunctionBuilder, owner: Value[t.Dict], key: Value) -> tuple[ir.Value, ir.Value, ir.Value]:
    """Looks up a key: a found bit, the number of its entry, and the table slot where it is or belongs."""
    type_ = owner.type
    if not b.emits:
        equal(b, Value(type_.key.type, (None,) * len(type_.key.type.components)), key)
        return None, None, None
    table, mask, items = (b.peek(owner.components[0], each) for each in (TABLE, MASK, ITEMS))
    meeting, result = MergePoint(b), t.Tuple((t.BOOL, t.INT, t.INT))
    with memory.probe(b, hashed(b, key), mask) as place:
        number = memory.word_at(b, table, place)
        b.leave_if(b.compare("==", number, b.word(0)), meeting, Value(result, (b.bit(False), b.word(0), place)))
        index = b.ir.sub(number, b.word(1))
        held = memory.load(b, type_.key.type, memory.item_address(b, type_.item, items, index))
        same = b.convert(equal(b, held, key), t.BOOL)
        b.leave_if(same.components[0], meeting, Value(result, (b.bit(True), index, place)))
    there, index, place = meeting.meet(result).components
    return there, index, place


@operations.contains_in.of(t.Dict)
def has(b: FunctionBuilder, owner: Value[t.Dict], key: Value, node: ast.AST | None = None) -> Value:
    """True if a key is in a dict."""
    no = Value(t.BOOL, (b.bit(False),))
    return if_fits(b, key, owner.type.key, lambda kept: Value(t.BOOL, (_find(b, owner, kept)[0],)), lambda: no)


def if_fits(b: FunctionBuilder, key: Value, cell: t.Cell, there: Callable[[Value], Value], missing: Callable[[], Value]) -> Value:
    """Calls `there` with a key in its stored form, or `missing` for one that is never stored, as None or another shape. Equal
    keys must have the same words, or their hashes differ: one text made at run time turns all keys into such texts.
    """
    type_, entry = key.type, cell.type
    refuse_unhashable(b, type_)
    if entry.is_never:
        return missing()
    if isinstance(type_, t.Optional) and not isinstance(entry, t.Optional):
        some, none = (functools.partial(if_fits, b, each, cell, there, missing) for each in (key.inner, Value(t.NONE)))
        return b.either(key.components[0], some, none)
    if has_type(key, t.Union) and shape_of(entry) in map(shape_of, key.type.options):
        fits = b.convert(is_one_of(b, key, lambda option: shape_of(option) == shape_of(entry)), t.BOOL)
        return b.either(fits.components[0], lambda: there(b.convert(key, entry)), missing)
    if (type_ == t.NONE) != (entry == t.NONE) and not isinstance(entry, t.Optional):
        return missing()
    try:
        wider = join(entry, widened(type_))
    except TypeConflictError:
        wider = None
    are_plain = special_methods.method(entry, "__eq__") is special_methods.method(type_, "__eq__") is None
    if wider is None and are_plain and always_differ(entry, type_):
        return missing()
    if wider is None or not are_same_values(entry, wider):
        b.refuse(f"looks for {type_} among keys or items that are {entry}; convert it first")
    widen(b, cell, wider)
    found = b.convert(key, cell.type)
    if cell.type == t.FLOAT and isinstance(type_, t.Int):
        return b.either(b.convert(equal(b, key, found), t.BOOL).components[0], lambda: there(found), missing)
    return there(found)


def refuse_unhashable(b: FunctionBuilder, type_: t.Type) -> None:
    """Refuses keys and items of sets that Python cannot hash."""
    if not is_hashable(type_):
        b.refuse(f"uses {type_} as a key or an item of a set, which Python cannot: it has no hash")


def are_same_values(one: t.Type, other: t.Type) -> bool:
    """True if values of a type, converted to a wider one, are still what they are in Python."""
    if one == other or {one, other} <= {t.TEXT, t.CHARS}:
        return True
    if isinstance(other, t.Union):
        options = {shape_of(each): each for each in other.options}
        mine = one.options if isinstance(one, t.Union) else (one,)
        return all(isinstance(each, t.Tuple) or are_same_values(each, options[shape_of(each)]) for each in mine)
    if isinstance(other, t.Optional):
        return are_same_values(one.item if isinstance(one, t.Optional) else one, other.item)
    if isinstance(other, t.Tuple):
        return isinstance(one, t.Tuple) and all(are_same_values(*pair) for pair in zip(one.items, other.items, strict=True))
    if not isinstance(other, t.Row) or not isinstance(one, (t.Tuple, t.Row)):
        return False
    return all(are_same_values(each, other.item) for each in t.parts_of(one))


def _enter(b: FunctionBuilder, owner: Value[t.Dict], key: Value, value: Value) -> None:
    """Appends an entry if its key is new; else overwrites the value of its entry."""
    type_ = owner.type
    address = owner.components[0]
    with b.when(b.compare(">=", b.peek(address, LENGTH), b.peek(address, ROOM))):
        count, items = b.peek(address, LENGTH), b.peek(address, ITEMS)
        _lay_out(b, address, type_, b.ir.mul(b.peek(address, ROOM), b.word(2)))
        memory.copy(b, items, b.peek(address, ITEMS), b.ir.mul(count, b.word(max(1, len(type_.item.components)))))
        _fill_table(b, owner, count)
    there, index, place = _find(b, owner, key)

    def append_key() -> Value:
        count = b.peek(address, LENGTH)
        more = b.ir.add(count, b.word(1))
        b.poke(address, LENGTH, more)
        b.ir.store(more, b.pointer(b.peek(address, TABLE), place))
        memory.store(b, key, memory.item_address(b, type_.item, b.peek(address, ITEMS), count))
        return Value(t.INT, (count,))

    at = b.either(there, lambda: Value(t.INT, (index,)), append_key).components[0]
    memory.store(b, value, memory.item_address(b, type_.item, b.peek(address, ITEMS), at), len(type_.key.type.components))


def _fill_table(b: FunctionBuilder, owner: Value[t.Dict], count: ir.Value) -> None:
    """Enters the numbers of that many entries in the table, which is empty."""
    type_ = owner.type
    table, mask, items = (b.peek(owner.components[0], each) for each in (TABLE, MASK, ITEMS))
    with memory.each_index(b, count) as index:
        key = memory.load(b, type_.key.type, memory.item_address(b, type_.item, items, index))
        free = MergePoint(b)
        with memory.probe(b, hashed(b, key), mask) as place:
            b.leave_if(b.compare("==", memory.word_at(b, table, place), b.word(0)), free, Value(t.INT, (place,)))
        place = free.meet(t.INT).components[0]
        b.ir.store(b.ir.add(index, b.word(1)), b.pointer(table, place))


@operations.set_item_of.of(t.Dict)
def put(b: FunctionBuilder, owner: Value[t.Dict], key: Value, value: Value) -> None:
    """Sets the value of a key."""
    type_ = owner.type
    if not b.live or key.type.is_never or value.type.is_never:
        return
    _refuse_fixed(b, type_)
    refuse_unhashable(b, key.type)
    widen(b, type_.key, key.type)
    widen(b, type_.value, value.type)
    found, held = b.convert(key, type_.key.type), b.convert(value, type_.value.type)
    if not b.emits:
        _find(b, owner, found)
        memory.allocate(b, None)
        return
    _enter(b, owner, found, held)


def update(b: FunctionBuilder, owner: Value[t.Dict], more: Value, role: str = "update") -> None:
    """Sets the entries of a dict, or pairs, in another dict."""
    if t.is_known(more.type, dict):
        more = Value(t.Constant(tuple(more.type.value.items())))
    pairs = entries(b, more) if has_type(more, t.Dict) else more
    if isinstance(more.type, t.Keyed):
        pairs = operations.call_method(b, more, "items", [], {}, b.marker(role))
    each_item(b, b.marker(role), pairs, lambda pair: put(b, owner, item(b, pair, _FIRST), item(b, pair, _SECOND)), [])


def refuse_counts(b: FunctionBuilder, *values: Value) -> None:
    """Refuses Counters where they behave differently from dicts."""
    if any(class_of(each.type) is Counter for each in values):
        b.refuse("compares or joins Counters, which Python does count by count; use a dict")


def count(b: FunctionBuilder, owner: Value[t.Dict], more: Value, node: ast.AST) -> None:
    """Counts items in a Counter, or adds the counts of a dict or another Counter, as `update` does."""

    def add(key: Value, more: Value) -> None:
        if not b.emits:
            put(b, owner, key, more)
        put(b, owner, key, binary(b, ast.Add(), get(b, owner, key, Value(t.Constant(0))), more, node))

    if is_dict(more.type):
        pairs = entries(b, as_dict(b, more, "counts"))
        each_item(b, b.marker("added"), pairs, lambda pair: add(item(b, pair, _FIRST), item(b, pair, _SECOND)), [])
    else:
        each_item(b, b.marker("counted"), more, lambda key: add(key, Value(t.Constant(1))), [])


def as_dict(b: FunctionBuilder, value: Value, role: str) -> Value[t.Dict]:
    """A dict, also a known one, as one at run time."""
    if has_type(value, t.Dict):
        return value
    made = new_dict(b, b.marker(role))
    update(b, made, value)
    return made


def equal_dicts(b: FunctionBuilder, left: Value[t.Dict], right: Value[t.Dict]) -> Value:
    """Tests if two dicts have equal entries."""
    refuse_counts(b, left, right)
    meeting = MergePoint(b)
    counts = [b.peek(value.components[0], LENGTH) for value in (left, right)]
    no = Value(t.BOOL, (b.bit(False),))
    b.leave_unless(b.compare("==", *counts), meeting, no)
    row = entries(b, left)
    pair = left.type.item
    if not right.type.key.type.is_never and not any(each.is_never for each in pair.items):
        with memory.each_index(b, counts[0]) as index:
            key, held = items_of(memory.load_item(b, pair, row.components[1], index))
            there, place = _number_of(b, right, key)
            b.leave_unless(there, meeting, no)
            b.leave_unless(b.convert(equal(b, held, _held(b, right, place)), t.BOOL).components[0], meeting, no)
    return meeting.close(Value(t.BOOL, (b.bit(True),)), t.BOOL)


@implements(operations.merge_dicts)
def joined(b: FunctionBuilder, left: Value, right: Value, node: ast.AST) -> Value[t.Dict]:
    """Merges dicts, as `|` does."""
    refuse_counts(b, left, right)
    made = new_dict(b, node)
    update(b, made, left, "left")
    update(b, made, right, "right")
    return made


@operations.item_of.of(t.Dict)
def get(b: FunctionBuilder, owner: Value[t.Dict], key: Value, default: Value | None = None) -> Value:
    """The value of a key; without a default, fails where the key is missing."""
    type_ = owner.type
    if default is None and type_.missing is not None:
        return _get_or_make(b, owner, key)
    refuse_unhashable(b, key.type)
    if type_.key.type.is_never:
        return b.fail(KeyError, None) if default is None else default
    there, index = _number_of(b, owner, key)
    if default is None:
        b.check(there, KeyError, None)
        return _held(b, owner, index)
    return b.either(there, lambda: _held(b, owner, index), lambda: default)


def _get_or_make(b: FunctionBuilder, owner: Value[t.Dict], key: Value) -> Value:
    """The value of a key, or the one that a defaultdict or Counter makes for it."""
    missing = owner.type.missing
    if missing == t.COUNTS:
        return get(b, owner, key, Value(t.Constant(0)))

    def make() -> Value:
        put(b, owner, key, call_value(b, Value(t.Constant(missing)), [], {}))
        return _held(b, owner, _number_of(b, owner, key)[1])

    if not b.emits:
        make()
    return b.either(has(b, owner, key).components[0], lambda: _held(b, owner, _number_of(b, owner, key)[1]), make)


def _number_of(b: FunctionBuilder, owner: Value[t.Dict], key: Value) -> tuple[ir.Value, ir.Value]:
    """A bit that is 1 if a key is there, and the number of its entry."""
    result = t.Tuple((t.BOOL, t.INT))
    nothing = Value(result, (b.bit(False), b.word(0)))
    pair = if_fits(b, key, owner.type.key, lambda kept: Value(result, _find(b, owner, kept)[:2]), lambda: nothing)
    there, index = pair.components
    return there, index


def _held(b: FunctionBuilder, owner: Value[t.Dict], index: ir.Value) -> Value:
    type_ = owner.type
    if type_.value.type.is_never:
        return Value(t.NEVER)
    where = memory.item_address(b, type_.item, b.peek(owner.components[0], ITEMS), index)
    return memory.load(b, type_.value.type, where, len(type_.key.type.components))


def remove(b: FunctionBuilder, owner: Value[t.Dict], key: Value, *, missing: type[BaseException] | None) -> Value:
    """Removes an entry, and returns its value."""
    type_ = owner.type
    _refuse_fixed(b, type_)
    refuse_unhashable(b, key.type)
    if type_.key.type.is_never:
        if missing is not None:
            b.fail(missing, None)
        return Value(t.NONE)
    there, index = _number_of(b, owner, key)
    if missing is not None:
        b.check(there, missing, None)
    held = _held(b, owner, index)
    if b.emits and b.live:
        with b.when(there):
            address = owner.components[0]
            last = b.ir.sub(b.peek(address, LENGTH), b.word(1))
            b.poke(address, LENGTH, last)
            move(b, type_.item, b.peek(address, ITEMS), index, b.ir.sub(last, index), 1)
            memory.clear(b, b.peek(address, TABLE), b.ir.add(b.peek(address, MASK), b.word(1)))
            _fill_table(b, owner, last)
    return held


def entries(b: FunctionBuilder, owner: Value[t.Dict]) -> Value[t.DictView]:
    """The entries of a dict, as pairs."""
    return _view(b, Value(t.List(t.Cell(owner.type.item)), owner.components))


def column(b: FunctionBuilder, owner: Value[t.Dict], which: int) -> Value[t.DictView]:
    """The keys (0) or values (1) of a dict."""
    made = new_list(b, b.marker(f"column{which}"))
    each_item(b, b.marker(f"columns{which}"), entries(b, owner), lambda pair: append(b, made, items_of(pair)[which]), [])
    return _view(b, made)


def _view(b: FunctionBuilder, items: Value[t.List]) -> Value[t.DictView]:
    found = as_tuple(b, items)
    return Value(t.DictView(found.type.item), found.components)


def content(b: FunctionBuilder, value: object, type_: t.Type) -> list[int] | None:
    """The words by which a known value of that type is hashed; None where it has none."""
    if special_methods.method(type_, "__eq__") is not None:
        return None
    if type_ in (t.INT, t.BOOL):
        return [int(value)] if isinstance(value, int) else None
    if isinstance(type_, t.Symbol):
        return [b.program.number(value)] if isinstance(value, type_.domain) else None
    if isinstance(type_, t.Optional):
        inner = None if value is None else content(b, value, type_.item)
        return [0] if value is None else None if inner is None else [1, *inner]
    if type_ == t.CHARS:
        return [len(value), *map(b.program.text, value)] if isinstance(value, str) else None
    if isinstance(type_, t.Row) and isinstance(value, tuple):
        parts = [content(b, each, type_.item) for each in value]
        size = [len(value)] if isinstance(type_, t.VarTuple) else []
    elif isinstance(type_, t.Tuple) and isinstance(value, type_.cls or tuple):
        fields = in_fields(value, type_.names)
        if len(fields) != len(type_.items):
            return None
        parts, size = [content(b, each, item) for each, item in zip(fields, type_.items, strict=True)], []
    else:
        return None
    return None if None in parts else size + [word for part in parts if part is not None for word in part]


@operations.make.of(t.Dict)
def made(b: FunctionBuilder, value: Value, type_: t.Dict) -> Value[t.Dict]:
    """Converts a dict: a known one, one of another class, or an empty one."""
    mine = value.type
    if t.is_known(mine, dict):
        refuse_lasting(b, type_)
        return Value(type_, image(b, mine.value, type_).components)
    if isinstance(mine, t.Dict) and (mine.key, mine.value) == (type_.key, type_.value):
        return Value(type_, value.components)
    if not isinstance(mine, t.Dict) or not mine.key.type.is_never:
        refuse_type(b, mine, type_)
    return empty(b, type_)


@operations.count_of.of(t.Dict)
def count_of(b: FunctionBuilder, value: Value[t.Dict]) -> ir.Value:
    """The number of entries."""
    return b.peek(value.components[0], LENGTH)


@operations.read.of(t.Dict)
def read(b: FunctionBuilder, type_: t.Dict, address: ir.Value, place: int) -> Value[t.Dict]:
    """Reads the entries into a new dict."""
    return filled(b, type_, read_row(b, t.VarTuple(type_.item), address, place))


@operations.write.of(t.Dict)
def write(b: FunctionBuilder, value: Value[t.Dict], address: ir.Value, place: int, sorts: bool) -> None:
    """Writes its entries, in their order or sorted."""
    write_row(b, entries(b, value), address, place, value.type.key.room, sorts)
    if sorts and (b.marshalling is None or not t.holds_shared(value.type.item)):
        sort_rows(b, address, place, operations.words_in(b, value.type.item))
