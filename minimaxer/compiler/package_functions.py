"""Handlers of `minimaxer.bits` and `minimaxer.tuples`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir

from .. import bits, tuples
from . import memory, value_types as t
from .builder import FunctionBuilder, Value, has_type
from .calls import Keywords
from .converting import in_memory, items_of, tuple_of
from .joining import item_of_row
from .library import library
from .lists import frozen, list_of_row, sort
from .materializing import as_row, new_list_of
from .memory import gathered, ones, zeros_before, zeros_behind
from .operators import checked_index, guarded, number, row
from .subscripts import item


def _word(b: FunctionBuilder, value: Value) -> ir.Value:
    return b.convert(number(b, value), t.INT).components[0]


_OF_A_WORD: Final[dict[Callable[..., int], Callable[[FunctionBuilder, ir.Value], ir.Value]]] = {
    bits.popcount: ones,
    bits.lowest: zeros_behind,
    bits.highest: lambda b, word: b.ir.sub(b.word(63), zeros_before(b, word)),
    bits.lowest_bit: lambda b, word: b.ir.and_(word, b.ir.sub(b.word(0), word)),
    bits.without_lowest: lambda b, word: b.ir.and_(word, b.ir.sub(word, b.word(1))),
    bits.complement: lambda b, word: b.ir.not_(word),
}
for _function, _make in _OF_A_WORD.items():

    @library(_function)
    def _of_a_word(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, make: Any = _make) -> Value:
        return Value(t.INT, (make(b, _word(b, given[0])),))


def _below_64(b: FunctionBuilder, given: Value, places: ir.Value, component: ir.Value) -> ir.Value:
    """The word where the number of places is below 64, else 0; fails for a negative number."""
    if isinstance(given.type, t.Constant) and 0 <= given.type.value < 64:
        return component
    b.check(b.compare(">=", places, b.word(0)), ValueError, "negative shift count")
    return b.ir.select(b.ir.icmp_unsigned("<", places, b.word(64)), component, b.word(0))


@library(bits.bit)
def _bit(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    places = _word(b, given[0])
    shifted = b.ir.shl(b.word(1), b.ir.and_(places, b.word(63)))
    return Value(t.INT, (_below_64(b, given[-1], places, shifted),))


for _function, _shift in ((bits.shift_left, "shl"), (bits.shift_right, "lshr")):

    @library(_function)
    def _shifted(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST, shift: str = _shift) -> Value:
        component, places = _word(b, given[0]), _word(b, given[1])
        shifted = b.op(shift, component, b.ir.and_(places, b.word(63)))
        return Value(t.INT, (_below_64(b, given[-1], places, shifted),))


@library(bits.gather)
def _gather(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    mask = given[1].type
    if not t.is_known(mask, int):
        b.refuse("gathers bits by a mask that is not known beforehand; give a number, or a field of the game", node)
    return Value(t.INT, (gathered(b, _word(b, given[0]), mask.value & bits.ALL),))


def _like(b: FunctionBuilder, items: Value, type_: t.Type) -> Value:
    """The items as a tuple of that type, except that the items' own type may be wider."""
    item = item_of_row(items.type)
    if isinstance(type_, t.FixedTuple) and item is not None:
        return b.convert(items, t.FixedTuple(item, type_.count))
    if isinstance(type_, t.Tuple) and item is not None:
        return b.convert(items, t.Tuple((item,) * len(type_.items), type_.cls, type_.names))
    return items


library(tuples.replaced)(lambda b, given, named, node: replaced(b, row(b, given[0]), given[1], given[2]))


def replaced(b: FunctionBuilder, items: Value, index: Value, value: Value) -> Value:
    """A copy of a tuple with another item at an index."""
    type_ = items.type
    if has_type(items, t.Tuple):
        return _replaced_here(b, items, index, value)
    if not isinstance(type_, t.Row):
        b.refuse(f"replaces an item of {type_}")
    item = b.join_types([type_.item, b.at_run_time(value).type])
    source, count = in_memory(b, items, item)
    at = checked_index(b, index, count, "tuple index out of range")
    words = len(item.components)
    made = memory.allocate(b, b.ir.mul(count, b.word(8 * words)))
    memory.copy(b, source, made, b.ir.mul(count, b.word(words)))
    memory.store_item(b, b.convert(value, item), made, at)
    if isinstance(type_, t.FixedTuple):
        return Value(t.FixedTuple(item, type_.count), (made,))
    return Value(t.VarTuple(item), (count, made))


def _replaced_here(b: FunctionBuilder, items: Value[t.Tuple], index: Value, value: Value) -> Value:
    type_, parts = items.type, items_of(items)
    at = checked_index(b, index, b.word(len(parts)), "tuple index out of range")
    if isinstance(index.type, t.Constant):
        if b.live:
            parts[index.type.value] = b.at_run_time(value)
        return tuple_of(parts, type_.cls, type_.names)
    found = []
    for place, part in enumerate(parts):
        item = b.join_types([part.type, b.at_run_time(value).type])
        old, new = b.convert(part, item), b.convert(value, item)
        here = b.compare("==", at, b.word(place))
        found.append(Value(item, tuple(b.ir.select(here, *pair) for pair in zip(new.components, old.components, strict=True))))
    return tuple_of(found, type_.cls, type_.names)


@library(tuples.added)
def _added(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    items = row(b, given[0])
    before = number(b, item(b, items, given[1]))
    more = number(b, given[2])
    return replaced(b, items, given[1], Value(t.INT, (guarded(b, "add", before.components[0], more.components[0]),)))


@library(tuples.swapped)
def _swapped(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    items = row(b, given[0])
    one, other = item(b, items, given[1]), item(b, items, given[2])
    return replaced(b, replaced(b, items, given[1], other), given[2], one)


@library(tuples.from_list)
def _from_list(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    is_row = isinstance(given[0].type, (t.Tuple, t.Row))
    items = as_row(b, given[0]) if is_row else frozen(b, new_list_of(b, given[0]))
    return _like(b, items, row(b, given[1]).type) if b.live else items


@library(tuples.total)
def _total(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    items = row(b, given[0])
    first = _word(b, given[1])
    count = b.ir.sub(_word(b, given[2]), first)
    slot = b.variable(b.word(0))
    with memory.each_index(b, count) as index:
        found = number(b, item(b, items, Value(t.INT, (b.ir.add(first, index),)))).components[0]
        b.ir.store(guarded(b, "add", b.ir.load(slot), found), slot)
    return Value(t.INT, (b.ir.load(slot),))


@library(tuples.sort)
def _sort(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    items = row(b, given[0])
    made = list_of_row(b, items, node)
    sort(b, made, None, backwards=False)
    return _like(b, frozen(b, made), items.type) if b.live else items
