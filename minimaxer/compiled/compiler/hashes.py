"""Sets and dicts: the entries in the order in which they came, and a table of their places by hash.

Five words: length, room, address of the entries, address of the table, and its size less one. A place of the table holds the
number of an entry, counted from 1, or 0.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from . import memory
from .body import Body, Join, Value
from .comparing import equal
from .converting import items_of, tuple_of
from .joining import widened
from .kinds import BOOL, INT, NEVER, NONE, Board, Cell, Constant, Dict, Kind, List, Never, Optional, Row, Set, Tuple, Union
from .lists import ITEMS, LENGTH, ROOM, as_tuple, cell_for, widen

TABLE: Final = 3
MASK: Final = 4
_WORDS: Final = 5
_FIRST_ROOM: Final = 8
_SPREAD: Final = -7046029254386353131


def new_set(b: Body, node: ast.AST) -> Value:
    """An empty set."""
    return _made(b, Set(cell_for(b, node)))


def new_dict(b: Body, node: ast.AST) -> Value:
    """An empty dict."""
    return _made(b, Dict(cell_for(b, node), cell_for(b, node, "value")))


def _made(b: Body, kind: Set | Dict) -> Value:
    if b.ir is None:
        memory.allocate(b, None)
        return Value(kind, (None,))
    address = memory.allocate(b, b.word(8 * _WORDS))
    b.poke(address, LENGTH, b.word(0))
    _lay_out(b, address, kind, b.word(_FIRST_ROOM))
    return Value(kind, (address,))


def _lay_out(b: Body, address: Any, kind: Set | Dict, room: Any) -> None:
    """Memory for that many entries, and a table twice as large, which is empty."""
    assert b.ir is not None
    b.poke(address, ROOM, room)
    b.poke(address, ITEMS, memory.allocate(b, b.ir.mul(room, b.word(8 * max(1, len(kind.item.leaves))))))
    size = b.ir.mul(room, b.word(2))
    table = memory.allocate(b, b.ir.mul(size, b.word(8)))
    b.poke(address, TABLE, table)
    b.poke(address, MASK, b.ir.sub(size, b.word(1)))
    memory.clear(b, table, size)


def _hash(b: Body, value: Value) -> Any:
    """A hash of a value; equal values have equal ones."""
    if b.ir is None:
        return None
    found = b.word(0)
    for word in _words(b, value):
        found = b.ir.mul(b.ir.xor(found, word), b.word(_SPREAD))
        found = b.ir.xor(found, b.ir.lshr(found, b.word(32)))
    return found


def _words(b: Body, value: Value) -> list[Any]:
    """Words that are equal where values are: of what lies in memory, its length only."""
    kind = value.kind
    if isinstance(kind, (List, Set, Dict)):
        return [b.peek(value.leaves[0], LENGTH)]
    if isinstance(kind, Row):
        return [value.leaves[0]]
    if isinstance(kind, Board):
        return []
    if isinstance(kind, Union):
        return [value.leaves[0]]
    if isinstance(kind, Tuple):
        return [word for item in items_of(value) for word in _words(b, item)]
    if isinstance(kind, Optional):
        inside = _words(b, Value(kind.item, value.leaves[1:]))
        there = memory.to_word(b, value.leaves[0])
        return [there, *(b.op("mul", there, word) for word in inside)]
    return [memory.to_word(b, leaf) for leaf in value.leaves]


def _find(b: Body, owner: Value, key: Value) -> tuple[Any, Any, Any]:
    """Whether a key is there, the number of its entry, and the place in the table where it is or should be."""
    kind = owner.kind
    assert isinstance(kind, (Set, Dict))
    entry = kind.item if isinstance(kind, Set) else kind.key.kind
    if b.ir is None:
        equal(b, Value(entry, (None,) * len(entry.leaves)), key)
        return None, None, None
    address = owner.leaves[0]
    table, mask, items = (b.peek(address, each) for each in (TABLE, MASK, ITEMS))
    slot = b.slots(INT)[0]
    b.ir.store(b.ir.and_(_hash(b, key), mask), slot)
    meeting = Join(b)
    head, look, on, missing, there = (b.block(each) for each in ("probe", "look", "next", "missing", "there"))
    names = dict(b.names)
    b.goto(head)
    b.at(head)
    place = b.ir.load(slot)
    number = memory.word_at(b, table, place)
    b.branch(b.compare("==", number, b.word(0)), missing, look)
    b.at(missing)
    nothing = tuple_of([Value(BOOL, (b.bit(False),)), Value(INT, (b.word(0),)), Value(INT, (place,))])
    meeting.arrive(nothing)
    b.at(look)
    index = b.ir.sub(number, b.word(1))
    held = memory.load(b, entry, memory.item_address(b, kind.item, items, index))
    same = b.convert(equal(b, held, key), BOOL)
    b.branch(same.leaves[0], there, on)
    b.at(there)
    meeting.arrive(tuple_of([Value(BOOL, (b.bit(True),)), Value(INT, (index,)), Value(INT, (place,))]))
    b.at(on)
    b.ir.store(b.ir.and_(b.ir.add(place, b.word(1)), mask), slot)
    b.goto(head)
    b.names = names
    found = meeting.meet()
    return found.leaves[0], found.leaves[1], found.leaves[2]


def has(b: Body, owner: Value, key: Value) -> Value:
    """Whether a key is there."""
    kind = owner.kind
    assert isinstance(kind, (Set, Dict))
    entry = kind.item if isinstance(kind, Set) else kind.key.kind
    if isinstance(entry, Never):
        return Value(BOOL, (b.bit(False) if b.ir is not None else None,))
    key = _as_key(b, key, entry)
    if key is None:
        return Value(Constant(False))
    return Value(BOOL, (_find(b, owner, key)[0],))


def _as_key(b: Body, key: Value, entry: Kind) -> Value:
    """A key as it is kept."""
    from .joining import ClashError, join

    try:
        return b.convert(key, entry) if join(entry, widened(key.kind)) == entry else b.at_run_time(key)
    except ClashError:
        return b.at_run_time(key)


def _enter(b: Body, owner: Value, key: Value, entry: Value) -> None:
    """Puts an entry behind the others where its key is not there yet; else over the one that is."""
    assert b.ir is not None
    kind = owner.kind
    assert isinstance(kind, (Set, Dict))
    address = owner.leaves[0]
    grow, on = b.block("grow"), b.block("room")
    names = dict(b.names)
    b.branch(b.compare(">=", b.peek(address, LENGTH), b.peek(address, ROOM)), grow, on)
    b.at(grow)
    _grow(b, owner)
    b.goto(on)
    b.at(on)
    b.names = dict(names)
    there, index, place = _find(b, owner, key)
    fresh, put = b.block("fresh"), b.block("put")
    at = b.slots(INT)[0]
    b.ir.store(index, at)
    b.branch(there, put, fresh)
    b.at(fresh)
    count = b.peek(address, LENGTH)
    b.ir.store(count, at)
    more = b.ir.add(count, b.word(1))
    b.poke(address, LENGTH, more)
    b.ir.store(more, b.pointer(b.peek(address, TABLE), place))
    if isinstance(kind, Set):
        memory.store_item(b, entry, b.peek(address, ITEMS), count)
    else:
        memory.store(b, key, memory.item_address(b, kind.item, b.peek(address, ITEMS), count))
    b.goto(put)
    b.at(put)
    b.names = names
    if isinstance(kind, Dict):
        where = memory.item_address(b, kind.item, b.peek(address, ITEMS), b.ir.load(at))
        memory.store(b, items_of(entry)[1], where, len(kind.key.kind.leaves))


def _grow(b: Body, owner: Value) -> None:
    """Twice the room; all entries are put into a new table."""
    assert b.ir is not None
    kind = owner.kind
    assert isinstance(kind, (Set, Dict))
    address = owner.leaves[0]
    count, items = b.peek(address, LENGTH), b.peek(address, ITEMS)
    _lay_out(b, address, kind, b.ir.mul(b.peek(address, ROOM), b.word(2)))
    memory.copy(b, items, b.peek(address, ITEMS), b.ir.mul(count, b.word(max(1, len(kind.item.leaves)))))
    _fill_table(b, owner, count)


def _fill_table(b: Body, owner: Value, count: Any) -> None:
    kind = owner.kind
    assert isinstance(kind, (Set, Dict))
    entry = kind.item if isinstance(kind, Set) else kind.key.kind
    address = owner.leaves[0]
    table, mask, items = (b.peek(address, each) for each in (TABLE, MASK, ITEMS))

    def enter(index: Any) -> None:
        assert b.ir is not None
        key = memory.load(b, entry, memory.item_address(b, kind.item, items, index))
        slot = b.slots(INT)[0]
        b.ir.store(b.ir.and_(_hash(b, key), mask), slot)
        head, on, free = b.block("probe"), b.block("next"), b.block("free")
        b.goto(head)
        b.at(head)
        place = b.ir.load(slot)
        b.branch(b.compare("==", memory.word_at(b, table, place), b.word(0)), free, on)
        b.at(on)
        b.ir.store(b.ir.and_(b.ir.add(place, b.word(1)), mask), slot)
        b.goto(head)
        b.at(free)
        b.ir.store(b.ir.add(index, b.word(1)), b.pointer(table, place))

    memory.count_up(b, count, enter)


def add(b: Body, owner: Value, value: Value) -> None:
    """Puts a value into a set."""
    kind = owner.kind
    assert isinstance(kind, Set)
    if not b.live or isinstance(value.kind, Never):
        return
    widen(b, kind.cell, value.kind)
    found = b.convert(value, kind.item)
    if b.ir is None:
        _find(b, owner, found)
        return
    _enter(b, owner, found, found)


def put(b: Body, owner: Value, key: Value, value: Value) -> None:
    """Puts a value into a dict."""
    kind = owner.kind
    assert isinstance(kind, Dict)
    if not b.live or isinstance(key.kind, Never) or isinstance(value.kind, Never):
        return
    widen(b, kind.key, key.kind)
    widen(b, kind.value, value.kind)
    found, held = b.convert(key, kind.key.kind), b.convert(value, kind.value.kind)
    if b.ir is None:
        _find(b, owner, found)
        return
    _enter(b, owner, found, tuple_of([found, held]))


def get(b: Body, owner: Value, key: Value, default: Value | None = None) -> Value:
    """What a dict holds for a key; without a default, fails where it holds nothing."""
    kind = owner.kind
    assert isinstance(kind, Dict)
    if isinstance(kind.key.kind, Never):
        if default is None:
            b.fail(KeyError, None)
            b.live = b.live and default is not None
            return Value(NEVER)
        return default
    there, index, _ = _find(b, owner, _as_key(b, key, kind.key.kind))
    if default is None:
        b.check(there, KeyError, None)
        return _held(b, owner, index)
    return b.either(there, lambda: _held(b, owner, index), lambda: default)


def _held(b: Body, owner: Value, index: Any) -> Value:
    kind = owner.kind
    assert isinstance(kind, Dict)
    if isinstance(kind.value.kind, Never):
        return Value(NEVER)
    where = memory.item_address(b, kind.item, b.peek(owner.leaves[0], ITEMS), index)
    return memory.load(b, kind.value.kind, where, len(kind.key.kind.leaves))


def remove(b: Body, owner: Value, key: Value, *, missing: type[BaseException] | None) -> Value:
    """Takes an entry out, and gives what a dict held."""
    kind = owner.kind
    assert isinstance(kind, (Set, Dict))
    entry = kind.item if isinstance(kind, Set) else kind.key.kind
    if isinstance(entry, Never):
        if missing is not None:
            b.fail(missing, None)
        return Value(NONE)
    there, index, _ = _find(b, owner, _as_key(b, key, entry))
    if missing is not None:
        b.check(there, missing, None)
    held = _held(b, owner, index) if isinstance(kind, Dict) else Value(NONE)
    if b.ir is None or not b.live:
        return held
    take, on = b.block("take"), b.block("gone")
    names = dict(b.names)
    b.branch(there, take, on)
    b.at(take)
    address = owner.leaves[0]
    last = b.ir.sub(b.peek(address, LENGTH), b.word(1))
    b.poke(address, LENGTH, last)
    items = b.peek(address, ITEMS)

    def move(offset: Any) -> None:
        assert b.ir is not None
        here = b.ir.add(index, offset)
        memory.store_item(b, memory.load_item(b, kind.item, items, b.ir.add(here, b.word(1))), items, here)

    memory.count_up(b, b.ir.sub(last, index), move)
    memory.clear(b, b.peek(address, TABLE), b.ir.add(b.peek(address, MASK), b.word(1)))
    _fill_table(b, owner, last)
    b.goto(on)
    b.at(on)
    b.names = names
    return held


def ordered(b: Body, owner: Value) -> Value:
    """The values of a set, or the keys of a dict, in the order in which they came."""
    kind = owner.kind
    if isinstance(kind, Set):
        return as_tuple(b, Value(List(kind.cell), owner.leaves))
    assert isinstance(kind, Dict)
    return column(b, owner, 0)


def entries(b: Body, owner: Value) -> Value:
    """The entries of a dict as a tuple of pairs."""
    kind = owner.kind
    assert isinstance(kind, Dict)
    return as_tuple(b, Value(List(Cell(kind.item)), owner.leaves))


def column(b: Body, owner: Value, which: int) -> Value:
    """The keys (0) or values (1) of a dict, as a list of their own."""
    from .lists import append, new_list
    from .streams import each_item

    made = new_list(b, b.marker(f"column{which}"))
    each_item(b, b.marker(f"columns{which}"), entries(b, owner), lambda pair: append(b, made, items_of(pair)[which]), [])
    return made


def combined(b: Body, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
    """`|`, `&`, `-` and `^` of sets."""
    from .streams import each_item

    made = new_set(b, node)

    def both(source: Value, other: Value, wanted: bool) -> Callable[[Value], None]:
        from .comparing import contains
        from .expressions import truth

        def each(item: Value) -> None:
            test = truth(b, contains(b, other, item, node))
            ways = (lambda: add(b, made, item)), (lambda: None)
            b.either(test, *(ways if wanted else ways[::-1]))

        return each

    def go(source: Value, what: Callable[[Value], None], role: str) -> None:
        source = Value(Constant(tuple(source.kind.value))) if isinstance(source.kind, Constant) else source
        each_item(b, b.marker(role), source, what, [])

    if isinstance(op, ast.BitOr):
        go(left, lambda item: add(b, made, item), "left")
        go(right, lambda item: add(b, made, item), "right")
    elif isinstance(op, ast.BitAnd):
        go(left, both(left, right, True), "left")
    elif isinstance(op, ast.Sub):
        go(left, both(left, right, False), "left")
    elif isinstance(op, ast.BitXor):
        go(left, both(left, right, False), "left")
        go(right, both(right, left, False), "right")
    else:
        b.refuse(f"has an operator between {left.kind} and {right.kind} that means nothing", node)
    return made


def subset(b: Body, sign: str, left: Value, right: Value) -> Value:
    """`<=` and the like of sets."""
    from .comparing import contains
    from .streams import each_item

    if sign in (">", ">="):
        return subset(b, sign.replace(">", "<"), right, left)
    meeting = Join(b)

    def each(item: Value) -> None:
        inside = b.convert(contains(b, right, item, b.marker("in")), BOOL)
        b.leave_unless(inside.leaves[0], meeting, Value(BOOL, (b.bit(False),)))

    each_item(b, b.marker("subset"), left, each, [])
    counts = [b.peek(value.leaves[0], LENGTH) for value in (left, right)]
    last = b.bit(True) if sign == "<=" else b.compare("<", *counts)
    meeting.arrive(Value(BOOL, (last,)))
    return meeting.meet(BOOL)


def equal_sets(b: Body, left: Value, right: Value) -> Value:
    """Whether two sets hold the same."""
    if isinstance(left.kind, Dict):
        b.refuse("compares dicts")
    counts = [b.peek(value.leaves[0], LENGTH) for value in (left, right)]
    inside = subset(b, "<=", left, right)
    return Value(BOOL, (b.op("and_", inside.leaves[0], b.compare("==", *counts)),))
