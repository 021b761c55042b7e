"""What numpy's functions, and the methods and attributes of its arrays, stand for in compiled code."""

from __future__ import annotations

import ast
import functools
import math
import sys
from collections.abc import Callable
from typing import Any, Final

from . import arrays
from .body import Body, Value
from .calls import Keywords
from .converting import tuple_of
from .expressions import constant, truth
from .joining import array_kind
from .kinds import BOOL, FLOAT, INT, NONE, WORD, Array, Constant, Kind, List, Never
from .operators import binary, number

Handler = Callable[[Body, list[Value], Keywords, ast.AST], Value]
_FUNCTIONS: Final[dict[str, Handler]] = {}
METHODS: Final = frozenset(
    {
        *("copy", "astype", "tolist", "tobytes", "flatten", "ravel", "reshape", "transpose", "diagonal", "item", "fill"),
        *("any", "all", "sum", "prod", "max", "min", "mean", "argmax", "argmin", "nonzero"),
    }
)


def numpy_function(*names: str) -> Callable[[Handler], Handler]:
    """Registers what functions of numpy stand for; those that are methods too are given the array first."""

    def register(handler: Handler) -> Handler:
        _FUNCTIONS.update(dict.fromkeys(names, handler))
        return handler

    return register


def numpy_family(*names: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Registers what functions of numpy stand for that differ in little: what is registered is given the name first."""

    def register(handler: Callable[..., Value]) -> Callable[..., Value]:
        _FUNCTIONS.update({name: functools.partial(handler, name) for name in names})
        return handler

    return register


def functions() -> dict[Any, Handler]:
    """What the functions of numpy stand for; none where nobody has loaded it."""
    numpy = sys.modules.get("numpy")
    return (
        {} if numpy is None else {getattr(numpy, name): handler for name, handler in _FUNCTIONS.items() if hasattr(numpy, name)}
    )


def call_method(b: Body, owner: Value, name: str, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    """A method of an array."""
    if name not in METHODS:
        b.refuse(f"calls .{name}() of an array, which compiled games do not have; write a loop", node)
    return _FUNCTIONS[name](b, [owner, *given], named, node)


def attribute(b: Body, owner: Value, name: str) -> Value | None:
    """An attribute of an array; None where it is a method."""
    found: dict[str, Callable[[Body, Value], Value]] = {
        "shape": arrays.shape_of,
        "size": arrays.size_of,
        "T": arrays.transposed,
        "ndim": lambda b, value: constant(len(arrays.axes_of(arrays.as_array(b, value)))),
        "flat": arrays.flat,
        "dtype": _dtype,
    }
    return found[name](b, owner) if name in found else None


def _dtype(b: Body, value: Value) -> Value:
    item = arrays.as_array(b, value).kind.item
    return constant(bool if item == BOOL else float if item == FLOAT else int)


def _axis(b: Body, given: list[Value], named: Keywords, place: int = 1) -> int | None:
    value = given[place] if len(given) > place else named.get("axis", constant(None))
    if not isinstance(value.kind, Constant) or not (value.kind.value is None or isinstance(value.kind.value, int)):
        b.refuse("names an axis that is not known, or several")
    found: int | None = value.kind.value
    return found


def _type(b: Body, value: Value | None) -> Kind:
    """The kind of the elements of an array of a type that is named."""
    if value is None or value.kind == NONE:
        return FLOAT
    assert isinstance(value.kind, Constant)
    numpy = sys.modules["numpy"]
    kind = numpy.dtype(value.kind.value).kind
    if kind not in "biuf":
        b.refuse(f"makes an array of {value.kind.value!r}; use numbers or truth values")
    return {"b": BOOL, "f": FLOAT}.get(kind, INT)


def _sizes(b: Body, shape: Value) -> tuple[list[Any], tuple[int, ...] | None]:
    """The lengths of the axes of a shape."""
    from .converting import items_of
    from .kinds import Tuple

    if isinstance(shape.kind, Constant):
        known = shape.kind.value if isinstance(shape.kind.value, tuple) else (shape.kind.value,)
        return [b.word(int(size)) for size in known], tuple(map(int, known))
    parts = items_of(shape) if isinstance(shape.kind, Tuple) else [shape]
    known_sizes = [int(part.kind.value) for part in parts if isinstance(part.kind, Constant)]
    static = tuple(known_sizes) if len(known_sizes) == len(parts) else None
    return [b.convert(number(b, part), INT).leaves[0] for part in parts], static


@numpy_family("zeros", "empty", "ones")
def _zeros(name: str, b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    item = _type(b, given[1] if len(given) > 1 else named.get("dtype"))
    fill = b.convert(constant({BOOL: False, FLOAT: 0.0}.get(item, 0) if name != "ones" else 1), item)
    return arrays.filled(b, *_sizes(b, given[0]), item, lambda _: fill)


@numpy_function("full")
def _full(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    fill = given[1] if len(given) > 1 else named["fill_value"]
    asked = given[2] if len(given) > 2 else named.get("dtype")
    item = b.at_run_time(fill).kind if asked is None else _type(b, asked)
    return arrays.filled(b, *_sizes(b, given[0]), item, lambda _: b.convert(fill, item))


@numpy_family("zeros_like", "ones_like", "empty_like", "full_like")
def _like(name: str, b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    source = arrays.as_array(b, given[0])
    assert isinstance(source.kind, Array)
    item = _type(b, named["dtype"]) if "dtype" in named else source.kind.item
    fill = given[1] if name == "full_like" else constant(1 if name == "ones_like" else 0)
    held = Value(BOOL, (truth(b, fill),)) if item == BOOL else b.convert(fill, item)
    return arrays.filled(b, arrays.sizes_of(source), source.kind.shape, item, lambda _: held)


@numpy_function("copy")
def _copy(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return arrays.copied(b, given[0])


@numpy_function("array", "asarray")
def _array(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    from .gathering import as_list
    from .joining import item_of_row
    from .views import view

    asked = named.get("dtype", given[1] if len(given) > 1 else None)
    item = None if asked is None else _type(b, asked)
    value = given[0]
    if isinstance(value.kind, Constant) and array_kind(value.kind.value) is None:
        value = constant(sys.modules["numpy"].array(value.kind.value))
    if arrays.is_array(value):
        return arrays.copied(b, value, item)
    rows = as_list(b, value, node)
    assert isinstance(rows.kind, List)
    inner = rows.kind.item
    if isinstance(inner, Never):
        return arrays.new_array(b, FLOAT if item is None else item, [b.word(0)], (0,))
    if inner in (INT, BOOL, FLOAT):
        return arrays.copied(b, arrays.of_list(b, rows), item)
    cell = inner.item if isinstance(inner, List) else item_of_row(inner)
    if cell not in (INT, BOOL, FLOAT):
        b.refuse(f"makes an array of items, each {inner}", node)
    found = view(b, rows)
    assert found is not None
    from .gathering import length
    from .subscripts import item as item_of

    sizes = [found.count(), length(b, item_of(b, rows, constant(0)))]

    def one(at: list[Any]) -> Value:
        return item_of(b, found.item(at[0]), Value(INT, (at[1],)))

    return arrays.filled(b, sizes, None, cell if item is None else item, one)


@numpy_function("astype")
def _as_type(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return arrays.copied(b, given[0], _type(b, given[1] if len(given) > 1 else named["dtype"]))


# --- one value of many --------------------------------------------------------------------------------------------------------


@numpy_function("count_nonzero")
def _count_nonzero(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    def step(total: Value, each: Value) -> Value:
        return Value(INT, (b.op("add", total.leaves[0], b.op("zext", truth(b, each), WORD)),))

    return arrays.reduced(b, given[0], _axis(b, given, named), b.convert(constant(0), INT), step, INT)


@numpy_function("any")
def _any(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return _until(b, given, named, "or_", False)


@numpy_function("all")
def _all(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return _until(b, given, named, "and_", True)


def _until(b: Body, given: list[Value], named: Keywords, how: str, start: bool) -> Value:
    def step(before: Value, each: Value) -> Value:
        return Value(BOOL, (b.op(how, before.leaves[0], truth(b, each)),))

    return arrays.reduced(b, _of_any(b, given[0]), _axis(b, given, named), Value(BOOL, (b.bit(start),)), step, BOOL)


def _of_any(b: Body, value: Value) -> Value:
    """An array, or a list of numbers as one."""
    from .gathering import as_list

    return value if arrays.is_array(value) else arrays.of_list(b, as_list(b, value))


@numpy_function("sum")
def _sum(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return _reckoned(b, given, named, node, ast.Add(), 0)


@numpy_function("prod")
def _prod(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return _reckoned(b, given, named, node, ast.Mult(), 1)


def _reckoned(b: Body, given: list[Value], named: Keywords, node: ast.AST, op: ast.operator, start: int) -> Value:
    value = arrays.as_array(b, _of_any(b, given[0]))
    assert isinstance(value.kind, Array)
    kind = FLOAT if value.kind.item == FLOAT else INT
    begin = b.convert(constant(start), kind)
    return arrays.reduced(b, value, _axis(b, given, named), begin, lambda total, each: binary(b, op, total, each, node), kind)


@numpy_family("max", "min", "amax", "amin")
def _extreme(name: str, b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    from .comparing import less

    sign = "<" if "min" in name else ">"
    value = arrays.as_array(b, _of_any(b, given[0]))
    assert isinstance(value.kind, Array)

    def step(before: Value, each: Value) -> Value:
        better = b.convert(less(b, sign, each, before, node), BOOL).leaves[0]
        return Value(each.kind, (b.op("select", better, each.leaves[0], before.leaves[0]),))

    return arrays.reduced(b, value, _axis(b, given, named), None, step, value.kind.item)


@numpy_function("array_equal")
def _array_equal(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return arrays.equal_arrays(b, *given)


@numpy_function("item")
def _item(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if len(given) > 1:
        return arrays.item(b, given[0], tuple_of(given[1:]))
    return arrays.item(b, arrays.flat(b, given[0]), constant(0))


# --- places and parts ---------------------------------------------------------------------------------------------------------


@numpy_family("nonzero", "flatnonzero")
def _nonzero(name: str, b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if name == "flatnonzero":
        return arrays.places(b, arrays.flat(b, given[0]), node)[0]
    return tuple_of(arrays.places(b, given[0], node))


@numpy_function("where")
def _where(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if len(given) == 1:
        return tuple_of(arrays.places(b, given[0], node))

    def choice(parts: list[Value]) -> Value:
        return b.either(truth(b, parts[0]), lambda: parts[1], lambda: parts[2])

    return arrays.elementwise(b, given, choice)


@numpy_function("argwhere")
def _argwhere(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return arrays.stacked(b, arrays.places(b, given[0], node))


@numpy_function("diagonal", "diag")
def _diagonal(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    offset = given[1] if len(given) > 1 else named.get("offset", named.get("k", constant(0)))
    return arrays.diagonal(b, given[0], offset)


@numpy_family("fliplr", "flipud", "flip")
def _flipped(name: str, b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if name in ("fliplr", "flipud"):
        return arrays.turned(b, given[0], int(name == "fliplr"))
    axis = _axis(b, given, named)
    found = arrays.as_array(b, given[0])
    for each in range(len(arrays.axes_of(found))) if axis is None else (axis,):
        found = arrays.turned(b, found, each)
    return found


@numpy_function("transpose")
def _transposed(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return arrays.transposed(b, given[0])


@numpy_function("rot90")
def _rotated(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    times = given[1] if len(given) > 1 else named.get("k", constant(1))
    if not isinstance(times.kind, Constant):
        b.refuse("turns an array by an angle that is not known", node)
    found = arrays.as_array(b, given[0])
    for _ in range(times.kind.value % 4):
        found = arrays.turned(b, arrays.transposed(b, found), 0)
    return found


@numpy_function("flatten", "ravel", "tobytes")
def _flat(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return arrays.flat(b, given[0])


@numpy_function("reshape")
def _reshaped(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    from .expressions import tuple_of_values

    shape = given[1] if len(given) == 2 else tuple_of_values(b, given[1:])
    flat = arrays.flat(b, given[0])
    assert isinstance(flat.kind, Array)
    sizes, known = _with_rest(b, *_sizes(b, shape), arrays.sizes_of(flat)[0], flat.kind.shape)
    (length,) = arrays.sizes_of(flat)
    b.check(b.compare("==", arrays.product(b, sizes), length), ValueError, "cannot reshape array into that shape")
    return arrays.packed(b, flat.kind.item, flat.leaves[0], sizes, known)


def _with_rest(
    b: Body, sizes: list[Any], known: tuple[int, ...] | None, total: Any, length: tuple[int, ...] | None
) -> tuple[list[Any], tuple[int, ...] | None]:
    """The lengths of axes of which one may be -1: as many as are left."""
    if known is None or -1 not in known:
        return sizes, known
    place = known.index(-1)
    others = math.prod(size for size in known if size != -1)
    rest = b.op("sdiv", total, b.word(others))
    shape = None if length is None else (*known[:place], length[0] // others, *known[place + 1 :])
    return [*sizes[:place], rest, *sizes[place + 1 :]], shape


@numpy_function("fill")
def _fill(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    arrays.assign(b, given[0], ast.Slice(), given[1])
    return constant(None)


@numpy_family("argmax", "argmin")
def _place_of_extreme(name: str, b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    from .gathering import as_list
    from .lists import index_of

    if _axis(b, given, named) is not None:
        b.refuse("asks for the places of extremes along an axis; write a loop", node)
    flat = arrays.flat(b, given[0])
    return index_of(
        b, as_list(b, flat, b.marker("elements")), _extreme(name, b, [flat], {}, node), ValueError, "attempt to get it of nothing"
    )


@numpy_family("maximum", "minimum")
def _larger(name: str, b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    largest = b.program.builtins[max if name == "maximum" else min]
    return arrays.elementwise(b, given, lambda parts: largest(b, parts, {}, node))


@numpy_function("mean")
def _mean(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if _axis(b, given, named) is not None:
        b.refuse("takes means along an axis; divide sums", node)
    total = b.convert(_sum(b, given, {}, node), FLOAT)
    return binary(b, ast.Div(), total, b.convert(arrays.size_of(b, given[0]), INT), node)


@numpy_function("tolist")
def _to_list(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    from .gathering import as_list
    from .lists import append, new_list
    from .streams import each_item

    value = arrays.as_array(b, given[0])
    if len(arrays.axes_of(value)) == 1:
        return as_list(b, value, node)
    made = new_list(b, node)
    each_item(b, b.marker("rows"), value, lambda row: append(b, made, as_list(b, row, b.marker("row"))), [])
    return made


@numpy_function("abs", "absolute")
def _absolute(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    absolute = b.program.builtins[abs]
    if not arrays.is_array(given[0]):
        return absolute(b, given, named, node)
    return arrays.elementwise(b, given, lambda parts: absolute(b, parts, {}, node))


@numpy_function("sign")
def _sign(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    def sign(parts: list[Value]) -> Value:
        leaf = b.convert(number(b, parts[0]), INT).leaves[0]
        above, below = b.compare(">", leaf, b.word(0)), b.compare("<", leaf, b.word(0))
        return Value(INT, (b.op("sub", b.op("zext", above, WORD), b.op("zext", below, WORD)),))

    return arrays.elementwise(b, given, sign) if arrays.is_array(given[0]) else sign(given)


@numpy_family("logical_and", "logical_or")
def _logical(name: str, b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    how = "and_" if name == "logical_and" else "or_"
    return arrays.elementwise(b, given, lambda parts: Value(BOOL, (b.op(how, *(truth(b, each) for each in parts)),)))


@numpy_function("logical_not")
def _not(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    return arrays.elementwise(b, given, lambda parts: Value(BOOL, (b.op("not_", truth(b, parts[0])),)))


@numpy_function("ndindex")
def _indices(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    from .views import stream

    if len(given) == 1 and isinstance(given[0].kind, Constant) and isinstance(given[0].kind.value, tuple):
        given = [constant(each) for each in given[0].kind.value]
    ranges = b.program.builtins[range]
    return stream("product", [ranges(b, [each], {}, node) for each in given])


@functools.cache
def scalar_functions() -> dict[Any, Handler]:
    """What numpy's types stand for that make numbers of numbers, as `np.int8(1)`."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return {}
    whole = [numpy.int8, numpy.int16, numpy.int32, numpy.int64, numpy.uint8, numpy.uint16, numpy.uint32, numpy.uint64]

    def as_type(python: Any) -> Handler:
        def made(b: Body, given: list[Value], named: Keywords, node: ast.AST) -> Value:
            found: Value = b.program.builtins[python](b, given, named, node)
            return found

        return made

    return {**dict.fromkeys(whole, as_type(int)), numpy.bool_: as_type(bool), numpy.float64: as_type(float)}
