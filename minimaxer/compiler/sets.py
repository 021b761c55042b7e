"""Sets, laid out as Python lays them out, so that they are iterated in the same order.

Five words: number of items, places ever taken, places less one, address of the table, start of the next `pop`. A place of
the table holds a mark (free, taken or vacated), its item's hash, and the item. Where Python's own hashes differ between runs,
as those of texts, so may the order.

Source: CPython, `Objects/setobject.c` (open addressing: ten places in a row, then a jump that mixes in more of the hash) and
`Objects/tupleobject.c` (the hash of tuples, from xxHash by Y. Collet).
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import sys
from collections.abc import Callable
from typing import Any, Final

from . import memory, operations, value_types as t
from .builder import FunctionBuilder, MergePoint, Value
from .classes import class_of
from .converting import items_of, refuse_lasting, refuse_type, words_of
from .dicts import content, hashed, if_fits, mixed, refuse_unhashable
from .helpers import call_helper
from .joining import type_of
from .lists import cell_for, widen
from .marshal import check_room, sort_rows
from .operations import each_item, equal, implements
from .runtime.python_sets import IN_A_ROW, LEAST, SHIFT, in_a_row, places_of, positions
from .runtime.values import is_authors
from .source import NoSourceError, parameters, source_of
from .symbols import table_of

USED: Final = 0
FILL: Final = 1
MASK: Final = 2
TABLE: Final = 3
FINGER: Final = 4
_WORDS: Final = 5
PLACE: Final = 0
"""The word of an item in a state that holds its place in the table."""
_MANY: Final = 50_000
_PRIME: Final = (1 << 61) - 1
_ONE, _TWO, _FIVE = 11400714785074694791, 14029467366897019727, 2870177450012600261
_TAKEN, _GONE = 1, 2


# --- hashes, as in Python ------------------------------------------------------------------------------


def listed(value: Any) -> tuple[Any, ...]:
    """The items of a known collection; those of a set whose order differs between runs of Python are sorted by their text."""
    if not isinstance(value, (set, frozenset)) or all(has_order(type_of(each) or t.NEVER) for each in value):
        return tuple(value)
    return tuple(sorted(value, key=repr))


def has_order(type_: t.Type) -> bool:
    """True if Python's hashes of such values are the same in each run."""
    if isinstance(type_, (t.Int, t.Bool, t.Float)) or (isinstance(type_, t.Symbol) and type_.domain.__hash__ is int.__hash__):
        return True
    if isinstance(type_, (t.VarTuple, t.FixedTuple)):
        return has_order(type_.item)
    parts = _hashed_parts(type_)
    return parts is not None and all(has_order(part) for _, part in parts)


def _has_hash_of_its_own(type_: t.Type) -> bool:
    """True if the hash is that of a frozenset, or defined by the author."""
    cls, parts = class_of(type_), _hashed_parts(type_)
    if parts is not None:
        return any(_has_hash_of_its_own(part) for _, part in parts)
    return (
        isinstance(type_, t.Set)
        or (cls is not None and is_authors(cls.__hash__))
        or any(map(_has_hash_of_its_own, t.parts_of(type_)))
    )


def _hashed_parts(type_: t.Type) -> list[tuple[str, t.Type]] | None:
    """The parts of whose tuple a value's hash is that, with their names; None where it is another hash."""
    if isinstance(type_, t.Tuple) and _hashes_fields(type_.cls):
        return list(zip(type_.names or ("",) * len(type_.items), type_.items, strict=True))
    if not isinstance(type_, (t.Tuple, t.Object)):
        return None
    cls = class_of(type_)
    wanted = _fields_in_hash(cls.__hash__) if cls is not None and is_authors(cls.__hash__) else None
    there = (
        dict(zip(type_.names, type_.items, strict=True))
        if isinstance(type_, t.Tuple)
        else {name: cell.type for name, cell in type_.record.cells.items()}
    )
    return None if wanted is None or not there.keys() >= set(wanted) else [(name, there[name]) for name in wanted]


@functools.lru_cache(maxsize=1024)
def _fields_in_hash(function: Any) -> tuple[str, ...] | None:
    """The names in an author's `return hash((self.x, self.y))`; None of any other `__hash__`."""
    with contextlib.suppress(NoSourceError):
        node = source_of(function)
        is_single = isinstance(node, ast.FunctionDef) and len(node.body) == 1 + (ast.get_docstring(node) is not None)
        if isinstance(node, ast.FunctionDef) and is_single and "hash" not in function.__globals__:
            names = [each.attr for each in ast.walk(node.body[-1]) if isinstance(each, ast.Attribute)]
            inner = ", ".join(f"{parameters(node)[0]}.{name}" for name in names) + "," * (len(names) == 1)
            if names and ast.unparse(node.body[-1]) == f"return hash(({inner}))":
                return tuple(names)
    return None


def _hashes_fields(cls: type[Any] | None) -> bool:
    """True if the hash of an object is that of the tuple of its fields."""
    if cls is None or (issubclass(cls, tuple) and cls.__hash__ is tuple.__hash__):
        return True
    if not dataclasses.is_dataclass(cls) or is_authors(cls.__hash__):
        return False
    return all(each.compare and each.hash is not False for each in dataclasses.fields(cls))


def _hash(b: FunctionBuilder, value: Value) -> Any:
    """Python's hash of a value where order matters and is the same in each run; else a cheaper one."""
    return _python_hash(b, value) if _lies_as_in_python(b, value.type) else hashed(b, value)


def _lies_as_in_python(b: FunctionBuilder, item: t.Type) -> bool:
    """True if sets of such items are iterated somewhere, in an order that is Python's."""
    return item in b.program.ordered and has_order(item)


def _python_hash(b: FunctionBuilder, value: Value) -> Any:
    type_ = value.type
    if isinstance(type_, (t.Int, t.Bool)):
        rest = b.ir.srem(b.convert(value, t.INT).components[0], b.word(_PRIME))
        return b.ir.select(b.compare("==", rest, b.word(-1)), b.word(-2), rest)
    if isinstance(type_, t.Float):
        return _float_hash(b, value.components[0])
    if isinstance(type_, t.Symbol):
        return table_of(b, value, hash).components[0]
    slot = b.variable(b.word(_FIVE))
    count: Any
    parts = _hashed_parts(type_)
    if parts is not None:
        plain = isinstance(type_, t.Tuple) and len(parts) == len(type_.items) and _hashes_fields(type_.cls)
        for item in items_of(value) if plain else [_part(b, value, name) for name, _ in parts]:
            _lane(b, item, slot)
        count = b.word(len(parts))
    else:
        count = b.word(type_.count) if isinstance(type_, t.FixedTuple) else value.components[0]
        memory.count_up(b, count, lambda index: _lane(b, memory.load_item(b, type_.item, value.components[-1], index), slot))
    found = b.ir.add(b.ir.load(slot), b.ir.xor(count, b.word(_FIVE ^ 3527539)))
    return b.ir.select(b.compare("==", found, b.word(-1)), b.word(1546275796), found)


def _part(b: FunctionBuilder, value: Value, name: str) -> Value:
    if isinstance(value.type, t.Tuple):
        return items_of(value)[value.type.names.index(name)]
    return operations.attribute_of(b, value, name)


def _float_hash(b: FunctionBuilder, value: Any) -> Any:
    """Python's hash of a float: the mantissa times a power of 2, modulo 2**61 - 1, which is a rotation within 61 bits."""
    bits = b.ir.bitcast(value, t.WORD)
    exponent, low = b.ir.and_(b.ir.lshr(bits, b.word(52)), b.word(2047)), b.ir.and_(bits, b.word((1 << 52) - 1))
    is_small = b.compare("==", exponent, b.word(0))
    mantissa = b.ir.select(is_small, low, b.ir.or_(low, b.word(1 << 52)))
    power = b.ir.select(is_small, b.word(1), exponent)
    turn = b.ir.urem(b.ir.add(power, b.word(18 * 61 - 1075)), b.word(61))
    found = b.ir.and_(b.ir.shl(mantissa, turn), b.word(_PRIME))
    found = b.ir.or_(found, b.ir.lshr(mantissa, b.ir.sub(b.word(61), turn)))
    found = b.ir.select(b.compare("==", exponent, b.word(2047)), b.word(sys.hash_info.inf), found)
    found = b.ir.select(b.compare("<", bits, b.word(0)), b.ir.neg(found), found)
    return b.ir.select(b.compare("==", found, b.word(-1)), b.word(-2), found)


def _lane(b: FunctionBuilder, item: Value, slot: Any) -> None:
    """Mixes an item's hash into that of a tuple."""
    found = b.ir.add(b.ir.load(slot), b.ir.mul(_python_hash(b, item), b.word(_TWO)))
    found = b.ir.or_(b.ir.shl(found, b.word(31)), b.ir.lshr(found, b.word(33)))
    b.ir.store(b.ir.mul(found, b.word(_ONE)), slot)


# --- tables ------------------------------------------------------------------------


def new_set(b: FunctionBuilder, node: ast.AST, cls: type[Any] = set) -> Value:
    """An empty set."""
    return empty(b, t.Set(cell_for(b, node), cls))


def empty(b: FunctionBuilder, type_: t.Set) -> Value:
    """An empty set of that type."""
    address = memory.allocate(b, b.word(8 * _WORDS))
    _lay_out(b, Value(type_, (address,)), b.word(LEAST))
    b.poke(address, FINGER, b.word(0))
    return Value(type_, (address,))


def _lay_out(b: FunctionBuilder, owner: Value, places: Any) -> None:
    """Allocates an empty table of that many places."""
    address = owner.components[0]
    words = b.ir.mul(places, b.word(_width(owner)))
    table = memory.allocate(b, b.ir.mul(words, b.word(8)))
    memory.clear(b, table, words)
    for place, word in ((USED, b.word(0)), (FILL, b.word(0)), (MASK, b.ir.sub(places, b.word(1))), (TABLE, table)):
        b.poke(address, place, word)


def _width(owner: Value) -> int:
    """The number of words of a place."""
    return 2 + len(owner.type.item.components)


def _place_at(b: FunctionBuilder, owner: Value, index: Any) -> Any:
    """The address of a place."""
    return b.ir.add(b.peek(owner.components[0], TABLE), b.ir.mul(index, b.word(8 * _width(owner))))


def _probe(b: FunctionBuilder, owner: Value, mixed: Any, look: Callable[[Any], None]) -> None:
    """Probes the places where a value of that hash may be, in Python's order; `look` leaves where it is found."""
    if not _lies_as_in_python(b, owner.type.item):
        _probe_in_a_row(b, owner, mixed, look)
        return
    start, rest, more = (b.slots(t.INT)[0] for _ in range(3))
    mask = b.peek(owner.components[0], MASK)
    b.ir.store(b.ir.and_(mixed, mask), start)
    b.ir.store(mixed, rest)
    jump, row, following = (b.block(each) for each in ("jump", "row", "following"))
    b.enter(jump)
    first = b.ir.load(start)
    fits = b.compare("<=", b.ir.add(first, b.word(IN_A_ROW)), mask)
    last = b.ir.select(fits, b.word(IN_A_ROW), b.word(0))
    b.ir.store(b.word(0), more)
    b.enter(row)
    offset = b.ir.load(more)
    look(b.ir.add(first, offset))
    b.ir.store(b.ir.add(offset, b.word(1)), more)
    b.branch(b.compare("<", offset, last), row, following)
    b.at(following)
    left = b.ir.lshr(b.ir.load(rest), b.word(SHIFT))
    b.ir.store(left, rest)
    five = b.ir.add(b.ir.mul(first, b.word(5)), b.word(1))
    b.ir.store(b.ir.and_(b.ir.add(five, left), mask), start)
    b.goto(jump)
    b.live = False


def _probe_in_a_row(b: FunctionBuilder, owner: Value, mixed: Any, look: Callable[[Any], None]) -> None:
    """Probes one place after another, where the order of the items does not matter."""
    slot, mask = b.slots(t.INT)[0], b.peek(owner.components[0], MASK)
    b.ir.store(b.ir.and_(mixed, mask), slot)
    again = b.block("row")
    b.enter(again)
    index = b.ir.load(slot)
    look(index)
    b.ir.store(b.ir.and_(b.ir.add(index, b.word(1)), mask), slot)
    b.goto(again)
    b.live = False


def _search(b: FunctionBuilder, arguments: list[Value]) -> Value:
    """Finds the address of a value's place, or of the one to put it: the last vacated place on the way, else the free one."""
    owner, value = arguments
    mixed = _hash(b, value)
    meeting, freed = MergePoint(b), b.variable(b.word(0))

    def look(index: Any) -> None:
        place = _place_at(b, owner, index)
        mark = b.peek(place, 0)
        before = b.ir.load(freed)
        free = b.ir.select(b.compare("==", before, b.word(0)), place, before)
        b.leave_if(b.compare("==", mark, b.word(0)), meeting, Value(t.INT, (free,)))
        b.ir.store(b.ir.select(b.compare("==", mark, b.word(_GONE)), place, before), freed)
        taken = b.compare("==", mark, b.word(_TAKEN))
        if _lies_as_in_python(b, owner.type.item):
            taken = b.ir.and_(taken, b.compare("==", b.peek(place, 1), mixed))
        same, on = b.block("same"), b.block("other")
        b.branch(taken, same, on)
        b.at(same)
        found = b.convert(equal(b, memory.load(b, owner.type.item, place, 2), value), t.BOOL)
        b.leave_if(found.components[0], meeting, Value(t.INT, (place,)))
        b.enter(on)

    _probe(b, owner, mixed, look)
    return meeting.meet(t.INT)


def _find(b: FunctionBuilder, owner: Value, value: Value) -> Any:
    if not b.emits:
        equal(b, Value(owner.type.item, (None,) * len(owner.type.item.components)), value)
    small = not _lies_as_in_python(b, owner.type.item)
    return call_helper(b, "set_find", [owner, value], t.INT, _search, small=small).components[0]


def _put_clean(b: FunctionBuilder, owner: Value, mixed: Any, value: Value) -> None:
    """Puts a value that is not there yet into a table without vacated places."""
    free = MergePoint(b)

    def look(index: Any) -> None:
        place = _place_at(b, owner, index)
        b.leave_if(b.compare("==", b.peek(place, 0), b.word(0)), free, Value(t.INT, (place,)))

    _probe(b, owner, mixed, look)
    _take(b, owner, free.meet(t.INT).components[0], mixed, value)


def _take(b: FunctionBuilder, owner: Value, place: Any, mixed: Any, value: Value) -> None:
    """Puts a value into a free place."""
    b.poke(place, 0, b.word(_TAKEN))
    b.poke(place, 1, mixed)
    memory.store(b, value, place, 2)
    for each in (USED, FILL):
        b.poke(owner.components[0], each, b.ir.add(b.peek(owner.components[0], each), b.word(1)))


def each_place(b: FunctionBuilder, owner: Value, body: Callable[[Any, Any, Value], None]) -> None:
    """Calls `body` with the number of each item's place, its hash, and the item, in order."""
    if isinstance(owner.type.item, t.Never):
        return
    table = b.peek(owner.components[0], TABLE)

    def one(index: Any) -> None:
        place = b.ir.add(table, b.ir.mul(index, b.word(8 * _width(owner))))
        taken = b.compare("==", b.peek(place, 0), b.word(_TAKEN))
        b.either(taken, lambda: body(index, b.peek(place, 1), memory.load(b, owner.type.item, place, 2)), lambda: None)

    memory.count_up(b, counts(b, owner)[1], one)


def _resize(b: FunctionBuilder, arguments: list[Value]) -> Value:
    """Moves all items, in order, to a table of more than that many places."""
    owner, least = arguments
    slot = b.variable(b.word(LEAST))
    double, done = b.block("double"), b.block("sized")
    b.enter(double)
    size = b.ir.load(slot)
    b.ir.store(b.ir.shl(size, b.word(1)), slot)
    b.branch(b.compare("<=", size, least.components[0]), double, done)
    b.at(done)
    address = owner.components[0]
    before = memory.allocate(b, b.word(8 * _WORDS))
    memory.copy(b, address, before, b.word(_WORDS))
    _lay_out(b, owner, size)
    each_place(b, Value(owner.type, (before,)), lambda _, mixed, value: _put_clean(b, owner, mixed, value))
    return Value(t.NONE)


def _grow(b: FunctionBuilder, owner: Value, least: Any) -> None:
    call_helper(b, "set_resize", [owner, Value(t.INT, (least,))], t.NONE, _resize)


def _rehash(b: FunctionBuilder, owner: Value) -> None:
    """Lays a set out in a table of the size that CPython chooses for its items."""
    used = b.peek(owner.components[0], USED)
    factor = b.ir.select(b.compare(">", used, b.word(_MANY)), b.word(2), b.word(4))
    _grow(b, owner, b.ir.mul(used, factor))


def _add(b: FunctionBuilder, arguments: list[Value]) -> Value:
    """Adds a value to a set, where it is not there yet."""
    owner, value = arguments
    place = _find(b, owner, value)
    fresh, again, done = b.block("fresh"), b.block("again"), b.block("done")
    switch = b.ir.switch(b.peek(place, 0), done)
    switch.add_case(b.word(0), fresh)
    switch.add_case(b.word(_GONE), again)
    b.at(again)
    _take(b, owner, place, _hash(b, value), value)
    b.poke(owner.components[0], FILL, b.ir.sub(b.peek(owner.components[0], FILL), b.word(1)))
    b.goto(done)
    b.at(fresh)
    _take(b, owner, place, _hash(b, value), value)
    fill, mask = (b.peek(owner.components[0], each) for each in (FILL, MASK))
    full = b.block("full")
    b.branch(b.compare("<", b.ir.mul(fill, b.word(5)), b.ir.mul(mask, b.word(3))), done, full)
    b.at(full)
    _rehash(b, owner)
    b.enter(done)
    return Value(t.NONE)


# --- operations ----------------------------------------------------------------------------------------


def add(b: FunctionBuilder, owner: Value, value: Value) -> None:
    """Adds a value to a set."""
    type_ = owner.type
    if not b.live or isinstance(value.type, t.Never):
        return
    refuse_unhashable(b, value.type)
    widen(b, type_.cell, value.type)
    found = b.convert(value, type_.item)
    if not b.emits:
        _find(b, owner, found)
    call_helper(b, "set_add", [owner, found], t.NONE, _add)


@operations.contains_in.of(t.Set)
def has(b: FunctionBuilder, owner: Value, value: Value, node: ast.AST | None = None) -> Value:
    """True if a value is in a set."""
    no = Value(t.BOOL, (b.bit(False),))
    return if_fits(b, value, owner.type.cell, lambda kept: Value(t.BOOL, (_is_taken(b, _find(b, owner, kept)),)), lambda: no)


def _is_taken(b: FunctionBuilder, place: Any) -> Any:
    return b.compare("==", b.peek(place, 0), b.word(_TAKEN))


def remove(b: FunctionBuilder, owner: Value, value: Value, *, missing: type[BaseException] | None) -> None:
    """Removes a value; fails with `missing` where it is not there."""
    refuse_unhashable(b, value.type)
    if isinstance(owner.type.item, t.Never):
        if missing is not None:
            b.fail(missing, None)
        return

    def take_out(kept: Value) -> Value:
        place = _find(b, owner, kept)
        there = _is_taken(b, place)
        b.either(there, lambda: _drop(b, owner, place), lambda: None)
        return Value(t.BOOL, (there,))

    there = if_fits(b, value, owner.type.cell, take_out, lambda: Value(t.BOOL, (b.bit(False),)))
    if missing is not None:
        b.check(there.components[0], missing, None)


def _drop(b: FunctionBuilder, owner: Value, place: Any) -> None:
    b.poke(place, 0, b.word(_GONE))
    b.poke(owner.components[0], USED, b.ir.sub(b.peek(owner.components[0], USED), b.word(1)))


def pop(b: FunctionBuilder, owner: Value) -> Value:
    """Removes and returns an item: the first from where the last `pop` stopped."""
    item = owner.type.item
    if isinstance(item, t.Never):
        b.fail(KeyError, "pop from an empty set")
        return Value(t.NEVER)
    b.check(b.compare(">", b.peek(owner.components[0], USED), b.word(0)), KeyError, "pop from an empty set")
    _record_order(b, item)
    place = call_helper(b, "set_pop", [owner], t.INT, _popped).components[0]
    return memory.load(b, item, place, 2)


def _popped(b: FunctionBuilder, arguments: list[Value]) -> Value:
    """Removes an item of a set that is not empty; returns the address of its place."""
    (owner,) = arguments
    address, slot = owner.components[0], b.slots(t.INT)[0]
    mask = b.peek(address, MASK)
    b.ir.store(b.ir.and_(b.peek(address, FINGER), mask), slot)
    again, on, found = (b.block(each) for each in ("look", "on", "found"))
    b.enter(again)
    index = b.ir.load(slot)
    place = _place_at(b, owner, index)
    more = b.ir.add(index, b.word(1))
    b.branch(_is_taken(b, place), found, on)
    b.at(on)
    b.ir.store(b.ir.and_(more, mask), slot)
    b.goto(again)
    b.at(found)
    _drop(b, owner, place)
    b.poke(address, FINGER, more)
    return Value(t.INT, (place,))


def clear(b: FunctionBuilder, owner: Value) -> None:
    """Removes all items."""
    if b.emits:
        _lay_out(b, owner, b.word(LEAST))


def _listed(b: FunctionBuilder, arguments: list[Value]) -> Value:
    (owner,) = arguments
    item, slot = owner.type.item, b.variable(b.word(0))
    made = memory.allocate(b, b.ir.mul(b.peek(owner.components[0], USED), b.word(8 * len(item.components))))

    def put(_: Any, __: Any, value: Value) -> None:
        index = b.ir.load(slot)
        memory.store_item(b, value, made, index)
        b.ir.store(b.ir.add(index, b.word(1)), slot)

    each_place(b, owner, put)
    return Value(t.INT, (made,))


def ordered(b: FunctionBuilder, owner: Value) -> Value:
    """The items as a tuple, in order."""
    _record_order(b, owner.type.item)
    return _items(b, owner)


def _record_order(b: FunctionBuilder, item: t.Type) -> None:
    """Records that sets of such items are iterated, so that they need Python's order."""
    if _has_hash_of_its_own(item) or _is_mixed(item):
        b.refuse(f"iterates over a set of {item}, whose order only Python knows; sort it, or use numbers or tuples")
    if item not in b.program.ordered:
        b.program.ordered.add(item)
        b.program.changed = True
    if not has_order(item) and not isinstance(item, t.Never):
        b.program.unordered = True


def _is_mixed(type_: t.Type) -> bool:
    """True of values of different types beside each other, whose places in a set depend on all that was ever in it."""
    return (isinstance(type_, t.Union) and type_.is_mixed) or any(map(_is_mixed, t.parts_of(type_)))


def _items(b: FunctionBuilder, owner: Value) -> Value:
    item = owner.type.item
    if isinstance(item, t.Never):
        return Value(t.Constant(()))
    address = call_helper(b, "set_items", [owner], t.INT, _listed).components[0]
    return Value(t.VarTuple(item), (b.peek(owner.components[0], USED), address))


def laid_out(b: FunctionBuilder, type_: t.Set, count: Any, places: Any, item_at: Callable[[Any], tuple[Any, Value]]) -> Value:
    """A new set of that type with that many items and places; `item_at` gives the place of an item, and the item."""
    made = empty(b, type_)
    if isinstance(type_.item, t.Never):
        return made
    if b.emits:
        _lay_out(b, made, places)

    def put(index: Any) -> None:
        place, value = item_at(index)
        if not _lies_as_in_python(b, type_.item):
            add(b, made, value)
        elif b.emits:
            _take(b, made, _place_at(b, made, place), _hash(b, value), value)

    memory.count_up(b, count, put)
    return made


def counts(b: FunctionBuilder, owner: Value) -> tuple[Any, Any]:
    """The number of items and of places of a set."""
    address = owner.components[0]
    return b.peek(address, USED), b.ir.add(b.peek(address, MASK), b.word(1))


def of_known(b: FunctionBuilder, value: Any) -> Value:
    """A known set, in constant memory."""
    type_ = type_of(value)
    assert isinstance(type_, t.Set)
    return image(b, value, type_)


def image(b: FunctionBuilder, value: Any, type_: t.Set) -> Value:
    """A known set as one of that type."""
    items = listed(value)
    if not b.emits:
        for each in items:
            words_of(b, each, type_.item)
        return Value(type_, (None,))
    width, size = 2 + len(type_.item.components), places_of(value)
    table: list[Any] = [0] * (width * size)
    if _lies_as_in_python(b, type_.item):
        hashes, places = [hash(each) for each in value], positions(value)
    else:
        hashes = [mixed(content(b, each, type_.item) or []) for each in items]
        places = in_a_row(hashes, size - 1)
    for place, number, each in zip(places, hashes, items, strict=True):
        table[place * width : (place + 1) * width] = [_TAKEN, number, *words_of(b, each, type_.item)]
    header = (len(value), len(value), size - 1, b.program.table(tuple(table)), 0)
    return Value(type_, (b.program.table(header),))


def copied(b: FunctionBuilder, owner: Value) -> Value:
    """A new set of the same items."""
    assert isinstance(owner.type, t.Set)
    made = empty(b, owner.type)
    merge(b, made, owner)
    return made


def rebuilt(b: FunctionBuilder, owner: Value) -> Value:
    """A copy of a set, rebuilt item by item as `copy.deepcopy` does."""
    assert isinstance(owner.type, t.Set)
    made = empty(b, owner.type)
    _each_of(b, owner, lambda item: add(b, made, item))
    return made


def _merged(b: FunctionBuilder, arguments: list[Value]) -> Value:
    """Adds all items of one set to another, as Python does: to an empty one without searching for each first."""
    owner, other = arguments
    address = owner.components[0]
    used, fill, mask = (b.peek(address, each) for each in (USED, FILL, MASK))
    more = b.peek(other.components[0], USED)
    start, grow, on, done = (b.block(each) for each in ("merge", "grow", "grown", "merged"))
    b.branch(b.compare("==", more, b.word(0)), done, start)
    b.at(start)
    full = b.compare(">=", b.ir.mul(b.ir.add(fill, more), b.word(5)), b.ir.mul(mask, b.word(3)))
    b.branch(full, grow, on)
    b.at(grow)
    _grow(b, owner, b.ir.mul(b.ir.add(used, more), b.word(2)))
    b.enter(on)
    _fill_from(b, owner, other, done)
    b.at(done)
    return Value(t.NONE)


def _fill_from(b: FunctionBuilder, owner: Value, other: Value, done: Any) -> None:
    address, source = owner.components[0], other.components[0]
    is_empty = b.compare("==", b.peek(address, FILL), b.word(0))
    same_size = b.compare("==", b.peek(address, MASK), b.peek(source, MASK))
    no_gaps = b.compare("==", b.peek(source, FILL), b.peek(source, USED))
    same_type = b.bit(owner.type.item == other.type.item)
    plain, sift, anew, looked = (b.block(each) for each in ("plain", "sift", "anew", "looked"))
    b.branch(is_empty, sift, looked)
    b.at(sift)
    b.branch(b.ir.and_(b.ir.and_(same_size, no_gaps), same_type), plain, anew)
    b.at(plain)
    words = b.ir.mul(b.ir.add(b.peek(address, MASK), b.word(1)), b.word(_width(owner)))
    memory.copy(b, b.peek(source, TABLE), b.peek(address, TABLE), words)
    b.poke(address, USED, b.peek(source, USED))
    b.poke(address, FILL, b.peek(source, USED))
    b.goto(done)
    b.at(anew)
    each_place(b, other, lambda _, mixed, value: _put_clean(b, owner, mixed, b.convert(value, owner.type.item)))
    b.goto(done)
    b.at(looked)
    each_place(b, other, lambda _, __, value: add(b, owner, value))
    b.goto(done)


def merge(b: FunctionBuilder, owner: Value, other: Value) -> None:
    """Adds all items of one set to another."""
    item = other.type.item
    if isinstance(item, t.Never) or not b.live:
        return
    widen(b, owner.type.cell, item)
    if not b.emits:
        _find(b, owner, b.convert(Value(item, (None,) * len(item.components)), owner.type.item))
    call_helper(b, "set_merge", [owner, other], t.NONE, _merged)


def update(b: FunctionBuilder, owner: Value, more: Value) -> None:
    """Adds all items of an iterable to a set."""
    if isinstance(more.type, t.Constant) and isinstance(more.type.value, (set, frozenset)):
        more = of_known(b, more.type.value)
    if isinstance(more.type, t.Set):
        merge(b, owner, more)
        return
    each_item(b, b.marker("update"), more, lambda item: add(b, owner, item), [])


def as_set(b: FunctionBuilder, value: Value, role: str) -> Value:
    """Any iterable as a set."""
    if isinstance(value.type, t.Set):
        return value
    if isinstance(value.type, t.Constant) and isinstance(value.type.value, (set, frozenset)):
        return of_known(b, value.type.value)
    made = new_set(b, b.marker(role))
    update(b, made, value)
    return made


@implements(operations.combine_sets)
def combined(b: FunctionBuilder, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
    """Combines sets by `|`, `&`, `-` or `^`, item by item in Python's order."""
    left, right = as_set(b, left, "left"), as_set(b, right, "right")
    if not isinstance(op, (ast.BitOr, ast.BitXor, ast.BitAnd, ast.Sub)):
        b.refuse(f"has an operator between {left.type} and {right.type} that means nothing", node)
    made = new_set(b, node, left.type.cls)
    if isinstance(op, ast.BitOr):
        merge(b, made, left)
        merge(b, made, right)
    elif isinstance(op, ast.BitXor):
        merge(b, made, right)
        _each_of(b, left, lambda item: _flip(b, made, item))
    elif isinstance(op, ast.BitAnd):
        _both(b, left, right, made)
    else:
        _without(b, left, right, made)
    return made


def _each_of(b: FunctionBuilder, owner: Value, body: Callable[[Value], None]) -> None:
    if not isinstance(owner.type.item, t.Never):
        row = _items(b, owner)
        memory.count_up(b, row.components[0], lambda index: body(memory.load_item(b, owner.type.item, row.components[1], index)))


def _flip(b: FunctionBuilder, made: Value, item: Value) -> None:
    """Removes an item from a set where it is there, else adds it."""
    if not b.emits:
        add(b, made, item)
    there = has(b, made, item)
    b.either(there.components[0], lambda: remove(b, made, item, missing=None), lambda: add(b, made, item))


def _keep(b: FunctionBuilder, made: Value, item: Value, other: Value, wanted: bool) -> None:
    """Adds an item to a set where it is, or is not, in another."""
    if not b.emits:
        add(b, made, item)
    there = has(b, other, item).components[0]
    ways = (lambda: add(b, made, item)), (lambda: None)
    b.either(there, *(ways if wanted else ways[::-1]))


def _both(b: FunctionBuilder, left: Value, right: Value, made: Value) -> None:
    """Adds the intersection: iterates over the smaller set, or the right one where both are of a size."""
    if isinstance(left.type.item, t.Never) or isinstance(right.type.item, t.Never):
        return
    sizes = [b.peek(each.components[0], USED) for each in (left, right)]
    b.either(
        b.compare(">", sizes[1], sizes[0]),
        lambda: _each_of(b, left, lambda item: _keep(b, made, item, right, True)),
        lambda: _each_of(b, right, lambda item: _keep(b, made, item, left, True)),
    )


def _without(b: FunctionBuilder, left: Value, right: Value, made: Value) -> None:
    """Adds the difference: a copy with items removed, where the left set is the larger by far, else item by item."""
    if isinstance(left.type.item, t.Never):
        return
    if isinstance(right.type.item, t.Never):
        merge(b, made, left)
        return
    sizes = [b.peek(each.components[0], USED) for each in (left, right)]

    def copy_and_drop() -> None:
        merge(b, made, left)
        _each_of(b, right, lambda item: remove(b, made, item, missing=None))

    b.either(
        b.compare(">", b.ir.ashr(sizes[0], b.word(2)), sizes[1]),
        copy_and_drop,
        lambda: _each_of(b, left, lambda item: _keep(b, made, item, right, False)),
    )


def change(b: FunctionBuilder, op: ast.operator, owner: Value, more: Value) -> None:
    """Changes a mutable set by `|=`, `&=`, `-=` or `^=`."""
    other = as_set(b, more, "more")
    if isinstance(op, ast.BitOr):
        merge(b, owner, other)
    elif isinstance(op, ast.Sub):
        _each_of(b, other, lambda item: remove(b, owner, item, missing=None))
        _shrink(b, owner)
    elif isinstance(op, ast.BitXor):
        _each_of(b, other, lambda item: _flip(b, owner, item))
    else:
        made = combined(b, op, owner, other, b.marker("changed"))
        memory.copy(b, made.components[0], owner.components[0], b.word(FINGER))


def _shrink(b: FunctionBuilder, owner: Value) -> None:
    """Rehashes a set if more than a quarter of its table are dummies."""
    address = owner.components[0]
    used, fill, mask = (b.peek(address, each) for each in (USED, FILL, MASK))
    if b.emits and _lies_as_in_python(b, owner.type.item):
        gaps = b.compare(">", b.ir.sub(fill, used), b.ir.lshr(mask, b.word(2)))
        b.either(gaps, lambda: _rehash(b, owner), lambda: None)


def subset(b: FunctionBuilder, sign: str, left: Value, right: Value) -> Value:
    """Compares sets by `<=` and the like."""
    if sign in (">", ">="):
        return subset(b, sign.replace(">", "<"), right, left)
    meeting = MergePoint(b)

    def each(item: Value) -> None:
        b.leave_unless(has(b, right, item).components[0], meeting, Value(t.BOOL, (b.bit(False),)))

    _each_of(b, left, each)
    counts = [b.peek(value.components[0], USED) for value in (left, right)]
    last = b.bit(True) if sign == "<=" else b.compare("<", *counts)
    meeting.arrive(Value(t.BOOL, (last,)))
    return meeting.meet(t.BOOL)


def equal_sets(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """Tests if two sets are equal."""
    counts = [b.peek(value.components[0], USED) for value in (left, right)]
    inside = subset(b, "<=", left, right)
    return Value(t.BOOL, (b.ir.and_(inside.components[0], b.compare("==", *counts)),))


def are_apart(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """Tests if two sets have nothing in common."""
    meeting = MergePoint(b)

    def each(item: Value) -> None:
        b.leave_if(has(b, right, item).components[0], meeting, Value(t.BOOL, (b.bit(False),)))

    _each_of(b, left, each)
    meeting.arrive(Value(t.BOOL, (b.bit(True),)))
    return meeting.meet(t.BOOL)


@operations.make.of(t.Set)
def made(b: FunctionBuilder, value: Value, type_: t.Set) -> Value:
    """Converts a set: a known one, one of another class, or an empty one."""
    mine = value.type
    if isinstance(mine, t.Constant) and isinstance(mine.value, (set, frozenset)):
        refuse_lasting(b, type_)
        return Value(type_, image(b, mine.value, type_).components)
    if isinstance(mine, t.Set) and mine.cell == type_.cell:
        return Value(type_, value.components)
    if not isinstance(mine, t.Set) or not isinstance(mine.item, t.Never):
        refuse_type(b, mine, type_)
    return empty(b, type_)


@operations.count_of.of(t.Set)
def count_of(b: FunctionBuilder, value: Value) -> Any:
    """The number of items."""
    return b.peek(value.components[0], USED)


# --- words of a state -------------------------------------------------------------------------


@operations.read.of(t.Set)
def read(b: FunctionBuilder, type_: t.Set, address: Any, place: int) -> Value:
    """Reads the items into a new set, each at its place."""
    count, places = (memory.load(b, t.INT, address, place + each).components[0] for each in range(2))

    def item_at(index: Any) -> tuple[Any, Value]:
        at = _outside(b, type_, address, place, index)
        return b.peek(at, 0), operations.read(b, type_.item, at, 1)

    return laid_out(b, type_, count, places, item_at)


def _outside(b: FunctionBuilder, type_: t.Set, address: Any, place: int, index: Any) -> Any:
    """The address of an item's words in a state."""
    offset = b.ir.mul(index, b.word(8 * (1 + operations.words_in(b, type_.item))))
    return b.ir.add(address, b.ir.add(offset, b.word(8 * (place + 2))))


@operations.write.of(t.Set)
def write(b: FunctionBuilder, value: Value, address: Any, place: int, sorts: bool) -> None:
    """Writes a set as it is read; if sorted, without its places."""
    type_ = value.type
    assert isinstance(type_, t.Set)
    count, places = counts(b, value)
    check_room(b, count, type_.cell.room)
    memory.store(b, Value(t.INT, (count,)), address, place)
    memory.store(b, Value(t.INT, (b.word(0) if sorts else places,)), address, place + 1)
    slot = b.variable(b.word(0))

    def one(index: Any, _: Any, item: Value) -> None:
        number = b.ir.load(slot)
        at = _outside(b, type_, address, place, number)
        b.poke(at, PLACE, b.word(0) if sorts else index)
        operations.write(b, item, at, 1, sorts)
        b.ir.store(b.ir.add(number, b.word(1)), slot)

    each_place(b, value, one)
    width = 1 + operations.words_in(b, type_.item)
    behind = _outside(b, type_, address, place, count)
    memory.clear(b, behind, b.ir.mul(b.ir.sub(b.word(type_.cell.room), count), b.word(width)))
    if sorts and (b.marshalling is None or not t.holds_shared(type_.item)):
        sort_rows(b, address, place, width, 2)
