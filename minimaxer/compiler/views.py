"""Views of iterables, which give access to their items by index."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from attrs import field, frozen
from llvmlite import ir

from . import memory, operations, subscripts, value_types as t
from .arrays import as_array, item, sizes_of
from .builder import AnyValue, Frame, FunctionBuilder, T, Value, has_type
from .classes import is_tuple
from .converting import items_of, length_of_range, present, tuple_of
from .dicts import column
from .joining import TypeConflictError, is_array_type, item_of_row, join_all, kept_type, widened
from .lists import LENGTH, item_within
from .operations import as_keyed, call_value, implements, length
from .sets import has_order, listed, ordered
from .tables import item_at


@frozen
class View:
    """A view of an iterable whose items can be accessed by index, which must be in range. `count` computes their number at each
    call, `size` is it where it is known; `is_far` if there may be more of them than memory holds.
    """

    count: Callable[[], ir.Value]
    item: Callable[[ir.Value], Value]
    size: int | None = None
    is_far: bool = False


@frozen
class Comprehension:
    """A generator expression, to be iterated in the frame where it was written."""

    node: ast.ListComp | ast.GeneratorExp = field(eq=id)
    frame: Frame = field(eq=lambda frame: frame.number)


@frozen
class Generated:
    """A call of a generator function; its parts are the arguments."""

    function: Any = field(eq=id)
    closure: t.Closure | None = None
    """The closure, of a generator within a function."""


@frozen
class Derived:
    """A lazy iterator over its parts: `enumerate`, `zip`, `map`, `filter`, `reversed` and so on."""

    name: str
    more: Any = field(default=None, eq=id)


def hold(b: FunctionBuilder, value: Value[T]) -> Callable[[], Value[T]]:
    """Stores a value on the stack; returns a function that loads it. A value known before an item is passed on, and used
    afterwards, must be loaded again: the code afterwards is reached through the loop's body, which other paths reach as well.
    """
    if not b.emits or not value.components or not b.live:
        return lambda: value
    slots = b.slots(value.type)
    b.store_slots(slots, value)
    return lambda: b.load_slots(value.type, slots)


def view(b: FunctionBuilder, value: Value) -> View | None:
    """The view of a value, for access by index; None where it must be iterated."""
    type_ = value.type
    if type_ in (t.CHARS, t.TEXT):
        return view(b, Value(t.VarTuple(t.TEXT), b.convert(value, t.CHARS).components))
    if has_type(value, t.Set):
        return view(b, ordered(b, value))
    if has_type(value, t.Dict):
        return view(b, column(b, value, 0))
    if isinstance(type_, t.Keyed):
        return view(b, as_keyed(b, value)) if type_.record.cls is dict else None
    if is_array_type(type_):
        return _view_of_array(b, value)
    if has_type(value, t.List):
        held = hold(b, value)
        return View(lambda: b.peek(held().components[0], LENGTH), lambda index: item_within(b, held(), index))
    if isinstance(type_, (t.Range, t.Row)):
        return _view_of_memory(b, type_, hold(b, value))
    if isinstance(type_, t.Constant):
        return _view_of_known(b, type_.value)
    if has_type(value, t.Tuple) and is_tuple(type_):
        return _view_of_items(b, value)
    if has_type(value, t.Stream) and isinstance(source := value.type.source, Derived):
        return _view_of_derived(b, source, parts_of(value))
    return view(b, present(b, value)) if isinstance(type_, t.Optional) else None


def _view_of_array(b: FunctionBuilder, value: Value) -> View:
    """The view of an array along its first axis."""
    value = as_array(b, value)
    get = hold(b, value)
    size = None if value.type.shape is None else value.type.shape[0]
    return View(lambda: sizes_of(get())[0], lambda index: item(b, get(), Value(t.INT, (index,))), size)


def _view_of_memory(b: FunctionBuilder, type_: t.Range | t.Row, get: Callable[[], Value]) -> View:
    if isinstance(type_, t.Range):

        def number(index: ir.Value) -> Value:
            start, _, step = get().components
            return Value(t.INT, (b.ir.add(start, b.ir.mul(index, step)),))

        return View(lambda: length_of_range(b, *get().components), number, is_far=True)
    if isinstance(type_, t.FixedTuple):
        count = type_.count
        return View(lambda: b.word(count), lambda index: memory.load_item(b, type_.item, get().components[0], index), count)
    return View(lambda: get().components[0], lambda index: memory.load_item(b, type_.item, get().components[1], index))


def _view_of_known(b: FunctionBuilder, value: Any) -> View | None:
    if isinstance(value, range):
        return View(
            lambda: b.word(len(value)),
            lambda index: Value(t.INT, (b.ir.add(b.word(value.start), b.ir.mul(index, b.word(value.step))),)),
            len(value),
        )
    if t.is_enum(value) or isinstance(value, (dict, str)):
        value = tuple(value)
    if isinstance(value, (set, frozenset)):
        if not all(has_order(widened(t.Constant(each))) for each in value):
            b.program.unordered = True
        value = listed(value)
    if not isinstance(value, (tuple, list)):
        return None
    items = list(value)
    if len(items) > 1:
        types_ = [kept_type(each) for each in items]
        try:
            join_all(types_)
        except TypeConflictError:
            return None
        if any(isinstance(type_, t.Constant) and type_.value is not None for type_ in types_):
            return None

    def item(index: ir.Value) -> Value:
        if len(items) > 1:
            return item_at(b, items, index)
        return Value(t.Constant(items[0])) if items else Value(t.NEVER)

    return View(lambda: b.word(len(items)), item, len(items))


def _view_of_items(b: FunctionBuilder, value: Value[t.Tuple]) -> View | None:
    type_ = value.type
    items = items_of(value)
    item = item_of_row(type_ if type_.cls is None else t.Tuple(type_.items))
    if item is None or isinstance(item, t.Constant):
        return None
    if len(items) <= 1:
        only = hold(b, items[0] if items else Value(t.NEVER))
        return View(lambda: b.word(len(items)), lambda index: only(), len(items))
    address = on_stack(b, [b.convert(each, item) for each in items], item)
    return View(lambda: b.word(len(items)), lambda index: memory.load_item(b, item, address, index), len(items))


def on_stack(b: FunctionBuilder, items: list[Value], item: t.Type) -> ir.Value:
    """The address of items side by side on the stack."""
    if not b.emits or b._entry is None:
        return None
    address = b._entry.ptrtoint(b._entry.alloca(ir.ArrayType(t.WORD, max(1, len(item.components) * len(items)))), t.WORD)
    for place, each in enumerate(items):
        memory.store(b, each, address, place * len(item.components))
    return address


def _view_of_derived(b: FunctionBuilder, source: Derived, parts: list[Value]) -> View | None:
    name = source.name
    if name in ("islice", "cycle"):
        return _view_of_part(b, name, parts)
    if name in ("fit", "enumerate", "reversed"):
        inner = view(b, parts[0])
        if inner is None and name == "reversed":
            b.refuse("goes backwards through something that has no length")
        return None if inner is None else _view_of_one(b, inner, name, parts, source.more)
    if name == "transposed":
        return _view_of_columns(b, parts[0])
    if name in ("zip", "map"):
        views = [view(b, part) for part in (parts[1:] if name == "map" else parts)]
        known = [each for each in views if each is not None]
        return _view_of_several(b, known, name, parts) if len(known) == len(views) else None
    return None


def _view_of_part(b: FunctionBuilder, name: str, parts: list[Value]) -> View | None:
    """The view of `islice`, or of `cycle`, which has no end."""
    inner = view(b, parts[0])
    if inner is None:
        b.refuse(f"takes {name} of a generator; make a list of it first")
    if name == "cycle":
        return View(lambda: b.word(1 << 62), lambda index: inner.item(b.ir.srem(index, inner.count())), is_far=True)
    bounds = [hold(b, b.convert(each, t.INT)) for each in parts[1:]]
    first = bounds[0] if len(bounds) > 1 else hold(b, Value(t.INT, (b.word(0),)))

    def count() -> ir.Value:
        last, many = bounds[-1]().components[0], inner.count()
        last = b.ir.select(b.compare("<", last, many), last, many)
        size = b.ir.sub(last, first().components[0])
        return b.ir.select(b.compare(">", size, b.word(0)), size, b.word(0))

    return View(count, lambda index: inner.item(b.ir.add(index, first().components[0])), is_far=inner.is_far)


def _view_of_one(b: FunctionBuilder, inner: View, name: str, parts: list[Value], wanted: t.Type) -> View:
    if name == "fit":
        return View(inner.count, lambda index: as_type(b, inner.item(index), wanted), inner.size, inner.is_far)
    more = hold(b, parts[1])

    def numbered(index: ir.Value) -> Value:
        item = inner.item(index)
        number = Value(t.INT, (b.ir.add(more().components[0], index),))
        return item if item.type.is_never else tuple_of([number, item])

    def item(index: ir.Value) -> Value:
        place = b.ir.sub(b.ir.sub(more().components[0], b.word(1)), index)
        if isinstance(parts[0].type, t.List):
            b.check(b.compare("<", place, inner.count()), OverflowError, "a list is cut short while it is reversed")
        return inner.item(place)

    if name == "enumerate":
        return View(inner.count, numbered, inner.size, inner.is_far)
    return View(lambda: more().components[0], item, inner.size, inner.is_far)


def _view_of_several(b: FunctionBuilder, known: list[View], name: str, parts: list[Value]) -> View:
    function = hold(b, parts[0]) if parts else None
    sizes = [each.size for each in known]

    def count() -> ir.Value:
        if not known:
            return b.word(0)
        found = known[0].count()
        for each in known[1:]:
            other = each.count()
            found = b.ir.select(b.compare("<", other, found), other, found)
        return found

    def item(index: ir.Value) -> Value:
        items = [each.item(index) for each in known]
        if any(each.type.is_never for each in items):
            return Value(t.NEVER)
        return tuple_of(items) if name == "zip" or function is None else call_value(b, function(), items, {})

    size = min((each for each in sizes if each is not None), default=None) if None not in sizes else None
    return View(count, item, size, all(each.is_far for each in known))


def _view_of_columns(b: FunctionBuilder, value: Value) -> View:
    """The view of `zip(*rows)`: the first items of all rows, the second ones, and so on."""
    rows = view(b, value)
    assert rows is not None
    row = item_of_row(value.type) or t.NEVER
    item = t.TEXT if row in (t.CHARS, t.TEXT) else row.item if isinstance(row, t.List) else item_of_row(row)
    if item is None or item.is_never:
        b.refuse("zips rows of different types")

    def count() -> ir.Value:
        slot = b.variable(b.word(1 << 62))
        with memory.each_index(b, rows.count()) as index:
            size = length(b, rows.item(index))
            least = b.ir.load(slot)
            b.ir.store(b.ir.select(b.compare("<", size, least), size, least), slot)
        found = b.ir.load(slot)
        return b.ir.select(b.compare("==", rows.count(), b.word(0)), b.word(0), found)

    def column(place: ir.Value) -> Value:
        many = rows.count()
        made = memory.allocate(b, b.ir.mul(many, b.word(8 * len(item.components))))
        with memory.each_index(b, many) as index:
            found = b.convert(subscripts.item(b, rows.item(index), Value(t.INT, (place,))), item)
            memory.store_item(b, found, made, index)
        return Value(t.VarTuple(item), (many, made))

    return View(count, column)


def as_type(b: FunctionBuilder, item: Value, type_: t.Type) -> Value:
    """Converts an item to that type."""
    return item if item.type.is_never else b.convert(item, type_)


def parts_of(value: Value[t.Stream]) -> list[AnyValue]:
    """The parts of a stream."""
    return items_of(Value(t.Tuple(value.type.parts), value.components))


def stream(name: str, parts: list[Value], more: object = None) -> Value[t.Stream]:
    """The stream that `enumerate`, `zip` and so on make of the parts."""
    return stream_of(Derived(name, more), parts)


@implements(operations.once)
def once(b: FunctionBuilder, items: Value) -> Value[t.Stream]:
    """An iterator over a list that stands for a lazy one."""
    return stream("chain", [items])


def stream_of(source: object, parts: list[Value]) -> Value[t.Stream]:
    """The stream of a source and its parts, to be iterated later."""
    return Value(t.Stream(source, tuple(each.type for each in parts)), tuple_of(parts).components)
