"""Sets, laid out as Python lays them out, so that they are iterated in the same order.

Five words: number of items, places ever taken, places less one, address of the table, start of the next `pop`. A place of
the table holds a mark (free, taken or vacated), its item's hash, and the item. Where Python's own hashes differ between runs,
as those of texts, so may the order.

Source: CPython, `Objects/setobject.c` (open addressing: ten places in a row, then a jump that mixes in more of the hash) and
`Objects/tupleobject.c` (the hash of tuples, from xxHash by Y. Collet).
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from llvmlite import ir

from . import memory, operations, value_types as t
from .builder import AnyValue, FunctionBuilder, MergePoint, Value, call_helper, has_type
from .classes import class_of
from .converting import items_of, refuse_lasting, refuse_type, table_of, words_of
from .dicts import content, hashed, if_fits, mixed, refuse_unhashable
from .joining import type_of
from .lists import cell_for, widen
from .marshal import check_room, sort_rows
from .operations import each_item, equal, implements
from .operators import is_set
from .runtime.values import IN_A_ROW, LEAST, SHIFT, in_a_row, is_authors, places_of, positions
from .source import NoSourceError, parameters, source_of

USED, FILL, MASK, TABLE, FINGER = range(5)
_WORDS: Final = 5
PLACE: Final = 0
"""The word of an item in a state that holds its place in the table."""
_MANY: Final = 50_000
_PRIME: Final = (1 << 61) - 1
_ONE, _TWO, _FIVE = 11400714785074694791, 14029467366897019727, 2870177450012600261
_TAKEN, _GONE = 1, 2


def listed(value: Collection[object]) -> tuple[object, ...]:
    """The items of a known collection; those of a set whose order differs between runs of Python are sorted by their text."""
    if not isinstance(value, (set, frozenset)) or all(has_order(type_of(each) or t.NEVER) for each in value):
        return tuple(value)
    return tuple(sorted(value, key=repr))


def has_order(type_: t.Type) -> bool:
    """True if Python's hashes of such values are the same in each run."""
    if isinstance(type_, (t.Int, t.Bool, t.Float)) or (isinstance(type_, t.Symbol) and type_.domain.__hash__ is int.__hash__):
        return True
    if isinstance(type_, t.Row):
        return has_order(type_.item)
    parts = _hashed_parts(type_)
    return parts is not None and all(has_order(part) for _, part in parts)


def _has_hash_of_its_own(type_: t.Type) -> bool:
    """True if the hash is that of a frozenset, or defined by the author."""
    cls, parts = class_of(type_), _hashed_parts(type_)
    if parts is None and (isinstance(type_, t.Set) or (cls is not None and is_authors(cls.__hash__))):
        return True
    return any(map(_has_hash_of_its_own, t.parts_of(type_) if parts is None else [part for _, part in parts]))


def _hashed_parts(type_: t.Type) -> list[tuple[str, t.Type]] | None:
    """The parts of whose tuple a value's hash is that, with their names; None where it is another hash."""
    if isinstance(type_, t.Tuple) and _hashes_fields(type_.cls):
        return list(zip(type_.names or ("",) * len(type_.items), type_.items, strict=True))
    if not isinstance(type_, (t.Tuple, t.Object)):
        return None
    cls = class_of(type_)
    wanted = _fields_in_hash(cls.__hash__) if cls is not None and is_authors(cls.__hash__) else None
    names = type_.names if isinstance(type_, t.Tuple) else type_.record.cells
    there = dict(zip(names, t.parts_of(type_), strict=True))
    return None if wanted is None or not there.keys() >= set(wanted) else [(name, there[name]) for name in wanted]


@functools.lru_cache(maxsize=1024)
def _fields_in_hash(function: Callable[..., int]) -> tuple[str, ...] | None:
    """The names in an author's `return hash((self.x, self.y))`; None of any other `__hash__`."""
    with suppress(NoSourceError):
        node = source_of(function)
        is_single = isinstance(node, ast.FunctionDef) and len(node.body) == 1 + (ast.get_docstring(node) is not None)
        if isinstance(node, ast.FunctionDef) and is_single and "hash" not in function.__globals__:
            names = [each.attr for each in ast.walk(node.body[-1]) if isinstance(each, ast.Attribute)]
            inner = ", ".join(f"{parameters(node)[0]}.{name}" for name in names) + "," * (len(names) == 1)
            if names and ast.unparse(node.body[-1]) == f"return hash(({inner}))":
                return tuple(names)
    return None


def _hashes_fields(cls: type | None) -> bool:
    """True if the hash of an object is that of the tuple of its fields."""
    if cls is None or (issubclass(cls, tuple) and cls.__hash__ is tuple.__hash__):
        return True
    if not dataclasses.is_dataclass(cls) or is_authors(cls.__hash__):
        return False
    return all(each.compare and each.hash is not False for each in dataclasses.fields(cls))


def _hash(b: FunctionBuilder, value: Value) -> ir.Value:
    """Python's hash of a value where order matters and is the same in each run; else a cheaper one."""
    return _python_hash(b, value) if _lies_as_in_python(b, value.type) else hashed(b, value)


def _lies_as_in_python(b: FunctionBuilder, item: t.Type) -> bool:
    """True if sets of such items are iterated somewhere, in an order that is Python's."""
    return item in b.program.ordered and has_order(item)


def _python_hash(b: FunctionBuilder, value: Value) -> ir.Value:
    type_ = value.type
    if isinstance(type_, (t.Int, t.Bool)):
        rest = b.ir.srem(b.convert(value, t.INT).components[0], b.word(_PRIME))
        return b.ir.select(b.compare("==", rest, b.word(-1)), b.word(-2), rest)
    if isinstance(type_, t.Float):
        return _float_hash(b, value.components[0])
    if has_type(value, t.Symbol):
        return table_of(b, value, hash).components[0]
    slot = b.variable(b.word(_FIVE))
    count: ir.Value
    if (parts := _hashed_parts(type_)) is not None:
        plain = items_of(value) if has_type(value, t.Tuple) and _hashes_fields(value.type.cls) else []
        for item in plain if len(plain) == len(parts) else [_part(b, value, name) for name, _ in parts]:
            _lane(b, item, slot)
        count = b.word(len(parts))
    else:
        assert isinstance(type_, t.Row)
        count = b.word(type_.count) if isinstance(type_, t.FixedTuple) else value.components[0]
        with memory.each_index(b, count) as index:
            _lane(b, memory.load_item(b, type_.item, value.components[-1], index), slot)
    found = b.ir.add(b.ir.load(slot), b.ir.xor(count, b.word(_FIVE ^ 3527539)))
    return b.ir.select(b.compare("==", found, b.word(-1)), b.word(1546275796), found)


def _part(b: FunctionBuilder, value: AnyValue, name: str) -> Value:
    return items_of(value)[value.type.names.index(name)] if has_type(value, t.Tuple) else operations.attribute_of(b, value, name)


def _float_hash(b: FunctionBuilder, value: ir.Value) -> ir.Value:
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


def _lane(b: FunctionBuilder, item: Value, slot: ir.Value) -> None:
    """Mixes an item's hash into that of a tuple."""
    found = b.ir.add(b.ir.load(slot), b.ir.mul(_python_hash(b, item), b.word(_TWO)))
    found = b.ir.or_(b.ir.shl(found, b.word(31)), b.ir.lshr(found, b.word(33)))
    b.ir.store(b.ir.mul(found, b.word(_ONE)), slot)


def new_set(b: FunctionBuilder, node: ast.AST, cls: type = set) -> Value[t.Set]:
    """An empty set."""
    return empty(b, t.Set(cell_for(b, node), cls))


def empty(b: FunctionBuilder, type_: t.Set) -> Value[t.Set]:
    """An empty set of that type."""
    address = memory.allocate(b, b.word(8 * _WORDS))
    _lay_out(b, Value(type_, (address,)), b.word(LEAST))
    b.poke(address, FINGER, b.word(0))
    return Value(type_, (address,))


def _lay_out(b: FunctionBuilder, owner: Value[t.Set], places: ir.Value) -> None:
    """Allocates an empty table of that many places."""
    address = owner.components[0]
    words = b.ir.mul(places, b.word(_width(owner)))
    table = memory.allocate(b, b.ir.mul(words, b.word(8)))
    memory.clear(b, table, words)
    for place, word in ((USED, b.word(0)), (FILL, b.word(0)), (MASK, b.ir.sub(places, b.word(1))), (TABLE, table)):
        b.poke(address, place, word)


def _width(owner: Value[t.Set]) -> int:
    return 2 + len(owner.type.item.components)


def _place_at(b: FunctionBuilder, owner: Value[t.Set], index: ir.Value) -> ir.Value:
    return b.ir.add(b.peek(owner.components[0], TABLE), b.ir.mul(index, b.word(8 * _width(owner))))


@contextmanager
def _probe(b: FunctionBuilder, owner: Value[t.Set], mixed: ir.Value) -> Iterator[ir.Value]:
    """Probes the places where a value of that hash may be, in Python's order; the `with` block leaves where it is found."""
    mask = b.peek(owner.components[0], MASK)
    if not _lies_as_in_python(b, owner.type.item):
        with memory.probe(b, mixed, mask) as index:
            yield index
        return
    start, rest, more = (b.variable(each) for each in (b.ir.and_(mixed, mask), mixed, b.word(0)))
    jump, row, following = (b.block(each) for each in ("jump", "row", "following"))
    b.enter(jump)
    first = b.ir.load(start)
    fits = b.compare("<=", b.ir.add(first, b.word(IN_A_ROW)), mask)
    last = b.ir.select(fits, b.word(IN_A_ROW), b.word(0))
    b.ir.store(b.word(0), more)
    b.enter(row)
    offset = b.ir.load(more)
    yield b.ir.add(first, offset)
    b.ir.store(b.ir.add(offset, b.word(1)), more)
    b.branch(b.compare("<", offset, last), row, following)
    b.at(following)
    left = b.ir.lshr(b.ir.load(rest), b.word(SHIFT))
    b.ir.store(left, rest)
    five = b.ir.add(b.ir.mul(first, b.word(5)), b.word(1))
    b.ir.store(b.ir.and_(b.ir.add(five, left), mask), start)
    b.goto(jump)


def _search(b: FunctionBuilder, owner: Value[t.Set], value: Value) -> Value:
    """Finds the address of a value's place, or of the one to put it: the last vacated place on the way, else the free one."""
    mixed = _hash(b, value)
    meeting, freed = MergePoint(b), b.variable(b.word(0))
    with _probe(b, owner, mixed) as index:
        place = _place_at(b, owner, index)
        mark = b.peek(place, 0)
        before = b.ir.load(freed)
        free = b.ir.select(b.compare("==", before, b.word(0)), place, before)
        b.leave_if(b.compare("==", mark, b.word(0)), meeting, Value(t.INT, (free,)))
        b.ir.store(b.ir.select(b.compare("==", mark, b.word(_GONE)), place, before), freed)
        taken = b.compare("==", mark, b.word(_TAKEN))
        if _lies_as_in_python(b, owner.type.item):
            taken = b.ir.and_(taken, b.compare("==", b.peek(place, 1), mixed))
        with b.when(taken):
            found = b.convert(equal(b, memory.load(b, owner.type.item, place, 2), value), t.BOOL)
            b.leave_if(found.components[0], meeting, Value(t.INT, (place,)))
    return meeting.meet(t.INT)


def _find(b: FunctionBuilder, owner: Value[t.Set], value: Value) -> ir.Value:
    if not b.emits:
        equal(b, Value(owner.type.item, (None,) * len(owner.type.item.components)), value)
    small = not _lies_as_in_python(b, owner.type.item)
    return call_helper(b, "set_find", [owner, value], t.INT, _search, small=small).components[0]


def _put_clean(b: FunctionBuilder, owner: Value[t.Set], mixed: ir.Value, value: Value) -> None:
    """Puts a value that is not there yet into a table without vacated places."""
    free = MergePoint(b)
    with _probe(b, owner, mixed) as index:
        place = _place_at(b, owner, index)
        b.leave_if(b.compare("==", b.peek(place, 0), b.word(0)), free, Value(t.INT, (place,)))
    _take(b, owner, free.meet(t.INT).components[0], mixed, value)


def _take(b: FunctionBuilder, owner: Value[t.Set], place: ir.Value, mixed: ir.Value, value: Value) -> None:
    """Puts a value into a free place."""
    b.poke(place, 0, b.word(_TAKEN))
    b.poke(place, 1, mixed)
    memory.store(b, value, place, 2)
    for each in (USED, FILL):
        b.poke(owner.components[0], each, b.ir.add(b.peek(owner.components[0], each), b.word(1)))


def each_place(b: FunctionBuilder, owner: Value[t.Set], body: Callable[[ir.Value, ir.Value, Value], None]) -> None:
    """Calls `body` with the number of each item's place, its hash, and the item, in order."""
    if owner.type.item.is_never:
        return
    table = b.peek(owner.components[0], TABLE)
    with memory.each_index(b, counts(b, owner)[1]) as index:
        place = b.ir.add(table, b.ir.mul(index, b.word(8 * _width(owner))))
        with b.when(b.compare("==", b.peek(place, 0), b.word(_TAKEN))):
            body(index, b.peek(place, 1), memory.load(b, owner.type.item, place, 2))


def _resize(b: FunctionBuilder, owner: Value[t.Set], least: Value) -> Value:
    """Moves all items, in order, to a table of more than that many places."""
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


def _grow(b: FunctionBuilder, owner: Value[t.Set], least: ir.Value) -> None:
    call_helper(b, "set_resize", [owner, Value(t.INT, (least,))], t.NONE, _resize)


def _rehash(b: FunctionBuilder, owner: Value[t.Set]) -> None:
    """Lays a set out in a table of the size that CPython chooses for its items."""
    used = b.peek(owner.components[0], USED)
    factor = b.ir.select(b.compare(">", used, b.word(_MANY)), b.word(2), b.word(4))
    _grow(b, owner, b.ir.mul(used, factor))


def _add(b: FunctionBuilder, owner: Value[t.Set], value: Value) -> Value:
    """Adds a value to a set, where it is not there yet."""
    place, address = _find(b, owner, value), owner.components[0]
    mark = b.peek(place, 0)
    with b.unless(b.compare("==", mark, b.word(_TAKEN))):
        _take(b, owner, place, _hash(b, value), value)
        was_gone = b.compare("==", mark, b.word(_GONE))  # such a place is counted already
        fill, mask = b.ir.sub(b.peek(address, FILL), b.ir.zext(was_gone, t.WORD)), b.peek(address, MASK)
        b.poke(address, FILL, fill)
        fits = b.compare("<", b.ir.mul(fill, b.word(5)), b.ir.mul(mask, b.word(3)))
        with b.unless(b.ir.or_(was_gone, fits)):
            _rehash(b, owner)
    return Value(t.NONE)


def add(b: FunctionBuilder, owner: Value[t.Set], value: Value) -> None:
    """Adds a value to a set."""
    type_ = owner.type
    if not b.live or value.type.is_never:
        return
    refuse_unhashable(b, value.type)
    widen(b, type_.cell, value.type)
    found = b.convert(value, type_.item)
    if not b.emits:
        _find(b, owner, found)
    call_helper(b, "set_add", [owner, found], t.NONE, _add)


@operations.contains_in.of(t.Set)
def has(b: FunctionBuilder, owner: Value[t.Set], value: Value, node: ast.AST | None = None) -> Value:
    """True if a value is in a set."""
    no = Value(t.BOOL, (b.bit(False),))
    return if_fits(b, value, owner.type.cell, lambda kept: Value(t.BOOL, (_is_taken(b, _find(b, owner, kept)),)), lambda: no)


def _is_taken(b: FunctionBuilder, place: ir.Value) -> ir.Value:
    return b.compare("==", b.peek(place, 0), b.word(_TAKEN))


def remove(b: FunctionBuilder, owner: Value[t.Set], value: Value, *, missing: type[BaseException] | None) -> None:
    """Removes a value; fails with `missing` where it is not there."""
    refuse_unhashable(b, value.type)
    if owner.type.item.is_never:
        if missing is not None:
            b.fail(missing, None)
        return

    def take_out(kept: Value) -> Value:
        place = _find(b, owner, kept)
        there = _is_taken(b, place)
        with b.when(there):
            _drop(b, owner, place)
        return Value(t.BOOL, (there,))

    there = if_fits(b, value, owner.type.cell, take_out, lambda: Value(t.BOOL, (b.bit(False),)))
    if missing is not None:
        b.check(there.components[0], missing, None)


def _drop(b: FunctionBuilder, owner: Value[t.Set], place: ir.Value) -> None:
    b.poke(place, 0, b.word(_GONE))
    b.poke(owner.components[0], USED, b.ir.sub(b.peek(owner.components[0], USED), b.word(1)))


def pop(b: FunctionBuilder, owner: Value[t.Set]) -> Value:
    """Removes and returns an item: the first from where the last `pop` stopped."""
    item = owner.type.item
    if item.is_never:
        return b.fail(KeyError, "pop from an empty set")
    b.check(b.compare(">", count_of(b, owner), b.word(0)), KeyError, "pop from an empty set")
    _record_order(b, item)
    return memory.load(b, item, call_helper(b, "set_pop", [owner], t.INT, _popped).components[0], 2)


def _popped(b: FunctionBuilder, owner: Value[t.Set]) -> Value:
    """Removes an item of a set that is not empty; returns the address of its place."""
    address, found = owner.components[0], MergePoint(b)
    with memory.probe(b, b.peek(address, FINGER), b.peek(address, MASK)) as index:
        b.leave_if(_is_taken(b, _place_at(b, owner, index)), found, Value(t.INT, (index,)))
    index = found.meet(t.INT).components[0]
    place = _place_at(b, owner, index)
    _drop(b, owner, place)
    b.poke(address, FINGER, b.ir.add(index, b.word(1)))
    return Value(t.INT, (place,))


def clear(b: FunctionBuilder, owner: Value[t.Set]) -> None:
    """Removes all items."""
    if b.emits:
        _lay_out(b, owner, b.word(LEAST))


def _listed(b: FunctionBuilder, owner: Value[t.Set]) -> Value:
    item, slot = owner.type.item, b.variable(b.word(0))
    made = memory.allocate(b, b.ir.mul(b.peek(owner.components[0], USED), b.word(8 * len(item.components))))

    def put(_: ir.Value, __: ir.Value, value: Value) -> None:
        index = b.ir.load(slot)
        memory.store_item(b, value, made, index)
        b.ir.store(b.ir.add(index, b.word(1)), slot)

    each_place(b, owner, put)
    return Value(t.INT, (made,))


def ordered(b: FunctionBuilder, owner: Value[t.Set]) -> Value:
    """The items as a tuple, in order."""
    _record_order(b, owner.type.item)
    return _items(b, owner)


def _record_order(b: FunctionBuilder, item: t.Type) -> None:
    """Records that sets of such items are iterated, so that they need Python's order."""
    if _has_hash_of_its_own(item) or _is_mixed(item):
        b.refuse(f"iterates over a set of {item}, whose order only Python knows; sort it, or use numbers or tuples")
    if item not in b.program.ordered:
        b.program.ordered.add(item)
        b.program.facts += 1
    if not has_order(item) and not item.is_never:
        b.program.unordered = True


def _is_mixed(type_: t.Type) -> bool:
    """True of values of different types beside each other, whose places in a set depend on all that was ever in it."""
    return (isinstance(type_, t.Union) and type_.is_mixed) or any(map(_is_mixed, t.parts_of(type_)))


def _items(b: FunctionBuilder, owner: Value[t.Set]) -> Value:
    item = owner.type.item
    if item.is_never:
        return Value(t.Constant(()))
    address = call_helper(b, "set_items", [owner], t.INT, _listed).components[0]
    return Value(t.VarTuple(item), (b.peek(owner.components[0], USED), address))


def counts(b: FunctionBuilder, owner: Value[t.Set]) -> tuple[ir.Value, ir.Value]:
    """The number of items and of places of a set."""
    address = owner.components[0]
    return b.peek(address, USED), b.ir.add(b.peek(address, MASK), b.word(1))


def of_known(b: FunctionBuilder, value: Collection[object]) -> Value[t.Set]:
    """A known set, in constant memory."""
    type_ = type_of(value)
    assert isinstance(type_, t.Set)
    return image(b, value, type_)


def image(b: FunctionBuilder, value: Collection[object], type_: t.Set) -> Value[t.Set]:
    """A known set as one of that type."""
    items = listed(value)
    if not b.emits:
        for each in items:
            words_of(b, each, type_.item)
        return Value(type_, (None,))
    width, size = 2 + len(type_.item.components), places_of(value)
    table: list[int | ir.Value] = [0] * (width * size)
    if _lies_as_in_python(b, type_.item):
        hashes, places = [hash(each) for each in value], positions(value)
    else:
        hashes = [mixed(content(b, each, type_.item) or []) for each in items]
        places = in_a_row(hashes, size - 1)
    for place, number, each in zip(places, hashes, items, strict=True):
        table[place * width : (place + 1) * width] = [_TAKEN, number, *words_of(b, each, type_.item)]
    header = (len(value), len(value), size - 1, b.program.table(tuple(table)), 0)
    return Value(type_, (b.program.table(header),))


def copied(b: FunctionBuilder, owner: Value[t.Set]) -> Value[t.Set]:
    """A new set of the same items."""
    made = empty(b, owner.type)
    merge(b, made, owner)
    return made


def rebuilt(b: FunctionBuilder, owner: Value[t.Set]) -> Value[t.Set]:
    """A copy of a set, rebuilt item by item as `copy.deepcopy` does."""
    made = empty(b, owner.type)
    _each_of(b, owner, lambda item: add(b, made, item))
    return made


def _merged(b: FunctionBuilder, owner: Value[t.Set], other: Value[t.Set]) -> Value:
    """Adds all items of one set to another, as Python does: to an empty one without searching for each first."""
    address = owner.components[0]
    used, fill, mask = (b.peek(address, each) for each in (USED, FILL, MASK))
    more = count_of(b, other)
    with b.unless(b.compare("==", more, b.word(0))):
        full = b.compare(">=", b.ir.mul(b.ir.add(fill, more), b.word(5)), b.ir.mul(mask, b.word(3)))
        with b.when(full):
            _grow(b, owner, b.ir.mul(b.ir.add(used, more), b.word(2)))
        is_empty = b.compare("==", b.peek(address, FILL), b.word(0))
        one_by_one = functools.partial(each_place, b, other, lambda _, __, value: add(b, owner, value))
        b.either(is_empty, lambda: _fill_empty(b, owner, other), one_by_one)
    return Value(t.NONE)


def _fill_empty(b: FunctionBuilder, owner: Value[t.Set], other: Value[t.Set]) -> None:
    """Copies the whole table of another set where that is possible, else its items."""
    address, source = owner.components[0], other.components[0]
    same_size = b.compare("==", b.peek(address, MASK), b.peek(source, MASK))
    no_gaps = b.compare("==", b.peek(source, FILL), b.peek(source, USED))
    same_type = b.bit(owner.type.item == other.type.item)

    def copy() -> None:
        memory.copy(b, b.peek(source, TABLE), b.peek(address, TABLE), b.ir.mul(counts(b, owner)[1], b.word(_width(owner))))
        b.poke(address, USED, b.peek(source, USED))
        b.poke(address, FILL, b.peek(source, USED))

    def put(_: ir.Value, mixed: ir.Value, value: Value) -> None:
        _put_clean(b, owner, mixed, b.convert(value, owner.type.item))

    b.either(b.ir.and_(b.ir.and_(same_size, no_gaps), same_type), copy, lambda: each_place(b, other, put))


def merge(b: FunctionBuilder, owner: Value[t.Set], other: Value[t.Set]) -> None:
    """Adds all items of one set to another."""
    item = other.type.item
    if item.is_never or not b.live:
        return
    widen(b, owner.type.cell, item)
    if not b.emits:
        _find(b, owner, b.convert(Value(item, (None,) * len(item.components)), owner.type.item))
    call_helper(b, "set_merge", [owner, other], t.NONE, _merged)


def update(b: FunctionBuilder, owner: Value[t.Set], more: Value) -> None:
    """Adds all items of an iterable to a set."""
    if is_set(more.type):
        merge(b, owner, as_set(b, more, "update"))
    else:
        each_item(b, b.marker("update"), more, lambda item: add(b, owner, item), [])


def as_set(b: FunctionBuilder, value: Value, role: str) -> Value[t.Set]:
    """An iterable as a set."""
    if has_type(value, t.Set):
        return value
    if isinstance(value.type, t.Constant) and is_set(value.type):
        return of_known(b, value.type.value)
    made = new_set(b, b.marker(role))
    update(b, made, value)
    return made


@implements(operations.combine_sets)
def combined(b: FunctionBuilder, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value[t.Set]:
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


def _each_of(b: FunctionBuilder, owner: Value[t.Set], body: Callable[[Value], None]) -> None:
    if not owner.type.item.is_never:
        row = _items(b, owner)
        with memory.each_index(b, row.components[0]) as index:
            body(memory.load_item(b, owner.type.item, row.components[1], index))


def _flip(b: FunctionBuilder, made: Value[t.Set], item: Value) -> None:
    """Removes an item from a set where it is there, else adds it."""
    if not b.emits:
        add(b, made, item)
    b.either(has(b, made, item).components[0], lambda: remove(b, made, item, missing=None), lambda: add(b, made, item))


def _keep(b: FunctionBuilder, made: Value[t.Set], item: Value, other: Value[t.Set], wanted: bool) -> None:
    """Adds an item to a set where it is, or is not, in another."""
    if not b.emits:
        add(b, made, item)
    there = has(b, other, item).components[0]
    ways = (lambda: add(b, made, item)), (lambda: None)
    b.either(there, *(ways if wanted else ways[::-1]))


def _both(b: FunctionBuilder, left: Value[t.Set], right: Value[t.Set], made: Value[t.Set]) -> None:
    """Adds the intersection: iterates over the smaller set, or the right one where both are of a size."""
    if left.type.item.is_never or right.type.item.is_never:
        return
    b.either(
        b.compare(">", count_of(b, right), count_of(b, left)),
        lambda: _each_of(b, left, lambda item: _keep(b, made, item, right, True)),
        lambda: _each_of(b, right, lambda item: _keep(b, made, item, left, True)),
    )


def _without(b: FunctionBuilder, left: Value[t.Set], right: Value[t.Set], made: Value[t.Set]) -> None:
    """Adds the difference: a copy with items removed, where the left set is the larger by far, else item by item."""
    if left.type.item.is_never:
        return
    if right.type.item.is_never:
        merge(b, made, left)
        return
    is_larger = b.compare(">", b.ir.ashr(count_of(b, left), b.word(2)), count_of(b, right))

    def copy_and_drop() -> None:
        merge(b, made, left)
        _each_of(b, right, lambda item: remove(b, made, item, missing=None))

    b.either(is_larger, copy_and_drop, lambda: _each_of(b, left, lambda item: _keep(b, made, item, right, False)))


def change(b: FunctionBuilder, op: ast.operator, owner: Value[t.Set], more: Value) -> None:
    """Changes a mutable set by `|=`, `&=`, `-=` or `^=`; after `-=`, one with many gaps in its table is rehashed."""
    other = as_set(b, more, "more")
    if isinstance(op, ast.BitOr):
        merge(b, owner, other)
    elif isinstance(op, ast.Sub):
        _each_of(b, other, lambda item: remove(b, owner, item, missing=None))
        used, fill, mask = (b.peek(owner.components[0], each) for each in (USED, FILL, MASK))
        if b.emits and _lies_as_in_python(b, owner.type.item):
            with b.when(b.compare(">", b.ir.sub(fill, used), b.ir.lshr(mask, b.word(2)))):
                _rehash(b, owner)
    elif isinstance(op, ast.BitXor):
        _each_of(b, other, lambda item: _flip(b, owner, item))
    else:
        memory.copy(b, combined(b, op, owner, other, b.marker("changed")).components[0], owner.components[0], b.word(FINGER))


def subset(b: FunctionBuilder, sign: str, left: Value[t.Set], right: Value[t.Set]) -> Value:
    """Compares sets by `<=` and the like."""
    if sign in (">", ">="):
        return subset(b, sign.replace(">", "<"), right, left)
    fits = b.bit(True) if sign == "<=" else b.compare("<", count_of(b, left), count_of(b, right))
    return _looked_up(b, left, right, b.leave_unless, fits)


def _looked_up(
    b: FunctionBuilder, left: AnyValue, right: AnyValue, leave: Callable[[ir.Value, MergePoint, Value], None], last: ir.Value
) -> Value:
    """Looks each item of a set up in another: False where one leaves, else the bit `last`."""
    meeting, no = MergePoint(b), Value(t.BOOL, (b.bit(False),))
    _each_of(b, left, lambda item: leave(has(b, right, item).components[0], meeting, no))
    return meeting.close(Value(t.BOOL, (last,)), t.BOOL)


def equal_sets(b: FunctionBuilder, left: Value[t.Set], right: Value[t.Set]) -> Value:
    """Tests if two sets are equal."""
    inside = subset(b, "<=", left, right).components[0]
    return Value(t.BOOL, (b.ir.and_(inside, b.compare("==", count_of(b, left), count_of(b, right))),))


def are_apart(b: FunctionBuilder, left: Value[t.Set], right: Value[t.Set]) -> Value:
    """Tests if two sets have nothing in common."""
    return _looked_up(b, left, right, b.leave_if, b.bit(True))


@operations.make.of(t.Set)
def made(b: FunctionBuilder, value: Value, type_: t.Set) -> Value[t.Set]:
    """Converts a set: a known one, one of another class, or an empty one."""
    mine = value.type
    if isinstance(mine, t.Constant) and is_set(mine):
        refuse_lasting(b, type_)
        return Value(type_, image(b, mine.value, type_).components)
    if isinstance(mine, t.Set) and mine.cell == type_.cell:
        return Value(type_, value.components)
    if not isinstance(mine, t.Set) or not mine.item.is_never:
        refuse_type(b, mine, type_)
    return empty(b, type_)


@operations.count_of.of(t.Set)
def count_of(b: FunctionBuilder, value: Value[t.Set]) -> ir.Value:
    """The number of items."""
    return b.peek(value.components[0], USED)


@operations.read.of(t.Set)
def read(b: FunctionBuilder, type_: t.Set, address: ir.Value, place: int) -> Value[t.Set]:
    """Reads the items into a new set, each at its place."""
    made = empty(b, type_)
    if type_.item.is_never:
        return made
    if b.emits:
        _lay_out(b, made, b.peek(address, place + 1))
    with memory.each_index(b, b.peek(address, place)) as index:
        at = _outside(b, type_, address, place, index)
        value = operations.read(b, type_.item, at, 1)
        if not _lies_as_in_python(b, type_.item):
            add(b, made, value)
        elif b.emits:
            _take(b, made, _place_at(b, made, b.peek(at, PLACE)), _hash(b, value), value)
    return made


def _outside(b: FunctionBuilder, type_: t.Set, address: ir.Value, place: int, index: ir.Value) -> ir.Value:
    """The address of an item's words in a state."""
    offset = b.ir.mul(index, b.word(8 * (1 + operations.words_in(b, type_.item))))
    return b.ir.add(address, b.ir.add(offset, b.word(8 * (place + 2))))


@operations.write.of(t.Set)
def write(b: FunctionBuilder, value: Value[t.Set], address: ir.Value, place: int, sorts: bool) -> None:
    """Writes a set as it is read; if sorted, without its places."""
    type_ = value.type
    assert isinstance(type_, t.Set)
    count, places = counts(b, value)
    check_room(b, count, type_.cell.room)
    b.poke(address, place, count)
    b.poke(address, place + 1, b.word(0) if sorts else places)
    slot = b.variable(b.word(0))

    def one(index: ir.Value, _: ir.Value, item: Value) -> None:
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
