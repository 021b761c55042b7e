"""Lists: three words (length, room, address of the items), and what can be done with them."""

from __future__ import annotations

import ast
from typing import Any, Final

from . import memory
from .body import Body, Join, Value
from .classes import is_tuple
from .comparing import equal
from .converting import in_memory, items_of
from .joining import ClashError, item_of_row, join, widened
from .kinds import BOOL, INT, NEVER, NONE, Cell, Kind, List, Never, Row
from .operators import number

LENGTH: Final = 0
ROOM: Final = 1
ITEMS: Final = 2
_FIRST_ROOM: Final = 8


def cell_for(b: Body, node: ast.AST, role: str = "") -> Cell:
    """The cell for the items of what is made at that place of the source: the same each time it is gone through."""
    key = (b.path, id(node), role)
    cells = b.special.cells
    if key not in cells:
        cells[key] = Cell()
    return cells[key]


def widen(b: Body, cell: Cell, kind: Kind) -> None:
    """Makes room in the cell for that kind."""
    b.refuse_views(kind)
    kind = widened(kind)
    if isinstance(kind, Never):
        return
    try:
        wider = join(cell.kind, kind)
    except ClashError as clash:
        b.refuse(f"puts {clash.one} and {clash.other} into one list; keep items of one type in it")
    if wider != cell.kind:
        cell.put(wider)
        b.program.changed = True


def new_list(b: Body, node: ast.AST, room: Any = None) -> Value:
    """An empty list."""
    return empty(b, List(cell_for(b, node)), room)


def empty(b: Body, kind: List, room: Any = None) -> Value:
    """An empty list of that kind."""
    return _made(b, kind, b.word(0), b.word(_FIRST_ROOM) if room is None else room)


def _made(b: Body, kind: List, length: Any, room: Any) -> Value:
    if b.ir is None:
        memory.allocate(b, None)
        return Value(kind, (None,))
    size = b.ir.add(b.word(24), b.ir.mul(room, b.word(8 * len(kind.item.leaves))))
    address = memory.allocate(b, size)
    b.poke(address, LENGTH, length)
    b.poke(address, ROOM, room)
    b.poke(address, ITEMS, b.ir.add(address, b.word(24)))
    return Value(kind, (address,))


def list_of_row(b: Body, value: Value, node: ast.AST) -> Value:
    """A new list of a tuple's items."""
    item = item_of_row(value.kind)
    if item is None:
        b.refuse("makes a list of items of different types")
    cell = cell_for(b, node)
    widen(b, cell, item)
    kind = List(cell)
    if isinstance(kind.item, Never):
        return _made(b, kind, b.word(0), b.word(_FIRST_ROOM))
    return list_of(b, value, kind)


def list_of(b: Body, value: Value, kind: List) -> Value:
    """A new list of that kind of the items of a tuple."""
    source, count = in_memory(b, value, kind.item)
    made = _made(b, kind, count, b.op("add", count, b.word(4)))
    memory.copy(b, source, b.peek(made.leaves[0], ITEMS), b.op("mul", count, b.word(len(kind.item.leaves))))
    return made


def _kind(owner: Value) -> List:
    assert isinstance(owner.kind, List)
    return owner.kind


def copied(b: Body, value: Value) -> Value:
    """A new list of the same items."""
    kind = _kind(value)
    count = b.peek(value.leaves[0], LENGTH)
    made = _made(b, kind, count, b.op("add", count, b.word(4)))
    if b.ir is not None:
        source, target = (b.peek(each.leaves[0], ITEMS) for each in (value, made))
        memory.copy(b, source, target, b.ir.mul(count, b.word(len(kind.item.leaves))))
    return made


def as_tuple(b: Body, value: Value) -> Value:
    """The items of a list as a tuple, which shares their memory no longer than nobody changes the list."""
    kind = _kind(value)
    return Value(Row(kind.item), (b.peek(value.leaves[0], LENGTH), b.peek(value.leaves[0], ITEMS)))


def frozen(b: Body, value: Value) -> Value:
    """A tuple of a list's items, with memory of its own."""
    return as_tuple(b, copied(b, value))


def append(b: Body, owner: Value, value: Value, *, fits: bool = False) -> None:
    """One more item, for which there may be known to be room."""
    kind = _kind(owner)
    if not b.live or isinstance(value.kind, Never):
        return
    widen(b, kind.cell, value.kind)
    if not fits:
        _insert_room(b, owner, 1)
    if b.ir is None:
        b.convert(value, kind.item)
        return
    address = owner.leaves[0]
    length = b.peek(address, LENGTH)
    memory.store_item(b, b.convert(value, kind.item), b.peek(address, ITEMS), length)
    b.poke(address, LENGTH, b.ir.add(length, b.word(1)))


def _insert_room(b: Body, owner: Value, more: Any) -> None:
    """Sees to it that there is room for so many items more."""
    kind = _kind(owner)
    if b.ir is None:
        memory.allocate(b, None)
        return
    address = owner.leaves[0]
    length, room = b.peek(address, LENGTH), b.peek(address, ROOM)
    needed = b.ir.add(length, b.word(more) if isinstance(more, int) else more)
    grow, on = b.block("grow"), b.block("room")
    names = dict(b.names)
    b.branch(b.compare(">", needed, room), grow, on)
    b.at(grow)
    words = b.word(len(kind.item.leaves))
    larger = b.ir.mul(needed, b.word(2))
    target = memory.allocate(b, b.ir.mul(b.ir.mul(larger, words), b.word(8)))
    memory.copy(b, b.peek(address, ITEMS), target, b.ir.mul(length, words))
    b.poke(address, ITEMS, target)
    b.poke(address, ROOM, larger)
    b.enter(on)
    b.names = names


def extend(b: Body, owner: Value, more: Value) -> None:
    """The items of something behind those of a list."""
    from .streams import each_item

    kind = _kind(owner)
    if isinstance(more.kind, List):
        widen(b, kind.cell, more.kind.item)
        if more.kind.item == kind.item and not isinstance(kind.item, Never):
            _extend_by_list(b, owner, more)
            return
    each_item(b, b.marker("each"), more, lambda value: append(b, owner, value), [])


def _extend_by_list(b: Body, owner: Value, more: Value) -> None:
    kind = _kind(owner)
    if b.ir is None:
        _insert_room(b, owner, 1)
        return
    count = b.peek(more.leaves[0], LENGTH)
    _insert_room(b, owner, count)
    address, words = owner.leaves[0], b.word(len(kind.item.leaves))
    length = b.peek(address, LENGTH)
    target = memory.item_address(b, kind.item, b.peek(address, ITEMS), length)
    memory.copy_some(b, b.peek(more.leaves[0], ITEMS), target, b.ir.mul(count, words))
    b.poke(address, LENGTH, b.ir.add(length, count))


def become(b: Body, owner: Value, other: Value) -> None:
    """Turns a list into one of the items of another, which nobody else has."""
    if b.ir is not None and b.live:
        memory.copy(b, other.leaves[0], owner.leaves[0], b.word(3))


def repeat(b: Body, owner: Value, times: Value) -> None:
    """`owner *= times`."""
    from .operators import binary

    become(b, owner, binary(b, ast.Mult(), owner, times, b.marker("repeated")))


def place(b: Body, owner: Value, index: Value) -> Any:
    """The place of an index that may count from the end; fails where there is none."""
    from .subscripts import checked_index

    return checked_index(b, index, b.peek(owner.leaves[0], LENGTH), "list index out of range")


def item(b: Body, owner: Value, index: Value) -> Value:
    """The item of that index."""
    kind = _kind(owner)
    at = place(b, owner, index)
    if isinstance(kind.item, Never):
        b.live = b.live and b.ir is not None
        return Value(NEVER)
    return memory.load_item(b, kind.item, b.peek(owner.leaves[0], ITEMS), at)


def set_item(b: Body, owner: Value, index: Value, value: Value) -> None:
    """Puts an item in place of another."""
    kind = _kind(owner)
    widen(b, kind.cell, value.kind)
    at = place(b, owner, index)
    if not b.live:
        return
    found = b.convert(value, kind.item)
    memory.store_item(b, found, b.peek(owner.leaves[0], ITEMS), at)


def remove_at(b: Body, owner: Value, index: Value) -> Value:
    """Takes out the item of that index, and gives it."""
    kind = owner.kind
    if not isinstance(kind, List):
        b.refuse(f"deletes an item of {kind}")
    at = place(b, owner, index)
    if isinstance(kind.item, Never):
        b.live = b.live and b.ir is not None
        return Value(NEVER)
    found = memory.load_item(b, kind.item, b.peek(owner.leaves[0], ITEMS), at)
    if b.ir is not None:
        _close(b, owner, at)
    return found


def _close(b: Body, owner: Value, at: Any) -> None:
    """Moves the items behind a place one place forward."""
    assert b.ir is not None
    kind = _kind(owner)
    address = owner.leaves[0]
    length = b.ir.sub(b.peek(address, LENGTH), b.word(1))
    items = b.peek(address, ITEMS)
    b.poke(address, LENGTH, length)

    def move(index: Any) -> None:
        assert b.ir is not None
        here = b.ir.add(at, index)
        memory.store_item(b, memory.load_item(b, kind.item, items, b.ir.add(here, b.word(1))), items, here)

    memory.count_up(b, b.ir.sub(length, at), move)


def insert(b: Body, owner: Value, index: Value, value: Value) -> None:
    """Puts an item before the one of that index."""
    kind = _kind(owner)
    append(b, owner, value)
    if b.ir is None or not b.live:
        number(b, index)
        return
    address = owner.leaves[0]
    last = b.ir.sub(b.peek(address, LENGTH), b.word(1))
    at = number(b, index).leaves[0]
    at = b.ir.select(b.compare("<", at, b.word(0)), b.ir.add(at, last), at)
    at = b.ir.select(b.compare("<", at, b.word(0)), b.word(0), at)
    at = b.ir.select(b.compare(">", at, last), last, at)
    items = b.peek(address, ITEMS)

    def move(index: Any) -> None:
        assert b.ir is not None
        here = b.ir.sub(last, index)
        memory.store_item(b, memory.load_item(b, kind.item, items, b.ir.sub(here, b.word(1))), items, here)

    memory.count_up(b, b.ir.sub(last, at), move)
    memory.store_item(b, b.convert(value, kind.item), items, at)


def index_of(b: Body, owner: Value, value: Value, cls: type[BaseException], text: str) -> Value:
    """The index of the first item that is equal; fails where there is none."""
    from .gathering import as_row

    row = as_row(b, owner)
    item = item_of_row(row.kind)
    meeting = Join(b)
    if is_tuple(row.kind):
        for place, part in enumerate(items_of(row)):
            b.leave_if(b.convert(equal(b, part, value), BOOL).leaves[0], meeting, Value(INT, (b.word(place),)))
    elif item is not None and not isinstance(item, Never):
        address, count = in_memory(b, row, item)

        def each(index: Any) -> None:
            same = b.convert(equal(b, memory.load_item(b, item, address, index), value), BOOL)
            b.leave_if(same.leaves[0], meeting, Value(INT, (index,)))

        memory.count_up(b, count, each)
    b.fail(cls, text)
    return meeting.meet(INT)


def remove(b: Body, owner: Value, value: Value) -> Value:
    """Takes out the first item that is equal."""
    found = index_of(b, owner, value, ValueError, "list.remove(x): x not in list")
    if b.live:
        remove_at(b, owner, found)
    return Value(NONE)


def clear(b: Body, owner: Value) -> None:
    """Takes out all items."""
    b.poke(owner.leaves[0], LENGTH, b.word(0))


def reverse(b: Body, owner: Value) -> None:
    """Turns a list round in place."""
    kind = _kind(owner)
    if b.ir is None or isinstance(kind.item, Never):
        return
    length, items = b.peek(owner.leaves[0], LENGTH), b.peek(owner.leaves[0], ITEMS)

    def swap(index: Any) -> None:
        assert b.ir is not None
        other = b.ir.sub(b.ir.sub(length, b.word(1)), index)
        one = memory.load_item(b, kind.item, items, index)
        two = memory.load_item(b, kind.item, items, other)
        memory.store_item(b, two, items, index)
        memory.store_item(b, one, items, other)

    memory.count_up(b, b.ir.ashr(length, b.word(1)), swap)


def sort(b: Body, owner: Value, key: Value | None, *, backwards: bool) -> None:
    """Sorts in place by insertion, which keeps equal items in their order."""
    from .calls import call_value
    from .comparing import less

    kind = _kind(owner)
    if isinstance(kind.item, Never) or not b.live:
        return

    def key_of(value: Value) -> Value:
        return value if key is None else call_value(b, key, [value], {})

    address = owner.leaves[0]
    items = b.peek(address, ITEMS)

    def place_one(index: Any) -> None:
        value = memory.load_item(b, kind.item, items, index)
        mine = key_of(value)
        slot = b.variable(index)
        head, look, move, after = (b.block(each) for each in ("sift", "look", "move", "placed"))
        b.enter(head)
        here = None if b.ir is None else b.ir.load(slot)
        names = dict(b.names)
        b.branch(b.compare(">", here, b.word(0)), look, after)
        b.at(look)
        before = b.op("sub", here, b.word(1))
        other = memory.load_item(b, kind.item, items, before)
        theirs = key_of(other)
        pair = (theirs, mine) if backwards else (mine, theirs)
        smaller = b.convert(less(b, "<", *pair, ast.Constant(0)), BOOL)
        b.branch(smaller.leaves[0], move, after)
        b.at(move)
        if b.ir is not None:
            memory.store_item(b, other, items, here)
            b.ir.store(before, slot)
        b.goto(head)
        b.at(after)
        b.names = names
        memory.store_item(b, value, items, b.op("load", slot))

    memory.count_up(b, b.peek(address, LENGTH), place_one)
