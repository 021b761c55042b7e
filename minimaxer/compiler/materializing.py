"""All items of an iterable: their number, and a tuple or list of them."""

from __future__ import annotations

import ast

from llvmlite import ir

from . import memory, objects, operations, recalling, value_types as t
from .builder import AnyValue, Frame, FunctionBuilder, Value, enter, has_type, leave_frame
from .classes import is_tuple
from .converting import items_of, present
from .expressions import evaluate, tuple_of_values
from .lists import LENGTH, append, as_tuple as items_as_tuple, copied, frozen as frozen_items, list_of_row, new_list
from .operations import as_keyed, assign_to, count_of, each_of_comprehension, implements
from .operators import row
from .sets import ordered
from .streams import each_item, has
from .views import Comprehension, Derived, Generated, parts_of, view


@implements(operations.length)
def length(b: FunctionBuilder, value: Value) -> ir.Value:
    """The number of items."""
    return count_of(b, present(b, value))


@count_of.of(t.Constant)
def _count_of_known(b: FunctionBuilder, value: Value[t.Constant]) -> ir.Value:
    return b.word(b.said(lambda: len(value.type.value)))


@implements(operations.count_of)
def _count_of_view(b: FunctionBuilder, value: Value) -> ir.Value:
    if is_tuple(value.type):
        return b.word(len(value.type.items))
    if (found := view(b, value)) is None:
        b.refuse(f"asks for the length of {value.type}")
    return found.count()


@implements(operations.as_row)
def as_row(b: FunctionBuilder, value: Value) -> Value:
    """The items of any iterable as a tuple, which may share a list's memory."""
    value = as_keyed(b, value)
    type_ = value.type
    if type_ in (t.CHARS, t.TEXT):
        return Value(t.VarTuple(t.TEXT), b.convert(value, t.CHARS).components)
    if has_type(value, t.List):
        return items_as_tuple(b, value)
    if has_type(value, t.Set):
        found = ordered(b, value)
        return found if isinstance(found.type, t.VarTuple) else Value(t.VarTuple(t.NEVER), (b.word(0), b.word(0)))
    return row(b, value) if _is_row(type_) else items_as_tuple(b, new_list_of(b, value))


def _is_row(type_: t.Type) -> bool:
    """True of tuples, and of lists of the module."""
    return t.is_known(type_, tuple, list) or is_tuple(type_) or isinstance(type_, t.Row)


@implements(operations.as_list)
def as_list(b: FunctionBuilder, value: Value, node: ast.AST | None = None) -> Value:
    """A new list of the items of any iterable."""
    if isinstance(value.type, t.Keyed) and value.type.record.cls is list:
        return objects.copied(b, value, b.marker("copied") if node is None else node)
    return new_list_of(b, value, node)


def new_list_of(b: FunctionBuilder, value: Value, node: ast.AST | None = None) -> Value[t.List]:
    """A new list of the items of any iterable, which have one type."""
    value = as_keyed(b, value)
    node = b.marker("list") if node is None else node
    if has_type(value, t.List):
        return copied(b, value)
    if _is_row(value.type):
        return list_of_row(b, row(b, value), node)
    if has_type(value, t.Stream) and isinstance(source := value.type.source, Comprehension):
        return list_of_comprehension(b, source.node, source.frame, parts_of(value)[0], node)
    made = new_list(b, node)
    each_item(b, node, value, lambda item: append(b, made, item), [])
    if has_type(value, t.Stream) and isinstance(source := value.type.source, Generated):
        recalling.keep(b, source.function, parts_of(value), made)
    return made


@implements(operations.list_of_comprehension)
def list_of_comprehension(
    b: FunctionBuilder, node: ast.ListComp | ast.GeneratorExp, outer: Frame, first: Value, where: ast.AST | None = None
) -> Value[t.List]:
    """A list of a comprehension's items, which was written in that frame, with room for all from the start if possible."""
    where = node if where is None else where
    has_room = len(node.generators) == 1 and _has_length(first.type, changes=has(node, ast.Call))
    source = view(b, first) if has_room and b.live else None
    made = new_list(b, where, None if source is None else source.count())
    part, name = node.generators[0], node.elt
    is_target = isinstance(name, ast.Name) and name.id in {getattr(each, "id", None) for each in ast.walk(part.target)}
    is_filter = is_target and len(part.ifs) == 1 and not has(node, ast.NamedExpr)
    if source is None or not is_filter or not b.emits or b.program.counted is not None:
        each_of_comprehension(b, node, outer, first, lambda item: append(b, made, item, fits=source is not None), where)
        return made
    address, count = made.components[0], b.variable(b.word(0))

    def put(pair: AnyValue) -> None:  # without a branch, which no processor would foresee
        item, fits = (b.convert(*each) for each in zip(items_of(pair), (made.type.item, t.BOOL), strict=True))
        if b.live:
            place = b.ir.load(count)
            memory.store_item(b, item, b.further(address, b.word(3)), place)
            b.ir.store(b.ir.add(place, memory.to_word(b, *fits.components)), count)

    each_of_comprehension(b, node, outer, first, put, where, flagged=True)
    if b.live:
        b.poke(address, LENGTH, b.ir.load(count))
    return made


def _has_length(type_: t.Type, *, changes: bool) -> bool:
    """True of what is iterated as often as its length says at the beginning, if lists change meanwhile or not."""
    source = type_.source if isinstance(type_, t.Stream) else None
    if isinstance(type_, t.Stream) and isinstance(source, Derived) and source.name in ("enumerate", "zip", "reversed"):
        return all(isinstance(part, t.Int) or _has_length(part, changes=changes) for part in type_.parts)
    return isinstance(type_, (t.Range, t.Row)) or (isinstance(type_, t.List) and not changes)


@implements(operations.as_tuple)
def as_tuple(b: FunctionBuilder, value: Value, node: ast.AST | None = None) -> Value:
    """A tuple of the items of any iterable."""
    value = as_keyed(b, value)
    type_ = value.type
    if type_ in (t.CHARS, t.TEXT):
        return as_row(b, value)
    if isinstance(type_, t.DictView):
        return Value(t.VarTuple(type_.item), value.components)
    if isinstance(type_, t.Row) or t.is_known(type_, tuple):
        return value
    if is_tuple(type_):
        return value if type_.cls is None else Value(t.Tuple(type_.items), value.components)
    if has_type(value, t.List):
        return items_as_tuple(b, value) if b.freezes else frozen_items(b, value)
    if (known := _known_items(b, value)) is not None:
        return known
    made = new_list_of(b, value, node)
    found = items_as_tuple(b, made)
    size = size_of(b, value)
    if size is not None and not made.type.item.is_never:
        item = made.type.item
        return b.convert(Value(t.FixedTuple(item, size), (found.components[1],)), t.row_of(item, size))
    return found


def size_of(b: FunctionBuilder, value: Value) -> int | None:
    """The number of items, where it is known."""
    if has_type(value, t.Stream) and isinstance(source := value.type.source, Comprehension):
        loops = source.node.generators
        return None if len(loops) > 1 or loops[0].ifs else size_of(b, parts_of(value)[0])
    found = view(b, value)
    return None if found is None else found.size


def _known_items(b: FunctionBuilder, value: Value) -> Value | None:
    """The tuple that a comprehension makes of a few items, known one by one; None of all else."""
    if not has_type(value, t.Stream) or not isinstance(source := value.type.source, Comprehension):
        return None
    size = size_of(b, value)
    if size is None or size > 8 or (found := view(b, parts_of(value)[0])) is None:
        return None
    items, path = [], b.path
    for place in range(size):
        if b.live:
            b.path = (*path, -1 - place)
            items.append(_comprehended(b, source, found.item(b.word(place))))
    b.path = path
    return tuple_of_values(b, items) if b.live else Value(t.NEVER)


def _comprehended(b: FunctionBuilder, source: Comprehension, item: Value) -> Value:
    """Evaluates a comprehension without conditions for one item."""
    node, outer = source.node, source.frame
    targets = {each.id for each in ast.walk(node.generators[0].target) if isinstance(each, ast.Name)}
    frame = Frame(outer.function, node, outer, (*b.path, id(node)), frozenset(targets))
    enter(b, frame, (), None)
    assign_to(b, node.generators[0].target, item)
    found = evaluate(b, node.elt)
    leave_frame(b, frame)
    return found
