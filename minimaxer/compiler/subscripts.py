"""Items and slices."""

from __future__ import annotations

import ast
from collections import Counter

from llvmlite import ir

from . import memory, operations, special_methods, value_types as t
from .builder import FunctionBuilder, Value, all_known, has_type
from .classes import class_of, is_sequence, is_tuple
from .converting import bounds_of, in_memory, items_of, length_of_range, present, table_of, tuple_of
from .joining import item_of_row
from .lists import become, copied, extend, list_of_row
from .operations import as_list, as_row, evaluate, implements, item_of, known_value as known
from .operators import bound, checked_index, row
from .tables import item_at, lookup
from .unions import each_option


@implements(operations.item)
def item(b: FunctionBuilder, owner: Value, index: Value) -> Value:
    """Evaluates `owner[index]`."""
    owner = present(b, owner)
    type_ = owner.type
    if type_.is_never or index.type.is_never:
        return Value(t.NEVER)
    b.refuse_views(type_)
    of_class = special_methods.called(b, "__getitem__", owner, index)
    cut = bounds_of(index) if of_class is None else None
    if cut is not None:
        b.program.cuts.update(each.node for each in b.frames)
        return slice_of(b, owner, *cut)
    return item_of(b, owner, index) if of_class is None else of_class


@item_of.of(t.FixedTuple)
def _of_board(b: FunctionBuilder, owner: Value[t.FixedTuple], index: Value) -> Value:
    type_ = owner.type
    at = checked_index(b, index, b.word(type_.count), "tuple index out of range")
    return memory.load_item(b, type_.item, owner.components[0], at)


@item_of.of(t.VarTuple)
def _of_items(b: FunctionBuilder, owner: Value[t.VarTuple], index: Value, what: str = "tuple") -> Value:
    at = checked_index(b, index, owner.components[0], f"{what} index out of range")
    return memory.load_item(b, owner.type.item, owner.components[1], at)


@item_of.of(t.Range)
def _of_range(b: FunctionBuilder, owner: Value[t.Range], index: Value) -> Value:
    start, stop, step = owner.components
    at = checked_index(b, index, length_of_range(b, start, stop, step), "range object index out of range")
    return Value(t.INT, (b.ir.add(start, b.ir.mul(at, step)),))


@item_of.of(t.Symbol, t.Text)
def _of_text(b: FunctionBuilder, owner: Value, index: Value) -> Value:
    if has_type(owner, t.Symbol) and owner.type == t.TEXT and isinstance(index.type, t.Constant):
        at = index.type.value
        return table_of(b, owner, lambda text: text[at])
    if owner.type not in (t.TEXT, t.CHARS):
        b.refuse(f"looks up an item of {owner.type}")
    return _of_items(b, Value(t.VarTuple(t.TEXT), b.convert(owner, t.CHARS).components), index, "string")


@item_of.of(t.Constant)
def _of_known(b: FunctionBuilder, constant: Value[t.Constant], index: Value) -> Value:
    owner = constant.type.value
    if isinstance(owner, type) and owner.__module__ in ("builtins", "collections"):
        return Value(t.Constant(owner))  # as in `set[int]()`
    if isinstance(owner, dict):
        makes = getattr(owner, "default_factory", int if isinstance(owner, Counter) else None)
        return lookup(b, owner, index) if makes is None else lookup(b, owner, index, makes())
    if isinstance(index.type, t.Constant):
        try:
            found = owner[index.type.value]
        except Exception as error:  # as in Python
            return b.fail(type(error), str(error))
        return known(b, found)
    if isinstance(owner, (tuple, list, str)):
        type_ = "tuple" if isinstance(owner, tuple) else "list" if isinstance(owner, list) else "string"
        at = checked_index(b, index, b.word(len(owner)), f"{type_} index out of range")
        return Value(t.NEVER) if not owner else item_at(b, owner, at)
    if t.is_enum(owner) and has_type(index, t.Symbol):
        return table_of(b, index, lambda name: owner[name])
    if t.is_enum(owner) and index.type == t.CHARS:
        return lookup(b, b.program.as_dict(owner, "__members__"), index)
    return b.refuse(f"looks up an item of {type(owner).__name__}")


@item_of.of(t.Tuple)
def _of_tuple(b: FunctionBuilder, owner: Value[t.Tuple], index: Value) -> Value:
    type_ = owner.type
    items = items_of(owner)
    if type_.cls is dict and isinstance(index.type, t.Constant):
        return items[type_.names.index(index.type.value)] if index.type.value in type_.names else b.fail(KeyError, None)
    if not is_tuple(type_):
        b.refuse(f"looks up an item of {type_}")
    at = index.type.value if isinstance(index.type, t.Constant) else None
    if isinstance(at, int) and -len(items) <= at < len(items):
        return items[at]
    if not items or isinstance(index.type, t.Constant):
        return b.fail(IndexError, "tuple index out of range")
    wanted = item_of_row(type_ if type_.cls is None else t.Tuple(type_.items))
    if wanted is None:
        b.refuse(f"looks up an item of {type_} by an index that is not known; its items are of different types")
    place = checked_index(b, index, b.word(len(items)), "tuple index out of range")
    found = [b.convert(each, wanted) for each in items]
    components = []
    for column in range(len(wanted.components)):
        component = found[-1].components[column]
        for number_, each in reversed(list(enumerate(found[:-1]))):
            component = b.ir.select(b.compare("==", place, b.word(number_)), each.components[column], component)
        components.append(component)
    return Value(wanted, tuple(components))


@implements(operations.set_item_of)
def set_item(b: FunctionBuilder, owner: Value, index: Value, value: Value) -> None:
    """Assigns `owner[index] = value`, for all else than lists and dicts."""
    if special_methods.called(b, "__setitem__", owner, index, value) is None and not owner.type.is_never:
        b.refuse(f"assigns to an item of {owner.type}; only lists and dicts made in the same search can change")


@operations.set_item_of.of(t.Optional)
def _set_item_of_optional(b: FunctionBuilder, owner: Value[t.Optional], index: Value, value: Value) -> None:
    set_item(b, present(b, owner, TypeError, "'NoneType' object does not support item assignment"), index, value)


@implements(operations.slice_of)
def slice_of(b: FunctionBuilder, owner: Value, start: Value | None, stop: Value | None, step: Value | None) -> Value:
    """Evaluates `owner[start:stop:step]`."""
    owner = present(b, owner)
    bounds = [Value(t.NONE) if each is None else each for each in (start, stop, step)]
    if owner.type.is_never:
        return owner
    if owner.type in (t.CHARS, t.TEXT) or (t.is_known(owner.type, str) and not all_known(bounds)):
        piece = slice_of(b, Value(t.VarTuple(t.TEXT), b.convert(owner, t.CHARS).components), start, stop, step)
        return Value(t.CHARS, piece.components)
    cut = slice(*(each.type.value for each in bounds)) if all_known(bounds) else None
    if cut is not None:
        if has_type(owner, t.Constant):
            key = id(owner.type.value), cut.start, cut.stop, cut.step
            return Value(t.Constant(b.program.sliced.setdefault(key, b.said(lambda: owner.type.value[cut]))))
        if has_type(owner, t.Tuple) and is_tuple(owner.type):
            return tuple_of(items_of(owner)[cut])
    if isinstance(owner.type, t.Union):
        return each_option(b, owner, lambda option: slice_of(b, option, start, stop, step))
    if not is_sequence(owner.type):
        b.refuse(f"takes a slice of {owner.type}")
    source = as_row(b, owner) if isinstance(owner.type, t.List) else row(b, owner)
    if (item_type := item_of_row(source.type)) is None:
        b.refuse(f"takes a slice of {owner.type} with bounds that are not known")
    if item_type.is_never and not isinstance(owner.type, t.Constant):
        return owner
    address, count = in_memory(b, source, item_type)
    made = _cut(b, item_type, address, count, bounds)
    if cut is not None and isinstance(source.type, t.FixedTuple):
        size = len(range(source.type.count)[cut])
        made = b.convert(Value(t.FixedTuple(item_type, size), (made.components[1],)), t.row_of(item_type, size))
    return list_of_row(b, made, b.marker("slice")) if class_of(owner.type) is list else made


def _cut(b: FunctionBuilder, type_: t.Type, address: ir.Value, count: ir.Value, bounds: list[Value]) -> Value:
    start, stop, step = bounds
    if step.type != t.NONE and step.type != t.Constant(1):
        return _stride(b, type_, address, count, bounds)
    first = bound(b, start, count, b.word(0))
    last = bound(b, stop, count, count)
    size = b.ir.select(b.compare(">", last, first), b.ir.sub(last, first), b.word(0))
    return Value(t.VarTuple(type_), (size, memory.item_address(b, type_, address, first)))


def _stride(b: FunctionBuilder, type_: t.Type, address: ir.Value, count: ir.Value, bounds: list[Value]) -> Value:
    """A slice with a step, in memory of its own."""
    step = bounds[2]
    if not has_type(step, t.Constant) or not isinstance(step.type.value, int) or step.type.value == 0:
        b.refuse("takes a slice with a step that is not known")
    size = abs(step.type.value)
    if step.type.value < 0:
        last = b.ir.sub(count, b.word(1))
        first, end = (bound(b, each, count, edge, backwards=True) for each, edge in zip(bounds, (last, b.word(-1)), strict=False))
        total = b.ir.select(b.compare(">", first, end), b.ir.sub(first, end), b.word(0))
    else:
        total, address = _cut(b, type_, address, count, [bounds[0], bounds[1], Value(t.NONE)]).components
        first = b.word(0)
    many = b.ir.sdiv(b.ir.add(total, b.word(size - 1)), b.word(size))
    made = memory.allocate(b, b.ir.mul(many, b.word(8 * len(type_.components))))
    with memory.each_index(b, many) as index:
        at = b.ir.add(first, b.ir.mul(index, b.word(step.type.value)))
        memory.store_item(b, memory.load_item(b, type_, address, at), made, index)
    return Value(t.VarTuple(type_), (many, made))


def set_slice(b: FunctionBuilder, owner: Value, node: ast.Slice, value: Value) -> None:
    """Assigns `owner[start:stop] = value`, for a list."""
    if not has_type(owner, t.List) or node.step is not None:
        b.refuse("assigns to a slice with a step, or of something else than a list; assign to the items in a loop", node)
    first = Value(t.Constant(0)) if node.lower is None else evaluate(b, node.lower)
    made = slice_of(b, owner, None, first, None)
    assert has_type(made, t.List)
    extend(b, made, as_list(b, value, b.marker("assigned")))
    if node.upper is not None:
        last = evaluate(b, node.upper)
        bounds = (first, last)
        if all_known(bounds) and bounds[0].type.value > bounds[1].type.value >= 0:
            last = first
        extend(b, made, slice_of(b, owner, last, None, None))
    become(b, owner, copied(b, made))
