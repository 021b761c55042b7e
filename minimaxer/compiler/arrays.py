"""Numpy arrays: the address of the first element, and for each axis its length and its stride in words.

Parts of an array, its columns, diagonals and mirror images are views of the same memory, as in numpy. Whole numbers have 64 bits,
whatever the array's own type: where numpy wraps a number around that its type cannot hold, compiled code fails.
"""

from __future__ import annotations

import ast
import functools
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from llvmlite import ir

from . import memory, operations, value_types as t
from .builder import AnyValue, FunctionBuilder, MergePoint, Value, all_known, has_type
from .converting import bounds_of, items_of, present, refuse_type, tuple_of, words_of
from .joining import array_type, is_array_type
from .lists import ITEMS, LENGTH, append, cell_for, empty, new_list, widen
from .operations import compare, equal, evaluate, implements, make_array as array_of, truth
from .operators import binary as of_values, bound, checked_index, number, unary as of_value, within
from .program import Program
from .runtime.layout import Layout

Axes = list[tuple[ir.Value, ir.Value]]
"""The length and the stride in words of each axis."""
Words = list[ir.Value]
"""The indices of an element, or the lengths of the axes."""
Shape = tuple[int, ...] | None
"""The lengths of the axes, where they are known."""


def is_array(value: Value) -> bool:
    """True of an array, also of a module constant."""
    return is_array_type(value.type)


def as_array(b: FunctionBuilder, value: Value) -> Value[t.Array]:
    """A module's array as one at run time, in constant memory; others as they are; refuses what is no array."""
    if has_type(value, t.Array):
        return value
    held = value.type.value if isinstance(value.type, t.Constant) else None
    type_ = array_type(held)
    if type_ is None or held is None:
        b.refuse(f"takes {value.type} for an array; write np.array() of it")
    if not b.emits:
        return Value(type_, (None,) * len(type_.components))
    words = tuple(word for each in held.ravel().tolist() for word in words_of(b, each, type_.item))
    return Value(type_, packed(b, type_.item, b.program.table(words), [b.word(size) for size in held.shape], None).components)


def as_line(b: FunctionBuilder, value: Value) -> Value[t.Array]:
    """An array, or a number as an array of one element."""
    if is_array(value):
        return as_array(b, value)
    value = b.at_run_time(value)
    one = value if value.type == t.BOOL else number(b, value)
    return filled(b, [b.word(1)], (1,), t.element(t.dtype_of(one.type)), lambda at: one)


def axes_of(value: Value[t.Array]) -> Axes:
    """The axes of an array."""
    return list(zip(value.components[1::2], value.components[2::2], strict=True))


def sizes_of(value: Value[t.Array]) -> Words:
    """The lengths of the axes of an array."""
    return list(value.components[1::2])


def product(b: FunctionBuilder, sizes: Words) -> ir.Value:
    """The number of elements of an array with these axis lengths."""
    return functools.reduce(b.ir.mul, sizes, b.word(1))


def _view(item: t.Type, address: ir.Value, axes: Axes, shape: Shape, *, fixed: bool = False) -> Value[t.Array]:
    type_ = t.Array(t.element(t.dtype_of(item)), len(axes), shape, fixed)
    return Value(type_, (address, *(component for axis in axes for component in axis)))


def _part_of(value: Value[t.Array], address: ir.Value, axes: Axes, shape: Shape) -> Value[t.Array]:
    """A view of an array's memory, read-only if the array is."""
    return _view(value.type.item, address, axes, shape, fixed=value.type.fixed)


def packed(b: FunctionBuilder, item: t.Type, address: ir.Value, sizes: Words, shape: Shape) -> Value[t.Array]:
    """An array whose elements lie side by side."""
    return _view(item, address, _in_order(b, sizes, b.word(1)), shape)


def _in_order(b: FunctionBuilder, sizes: Words, stride: ir.Value) -> Axes:
    """The axes of elements that follow each other at that distance."""
    axes: Axes = []
    for size in reversed(sizes):
        axes.append((size, stride))
        stride = b.ir.mul(stride, size)
    return axes[::-1]


def new_array(b: FunctionBuilder, item: t.Type, sizes: Words, shape: Shape) -> Value[t.Array]:
    """A new array, whose elements are not set yet."""
    return packed(b, item, memory.allocate(b, b.ir.mul(product(b, sizes), b.word(8))), sizes, shape)


def _address(b: FunctionBuilder, value: Value[t.Array], indices: Words) -> ir.Value:
    found = value.components[0]
    for index, (_, stride) in zip(indices, axes_of(value), strict=True):
        found = b.ir.add(found, b.ir.mul(b.ir.mul(index, stride), b.word(8)))
    return found


def _load(b: FunctionBuilder, value: Value[t.Array], indices: Words) -> Value:
    return memory.load(b, value.type.item, _address(b, value, indices))


@contextmanager
def each_place(b: FunctionBuilder, sizes: Words) -> Iterator[Words]:
    """Emits the `with` block as a loop over the indices of all elements."""
    with ExitStack() as loops:
        yield [loops.enter_context(memory.each_index(b, size)) for size in sizes]


def filled(b: FunctionBuilder, sizes: Words, shape: Shape, item: t.Type, make: Callable[[Words], Value]) -> Value[t.Array]:
    """A new array whose elements a function makes from their indices."""
    made = new_array(b, item, sizes, shape)
    with each_place(b, sizes) as at:
        memory.store(b, as_element(b, make(at), made.type.item), _address(b, made, at))
    return made


def as_element(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts a value to an element of that type; fails where it does not fit."""
    if type_ == t.BOOL:
        return Value(type_, (truth(b, value),))
    if isinstance(type_, t.Single) or (isinstance(value.type, (t.Int, t.Single)) and isinstance(type_, t.Float)):
        return b.convert(value, type_)
    if type_ == t.INT and getattr(value.type, "dtype", "") != getattr(type_, "dtype", ""):
        return within(b, b.convert(number(b, value), t.INT), t.dtype_of(type_))
    return Value(type_, b.convert(number(b, value), type_).components)


def subscript(b: FunctionBuilder, owner: Value, node: ast.expr) -> Value:
    """`array[...]`: an element, or a view; of a mask, the elements where it holds."""
    owner = as_array(b, owner)
    places = _places_at(b, owner, node)
    if not isinstance(places, Value):
        return _at(b, owner, places)
    made = new_list(b, node)
    widen(b, made.type.cell, owner.type.item)
    with _each_where(b, places) as at:
        append(b, made, _load(b, owner, at))
    return of_list(b, made)


@operations.item_of.of(t.Array)
def item(b: FunctionBuilder, owner: Value, index: Value) -> Value:
    """An element, or the part at that index of the first axis."""
    return _at(b, as_array(b, owner), _indices(b, index))


def _at(b: FunctionBuilder, owner: Value[t.Array], indices: list[Index]) -> Value:
    """An element or a view; by lists of indices, a new array of what they pick."""
    picked = _picked(b, owner, indices)
    return _part(b, owner, indices) if picked is None else _gathered(b, owner, picked)


_Picked = tuple[Words, Callable[[Words], Words]]


def _gathered(b: FunctionBuilder, owner: Value[t.Array], picked: _Picked) -> Value[t.Array]:
    """A new array of what lists of indices pick."""
    sizes, place = picked
    return filled(b, sizes, None, owner.type.item, lambda at: _load(b, owner, place(at)))


def _picked(b: FunctionBuilder, owner: Value[t.Array], indices: list[Index]) -> _Picked | None:
    """The axis lengths of what lists of indices pick, and where each element of it is; None where no index is a list."""
    lists = [as_operand(b, each) for each in indices if isinstance(each, Value)]
    arrays = [each for each in lists if has_type(each, t.Array)]
    if not arrays:
        return None
    if len(lists) < len(indices) or len(lists) > len(axes_of(owner)):
        b.refuse("picks elements of an array by lists of indices and slices; write a loop")
    if any(len(axes_of(each)) != 1 or each.type.item != t.INT for each in arrays):
        b.refuse("picks elements of an array by lists of lists, or of truth values; write a loop")
    count = sizes_of(arrays[0])[0]
    for (size,) in map(sizes_of, arrays[1:]):
        _check_same(b, count, size, IndexError, "shape mismatch: indexing arrays could not be broadcast together")

    def place(at: Words) -> Words:
        own = [_load(b, each, at[:1]) if has_type(each, t.Array) else each for each in lists]
        first = [checked_index(b, each, size, "index is out of bounds") for each, size in zip(own, sizes_of(owner), strict=False)]
        return [*first, *at[1:]]

    return [count, *sizes_of(owner)[len(lists) :]], place


Index = Value | tuple[Value, Value, Value]


def _nodes(b: FunctionBuilder, node: ast.expr) -> list[Index]:
    if isinstance(node, ast.Tuple):
        return [each for part in node.elts for each in ([evaluate(b, part)] if isinstance(part, ast.Tuple) else _nodes(b, part))]
    if isinstance(node, ast.Constant) and node.value in (None, ...):
        b.refuse("has None or ... among the indices of an array; write the indices of all axes")
    if isinstance(node, ast.Slice):
        bounds = [Value(t.NONE) if each is None else evaluate(b, each) for each in (node.lower, node.upper, node.step)]
        return [(bounds[0], bounds[1], bounds[2])]
    return [_or_cut(evaluate(b, node))]


def _indices(b: FunctionBuilder, index: Value) -> list[Index]:
    """An index, or those that a tuple holds."""
    index = present(b, index)
    if (cut := bounds_of(index)) is not None:
        return [cut]
    if t.is_known(index.type, tuple):
        return [_or_cut(Value(t.Constant(each))) for each in index.type.value]
    return list(map(_or_cut, items_of(index))) if has_type(index, t.Tuple) else [index]


def _or_cut(index: Value) -> Index:
    return bounds_of(index) or index


def _part(b: FunctionBuilder, owner: Value[t.Array], indices: list[Index]) -> Value:
    axes = axes_of(owner)
    if len(indices) > len(axes):
        b.refuse(f"has {len(indices)} indices for an array of {len(axes)} axes")
    address, kept, shape = owner.components[0], list[tuple[ir.Value, ir.Value]](), list[int | None]()
    known = owner.type.shape or (None,) * len(axes)
    for index, (size, stride), length in zip(indices, axes, known, strict=False):
        if isinstance(index, tuple):
            first, axis, part = _cut(b, index, size, stride, length)
            kept.append(axis)
            shape.append(part)
        else:
            first = checked_index(b, index, size, "index is out of bounds")
        address = b.ir.add(address, b.ir.mul(b.ir.mul(first, stride), b.word(8)))
    kept += axes[len(indices) :]
    if not kept:
        return memory.load(b, owner.type.item, address)
    sizes = [size for size in [*shape, *known[len(indices) :]] if size is not None]
    return _part_of(owner, address, kept, tuple(sizes) if len(sizes) == len(kept) else None)


def _cut(
    b: FunctionBuilder, cut: tuple[Value, Value, Value], size: ir.Value, stride: ir.Value, known: int | None
) -> tuple[ir.Value, ir.Value, int | None]:
    """The start of a slice of an axis, its length and stride; and the length where it is known."""
    values = [each.type.value if isinstance(each.type, t.Constant) else ... for each in cut]
    step = 1 if values[2] is None else values[2]
    if not isinstance(step, int) or step == 0:
        b.refuse("takes a slice of an array with a step that is not known")
    length = len(range(known)[slice(*(each.type.value for each in cut))]) if known is not None and all_known(cut) else None
    if step < 0 and (values[0] is not None or values[1] is not None):
        b.refuse("takes a slice of an array backwards with bounds; take it forwards first")
    start = b.ir.sub(size, b.word(1)) if step < 0 else bound(b, cut[0], size, b.word(0))
    span = size if step < 0 else b.ir.sub(bound(b, cut[1], size, size), start)
    many = b.ir.sdiv(b.ir.add(span, b.word(abs(step) - 1)), b.word(abs(step)))
    many = b.ir.select(b.compare(">", many, b.word(0)), many, b.word(0))
    return start, (many if length is None else b.word(length), b.ir.mul(stride, b.word(step))), length


def assign(b: FunctionBuilder, owner: Value, node: ast.expr, value: Value) -> None:
    """`array[...] = value`, of one element, a part, or where a mask holds."""
    owner = _writable(b, owner)
    value = as_operand(b, value)
    places = _places_at(b, owner, node)
    if isinstance(places, Value):
        if is_array(value):
            b.refuse("assigns several values where a mask holds; write a loop")
        with _each_where(b, places) as at:
            _put(b, owner, at, value)
    elif (picked := _picked(b, owner, places)) is not None:
        _put_picked(b, owner, picked, value)
    elif len(places) == len(axes_of(owner)) and not any(isinstance(each, tuple) for each in places):
        _put(b, owner, _checked(b, owner, places), value)
    else:
        fill(b, _part(b, owner, places), value)


def _put_picked(b: FunctionBuilder, owner: Value[t.Array], picked: _Picked, value: Value) -> None:
    """Assigns to what lists of indices pick, one after the other."""
    sizes, place = picked
    with each_place(b, sizes[:1]) as at:
        place(at)  # numpy looks at all indices before it changes anything
    _put_each(b, owner, sizes, place, value)


def change_part(b: FunctionBuilder, node: ast.AugAssign, owner: Value, place: ast.expr) -> None:
    """`array[...] += value` and the like, of one element, a part, or where a mask holds."""
    owner = _writable(b, owner)
    places = _places_at(b, owner, place)
    if isinstance(places, Value):
        more = evaluate(b, node.value)
        if is_array(as_operand(b, more)):
            b.refuse("changes several values where a mask holds by as many others; write a loop", node)
        with _each_where(b, places) as at:
            _put(b, owner, at, _castable(b, owner, of_values(b, node.op, _load(b, owner, at), more, node)))
        return
    picked = _picked(b, owner, places)
    before = _part(b, owner, places) if picked is None else _gathered(b, owner, picked)
    changed = of_values(b, node.op, before, evaluate(b, node.value), node)
    if picked is not None:
        _put_picked(b, owner, picked, _castable(b, owner, changed))
    elif is_array(before):
        fill(b, before, _castable(b, owner, changed))
    else:
        _put(b, owner, _checked(b, owner, places), changed)


def _writable(b: FunctionBuilder, owner: Value) -> Value[t.Array]:
    if not has_type(owner, t.Array) or owner.type.fixed:
        b.refuse("assigns to an array of the module, a diagonal or .flat, which cannot change here; assign to a copy")
    return owner


def _places_at(b: FunctionBuilder, owner: Value[t.Array], node: ast.expr) -> Value[t.Array] | list[Index]:
    """A mask, or the indices of an element or a part."""
    if isinstance(node, (ast.Slice, ast.Tuple, ast.Constant)):
        return _nodes(b, node)
    found = evaluate(b, node)
    mask = as_array(b, found) if is_array(found) else None
    if mask is None or mask.type.item != t.BOOL:
        return _indices(b, found)
    if len(axes_of(mask)) != len(axes_of(owner)):
        b.refuse(f"has a mask of {len(axes_of(mask))} axes for an array of {len(axes_of(owner))}")
    for size, length in zip(sizes_of(owner), sizes_of(mask), strict=True):
        b.check(b.compare("==", size, length), IndexError, "boolean index did not match indexed array")
    return mask


def _checked(b: FunctionBuilder, owner: Value[t.Array], indices: list[Index]) -> Words:
    """The checked index of an element along each axis."""
    sizes = zip(indices, sizes_of(owner), strict=True)
    return [checked_index(b, index, size, "index is out of bounds") for index, size in sizes if isinstance(index, Value)]


def fill(b: FunctionBuilder, part: AnyValue, value: Value) -> None:
    """Assigns a value, or the elements of an array, to those of an array."""
    _put_each(b, part, sizes_of(part), lambda at: at, value)


def _put_each(b: FunctionBuilder, owner: Value[t.Array], sizes: Words, place: Callable[[Words], Words], value: Value) -> None:
    """Assigns a value, or the elements of an array, to the places of an array that axes of these lengths lead to."""
    if is_array(value):
        value = copied(b, value)  # they may overlap
        if len(axes_of(value)) > len(sizes):
            b.refuse(f"assigns an array of {len(axes_of(value))} axes to one of {len(sizes)}")
        _check_sizes(b, sizes, value)
    with each_place(b, sizes) as at:
        _put(b, owner, place(at), _broadcast(b, value, at, len(sizes)))


def change(b: FunctionBuilder, op: ast.operator, owner: Value, more: Value, node: ast.AST) -> None:
    """`array += more` and the like, which change the array itself."""
    owner = _writable(b, owner)
    fill(b, owner, _castable(b, owner, binary(b, op, owner, more, node)))


def _castable(b: FunctionBuilder, owner: Value[t.Array], value: Value) -> Value:
    """The value to put into an array in place; refuses types that numpy does not cast."""
    mine, theirs = (t.dtype_of(each.type.item if isinstance(each.type, t.Array) else each.type) for each in (value, owner))
    if not sys.modules["numpy"].can_cast(mine, theirs, "same_kind"):
        b.refuse(f"puts {mine} into an array of {theirs} in place, which numpy refuses")
    return value


def _put(b: FunctionBuilder, owner: Value[t.Array], at: Words, value: Value) -> None:
    if is_array(value):
        b.refuse("assigns an array to one element")
    memory.store(b, as_element(b, value, owner.type.item), _address(b, owner, at))


@contextmanager
def _each_where(b: FunctionBuilder, mask: Value[t.Array]) -> Iterator[Words]:
    """Emits the `with` block as a loop over the indices of all elements that count as true."""
    with each_place(b, sizes_of(mask)) as at, b.when(truth(b, _load(b, mask, at))):
        yield at


def of_list(b: FunctionBuilder, made: Value[t.List]) -> Value[t.Array]:
    """The items of a list as an array of one axis, in the same memory."""
    inner = t.INT if made.type.item.is_never else made.type.item
    if not isinstance(inner, (t.Int, t.Bool, t.Float)):
        b.refuse(f"takes {made.type} for an array of numbers")
    return packed(b, inner, b.peek(made.components[0], ITEMS), [b.peek(made.components[0], LENGTH)], None)


def as_operand(b: FunctionBuilder, value: Value) -> Value:
    """A list or tuple as an array, as in numpy; all else as it is."""
    is_known = t.is_known(value.type, tuple, list)
    if is_known or (isinstance(value.type, (t.List, t.Row, t.Tuple)) and getattr(value.type, "cls", None) is None):
        return array_of(b, value, None, b.marker("operand"))
    return as_array(b, value) if is_array(value) else value


def _broadcast(b: FunctionBuilder, value: Value, at: Words, axes: int) -> Value:
    """The element of a value that is broadcast to those indices."""
    if not has_type(value, t.Array):
        return value
    shape = value.type.shape or (None,) * value.type.axes
    own = at[axes - value.type.axes :]
    return _load(b, value, [b.word(0) if size == 1 else index for index, size in zip(own, shape, strict=True)])


def _check_sizes(b: FunctionBuilder, sizes: Words, other: Value[t.Array]) -> None:
    """Fails where an array's axis lengths do not match; an axis known to have length 1 matches all."""
    shape = other.type.shape or (None,) * other.type.axes
    for size, length, known in zip(sizes[len(sizes) - other.type.axes :], sizes_of(other), shape, strict=True):
        if known != 1:
            _check_same(b, size, length, ValueError, "operands could not be broadcast together")


def _check_same(b: FunctionBuilder, size: ir.Value, length: ir.Value, error: type[Exception], text: str) -> None:
    """Fails where two axis lengths differ; where one is 1, that is a limit of compiled code."""
    same, one = b.compare("==", size, length), b.word(1)
    alone = b.ir.or_(b.compare("==", size, one), b.compare("==", length, one))
    b.check(b.ir.or_(same, b.ir.not_(alone)), OverflowError, "one element may meet many; make its length known")
    b.check(same, error, text)


def elementwise(b: FunctionBuilder, values: list[Value], function: Callable[[list[Value]], Value]) -> Value[t.Array]:
    """A new array of a function's results for the elements that meet."""
    values = [as_operand(b, each) for each in values]
    arrays = [each for each in values if has_type(each, t.Array)]
    largest = max(arrays, key=lambda each: (len(axes_of(each)), math.prod(each.type.shape or (0,))))
    sizes, axes = sizes_of(largest), len(sizes_of(largest))
    for other in arrays:
        if other is not largest:
            _check_sizes(b, sizes, other)
    shapes = {each.type.shape for each in arrays if len(axes_of(each)) == axes}
    shape = largest.type.shape or (shapes.pop() if len(shapes) == 1 else None)
    with b.dry():
        zeros = [b.word(0)] * axes
        result = b.at_run_time(function([_broadcast(b, each, zeros, axes) for each in values])).type
    return filled(b, sizes, shape, result, lambda at: function([_broadcast(b, each, at, axes) for each in values]))


@implements(operations.array_binary)
def binary(b: FunctionBuilder, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value[t.Array]:
    """Applies an operator to two values of which one is an array, element by element."""
    return elementwise(b, [left, right], lambda pair: of_values(b, op, pair[0], pair[1], node))


@implements(operations.array_unary)
def unary(b: FunctionBuilder, op: ast.unaryop, value: Value, node: ast.AST) -> Value[t.Array]:
    """Applies an operator to an array, element by element; `~` of truth values is `not`."""
    if isinstance(op, ast.Invert) and as_array(b, value).type.item == t.BOOL:
        op = ast.Not()
    return elementwise(b, [value], lambda one: of_value(b, op, one[0], node))


def compared(b: FunctionBuilder, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value[t.Array]:
    """Compares values, element by element."""
    return elementwise(b, [left, right], lambda pair: b.convert(compare(b, op, pair[0], pair[1], node), t.BOOL))


def reduced(
    b: FunctionBuilder, value: Value, axis: int | None, start: Value | None, step: Callable[[Value, Value], Value], type_: t.Type
) -> Value:
    """Reduces all elements, or those along an axis, by `step`; without a start, from the first one on, which has to be there."""

    def fold(sizes: Words, element: Callable[[Words], Value]) -> Value:
        slots, first = b.slots(type_), start
        if first is None:
            text = "zero-size array to reduction operation which has no identity"
            for size in sizes:
                b.check(b.compare(">", size, b.word(0)), ValueError, text)
            first = element([b.word(0)] * len(sizes))
        b.store_slots(slots, b.convert(first, type_))
        with each_place(b, sizes) as at:
            b.store_slots(slots, b.convert(step(b.load_slots(type_, slots), element(at)), type_))
        return b.load_slots(type_, slots)

    value = as_array(b, value)
    sizes = sizes_of(value)
    if axis is None:
        return fold(sizes, lambda at: _load(b, value, at))
    if not -len(sizes) <= axis < len(sizes):
        b.refuse(f"names axis {axis} of an array of {len(sizes)} axes")
    axis %= len(sizes)
    others = sizes[:axis] + sizes[axis + 1 :]
    known = value.type.shape
    shape = None if known is None else known[:axis] + known[axis + 1 :]

    def along(at: Words) -> Value:
        return fold([sizes[axis]], lambda one: _load(b, value, [*at[:axis], *one, *at[axis:]]))

    return filled(b, others, shape, type_, along) if others else along([])


def places(b: FunctionBuilder, value: Value, node: ast.AST) -> list[Value[t.Array]]:
    """The indices of all elements that count as true: an array for each axis."""
    value = as_array(b, value)
    made = []
    for axis in range(len(axes_of(value))):
        cell = cell_for(b, node, f"axis{axis}")
        widen(b, cell, t.INT)
        made.append(empty(b, t.List(cell)))
    with _each_where(b, value) as at:
        for index, into in zip(at, made, strict=True):
            append(b, into, Value(t.INT, (index,)))
    return [of_list(b, each) for each in made]


def stacked(b: FunctionBuilder, columns: list[Value[t.Array]]) -> Value[t.Array]:
    """Joins arrays of one axis as the columns of a new one."""
    count = sizes_of(columns[0])[0]
    made = new_array(b, t.INT, [count, b.word(len(columns))], None)
    with memory.each_index(b, count) as index:
        for place, column in enumerate(columns):
            memory.store(b, _load(b, column, [index]), _address(b, made, [index, b.word(place)]))
    return made


def in_a_row(
    b: FunctionBuilder, each_part: Callable[[Callable[[Value[t.Array]], None]], None], type_: t.Type, shape: Shape
) -> Value[t.Array]:
    """Joins arrays of one axis to one of such elements; `each_part` passes on each of them in order, and is called twice."""
    end = b.variable(b.word(0))

    def skip(part: Value[t.Array]) -> None:
        b.ir.store(b.ir.add(b.ir.load(end), sizes_of(part)[0]), end)

    def copy(part: Value[t.Array]) -> None:
        first = b.ir.load(end)
        with memory.each_index(b, sizes_of(part)[0]) as index:
            memory.store(b, as_element(b, _load(b, part, [index]), type_), _address(b, joined, [b.ir.add(first, index)]))
        skip(part)

    each_part(skip)
    joined = new_array(b, type_, [b.ir.load(end)], shape)
    b.ir.store(b.word(0), end)
    each_part(copy)
    return joined


def rolled(b: FunctionBuilder, value: Value, shift: ir.Value, axis: int) -> Value[t.Array]:
    """A copy whose elements are moved along an axis by a number of places, those at its end to its beginning."""
    value = as_array(b, value)
    sizes = sizes_of(value)

    def one(at: Words) -> Value:
        place = b.ir.srem(b.ir.sub(at[axis], shift), sizes[axis])
        place = b.ir.select(b.compare("<", place, b.word(0)), b.ir.add(place, sizes[axis]), place)
        return _load(b, value, [*at[:axis], place, *at[axis + 1 :]])

    return filled(b, sizes, value.type.shape, value.type.item, one)


def padded(b: FunctionBuilder, value: Value, width: Value, fill: Value) -> Value[t.Array]:
    """A copy with a border of that width on each side of each axis."""
    value = as_array(b, value)
    sizes, shape, item = sizes_of(value), value.type.shape, value.type.item
    border, more = as_element(b, fill, item), b.convert(width, t.INT).components[0]
    b.check(b.compare(">=", more, b.word(0)), ValueError, "index can't contain negative values")

    def one(at: Words) -> Value:
        places = [b.ir.sub(each, more) for each in at]
        fits = [b.ir.icmp_unsigned("<", place, size) for place, size in zip(places, sizes, strict=True)]
        inside = functools.reduce(b.ir.and_, fits, b.bit(True))
        return b.either(inside, lambda: _load(b, value, places), lambda: border, item)

    wide = width.type.value if isinstance(width.type, t.Constant) and b.live else None
    larger = None if shape is None or wide is None else tuple(each + 2 * wide for each in shape)
    return filled(b, [b.ir.add(each, b.ir.mul(more, b.word(2))) for each in sizes], larger, item, one)


def spliced(b: FunctionBuilder, value: Value, index: Value, put: Value | None) -> Value[t.Array]:
    """A copy of an array of one axis with one element more at an index, or without the one that is there."""
    value = as_array(b, value)
    (size,), shape, item = sizes_of(value), value.type.shape, value.type.item
    more = -1 if put is None else 1
    place = number(b, index).components[0]
    place = b.ir.select(b.compare("<", place, b.word(0)), b.ir.add(place, size), place)
    b.check(b.ir.icmp_unsigned("<=" if more == 1 else "<", place, size), IndexError, "an index is out of bounds")
    fresh = None if put is None else as_element(b, put, item)

    def one(at: Words) -> Value:
        behind = b.compare(">" if more == 1 else ">=", at[0], place)
        source = b.ir.select(behind, b.ir.sub(at[0], b.word(more)), at[0])
        if fresh is None:
            return _load(b, value, [source])
        return b.either(b.compare("==", at[0], place), lambda: fresh, lambda: _load(b, value, [source]), item)

    return filled(b, [b.ir.add(size, b.word(more))], None if shape is None else (shape[0] + more,), item, one)


def packed_bits(b: FunctionBuilder, value: Value) -> Value[t.Array]:
    """The bits of all elements, eight to a number, the first one highest; the last number is filled up with zeros."""
    value = flat(b, value)
    if value.type.item == t.FLOAT:
        b.refuse("packs the bits of floats, as numpy cannot")
    count, shape = sizes_of(value)[0], value.type.shape

    def byte(at: Words) -> Value:
        found = b.word(0)
        for place in range(8):
            index = b.ir.add(b.ir.mul(at[0], b.word(8)), b.word(place))
            inside = b.compare("<", index, count)
            bit = truth(b, _load(b, value, [b.ir.select(inside, index, b.word(0))]))
            bit = b.ir.zext(b.ir.and_(inside, bit), t.WORD)
            found = b.ir.or_(found, b.ir.shl(bit, b.word(7 - place)))
        return Value(t.Int("uint8"), (found,))

    size = b.ir.lshr(b.ir.add(count, b.word(7)), b.word(3))
    return filled(b, [size], None if shape is None else ((shape[0] + 7) // 8,), t.element("uint8"), byte)


def unpacked_bits(b: FunctionBuilder, value: Value) -> Value[t.Array]:
    """The eight bits of each number of 8 bits, the highest one first."""
    value = flat(b, value)
    if t.dtype_of(value.type.item) != "uint8":
        b.refuse("takes the bits of an array that is not of uint8, as numpy cannot")
    count, shape = sizes_of(value)[0], value.type.shape

    def bit(at: Words) -> Value:
        byte = _load(b, value, [b.ir.lshr(at[0], b.word(3))]).components[0]
        place = b.ir.sub(b.word(7), b.ir.and_(at[0], b.word(7)))
        return Value(t.Int("uint8"), (b.ir.and_(b.ir.lshr(byte, place), b.word(1)),))

    return filled(b, [b.ir.mul(count, b.word(8))], None if shape is None else (8 * shape[0],), t.element("uint8"), bit)


def copied(b: FunctionBuilder, value: Value, item: t.Type | None = None) -> Value[t.Array]:
    """A copy of an array, with elements of another type if `item` is given."""
    value = as_array(b, value)
    wanted = value.type.item if item is None else item

    def cast(at: Words) -> Value:
        found = _load(b, value, at)
        is_cut = found.type == t.FLOAT and wanted == t.INT  # `astype` truncates floats
        return Value(t.INT, (b.ir.fptosi(found.components[0], t.WORD),)) if is_cut else found

    return filled(b, sizes_of(value), value.type.shape, wanted, cast)


def flat(b: FunctionBuilder, value: Value, *, fixed: bool = False) -> Value[t.Array]:
    """A copy of all elements, along one axis, read-only if `fixed`."""
    made = _line(b, copied(b, value))
    return _view(made.type.item, made.components[0], axes_of(made), made.type.shape, fixed=fixed)


def raveled(b: FunctionBuilder, value: Value) -> Value:
    """The elements along one axis: a view where they lie side by side in order, else a copy."""
    value = as_array(b, value)
    even, stride = _evenness(b, value)
    side_by_side = b.ir.and_(even, b.compare("==", stride, b.word(1)))
    return b.either(side_by_side, lambda: _line(b, value), lambda: b.convert(flat(b, value), _line(b, value).type))


def _line(b: FunctionBuilder, value: Value[t.Array]) -> Value[t.Array]:
    shape = value.type.shape
    size = product(b, sizes_of(value))
    return _part_of(value, value.components[0], [(size, b.word(1))], None if shape is None else (math.prod(shape),))


def _evenness(b: FunctionBuilder, value: Value[t.Array]) -> tuple[ir.Value, ir.Value]:
    """A bit that is 1 if all elements in order are equally spaced, and their distance in words."""
    even, stride, before, found = b.bit(True), b.word(1), b.word(0), b.bit(False)
    for size, own in reversed(axes_of(value)):
        long, first = b.compare("!=", size, b.word(1)), b.ir.not_(found)
        fits = b.ir.or_(b.ir.or_(b.ir.not_(long), first), b.compare("==", own, before))
        even = b.ir.and_(even, fits)
        stride = b.ir.select(b.ir.and_(long, first), own, stride)
        before = b.ir.select(long, b.ir.mul(own, size), before)
        found = b.ir.or_(found, long)
    return even, stride


def reshaped(b: FunctionBuilder, value: Value[t.Array], sizes: Words, shape: Shape) -> Value:
    """An array of the same elements in other axes: a view where they are equally spaced; else, with one axis, a copy."""
    even, stride = _evenness(b, value)
    view = _part_of(value, value.components[0], _in_order(b, sizes, stride), shape)
    if len(sizes) > 1:
        b.check(even, OverflowError, "numpy makes a view or a copy of a part in another shape; copy it")
        return view

    def copy() -> Value:
        return b.convert(packed(b, value.type.item, flat(b, value).components[0], sizes, shape), view.type)

    return b.either(even, lambda: view, copy)


def diagonal(b: FunctionBuilder, value: Value, offset: Value) -> Value[t.Array]:
    """The diagonal of an array of two axes, moved right by an offset."""
    value = as_array(b, value)
    if len(axes_of(value)) != 2:
        b.refuse(f"takes the diagonal of an array of {len(axes_of(value))} axes")
    (rows, down), (columns, right) = axes_of(value)
    shift = b.convert(number(b, offset), t.INT).components[0]
    length = None
    shape = value.type.shape
    if shape is not None and isinstance(offset.type, t.Constant):
        length = max(0, min(shape[0] + min(offset.type.value, 0), shape[1] - max(offset.type.value, 0)))
    zero = b.word(0)
    across = b.ir.select(b.compare(">", shift, zero), shift, zero)
    below = b.ir.select(b.compare("<", shift, zero), b.ir.sub(zero, shift), zero)
    high, wide = b.ir.sub(rows, below), b.ir.sub(columns, across)
    many = b.ir.select(b.compare("<", high, wide), high, wide)
    many = b.ir.select(b.compare(">", many, zero), many, zero)
    address = _address(b, value, [below, across])
    axis = many if length is None else b.word(length), b.ir.add(down, right)
    return _view(value.type.item, address, [axis], None if length is None else (length,), fixed=True)


def turned(b: FunctionBuilder, value: Value, axis: int) -> Value[t.Array]:
    """The array with one axis reversed."""
    value = as_array(b, value)
    axes = axes_of(value)
    axis %= len(axes)
    size, stride = axes[axis]
    last = [b.word(0)] * axis + [b.ir.sub(size, b.word(1))] + [b.word(0)] * (len(axes) - axis - 1)
    axes[axis] = size, b.ir.sub(b.word(0), stride)
    return _part_of(value, _address(b, value, last), axes, value.type.shape)


def transposed(b: FunctionBuilder, value: Value) -> Value[t.Array]:
    """The array with its axes in reverse order."""
    value = as_array(b, value)
    shape = value.type.shape
    return _part_of(value, value.components[0], axes_of(value)[::-1], None if shape is None else shape[::-1])


def shape_of(b: FunctionBuilder, value: Value) -> Value:
    """The lengths of all axes, as a tuple."""
    value = as_array(b, value)
    if value.type.shape is not None:
        return Value(t.Constant(value.type.shape))
    return tuple_of([Value(t.INT, (size,)) for size in sizes_of(value)])


def size_of(b: FunctionBuilder, value: Value) -> Value:
    """The number of elements."""
    value = as_array(b, value)
    if value.type.shape is not None:
        return Value(t.Constant(math.prod(value.type.shape)))
    return Value(t.INT, (product(b, sizes_of(value)),))


def equal_arrays(b: FunctionBuilder, left: Value, right: Value) -> Value:
    """True if two arrays have the same shape and elements."""
    left, right = as_array(b, left), as_array(b, right)
    meeting = MergePoint(b)
    no = Value(t.BOOL, (b.bit(False),))
    if len(axes_of(left)) != len(axes_of(right)):
        return Value(t.Constant(False))
    for (size, _), (other, _) in zip(axes_of(left), axes_of(right), strict=True):
        b.leave_unless(b.compare("==", size, other), meeting, no)
    with each_place(b, sizes_of(left)) as at:
        b.leave_unless(b.convert(equal(b, _load(b, left, at), _load(b, right, at)), t.BOOL).components[0], meeting, no)
    return meeting.close(Value(t.BOOL, (b.bit(True),)), t.BOOL)


@operations.read.of(t.Array)
def read(b: FunctionBuilder, type_: t.Array, address: ir.Value, place: int) -> Value[t.Array]:
    """Reads an array from its words."""
    assert type_.shape is not None
    made = new_array(b, type_.item, [b.word(size) for size in type_.shape], type_.shape)
    memory.copy(b, b.ir.add(address, b.word(8 * place)), made.components[0], b.word(math.prod(type_.shape)))
    return made


@operations.write.of(t.Array)
def write(b: FunctionBuilder, value: Value[t.Array], address: ir.Value, place: int, sorts: bool) -> None:
    """Writes the words of an array."""
    type_ = value.type
    assert type_.shape is not None
    source = copied(b, value)
    for (size, _), known in zip(axes_of(source), type_.shape, strict=True):
        b.check(b.compare("==", size, b.word(known)), OverflowError, "an array has another shape than those of states")
    memory.copy(b, source.components[0], b.ir.add(address, b.word(8 * place)), b.word(math.prod(type_.shape)))


@operations.layout_of.of(t.Array)
def layout_of(program: Program, type_: t.Array) -> Layout:
    """The layout of its elements, with its numpy type and axis lengths."""
    shape = type_.shape or ()
    return Layout("array", (operations.layout_of(program, type_.item),), (type_.dtype, *map(str, shape)), count=math.prod(shape))


@operations.make.of(t.Array)
def made(b: FunctionBuilder, value: Value, type_: t.Array) -> Value[t.Array]:
    """Converts an array; its shape and the integer type of its elements may differ."""
    found = as_array(b, value) if is_array(value) else value
    if not isinstance(found.type, t.Array) or (found.type.item, found.type.axes) != (type_.item, type_.axes):
        refuse_type(b, value.type, type_)
    return Value(type_, found.components)
