"""Dicts: the entries in the order in which they came, and a table of their places by hash.

Five words: length, room, address of the entries, address of the table, and its size less one. A place of the table holds the
number of an entry, counted from 1, or 0.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from . import memory, own
from .body import Body, Join, Value
from .classes import always_differ, class_of, compared_fields, is_hashable
from .comparing import equal
from .converting import items_of, tuple_of
from .joining import widened
from .kinds import (
    BOOL,
    CHARS,
    FLOAT,
    INT,
    NEVER,
    NONE,
    TEXT,
    Board,
    Cell,
    Constant,
    Dict,
    DictView,
    Int,
    Kind,
    List,
    Never,
    Optional,
    Row,
    Set,
    Tuple,
    Union,
)
from .lists import ITEMS, LENGTH, ROOM, as_tuple, cell_for, widen
from .runtime.python_sets import numbered

TABLE: Final = 3
MASK: Final = 4
_WORDS: Final = 5
_FIRST_ROOM: Final = 8
_FACTOR: Final = 1_000_003
"""Small numbers that lie close together stay apart, and so do the items of short tuples of them."""
_ALL: Final = (1 << 64) - 1


COUNTS: Final = "counts"
"""What a dict gives for a key that is not there, and does not keep: 0, as a Counter."""


def new_dict(b: Body, node: ast.AST, missing: Any = None) -> Value:
    """An empty dict.

    Args:
        b: The body.
        node: Where it is made.
        missing: What makes values for keys that are not there, of a defaultdict; or `COUNTS`.
    """
    return empty(b, Dict(cell_for(b, node), cell_for(b, node, "value"), missing))


def empty(b: Body, kind: Dict) -> Value:
    """An empty dict of that kind."""
    if b.ir is None:
        memory.allocate(b, None)
        return Value(kind, (None,))
    address = memory.allocate(b, b.word(8 * _WORDS))
    b.poke(address, LENGTH, b.word(0))
    _lay_out(b, address, kind, b.word(_FIRST_ROOM))
    return Value(kind, (address,))


def image(b: Body, value: dict[Any, Any], kind: Dict) -> Value:
    """A known dict as one of that kind, in memory that never changes."""
    from .converting import words_of
    from .tables import content

    key, held = kind.key.kind, kind.value.kind
    rows = [word for one, other in value.items() for word in (*words_of(b, one, key), *words_of(b, other, held))]
    hashes = [content(b, each, key) for each in value]
    if None in hashes:
        b.refuse(f"has a dict of the module whose keys are {key}; use numbers, texts and tuples of them")
    if b.ir is None:
        return Value(kind, (None,))
    mask = (1 << (2 * len(value) + 1).bit_length()) - 1
    table = numbered([mixed(words or []) for words in hashes], mask)
    items, places = b.program.table(tuple(rows)), b.program.table(tuple(table))
    return Value(kind, (b.program.table((len(value), len(value), items, places, mask)),))


def _kind(owner: Value) -> Dict:
    assert isinstance(owner.kind, Dict)
    return owner.kind


def _refuse_fixed(b: Body, kind: Dict) -> None:
    if kind.fixed:
        b.refuse("changes a dict of the module; rules have no memory of their own")


def filled(b: Body, kind: Dict, row: Value) -> Value:
    """A new dict of that kind of pairs."""
    made = empty(b, kind)
    address, count = row.leaves[1], row.leaves[0]

    def enter(index: Any) -> None:
        item = memory.load_item(b, kind.item, address, index)
        if b.ir is not None:
            _enter(b, made, items_of(item)[0], item)

    if not isinstance(kind.item, Never):
        memory.count_up(b, count, enter)
    return made


def copied(b: Body, owner: Value) -> Value:
    """A new dict of the same entries."""
    kind = _kind(owner)
    return filled(b, Dict(kind.key, kind.value, kind.missing), entries(b, owner))


def _lay_out(b: Body, address: Any, kind: Dict, room: Any) -> None:
    """Memory for that many entries, and a table twice as large, which is empty."""
    assert b.ir is not None
    b.poke(address, ROOM, room)
    b.poke(address, ITEMS, memory.allocate(b, b.ir.mul(room, b.word(8 * max(1, len(kind.item.leaves))))))
    size = b.ir.mul(room, b.word(2))
    table = memory.allocate(b, b.ir.mul(size, b.word(8)))
    b.poke(address, TABLE, table)
    b.poke(address, MASK, b.ir.sub(size, b.word(1)))
    memory.clear(b, table, size)


def mixed(words: list[int]) -> int:
    """The hash of a value's words, as `hashed` works it out."""
    found = 0
    for word in words:
        found = (found * _FACTOR + word) & _ALL
    return found ^ found >> 32


def hashed(b: Body, value: Value) -> Any:
    """A hash of a value; equal values have equal ones."""
    if b.ir is None:
        return None
    slot = b.variable(b.word(0))
    _mix(b, value, slot)
    found = b.ir.load(slot)
    return b.ir.xor(found, b.ir.lshr(found, b.word(32)))


def _mix(b: Body, value: Value, slot: Any) -> None:
    """Mixes the words of a value into a hash: of lists, sets and dicts, how many items they have."""
    kind = value.kind
    if own.method(kind, "__eq__") is not None:
        return  # equal ones may differ in any field
    if isinstance(kind, (List, Set, Dict)):
        _mix_word(b, b.peek(value.leaves[0], LENGTH), slot)
    elif isinstance(kind, Tuple):
        names = None if kind.cls is None or issubclass(kind.cls, tuple) else compared_fields(kind.cls)
        for name, item in zip(kind.names or kind.items, items_of(value), strict=True):
            if names is None or name in names:
                _mix(b, item, slot)
    elif isinstance(kind, (Board, Row)) or kind == CHARS:
        _mix_items(b, value, kind.item if isinstance(kind, (Board, Row)) else TEXT, slot)
    elif isinstance(kind, Optional):
        _mix_word(b, memory.to_word(b, value.leaves[0]), slot)
        b.either(value.leaves[0], lambda: _mix(b, Value(kind.item, value.leaves[1:]), slot), lambda: None)
    elif isinstance(kind, Union):
        sizes = b.program.table(tuple(len(option.items) for option in kind.options))  # equal tuples may be of two options
        _mix_word(b, memory.word_at(b, sizes, value.leaves[0]), slot)
    else:
        for leaf in value.leaves:
            _mix_word(b, memory.to_word(b, leaf), slot)


def _mix_items(b: Body, value: Value, item: Kind, slot: Any) -> None:
    is_board = isinstance(value.kind, Board)
    count = b.word(value.kind.count) if isinstance(value.kind, Board) else value.leaves[0]
    if not is_board:
        _mix_word(b, count, slot)
    memory.count_up(b, count, lambda index: _mix(b, memory.load_item(b, item, value.leaves[-1], index), slot))


def _mix_word(b: Body, word: Any, slot: Any) -> None:
    assert b.ir is not None
    b.ir.store(b.ir.add(b.ir.mul(b.ir.load(slot), b.word(_FACTOR)), word), slot)


def _find(b: Body, owner: Value, key: Value) -> tuple[Any, Any, Any]:
    """Whether a key is there, the number of its entry, and the place in the table where it is or should be."""
    kind = _kind(owner)
    entry = kind.key.kind
    if b.ir is None:
        equal(b, Value(entry, (None,) * len(entry.leaves)), key)
        return None, None, None
    address = owner.leaves[0]
    table, mask, items = (b.peek(address, each) for each in (TABLE, MASK, ITEMS))
    slot = b.slots(INT)[0]
    b.ir.store(b.ir.and_(hashed(b, key), mask), slot)
    meeting = Join(b)
    head, look, on, missing, there = (b.block(each) for each in ("probe", "look", "next", "missing", "there"))
    names = dict(b.names)
    b.enter(head)
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
    kind = _kind(owner)
    refuse_unhashable(b, key.kind)
    entry = kind.key.kind
    if isinstance(entry, Never):
        return Value(BOOL, (b.bit(False) if b.ir is not None else None,))
    no = Value(BOOL, (b.bit(False),))
    return if_fits(b, key, kind.key, lambda kept: Value(BOOL, (_find(b, owner, kept)[0],)), lambda: no)


def if_fits(b: Body, key: Value, cell: Cell, there: Callable[[Value], Value], missing: Callable[[], Value]) -> Value:
    """Does something with a key as it is kept; something else where it is one that is never kept, as None or another shape.

    Equal keys have to lie alike, or their hashes differ: a text that is made at run time has all keys kept as such texts.
    """
    from .joining import ClashError, join

    kind, entry = key.kind, cell.kind
    refuse_unhashable(b, kind)
    if isinstance(kind, Optional) and not isinstance(entry, Optional):
        inner = Value(kind.item, key.leaves[1:])
        return b.either(key.leaves[0], lambda: if_fits(b, inner, cell, there, missing), missing)
    if isinstance(kind, Union) and isinstance(entry, Tuple):
        from .unions import is_one_of

        shape = entry.cls, len(entry.items)
        fits = b.convert(is_one_of(b, key, lambda option: (option.cls, len(option.items)) == shape), BOOL)
        return b.either(fits.leaves[0], lambda: there(b.convert(key, entry)), missing)
    if kind == NONE and entry != NONE and not isinstance(entry, Optional):
        return missing()
    try:
        wider = join(entry, widened(kind))
    except ClashError:
        wider = None
    if wider is None and always_differ(entry, kind) and own.method(entry, "__eq__") is own.method(kind, "__eq__") is None:
        return missing()
    if wider is None or not are_same_values(entry, wider):
        b.refuse(f"looks for {kind} among keys or items that are {entry}; convert it first")
    widen(b, cell, wider)
    found = b.convert(key, cell.kind)
    if cell.kind == FLOAT and isinstance(kind, Int):
        from .comparing import equal

        return b.either(b.convert(equal(b, key, found), BOOL).leaves[0], lambda: there(found), missing)
    return there(found)


def refuse_unhashable(b: Body, kind: Kind) -> None:
    """Refuses values as keys or items of sets of which Python has no hashes."""
    if not is_hashable(kind):
        b.refuse(f"uses {kind} as a key or an item of a set, which Python cannot: it has no hash")


def are_same_values(one: Kind, other: Kind) -> bool:
    """True if values of a kind, as values of a wider one, are still what they are in Python."""
    if one == other or isinstance(other, Union) or {one, other} <= {TEXT, CHARS}:
        return True
    if isinstance(other, Optional):
        return are_same_values(one.item if isinstance(one, Optional) else one, other.item)
    if isinstance(other, Tuple):
        return isinstance(one, Tuple) and all(are_same_values(*pair) for pair in zip(one.items, other.items, strict=True))
    items = one.items if isinstance(one, Tuple) else [one.item] if isinstance(one, (Board, Row)) else None
    return items is not None and isinstance(other, (Board, Row)) and all(are_same_values(each, other.item) for each in items)


def _enter(b: Body, owner: Value, key: Value, entry: Value) -> None:
    """Puts an entry behind the others where its key is not there yet; else over the one that is."""
    assert b.ir is not None
    kind = _kind(owner)
    address = owner.leaves[0]
    grow, on = b.block("grow"), b.block("room")
    names = dict(b.names)
    b.branch(b.compare(">=", b.peek(address, LENGTH), b.peek(address, ROOM)), grow, on)
    b.at(grow)
    _grow(b, owner)
    b.enter(on)
    b.names = dict(names)
    there, index, place = _find(b, owner, key)
    fresh, put = b.block("fresh"), b.block("put")
    at = b.variable(index)
    b.branch(there, put, fresh)
    b.at(fresh)
    count = b.peek(address, LENGTH)
    b.ir.store(count, at)
    more = b.ir.add(count, b.word(1))
    b.poke(address, LENGTH, more)
    b.ir.store(more, b.pointer(b.peek(address, TABLE), place))
    memory.store(b, key, memory.item_address(b, kind.item, b.peek(address, ITEMS), count))
    b.enter(put)
    b.names = names
    where = memory.item_address(b, kind.item, b.peek(address, ITEMS), b.ir.load(at))
    memory.store(b, items_of(entry)[1], where, len(kind.key.kind.leaves))


def _grow(b: Body, owner: Value) -> None:
    """Twice the room; all entries are put into a new table."""
    assert b.ir is not None
    kind = _kind(owner)
    address = owner.leaves[0]
    count, items = b.peek(address, LENGTH), b.peek(address, ITEMS)
    _lay_out(b, address, kind, b.ir.mul(b.peek(address, ROOM), b.word(2)))
    memory.copy(b, items, b.peek(address, ITEMS), b.ir.mul(count, b.word(max(1, len(kind.item.leaves)))))
    _fill_table(b, owner, count)


def _fill_table(b: Body, owner: Value, count: Any) -> None:
    kind = _kind(owner)
    entry = kind.key.kind
    address = owner.leaves[0]
    table, mask, items = (b.peek(address, each) for each in (TABLE, MASK, ITEMS))

    def enter(index: Any) -> None:
        assert b.ir is not None
        key = memory.load(b, entry, memory.item_address(b, kind.item, items, index))
        slot = b.slots(INT)[0]
        b.ir.store(b.ir.and_(hashed(b, key), mask), slot)
        head, on, free = b.block("probe"), b.block("next"), b.block("free")
        b.enter(head)
        place = b.ir.load(slot)
        b.branch(b.compare("==", memory.word_at(b, table, place), b.word(0)), free, on)
        b.at(on)
        b.ir.store(b.ir.and_(b.ir.add(place, b.word(1)), mask), slot)
        b.goto(head)
        b.at(free)
        b.ir.store(b.ir.add(index, b.word(1)), b.pointer(table, place))

    memory.count_up(b, count, enter)


def put(b: Body, owner: Value, key: Value, value: Value) -> None:
    """Puts a value into a dict."""
    kind = _kind(owner)
    if not b.live or isinstance(key.kind, Never) or isinstance(value.kind, Never):
        return
    _refuse_fixed(b, kind)
    refuse_unhashable(b, key.kind)
    widen(b, kind.key, key.kind)
    widen(b, kind.value, value.kind)
    found, held = b.convert(key, kind.key.kind), b.convert(value, kind.value.kind)
    if b.ir is None:
        _find(b, owner, found)
        memory.allocate(b, None)
        return
    _enter(b, owner, found, tuple_of([found, held]))


def update(b: Body, owner: Value, more: Value, role: str = "update") -> None:
    """Puts the entries of a dict, or pairs, into another dict."""
    from .streams import each_item
    from .subscripts import item

    if isinstance(more.kind, Constant) and isinstance(more.kind.value, dict):
        more = Value(Constant(tuple(more.kind.value.items())))
    pairs = entries(b, more) if isinstance(more.kind, Dict) else more
    first, second = Value(Constant(0)), Value(Constant(1))
    each_item(b, b.marker(role), pairs, lambda pair: put(b, owner, item(b, pair, first), item(b, pair, second)), [])


def refuse_counts(b: Body, value: Value) -> None:
    """Refuses what means another thing for a Counter than for a dict."""
    if class_of(value.kind) is Counter:
        b.refuse("compares, joins or updates a Counter, which Python does count by count; use a dict")


def as_dict(b: Body, value: Value, role: str) -> Value:
    """A dict, also one that is known, as one at run time."""
    if isinstance(value.kind, Dict):
        return value
    made = new_dict(b, b.marker(role))
    update(b, made, value)
    return made


def equal_dicts(b: Body, left: Value, right: Value) -> Value:
    """Whether two dicts hold the same."""
    for value in (left, right):
        refuse_counts(b, value)
    meeting = Join(b)
    counts = [b.peek(value.leaves[0], LENGTH) for value in (left, right)]
    no = Value(BOOL, (b.bit(False),))
    b.leave_unless(b.compare("==", *counts), meeting, no)
    row = entries(b, left)
    assert isinstance(row.kind, Row)
    pair, other = row.kind.item, right.kind
    assert isinstance(other, Dict)

    def each(index: Any) -> None:
        key, held = items_of(memory.load_item(b, pair, row.leaves[1], index))
        there, place = _number_of(b, right, key)
        b.leave_unless(there, meeting, no)
        b.leave_unless(b.convert(equal(b, held, _held(b, right, place)), BOOL).leaves[0], meeting, no)

    if not isinstance(other.key.kind, Never) and not any(isinstance(each, Never) for each in pair.items):
        memory.count_up(b, counts[0], each)
    meeting.arrive(Value(BOOL, (b.bit(True),)))
    return meeting.meet(BOOL)


def joined(b: Body, left: Value, right: Value, node: ast.AST) -> Value:
    """`|` of dicts."""
    for value in (left, right):
        refuse_counts(b, value)
    made = new_dict(b, node)
    for place, each in enumerate((left, right)):
        b.path = (*b.path, place)
        update(b, made, each)
        b.path = b.path[:-1]
    return made


def get(b: Body, owner: Value, key: Value, default: Value | None = None) -> Value:
    """What a dict holds for a key; without a default, fails where it holds nothing."""
    kind = _kind(owner)
    if default is None and kind.missing is not None:
        return _get_or_make(b, owner, kind, key)
    refuse_unhashable(b, key.kind)
    if isinstance(kind.key.kind, Never):
        if default is None:
            b.fail(KeyError, None)
            b.live = b.live and default is not None
            return Value(NEVER)
        return default
    there, index = _number_of(b, owner, key)
    if default is None:
        b.check(there, KeyError, None)
        return _held(b, owner, index)
    return b.either(there, lambda: _held(b, owner, index), lambda: default)


def _get_or_make(b: Body, owner: Value, kind: Dict, key: Value) -> Value:
    """What a dict holds for a key, or what it makes for one that is not there."""
    from .calls import call_value

    if kind.missing == COUNTS:
        return get(b, owner, key, Value(Constant(0)))

    def make() -> Value:
        put(b, owner, key, call_value(b, Value(Constant(kind.missing)), [], {}))
        return _held(b, owner, _number_of(b, owner, key)[1])

    if b.ir is None:
        make()
    return b.either(has(b, owner, key).leaves[0], lambda: _held(b, owner, _number_of(b, owner, key)[1]), make)


def _number_of(b: Body, owner: Value, key: Value) -> tuple[Any, Any]:
    """Whether a key is there, and the number of its entry."""
    assert isinstance(owner.kind, Dict)

    def found(kept: Value) -> Value:
        there, index, _ = _find(b, owner, kept)
        return tuple_of([Value(BOOL, (there,)), Value(INT, (index,))])

    nothing = tuple_of([Value(BOOL, (b.bit(False),)), Value(INT, (b.word(0),))])
    pair = if_fits(b, key, owner.kind.key, found, lambda: nothing)
    return pair.leaves[0], pair.leaves[1]


def _held(b: Body, owner: Value, index: Any) -> Value:
    kind = _kind(owner)
    if isinstance(kind.value.kind, Never):
        return Value(NEVER)
    where = memory.item_address(b, kind.item, b.peek(owner.leaves[0], ITEMS), index)
    return memory.load(b, kind.value.kind, where, len(kind.key.kind.leaves))


def remove(b: Body, owner: Value, key: Value, *, missing: type[BaseException] | None) -> Value:
    """Takes an entry out, and gives what the dict held."""
    kind = _kind(owner)
    _refuse_fixed(b, kind)
    refuse_unhashable(b, key.kind)
    entry = kind.key.kind
    if isinstance(entry, Never):
        if missing is not None:
            b.fail(missing, None)
        return Value(NONE)
    there, index = _number_of(b, owner, key)
    if missing is not None:
        b.check(there, missing, None)
    held = _held(b, owner, index)
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
    b.enter(on)
    b.names = names
    return held


def entries(b: Body, owner: Value) -> Value:
    """The entries of a dict as pairs."""
    kind = _kind(owner)
    return _view(b, Value(List(Cell(kind.item)), owner.leaves))


def column(b: Body, owner: Value, which: int) -> Value:
    """The keys (0) or values (1) of a dict."""
    from .lists import append, new_list
    from .streams import each_item

    made = new_list(b, b.marker(f"column{which}"))
    each_item(b, b.marker(f"columns{which}"), entries(b, owner), lambda pair: append(b, made, items_of(pair)[which]), [])
    return _view(b, made)


def _view(b: Body, items: Value) -> Value:
    """A list's items as a view of a dict."""
    found = as_tuple(b, items)
    return Value(DictView(found.kind.item), found.leaves)
