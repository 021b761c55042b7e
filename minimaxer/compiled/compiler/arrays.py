"""Arrays of numpy: where the first element lies, and for each axis how many there are and how many words they lie apart.

Parts of an array, its columns, diagonals and mirror images are views of the same memory, as in numpy. Whole numbers have 64 bits,
whatever the array's own type: what it cannot hold is no error here.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

from . import memory
from .body import Body, Value
from .converting import words_of
from .joining import array_kind, is_array_kind
from .kinds import BOOL, FLOAT, INT, NONE, Array, Constant, Kind, List, Never, Row, Tuple
from .operators import number

Axes = list[tuple[Any, Any]]
"""Of each axis, its length and its stride in words."""


def is_array(value: Value) -> bool:
    """Whether it is an array, also one of the module."""
    return is_array_kind(value.kind)


def as_array(b: Body, value: Value) -> Value:
    """An array of the module as one at run time, in memory that never changes; others as they are."""
    if isinstance(value.kind, Array):
        return value
    assert isinstance(value.kind, Constant)
    kind = array_kind(value.kind.value)
    assert kind is not None
    return image(b, value.kind.value, kind)


def image(b: Body, value: Any, kind: Array) -> Value:
    """A known array."""
    if b.ir is None:
        return Value(kind, (None,) * len(kind.leaves))
    words = tuple(word for each in value.ravel().tolist() for word in words_of(b, each, kind.item))
    return packed(b, kind.item, b.program.table(words), [b.word(size) for size in value.shape], tuple(value.shape))


def axes_of(value: Value) -> Axes:
    """The axes of an array."""
    leaves = value.leaves[1:]
    return list(zip(leaves[::2], leaves[1::2], strict=True))


def sizes_of(value: Value) -> list[Any]:
    """The lengths of the axes of an array."""
    return list(value.leaves[1::2])


def product(b: Body, sizes: list[Any]) -> Any:
    """How many elements an array of such lengths has."""
    total: Any = b.word(1)
    for size in sizes:
        total = b.op("mul", total, size)
    return total


def _view(b: Body, item: Kind, address: Any, axes: Axes, shape: tuple[int, ...] | None) -> Value:
    return Value(Array(item, len(axes), shape), (address, *(leaf for axis in axes for leaf in axis)))


def packed(b: Body, item: Kind, address: Any, sizes: list[Any], shape: tuple[int, ...] | None) -> Value:
    """An array whose elements lie side by side."""
    axes: Axes = []
    stride: Any = b.word(1)
    for size in reversed(sizes):
        axes.append((size, stride))
        stride = b.op("mul", stride, size)
    return _view(b, item, address, axes[::-1], shape)


def new_array(b: Body, item: Kind, sizes: list[Any], shape: tuple[int, ...] | None) -> Value:
    """A new array, whose elements mean nothing yet."""
    return packed(b, item, memory.allocate(b, b.op("mul", product(b, sizes), b.word(8))), sizes, shape)


def _address(b: Body, value: Value, indices: list[Any]) -> Any:
    found = value.leaves[0]
    for index, (_, stride) in zip(indices, axes_of(value), strict=True):
        found = b.op("add", found, b.op("mul", b.op("mul", index, stride), b.word(8)))
    return found


def _load(b: Body, value: Value, indices: list[Any]) -> Value:
    return memory.load(b, _item(value), _address(b, value, indices))


def _item(value: Value) -> Kind:
    assert isinstance(value.kind, Array)
    return value.kind.item


def _shape(value: Value) -> tuple[int, ...] | None:
    assert isinstance(value.kind, Array)
    return value.kind.shape


def each_place(b: Body, sizes: list[Any], body: Callable[[list[Any]], None]) -> None:
    """Does something for the indices of all elements."""

    def level(chosen: list[Any]) -> None:
        if len(chosen) == len(sizes):
            body(chosen)
            return
        memory.count_up(b, sizes[len(chosen)], lambda index: level([*chosen, index]))

    level([])


def filled(b: Body, sizes: list[Any], shape: tuple[int, ...] | None, item: Kind, make: Callable[[list[Any]], Value]) -> Value:
    """A new array of what a function makes of the indices of each element."""
    made = new_array(b, item, sizes, shape)
    each_place(b, sizes, lambda at: memory.store(b, b.convert(make(at), item), _address(b, made, at)))
    return made


# --- indices ------------------------------------------------------------------------------------------------------------------


def subscript(b: Body, owner: Value, node: ast.expr) -> Value:
    """`array[...]`: an element, or a view; of a mask, the elements where it holds."""
    from .expressions import evaluate

    owner = as_array(b, owner)
    if not isinstance(node, (ast.Slice, ast.Tuple)):
        index = evaluate(b, node)
        if is_array(index):
            return _where_mask(b, owner, as_array(b, index), node)
        return _part(b, owner, _indices(b, index))
    return _part(b, owner, _nodes(b, node))


def item(b: Body, owner: Value, index: Value) -> Value:
    """An element, or the part at that index of the first axis."""
    return _part(b, as_array(b, owner), _indices(b, index))


Index = Value | tuple[Value, Value, Value]


def _nodes(b: Body, node: ast.expr) -> list[Index]:
    from .expressions import evaluate

    if isinstance(node, ast.Tuple):
        return [each for part in node.elts for each in _nodes(b, part)]
    if isinstance(node, ast.Slice):
        bounds = [Value(NONE) if each is None else evaluate(b, each) for each in (node.lower, node.upper, node.step)]
        return [(bounds[0], bounds[1], bounds[2])]
    return [evaluate(b, node)]


def _indices(b: Body, index: Value) -> list[Index]:
    """An index, or those that a tuple holds."""
    from .converting import items_of, present

    index = present(b, index)
    if isinstance(index.kind, Constant) and isinstance(index.kind.value, tuple):
        return [Value(Constant(each)) for each in index.kind.value]
    if isinstance(index.kind, Tuple):
        return list(items_of(index))
    return [index]


def _part(b: Body, owner: Value, indices: list[Index]) -> Value:
    from .subscripts import checked_index

    axes = axes_of(owner)
    if len(indices) > len(axes):
        b.refuse(f"has {len(indices)} indices for an array of {len(axes)} axes")
    address, kept, shape = owner.leaves[0], list[tuple[Any, Any]](), list[int | None]()
    known = _shape(owner)
    for place, (index, (size, stride)) in enumerate(zip(indices, axes, strict=False)):
        if isinstance(index, tuple):
            first, axis, length = _cut(b, index, size, stride, None if known is None else known[place])
            kept.append(axis)
            shape.append(length)
        else:
            if isinstance(index.kind, (Array, List, Row)):
                b.refuse("picks elements of an array by a list of indices; write a loop")
            first = checked_index(b, index, size, "index is out of bounds")
        address = b.op("add", address, b.op("mul", b.op("mul", first, stride), b.word(8)))
    rest = axes[len(indices) :]
    shape += list(known[len(indices) :]) if known is not None else [None] * len(rest)
    if not kept and not rest:
        return memory.load(b, _item(owner), address)
    static = None if None in shape else tuple(size for size in shape if size is not None)
    return _view(b, _item(owner), address, [*kept, *rest], static)


def _cut(b: Body, cut: tuple[Value, Value, Value], size: Any, stride: Any, known: int | None) -> tuple[Any, Any, int | None]:
    """Where a slice of an axis begins, its length and stride; the length too where it is known."""
    from .subscripts import bound

    values: list[Any] = [each.kind.value if isinstance(each.kind, Constant) else ... for each in cut]
    step = 1 if values[2] is None else values[2]
    if not isinstance(step, int) or step == 0:
        b.refuse("takes a slice of an array with a step that is not known")
    length = None if known is None or ... in values else len(range(known)[slice(*values)])
    if step < 0 and (values[0] is not None or values[1] is not None):
        b.refuse("takes a slice of an array backwards with bounds; take it forwards first")
    start = b.op("sub", size, b.word(1)) if step < 0 else bound(b, cut[0], size, b.word(0))
    stop = size if step < 0 else bound(b, cut[1], size, size)
    if b.ir is None:
        return None, (None, None), length
    span = size if step < 0 else b.ir.sub(stop, start)
    many = b.ir.sdiv(b.ir.add(span, b.word(abs(step) - 1)), b.word(abs(step)))
    many = b.ir.select(b.compare(">", many, b.word(0)), many, b.word(0))
    leaf = many if length is None else b.word(length)
    return start, (leaf, b.ir.mul(stride, b.word(step))), length


def assign(b: Body, owner: Value, node: ast.expr, value: Value) -> None:
    """`array[...] = value`, of one element, a part, or where a mask holds."""
    from .expressions import evaluate

    if not isinstance(owner.kind, Array):
        b.refuse("assigns to an array of the module; rules have no memory of their own")
    mask = None if isinstance(node, (ast.Slice, ast.Tuple)) else evaluate(b, node)
    if mask is not None and is_array(mask):
        held = as_array(b, mask)
        each_place(b, sizes_of(owner), lambda at: _store_where(b, _load(b, held, at), owner, at, value))
        return
    indices = _nodes(b, node) if mask is None else _indices(b, mask)
    if len(indices) == len(axes_of(owner)) and not any(isinstance(each, tuple) for each in indices):
        _assign_element(b, owner, indices, value)
        return
    part = _part(b, owner, indices)
    value = copied(b, value) if is_array(value) else value  # they may overlap
    each_place(b, sizes_of(part), lambda at: _put(b, part, at, _broadcast(b, value, at, len(axes_of(part)))))


def _assign_element(b: Body, owner: Value, indices: list[Index], value: Value) -> None:
    from .subscripts import checked_index

    places = []
    for index, (size, _) in zip(indices, axes_of(owner), strict=True):
        assert isinstance(index, Value)
        places.append(checked_index(b, index, size, "index is out of bounds"))
    _put(b, owner, places, value)


def _store_where(b: Body, test: Value, owner: Value, at: list[Any], value: Value) -> None:
    from .expressions import truth

    b.either(truth(b, test), lambda: _put(b, owner, at, value), lambda: None)


def _put(b: Body, owner: Value, at: list[Any], value: Value) -> None:
    wanted = _item(owner)
    if isinstance(value.kind, Constant) or wanted == BOOL:
        from .expressions import truth

        value = Value(BOOL, (truth(b, value),)) if wanted == BOOL else value
    memory.store(b, b.convert(number(b, value) if wanted != BOOL else value, wanted), _address(b, owner, at))


def _where_mask(b: Body, owner: Value, mask: Value, node: ast.AST) -> Value:
    """The elements where a mask holds, one after the other."""
    from .lists import append, new_list

    made = new_list(b, node)

    def one(at: list[Any]) -> None:
        from .expressions import truth

        b.either(truth(b, _load(b, mask, at)), lambda: append(b, made, _load(b, owner, at)), lambda: None)

    each_place(b, sizes_of(owner), one)
    return of_list(b, made)


def of_list(b: Body, made: Value) -> Value:
    """The items of a list as an array of one axis, in the same memory."""
    from .lists import ITEMS, LENGTH

    assert isinstance(made.kind, List)
    inner = made.kind.item
    if isinstance(inner, Never):
        inner = INT
    return packed(b, inner, b.peek(made.leaves[0], ITEMS), [b.peek(made.leaves[0], LENGTH)], None)


# --- element by element -------------------------------------------------------------------------------------------------------


def _broadcast(b: Body, value: Value, at: list[Any], axes: int) -> Value:
    """The element of a value that meets that of those indices; a single value meets all."""
    if not is_array(value):
        from .gathering import as_row

        if isinstance(value.kind, (List, Row, Tuple)) or (
            isinstance(value.kind, Constant) and isinstance(value.kind.value, (tuple, list))
        ):
            from .subscripts import item as item_of

            return item_of(b, as_row(b, value), Value(INT, (at[-1],)))
        return value
    value = as_array(b, value)
    own = len(axes_of(value))
    return _load(b, value, at[axes - own :])


def elementwise(b: Body, values: list[Value], function: Callable[[list[Value]], Value]) -> Value:
    """A new array of what a function gives for the elements that meet."""
    values = [as_array(b, each) if is_array(each) else each for each in values]
    arrays = [each for each in values if isinstance(each.kind, Array)]
    largest = max(arrays, key=lambda each: len(axes_of(each)))
    sizes, axes = sizes_of(largest), len(sizes_of(largest))
    for other in arrays:
        for size, length in zip(sizes[axes - len(sizes_of(other)) :], sizes_of(other), strict=True):
            if other is not largest:
                b.check(b.compare("==", size, length), ValueError, "operands could not be broadcast together")
    shapes = {_shape(each) for each in arrays if len(axes_of(each)) == axes}
    shape = shapes.pop() if len(shapes) == 1 else next((each for each in shapes if each is not None), None)
    with b.dry():
        zeros = [b.word(0)] * axes
        result = b.at_run_time(function([_broadcast(b, each, zeros, axes) for each in values])).kind
    return filled(b, sizes, shape, result, lambda at: function([_broadcast(b, each, at, axes) for each in values]))


def binary(b: Body, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
    """An operator, element by element."""
    from .operators import binary as of_values

    return elementwise(b, [left, right], lambda pair: of_values(b, op, pair[0], pair[1], node))


def unary(b: Body, op: ast.unaryop, value: Value, node: ast.AST) -> Value:
    """An operator, element by element; `~` of truth values is `not`."""
    from .operators import unary as of_value

    if isinstance(op, ast.Invert) and _item(as_array(b, value)) == BOOL:
        op = ast.Not()
    return elementwise(b, [value], lambda one: of_value(b, op, one[0], node))


def compared(b: Body, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
    """A comparison, element by element."""
    from .comparing import compare

    return elementwise(b, [left, right], lambda pair: b.convert(compare(b, op, pair[0], pair[1], node), BOOL))


# --- what is worked out of them -----------------------------------------------------------------------------------------------


def reduced(
    b: Body, value: Value, axis: int | None, start: Value | None, step: Callable[[Value, Value], Value], kind: Kind
) -> Value:
    """What is worked out of all elements one after the other, or of those along an axis.

    Args:
        b: The body.
        value: The array.
        axis: The axis; None for all elements.
        start: What to begin with; None for the first element, which has to be there.
        step: What is made of what was worked out so far, and an element.
        kind: The kind of the result.
    """
    value = as_array(b, value)
    sizes = sizes_of(value)
    if axis is None:
        return _fold(b, sizes, lambda at: _load(b, value, at), start, step, kind)
    if not -len(sizes) <= axis < len(sizes):
        b.refuse(f"names axis {axis} of an array of {len(sizes)} axes")
    axis %= len(sizes)
    others = sizes[:axis] + sizes[axis + 1 :]
    known = _shape(value)
    shape = None if known is None else known[:axis] + known[axis + 1 :]

    def along(at: list[Any]) -> Value:
        return _fold(b, [sizes[axis]], lambda one: _load(b, value, [*at[:axis], *one, *at[axis:]]), start, step, kind)

    return filled(b, others, shape, kind, along) if others else along([])


def _fold(
    b: Body,
    sizes: list[Any],
    element: Callable[[list[Any]], Value],
    start: Value | None,
    step: Callable[[Value, Value], Value],
    kind: Kind,
) -> Value:
    slots = b.slots(kind)
    if start is None:
        for size in sizes:
            b.check(b.compare(">", size, b.word(0)), ValueError, "zero-size array to reduction operation which has no identity")
        start = element([b.word(0)] * len(sizes))
    b.store_slots(slots, b.convert(start, kind))
    each_place(b, sizes, lambda at: b.store_slots(slots, b.convert(step(b.load_slots(kind, slots), element(at)), kind)))
    return b.load_slots(kind, slots)


def places(b: Body, value: Value, node: ast.AST) -> list[Value]:
    """The indices of all elements that count as true: for each axis a list."""
    from .expressions import truth
    from .lists import append, cell_for, empty
    from .lists import widen as widen_cell

    value = as_array(b, value)
    made = []
    for axis in range(len(axes_of(value))):
        cell = cell_for(b, node, f"axis{axis}")
        widen_cell(b, cell, INT)
        made.append(empty(b, List(cell)))

    def note(at: list[Any]) -> None:
        for index, into in zip(at, made, strict=True):
            append(b, into, Value(INT, (index,)))

    each_place(
        b,
        sizes_of(value),
        lambda at: _ignore(b.either(truth(b, _load(b, value, at)), lambda: note(at), lambda: None)),
    )
    return [of_list(b, each) for each in made]


def _ignore(_: Value) -> None:
    return None


def stacked(b: Body, columns: list[Value]) -> Value:
    """Arrays of one axis, side by side, as one of two."""
    (count, _) = axes_of(columns[0])[0]
    made = new_array(b, INT, [count, b.word(len(columns))], None)
    for place, column in enumerate(columns):

        def one(index: Any, column: Value = column, place: int = place) -> None:
            memory.store(b, _load(b, column, [index]), _address(b, made, [index, b.word(place)]))

        memory.count_up(b, count, one)
    return made


def copied(b: Body, value: Value, item: Kind | None = None) -> Value:
    """A new array of the same elements, or of these as another type."""
    value = as_array(b, value)
    sizes = sizes_of(value)
    wanted = _item(value) if item is None else item

    def one(at: list[Any]) -> Value:
        found = _load(b, value, at)
        if wanted == BOOL and found.kind != BOOL:
            from .expressions import truth

            return Value(BOOL, (truth(b, found),))
        return _whole(b, found) if wanted == INT else b.convert(found, wanted)

    return filled(b, sizes, _shape(value), wanted, one)


def _whole(b: Body, value: Value) -> Value:
    return Value(INT, (b.op("fptosi", value.leaves[0], INT.leaves[0]),)) if value.kind == FLOAT else b.convert(value, INT)


def flat(b: Body, value: Value) -> Value:
    """A new array of one axis of all elements."""
    made = copied(b, value)
    shape = _shape(made)
    return packed(b, _item(made), made.leaves[0], [product(b, sizes_of(made))], None if shape is None else (math.prod(shape),))


def diagonal(b: Body, value: Value, offset: Value) -> Value:
    """The diagonal of an array of two axes that many columns to the right."""
    value = as_array(b, value)
    (rows, down), (columns, right) = axes_of(value)
    shift = b.convert(number(b, offset), INT).leaves[0]
    length = None
    shape = _shape(value)
    if shape is not None and isinstance(offset.kind, Constant):
        length = max(0, min(shape[0] + min(offset.kind.value, 0), shape[1] - max(offset.kind.value, 0)))
    if b.ir is None:
        return _view(b, _item(value), None, [(None, None)], None if length is None else (length,))
    zero = b.word(0)
    across = b.ir.select(b.compare(">", shift, zero), shift, zero)
    below = b.ir.select(b.compare("<", shift, zero), b.ir.sub(zero, shift), zero)
    high, wide = b.ir.sub(rows, below), b.ir.sub(columns, across)
    many = b.ir.select(b.compare("<", high, wide), high, wide)
    many = b.ir.select(b.compare(">", many, zero), many, zero)
    address = _address(b, value, [below, across])
    leaf = many if length is None else b.word(length)
    return _view(b, _item(value), address, [(leaf, b.ir.add(down, right))], None if length is None else (length,))


def turned(b: Body, value: Value, axis: int) -> Value:
    """The array with one axis backwards."""
    value = as_array(b, value)
    axes = axes_of(value)
    size, stride = axes[axis]
    last = [b.word(0)] * axis + [b.op("sub", size, b.word(1))] + [b.word(0)] * (len(axes) - axis - 1)
    axes[axis] = size, b.op("sub", b.word(0), stride)
    return _view(b, _item(value), _address(b, value, last), axes, _shape(value))


def transposed(b: Body, value: Value) -> Value:
    """The array with its axes in reverse order."""
    value = as_array(b, value)
    shape = _shape(value)
    return _view(b, _item(value), value.leaves[0], axes_of(value)[::-1], None if shape is None else shape[::-1])


def shape_of(b: Body, value: Value) -> Value:
    """The lengths of all axes, as a tuple."""
    from .converting import tuple_of

    value = as_array(b, value)
    shape = _shape(value)
    if shape is not None:
        return Value(Constant(shape))
    return tuple_of([Value(INT, (size,)) for size in sizes_of(value)])


def size_of(b: Body, value: Value) -> Value:
    """How many elements there are."""
    value = as_array(b, value)
    shape = _shape(value)
    if shape is not None:
        return Value(Constant(math.prod(shape)))
    return Value(INT, (product(b, sizes_of(value)),))


def equal_arrays(b: Body, left: Value, right: Value) -> Value:
    """Whether two arrays have the same shape and elements."""
    from .body import Join
    from .comparing import equal

    left, right = as_array(b, left), as_array(b, right)
    meeting = Join(b)
    no = Value(BOOL, (b.bit(False),))
    if len(axes_of(left)) != len(axes_of(right)):
        return Value(Constant(False))
    for (size, _), (other, _) in zip(axes_of(left), axes_of(right), strict=True):
        b.leave_unless(b.compare("==", size, other), meeting, no)

    def one(at: list[Any]) -> None:
        same = b.convert(equal(b, _load(b, left, at), _load(b, right, at)), BOOL)
        b.leave_unless(same.leaves[0], meeting, no)

    each_place(b, sizes_of(left), one)
    meeting.arrive(Value(BOOL, (b.bit(True),)))
    return meeting.meet(BOOL)


def read(b: Body, kind: Array, address: Any, place: int) -> Value:
    """The array of which words lie there."""
    assert kind.shape is not None
    made = new_array(b, kind.item, [b.word(size) for size in kind.shape], kind.shape)
    memory.copy(b, b.op("add", address, b.word(8 * place)), made.leaves[0], b.word(math.prod(kind.shape)))
    return made


def write(b: Body, value: Value, kind: Array, address: Any, place: int) -> None:
    """Puts the words of an array there."""
    assert kind.shape is not None
    source = copied(b, value)
    for (size, _), known in zip(axes_of(source), kind.shape, strict=True):
        b.check(b.compare("==", size, b.word(known)), ValueError, "an array has another shape than those of states")
    memory.copy(b, source.leaves[0], b.op("add", address, b.word(8 * place)), b.word(math.prod(kind.shape)))
