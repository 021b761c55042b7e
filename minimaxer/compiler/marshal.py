"""Values as plain words, side by side and without addresses: kept across plies, and exchanged with Python.

This module handles scalars, tuples and texts, and what types held in memory share; each type registers its own.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from attrs import frozen
from llvmlite import ir

from . import memory, value_types as t
from .builder import FunctionBuilder, MergePoint, Value
from .classes import class_of
from .converting import items_of, tuple_of
from .operations import implements, layout_of, read, words_in, write
from .program import Program
from .runtime.layout import Layout
from .runtime.values import fields_of

read.usually(memory.load)  # scalars


@read.of(t.Tuple)
def _read_tuple(b: FunctionBuilder, type_: t.Tuple, address: ir.Value, place: int) -> Value[t.Tuple]:
    items = []
    for item in type_.items:
        items.append(read(b, item, address, place))
        place += words_in(b, item)
    return tuple_of(items, type_.cls, type_.names)


@read.of(t.Optional, t.Union)
def _read_optional(b: FunctionBuilder, type_: t.Optional | t.Union, address: ir.Value, place: int) -> Value:
    """Reads what selects one of the values, and the words of them all."""
    parts = t.Tuple((t.INT if isinstance(type_, t.Union) else t.BOOL, *t.parts_of(type_)))
    return Value(type_, read(b, parts, address, place).components)


@read.of(t.FixedTuple)
def _read_board(b: FunctionBuilder, type_: t.FixedTuple, address: ir.Value, place: int) -> Value[t.FixedTuple]:
    return Value(type_, (read_items(b, type_.item, address, place, b.word(type_.count)),))


@read.of(t.VarTuple)
def read_row(b: FunctionBuilder, type_: t.VarTuple, address: ir.Value, place: int) -> Value[t.VarTuple]:
    """Reads a tuple of varying length: its length, then its items."""
    count = memory.load(b, t.INT, address, place).components[0]
    return Value(t.VarTuple(type_.item), (count, read_items(b, type_.item, address, place + 1, count)))


@read.of(t.Text)
def _read_text(b: FunctionBuilder, type_: t.Text, address: ir.Value, place: int) -> Value:
    return Value(t.CHARS, read_row(b, t.VarTuple(t.TEXT), address, place).components)


def read_items(b: FunctionBuilder, item: t.Type, address: ir.Value, place: int, count: ir.Value) -> ir.Value:
    """Reads that many items into new memory, and returns its address."""
    made = memory.allocate(b, b.ir.mul(count, b.word(8 * len(item.components))))
    first = b.further(address, b.word(place))
    with memory.each_index(b, count) as index:
        at = b.further(first, b.ir.mul(index, b.word(words_in(b, item))))
        memory.store_item(b, read(b, item, at, 0), made, index)
    return made


implements(write)(lambda b, value, address, place, sorts: memory.store(b, value, address, place))  # scalars


@write.of(t.Tuple)
def _write_tuple(b: FunctionBuilder, value: Value[t.Tuple], address: ir.Value, place: int, sorts: bool) -> None:
    for item in items_of(value):
        write(b, item, address, place, sorts)
        place += words_in(b, item.type)


@write.of(t.Optional)
def _write_optional(b: FunctionBuilder, value: Value[t.Optional], address: ir.Value, place: int, sorts: bool) -> None:
    """Writes the words of a value, or zeros for None, so that equal values have equal words."""
    there = value.inner
    memory.store(b, Value(t.BOOL, value.components[:1]), address, place)

    def clear() -> None:
        for number in range(words_in(b, there.type)):
            b.poke(address, place + 1 + number, b.word(0))

    b.either(value.components[0], lambda: write(b, there, address, place + 1, sorts), clear)


@write.of(t.FixedTuple)
def _write_board(b: FunctionBuilder, value: Value[t.FixedTuple], address: ir.Value, place: int, sorts: bool) -> None:
    write_items(b, value.type.item, value.components[0], address, place, b.word(value.type.count), sorts)


@write.of(t.VarTuple, t.Text)
def _write_row(b: FunctionBuilder, value: Value, address: ir.Value, place: int, sorts: bool) -> None:
    item = value.type.item if isinstance(value.type, t.Row) else t.TEXT
    room = t.ROW_ROOM if isinstance(value.type, t.Row) else b.program.assumptions.text_room
    write_row(b, Value(t.VarTuple(item), value.components), address, place, room, sorts)


def write_row(b: FunctionBuilder, value: Value[t.VarTuple], address: ir.Value, place: int, room: int, sorts: bool) -> None:
    """Writes a length, that many items, and zeros behind them, so that equal values have equal words."""
    item, (count, source) = value.type.item, value.components
    check_room(b, count, room)
    memory.store(b, Value(t.INT, (count,)), address, place)
    write_items(b, item, source, address, place + 1, count, sorts)
    words = words_in(b, item)
    first = b.ir.add(b.ir.add(address, b.word(8 * (place + 1))), b.ir.mul(count, b.word(8 * words)))
    memory.clear(b, first, b.ir.mul(b.ir.sub(b.word(room), count), b.word(words)))


def write_items(
    b: FunctionBuilder, item: t.Type, source: ir.Value, address: ir.Value, place: int, count: ir.Value, sorts: bool
) -> None:
    """Writes the words of that many items, which are in memory at `source`."""
    first = b.further(address, b.word(place))
    with memory.each_index(b, count) as index:
        at = b.further(first, b.ir.mul(index, b.word(words_in(b, item))))
        write(b, memory.load_item(b, item, source, index), at, 0, sorts)


def check_room(b: FunctionBuilder, count: ir.Value, room: int) -> None:
    """Fails where there are more items than room for them."""
    text = f"a tuple, list, set or text has more than {room} items, the most that can be kept"
    b.check(b.compare("<=", count, b.word(room)), OverflowError, text)


def sort_rows(b: FunctionBuilder, address: ir.Value, place: int, words: int, before: int = 1) -> None:
    """Sorts rows of words lexicographically; word `place` holds their number, and they begin `before` words behind it."""
    if not b.emits or words == 0:
        return
    first = b.ir.add(address, b.word(8 * (place + before)))

    def row(index: ir.Value) -> ir.Value:
        return b.ir.add(first, b.ir.mul(index, b.word(8 * words)))

    with memory.each_index(b, b.peek(address, place)) as index:
        slot = b.variable(index)
        head, sunk = b.block("sink"), MergePoint(b)
        b.enter(head)
        here = b.ir.load(slot)
        b.leave_unless(b.compare(">", here, b.word(0)), sunk)
        above = b.ir.sub(here, b.word(1))
        mine, theirs = ([b.peek(row(at), word) for word in range(words)] for at in (here, above))
        b.leave_unless(_comes_first(b, mine, theirs), sunk)
        for word in range(words):
            b.poke(row(above), word, mine[word])
            b.poke(row(here), word, theirs[word])
        b.ir.store(above, slot)
        b.goto(head)
        sunk.meet()


def _comes_first(b: FunctionBuilder, mine: list[ir.Value], theirs: list[ir.Value]) -> ir.Value:
    """A bit that is 1 if one row of words comes before another."""
    found = b.bit(False)
    for one, other in zip(reversed(mine), reversed(theirs), strict=True):
        same = b.ir.and_(b.compare("==", one, other), found)
        found = b.ir.or_(b.compare("<", one, other), same)
    return found


_KINDS: Final[dict[type[t.Type], str]] = {
    t.Constant: "none",
    t.Never: "none",
    t.Int: "int",
    t.Bool: "bool",
    t.Float: "float",
    t.Single: "float",
    t.Optional: "maybe",
    t.Union: "union",
    t.FixedTuple: "board",
    t.Named: "board",
    t.VarTuple: "row",
    t.DictView: "row",
}


@implements(layout_of)
def _layout_of_parts(program: Program, type_: t.Type) -> Layout:
    count = t.ROW_ROOM if isinstance(type_, t.VarTuple) else getattr(type_, "count", 0)
    return Layout(_KINDS[type(type_)], tuple(layout_of(program, part) for part in t.parts_of(type_)), count=count)


@layout_of.of(t.Tuple)
def _layout_of_tuple(program: Program, type_: t.Tuple) -> Layout:
    items = tuple(layout_of(program, item) for item in type_.items)
    is_value = type_.cls not in (None, dict) and fields_of(type_.cls) is None
    return Layout("tuple" if type_.cls is None else "object", items, type_.names, type_.cls, count=is_value)


@layout_of.of(t.Text, t.Symbol)
def _layout_of_text(program: Program, type_: t.Text | t.Symbol) -> Layout:
    if isinstance(type_, t.Text):
        return Layout("chars", names=tuple(program.texts), count=program.assumptions.text_room)
    if type_.domain is str:
        return Layout("text", names=tuple(program.texts))
    return Layout("enum", names=tuple(each.name for each in type_.domain), cls=type_.domain)


@layout_of.of(t.List, t.Set, t.Dict)
def _layout_of_collection(program: Program, type_: t.List | t.Set | t.Dict) -> Layout:
    kind, cls = ("set", type_.cls) if isinstance(type_, t.Set) else ("row", class_of(type_))
    cls = dict if cls is defaultdict else cls
    return Layout(kind, (layout_of(program, type_.item),), cls=cls, count=type_.cell.room)


@frozen(eq=False)
class Form:
    """A type of values, and its layout in words; `by_value` if what is in several places counts like equal things, as in keys."""

    type: t.Type
    layout: Layout
    by_value: bool = False

    @property
    def words(self) -> int:
        """The number of words of a value."""
        return self.layout.words

    def flatten(self, value: object) -> list[int]:
        """The words of a value."""
        return self.layout.flatten(value, by_value=self.by_value)

    def rebuild(self, words: list[int]) -> object:
        """The value of these words."""
        return self.layout.rebuild(words)
