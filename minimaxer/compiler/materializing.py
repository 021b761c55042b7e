"""All items of an iterable: their number, and a tuple or list of them."""

from __future__ import annotations

import ast
from typing import Any

from . import objects, operations, value_types as t
from .builder import Consume, Frame, FunctionBuilder, Value, enter, leave_frame
from .classes import is_tuple
from .converting import present
from .expressions import evaluate, tuple_of_values
from .lists import append, as_tuple as items_as_tuple, copied, frozen as frozen_items, list_of_row, new_list
from .operations import as_keyed, assign_to, count_of, implements
from .operators import row
from .sets import ordered
from .streams import each_item
from .views import Comprehension, parts_of, view


@implements(operations.length)
def length(b: FunctionBuilder, value: Value) -> Any:
    """The number of items."""
    return count_of(b, present(b, value) if isinstance(value.type, t.Optional) else value)


@count_of.of(t.Constant)
def _count_of_known(b: FunctionBuilder, value: Value) -> Any:
    known = value.type.value
    return b.word(b.said(lambda: len(known)))


@implements(operations.count_of)
def _count_of_view(b: FunctionBuilder, value: Value) -> Any:
    if is_tuple(value.type):
        return b.word(len(value.type.items))
    found = view(b, value)
    if found is None:
        b.refuse(f"asks for the length of {value.type}")
    return found.count()


@implements(operations.as_row)
def as_row(b: FunctionBuilder, value: Value) -> Value:
    """The items of any iterable as a tuple, which may share a list's memory."""
    value = as_keyed(b, value)
    type_ = value.type
    if type_ in (t.CHARS, t.TEXT):
        return Value(t.VarTuple(t.TEXT), b.convert(value, t.CHARS).components)
    if isinstance(type_, t.List):
        return items_as_tuple(b, value)
    if isinstance(type_, t.Set):
        found = ordered(b, value)
        return found if isinstance(found.type, t.VarTuple) else Value(t.VarTuple(t.NEVER), (b.word(0), b.word(0)))
    if is_tuple(type_) or isinstance(type_, (t.FixedTuple, t.VarTuple)):
        return value
    if isinstance(type_, t.Constant) and isinstance(type_.value, (tuple, list)):
        return row(b, value)
    return items_as_tuple(b, as_list(b, value))


@implements(operations.as_list)
def as_list(b: FunctionBuilder, value: Value, node: ast.AST | None = None) -> Value:
    """A new list of the items of any iterable."""
    if isinstance(value.type, t.Keyed) and value.type.record.cls is list:
        return objects.copied(b, value, b.marker("copied") if node is None else node)
    value = as_keyed(b, value)
    node = b.marker("list") if node is None else node
    type_ = value.type
    if isinstance(type_, t.List):
        return copied(b, value)
    if (
        (isinstance(type_, t.Constant) and isinstance(type_.value, (tuple, list)))
        or is_tuple(type_)
        or isinstance(type_, (t.FixedTuple, t.VarTuple))
    ):
        return list_of_row(b, as_row(b, value), node)
    made = new_list(b, node)
    each_item(b, node, value, lambda item: append(b, made, item), [])
    return made


@implements(operations.as_tuple)
def as_tuple(b: FunctionBuilder, value: Value, node: ast.AST | None = None) -> Value:
    """A tuple of the items of any iterable."""
    value = as_keyed(b, value)
    type_ = value.type
    if type_ in (t.CHARS, t.TEXT):
        return as_row(b, value)
    if isinstance(type_, t.DictView):
        return Value(t.VarTuple(type_.item), value.components)
    if isinstance(type_, (t.FixedTuple, t.VarTuple)) or (isinstance(type_, t.Constant) and isinstance(type_.value, tuple)):
        return value
    if is_tuple(type_):
        return value if type_.cls is None else Value(t.Tuple(type_.items), value.components)
    if isinstance(type_, t.List):
        return frozen_items(b, value)
    known = _known_items(b, value)
    if known is not None:
        return known
    made = as_list(b, value, node)
    found = items_as_tuple(b, made)
    size = size_of(b, value)
    if size is not None and not isinstance(made.type.item, t.Never):
        item = made.type.item
        return b.convert(Value(t.FixedTuple(item, size), (found.components[1],)), t.row_of(item, size))
    return found


def size_of(b: FunctionBuilder, value: Value) -> int | None:
    """The number of items, where it is known."""
    type_ = value.type
    if isinstance(type_, t.Stream) and isinstance(type_.source, Comprehension):
        node = type_.source.node
        if len(node.generators) != 1 or node.generators[0].ifs:
            return None
        return size_of(b, parts_of(value)[0])
    found = view(b, value)
    return None if found is None else found.size


def _known_items(b: FunctionBuilder, value: Value) -> Value | None:
    """The tuple that a comprehension makes of a few items, known one by one; None of all else."""
    type_ = value.type
    if not isinstance(type_, t.Stream) or not isinstance(type_.source, Comprehension):
        return None
    node = type_.source.node
    size = size_of(b, value)
    if size is None or size > 8 or len(node.generators) != 1:
        return None
    first = parts_of(value)[0]
    found = view(b, first)
    if found is None:
        return None
    items = []
    path = b.path
    for place in range(size):
        b.path = (*path, -1 - place)
        collected: list[Value] = []
        _comprehend_one(b, type_.source, found.item(b.word(place)), collected.append)
        if not b.live or not collected:
            b.path = path
            return Value(t.NEVER)
        items.append(collected[0])
    b.path = path

    return tuple_of_values(b, items)


def _comprehend_one(b: FunctionBuilder, source: Comprehension, item: Value, give: Consume) -> None:
    """Evaluates a comprehension without conditions for one item."""
    node, outer = source.node, source.frame
    targets = {each.id for each in ast.walk(node.generators[0].target) if isinstance(each, ast.Name)}
    frame = Frame(outer.function, node, outer, (*b.path, id(node)), frozenset(targets))
    enter(b, frame, (), None)
    assign_to(b, node.generators[0].target, item)
    found = evaluate(b, node.elt)
    leave_frame(b, frame)
    if b.live:
        give(found)
