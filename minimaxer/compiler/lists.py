"""Lists: three words (length, room, address of the items), and their operations."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import attrs
from llvmlite import ir

from . import memory, operations, value_types as t
from .builder import AnyValue, FunctionBuilder, MergePoint, Value, has_type
from .classes import is_tuple
from .converting import in_memory, items_of, refuse_lasting, refuse_type
from .joining import TypeConflictError, item_of_row, join_mixed, widened
from .marshal import read_row, write_row
from .operations import as_row, call_value, each_item, equal, implements, less
from .operators import binary, checked_index, number

LENGTH, ROOM, ITEMS = range(3)
_FIRST_ROOM: Final = 8


def cell_for(b: FunctionBuilder, node: ast.AST, role: str = "") -> t.Cell:
    """The cell for the items of a collection made at that place of the source: always the same one."""
    return b.special.cells.setdefault((b.path, id(node), role), t.Cell())


def widen(b: FunctionBuilder, cell: t.Cell, type_: t.Type) -> None:
    """Widens the cell to hold that type."""
    b.refuse_views(type_)
    b.refuse_repeated(type_)
    type_ = widened(type_)
    if type_.is_never:
        return
    try:
        wider = join_mixed(cell.type, type_)
    except TypeConflictError as clash:
        b.refuse(f"puts {clash.one} and {clash.other} into one list; keep items of one type in it")
    if wider != cell.type:
        cell.put(wider)
        b.program.facts += 1


def new_list(b: FunctionBuilder, node: ast.AST, room: ir.Value = None) -> Value[t.List]:
    """An empty list."""
    return empty(b, t.List(cell_for(b, node)), room)


def empty(b: FunctionBuilder, type_: t.List, room: ir.Value = None) -> Value[t.List]:
    """An empty list of that type."""
    return _made(b, type_, b.word(0), b.word(_FIRST_ROOM) if room is None else room)


def _made(b: FunctionBuilder, type_: t.List, length: ir.Value, room: ir.Value) -> Value[t.List]:
    address = memory.allocate(b, b.ir.add(b.word(24), b.ir.mul(room, b.word(8 * len(type_.item.components)))))
    b.poke(address, LENGTH, length)
    b.poke(address, ROOM, room)
    b.poke(address, ITEMS, b.ir.add(address, b.word(24)))
    return Value(type_, (address,))


@implements(operations.list_of_row)
def list_of_row(b: FunctionBuilder, value: Value, node: ast.AST) -> Value[t.List]:
    """A new list of a tuple's items."""
    if (item := item_of_row(value.type)) is None:
        b.refuse("makes a list of items of different types")
    cell = cell_for(b, node)
    widen(b, cell, item)
    type_ = t.List(cell)
    return empty(b, type_) if type_.item.is_never else list_of(b, value, type_)


def list_of(b: FunctionBuilder, value: Value, type_: t.List) -> Value[t.List]:
    """A new list of that type, of a tuple's items; those in registers are stored once, at their place."""
    if has_type(value, t.Tuple):
        parts, words = items_of(value), len(type_.item.components)
        made = _made(b, type_, b.word(len(parts)), b.word(len(parts) + 4))
        items = b.peek(made.components[0], ITEMS)
        for place, part in enumerate(parts):
            memory.store(b, b.convert(part, type_.item), items, place * words)
        return made
    source, count = in_memory(b, value, type_.item)
    made = _made(b, type_, count, b.ir.add(count, b.word(4)))
    memory.copy(b, source, b.peek(made.components[0], ITEMS), b.ir.mul(count, b.word(len(type_.item.components))))
    return made


@implements(operations.copied_list)
def copied(b: FunctionBuilder, value: Value[t.List]) -> Value[t.List]:
    """A new list of the same items."""
    return list_of(b, as_tuple(b, value), value.type)


def as_tuple(b: FunctionBuilder, value: Value[t.List]) -> Value[t.VarTuple]:
    """The items of a list as a tuple that shares their memory, valid until the list is changed."""
    return Value(t.VarTuple(value.type.item), (b.peek(value.components[0], LENGTH), b.peek(value.components[0], ITEMS)))


def frozen(b: FunctionBuilder, value: Value[t.List]) -> Value[t.VarTuple]:
    """A tuple of a list's items, in memory of its own."""
    return as_tuple(b, copied(b, value))


def append(b: FunctionBuilder, owner: Value[t.List], value: Value, *, fits: bool = False) -> None:
    """Appends an item; `fits` if there is known to be room."""
    type_ = owner.type
    if not b.live or value.type.is_never:
        return
    widen(b, type_.cell, value.type)
    if not fits:
        _insert_room(b, owner, b.word(1))
    address = owner.components[0]
    length = b.peek(address, LENGTH)
    memory.store_item(b, b.convert(value, type_.item), b.peek(address, ITEMS), length)
    b.poke(address, LENGTH, b.ir.add(length, b.word(1)))


def _insert_room(b: FunctionBuilder, owner: Value[t.List], more: ir.Value) -> None:
    if not b.emits:
        memory.allocate(b, None)
        return
    address = owner.components[0]
    length, room = b.peek(address, LENGTH), b.peek(address, ROOM)
    needed = b.ir.add(length, more)
    with b.when(b.compare(">", needed, room)):
        words = b.word(len(owner.type.item.components))
        larger = b.ir.mul(needed, b.word(2))
        target = memory.allocate(b, b.ir.mul(b.ir.mul(larger, words), b.word(8)))
        memory.copy(b, b.peek(address, ITEMS), target, b.ir.mul(length, words))
        b.poke(address, ITEMS, target)
        b.poke(address, ROOM, larger)


@implements(operations.extend_list)
def extend(b: FunctionBuilder, owner: Value[t.List], more: Value) -> None:
    """Appends the items of an iterable to a list."""
    address = owner.components[0]
    if has_type(more, t.List):
        widen(b, owner.type.cell, more.type.item)
    item = owner.type.item
    if not has_type(more, t.List) or more.type.item != item or item.is_never:
        each_item(b, b.marker("each"), more, lambda value: append(b, owner, value), [])
        return
    count = b.peek(more.components[0], LENGTH)
    _insert_room(b, owner, count)
    length = b.peek(address, LENGTH)
    source, target = b.peek(more.components[0], ITEMS), memory.item_address(b, item, b.peek(address, ITEMS), length)
    words = b.ir.mul(count, b.word(len(item.components)))
    if b.emits:
        with b.when(b.compare(">", words, b.word(0))):
            memory.copy(b, source, target, words)
    b.poke(address, LENGTH, b.ir.add(length, count))


def become(b: FunctionBuilder, owner: Value[t.List], other: Value) -> None:
    """Gives a list the items of another, which must have no other owner."""
    if b.emits and b.live:
        memory.copy(b, other.components[0], owner.components[0], b.word(3))


def repeat(b: FunctionBuilder, owner: Value[t.List], times: Value) -> None:
    """Repeats a list in place, as `owner *= times` does."""
    become(b, owner, binary(b, ast.Mult(), owner, times, b.marker("repeated")))


def place(b: FunctionBuilder, owner: Value[t.List], index: Value) -> ir.Value:
    """The index counted from the start of a list; fails where it is out of range."""
    return checked_index(b, index, b.peek(owner.components[0], LENGTH), "list index out of range")


@operations.item_of.of(t.List)
def item(b: FunctionBuilder, owner: Value[t.List], index: Value) -> Value:
    """The item at an index."""
    return item_within(b, owner, place(b, owner, index))


def item_within(b: FunctionBuilder, owner: Value[t.List], at: ir.Value) -> Value:
    """The item at an index that is in range."""
    if owner.type.item.is_never:
        b.live = b.live and b.emits
        return Value(t.NEVER)
    return memory.load_item(b, owner.type.item, b.peek(owner.components[0], ITEMS), at)


@operations.set_item_of.of(t.List)
def set_item(b: FunctionBuilder, owner: Value[t.List], index: Value, value: Value) -> None:
    """Replaces the item at an index."""
    type_ = owner.type
    widen(b, type_.cell, value.type)
    at = place(b, owner, index)
    if b.live:
        memory.store_item(b, b.convert(value, type_.item), b.peek(owner.components[0], ITEMS), at)


def remove_at(b: FunctionBuilder, owner: Value, index: Value) -> Value:
    """Removes the item at an index, and returns it."""
    if not has_type(owner, t.List):
        b.refuse(f"deletes an item of {owner.type}")
    at = place(b, owner, index)
    found = item_within(b, owner, at)
    if not found.type.is_never:
        address = owner.components[0]
        last = b.ir.sub(b.peek(address, LENGTH), b.word(1))
        b.poke(address, LENGTH, last)
        move(b, owner.type.item, b.peek(address, ITEMS), at, b.ir.sub(last, at), 1)
    return found


def move(b: FunctionBuilder, item: t.Type, items: ir.Value, first: ir.Value, count: ir.Value, step: int) -> None:
    """Fills places from the first one on with the items behind them; with a step of -1, backwards with those before them."""
    with memory.each_index(b, count) as index:
        here = b.ir.add(first, b.ir.mul(index, b.word(step)))
        memory.store_item(b, memory.load_item(b, item, items, b.ir.add(here, b.word(step))), items, here)


def insert(b: FunctionBuilder, owner: Value[t.List], index: Value, value: Value) -> None:
    """Inserts an item before an index."""
    type_ = owner.type
    append(b, owner, value)
    if not b.emits or not b.live:
        number(b, index)
        return
    address = owner.components[0]
    last = b.ir.sub(b.peek(address, LENGTH), b.word(1))
    at = number(b, index).components[0]
    at = b.ir.select(b.compare("<", at, b.word(0)), b.ir.add(at, last), at)
    at = b.ir.select(b.compare("<", at, b.word(0)), b.word(0), at)
    at = b.ir.select(b.compare(">", at, last), last, at)
    items = b.peek(address, ITEMS)
    move(b, type_.item, items, last, b.ir.sub(last, at), -1)
    memory.store_item(b, b.convert(value, type_.item), items, at)


def index_of(b: FunctionBuilder, owner: Value, value: Value, cls: type[BaseException], text: str) -> Value:
    """The index of the first equal item; fails where there is none."""
    row = as_row(b, owner)
    item = item_of_row(row.type)
    meeting = MergePoint(b)
    if has_type(row, t.Tuple) and is_tuple(row.type):
        for place, part in enumerate(items_of(row)):
            b.leave_if(b.convert(equal(b, part, value), t.BOOL).components[0], meeting, Value(t.INT, (b.word(place),)))
    elif item is not None and not item.is_never:
        address, count = in_memory(b, row, item)
        with memory.each_index(b, count) as index:
            same = b.convert(equal(b, memory.load_item(b, item, address, index), value), t.BOOL)
            b.leave_if(same.components[0], meeting, Value(t.INT, (index,)))
    b.fail(cls, text)
    return meeting.meet(t.INT)


def remove(b: FunctionBuilder, owner: Value[t.List], value: Value) -> Value:
    """Removes the first equal item."""
    found = index_of(b, owner, value, ValueError, "list.remove(x): x not in list")
    if b.live:
        remove_at(b, owner, found)
    return Value(t.NONE)


def clear(b: FunctionBuilder, owner: Value[t.List]) -> None:
    """Removes all items."""
    b.poke(owner.components[0], LENGTH, b.word(0))


def sort(b: FunctionBuilder, owner: Value[t.List], key: Value | None, *, backwards: bool) -> None:
    """Sorts a list in place by insertion, which is stable."""
    type_ = owner.type
    if type_.item.is_never or not b.live:
        return

    def key_of(value: Value) -> Value:
        return value if key is None else call_value(b, key, [value], {})

    address = owner.components[0]
    items = b.peek(address, ITEMS)
    with memory.each_index(b, b.peek(address, LENGTH)) as index:
        value = memory.load_item(b, type_.item, items, index)
        mine = key_of(value)
        slot = b.variable(index)
        head, look, shift, after = (b.block(each) for each in ("sift", "look", "move", "placed"))
        b.enter(head)
        here = b.ir.load(slot)
        names = dict(b.names)
        b.branch(b.compare(">", here, b.word(0)), look, after)
        b.at(look)
        before = b.ir.sub(here, b.word(1))
        other = memory.load_item(b, type_.item, items, before)
        theirs = key_of(other)
        pair = (theirs, mine) if backwards else (mine, theirs)
        b.branch(b.convert(less(b, "<", *pair, ast.Constant(0)), t.BOOL).components[0], shift, after)
        b.at(shift)
        memory.store_item(b, other, items, here)
        b.ir.store(before, slot)
        b.goto(head)
        b.at(after)
        b.names = names
        memory.store_item(b, value, items, b.ir.load(slot))


@operations.make.of(t.List)
def made(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts known items, or those of a tuple, to a new list."""
    mine = value.type
    if not isinstance(type_, t.List) or not isinstance(mine, (t.Constant, t.Tuple, t.Row)):
        refuse_type(b, mine, type_)
    if t.is_known(mine, list):
        refuse_lasting(b, type_)
    return list_of(b, Value(t.Constant(tuple(mine.value))) if isinstance(mine, t.Constant) else value, type_)


@operations.read.of(t.List)
def read(b: FunctionBuilder, type_: t.List, address: ir.Value, place: int) -> Value:
    """Reads the items into a new list."""
    return list_of(b, read_row(b, t.VarTuple(type_.item), address, place), type_)


@operations.write.of(t.List)
def write(b: FunctionBuilder, value: Value[t.List], address: ir.Value, place: int, sorts: bool) -> None:
    """Writes the items as those of a tuple."""
    write_row(b, as_tuple(b, value), address, place, value.type.cell.room, sorts)


PAIR = t.Tuple((t.INT, t.INT))


@attrs.frozen
class Pairs:
    """Pairs of words by the first of them, in memory."""

    items: AnyValue

    @classmethod
    def empty(cls, b: FunctionBuilder, type_: t.Type) -> Pairs:
        """No pairs yet, for values shared in one of that type; without memory where there are none."""
        return cls(empty(b, t.List(t.Cell(PAIR))) if t.holds_shared(type_) else Value(t.NEVER))

    def add(self, b: FunctionBuilder, first: ir.Value, second: ir.Value) -> None:
        """Adds a pair."""
        append(b, self.items, Value(PAIR, (first, second)))

    @contextmanager
    def each(self, b: FunctionBuilder) -> Iterator[tuple[ir.Value, ...]]:
        """Emits the `with` block as a loop over the words of each pair."""
        address = self.items.components[0]
        with memory.each_index(b, b.peek(address, LENGTH)) as index:
            yield memory.load_item(b, PAIR, b.peek(address, ITEMS), index).components

    def find(self, b: FunctionBuilder, first: ir.Value) -> ir.Value:
        """The second word of the pair with that first one; 0 where there is none."""
        found = b.variable(b.word(0))
        with self.each(b) as (one, other):
            b.ir.store(b.ir.select(b.compare("==", one, first), other, b.ir.load(found)), found)
        return b.ir.load(found)
