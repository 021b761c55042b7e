"""Handlers of numpy's functions, and of the methods and attributes of its arrays."""

from __future__ import annotations

import ast
import functools
import math
import sys
from collections.abc import Callable
from typing import Final

from . import arrays, memory, operations, value_types as t
from .builder import AnyValue, FunctionBuilder, Value, has_type
from .calls import Keywords
from .comparing import less
from .converting import in_memory, items_of, length_of_range, tuple_of
from .expressions import constant, truth, tuple_of_values
from .joining import array_type, item_of_row, widened
from .lists import append, index_of, new_list
from .materializing import as_list, as_row, length, new_list_of
from .operations import implements
from .operators import binary, is_number, number, result_type
from .streams import each_item
from .subscripts import item as item_of
from .views import stream, view
from .written import unique

Handler = Callable[[FunctionBuilder, list[Value], Keywords, ast.AST], Value]
_FUNCTIONS: Final[dict[str, Handler]] = {}
METHODS: Final = frozenset(
    {
        *("copy", "astype", "tolist", "tobytes", "flatten", "ravel", "reshape", "transpose", "diagonal", "trace", "item", "fill"),
        *("any", "all", "sum", "prod", "max", "min", "mean", "argmax", "argmin", "nonzero"),
    }
)


def numpy_function(name: str, *others: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Registers the handler of numpy functions; that of several is given the name first, that of a method the array."""

    def register(handler: Callable[..., Value]) -> Callable[..., Value]:
        for each in (name, *others):
            _FUNCTIONS[each] = functools.partial(_called, each, functools.partial(handler, each) if others else handler)
        return handler

    return register


_TAKEN: Final = {
    name: taken.split()
    for names, taken in {
        "zeros empty ones zeros_like ones_like empty_like array asarray astype": "dtype",
        "full full_like": "fill_value dtype",
        "sum prod": "axis dtype",
        "any all max min amax amin mean argmax argmin count_nonzero flip": "axis",
        "array_equal maximum minimum logical_and logical_or": "other",
        "where": "x y",
        "clip": "a_min a_max",
        "diagonal trace": "offset",
        "arange": "stop step",
        "diag rot90": "k",
        "fill": "value",
        "roll": "shift axis",
        "pad": "pad_width mode constant_values",
        "insert": "obj values",
        "delete": "obj",
    }.items()
    for name in names.split()
}
"""The parameters behind the first that are supported for each function; others would change what it does."""


def _called(name: str, handler: Handler, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    taken = _TAKEN.get(name, [])
    free = name in ("reshape", "item", "ndindex")
    if not given:
        b.refuse(f"gives numpy's {name} no argument by its place", node)
    if any(each not in taken for each in named) or (len(given) > 1 + len(taken) and not free):
        b.refuse(f"gives numpy's {name} arguments that are not known; known: {', '.join(taken) or 'none'}", node)
    return handler(b, given, {**named, **dict(zip(taken, given[1:], strict=False))}, node)


_HANDLERS: Final[dict[str, Handler]] = {
    "array_equal": lambda b, given, named, node: arrays.equal_arrays(b, *given),
    "astype": lambda b, given, named, node: arrays.copied(b, given[0], _type(b, named["dtype"])),
    "copy": lambda b, given, named, node: arrays.copied(b, given[0]),
    "flatten": lambda b, given, named, node: arrays.flat(b, given[0]),
    "packbits": lambda b, given, named, node: arrays.packed_bits(b, given[0]),
    "ravel": lambda b, given, named, node: arrays.raveled(b, given[0]),
    "tobytes": lambda b, given, named, node: arrays.flat(b, given[0]),
    "transpose": lambda b, given, named, node: arrays.transposed(b, given[0]),
    "unpackbits": lambda b, given, named, node: arrays.unpacked_bits(b, given[0]),
}
"""The handlers of functions that are one expression of ours."""

for _name, _handler in _HANDLERS.items():
    numpy_function(_name)(_handler)


def call_method(b: FunctionBuilder, owner: Value, name: str, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    """Calls a method of an array."""
    if name not in METHODS:
        b.refuse(f"calls .{name}() of an array, which compiled games do not have; write a loop", node)
    return _FUNCTIONS[name](b, [owner, *given], named, node)


@implements(operations.array_attribute)
def attribute(b: FunctionBuilder, owner: Value, name: str) -> Value | None:
    """An attribute of an array; None where it is a method."""
    found: dict[str, Callable[[FunctionBuilder, Value], Value]] = {
        "shape": arrays.shape_of,
        "size": arrays.size_of,
        "T": arrays.transposed,
        "ndim": lambda b, value: constant(arrays.as_array(b, value).type.axes),
        "flat": lambda b, value: arrays.flat(b, value, fixed=True),
        "dtype": lambda b, value: constant(sys.modules["numpy"].dtype(array_dtype(value.type))),
    }
    return found[name](b, owner) if name in found else None


def _axis(b: FunctionBuilder, named: Keywords) -> int | None:
    value = named.get("axis", constant(None))
    if not isinstance(value.type, t.Constant) or not (value.type.value is None or isinstance(value.type.value, int)):
        b.refuse("names an axis that is not known, or several")
    return value.type.value


def _type(b: FunctionBuilder, value: Value) -> t.Type:
    """The element type of an array with a named dtype."""
    if value.type == t.NONE:
        return t.FLOAT
    if not isinstance(value.type, t.Constant):
        b.refuse("makes an array of a type that is not known")
    name = sys.modules["numpy"].dtype(value.type.value).name
    if name not in ("bool", "float32", "float64", *t.RANGES):
        b.refuse(f"makes an array of {name}; use whole numbers, truth values or floats of 32 or 64 bits")
    return t.element(name)


def _sizes(b: FunctionBuilder, shape: Value) -> tuple[arrays.Words, arrays.Shape]:
    if isinstance(shape.type, t.Constant):
        known = shape.type.value if isinstance(shape.type.value, tuple) else (shape.type.value,)
        return [b.word(int(size)) for size in known], tuple(map(int, known))
    parts = items_of(shape) if has_type(shape, t.Tuple) else [shape]
    known_sizes = [int(part.type.value) for part in parts if isinstance(part.type, t.Constant)]
    static = tuple(known_sizes) if len(known_sizes) == len(parts) else None
    return [b.convert(number(b, part), t.INT).components[0] for part in parts], static


@numpy_function("zeros", "empty", "ones", "full", "zeros_like", "empty_like", "ones_like", "full_like")
def _filled(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if name.endswith("_like"):
        source = arrays.as_array(b, given[0])
        sizes, shape, item = arrays.sizes_of(source), source.type.shape, source.type.item
    else:
        sizes, shape = _sizes(b, given[0])
        item = b.at_run_time(named["fill_value"]).type if name == "full" else t.FLOAT
    if "dtype" in named:
        item = _type(b, named["dtype"])
    kind = bool if isinstance(item, t.Bool) else float if item == t.FLOAT else int
    fill = named["fill_value"] if name.startswith("full") else b.convert(constant(kind(name.startswith("ones"))), item)
    return arrays.filled(b, sizes, shape, item, lambda _: fill)


@numpy_function("array", "asarray")
def _array(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    item = _type(b, named["dtype"]) if "dtype" in named else None
    if name == "asarray" and arrays.is_array(given[0]) and (item is None or t.dtype_of(item) == array_dtype(given[0].type)):
        return given[0]
    return array_of(b, given[0], item, node)


def array_dtype(type_: t.Type) -> str:
    """The numpy type of an array."""
    found = array_type(type_.value) if isinstance(type_, t.Constant) else type_
    return found.dtype if isinstance(found, t.Array) else ""


@implements(operations.make_array)
def array_of(b: FunctionBuilder, value: Value, item: t.Type | None, node: ast.AST) -> Value[t.Array]:
    """A new array of the elements of an array, of a list of numbers, or of a list of rows of them."""
    if isinstance(value.type, t.Constant) and array_type(value.type.value) is None:
        value = constant(sys.modules["numpy"].array(value.type.value))
    if arrays.is_array(value):
        return arrays.copied(b, value, item)
    rows = new_list_of(b, value, node)
    inner = rows.type.item
    if inner.is_never:
        return arrays.new_array(b, t.FLOAT if item is None else item, [b.word(0)], (0,))
    if inner in (t.INT, t.BOOL, t.FLOAT):
        made = arrays.of_list(b, rows)
        made = arrays.copied(b, made, t.FLOAT) if isinstance(item, t.Single) else made  # as numpy, which rounds twice
        return arrays.copied(b, made, item)
    cell = inner.item if isinstance(inner, t.List) else item_of_row(inner)
    if cell not in (t.INT, t.BOOL, t.FLOAT):
        b.refuse(f"makes an array of items, each {inner}", node)
    found = view(b, rows)
    assert found is not None
    sizes = [found.count(), length(b, item_of(b, rows, constant(0)))]

    def one(at: arrays.Words) -> Value:
        row = found.item(at[0])
        b.check(b.compare("==", length(b, row), sizes[1]), ValueError, "rows of an array have different lengths")
        return item_of(b, row, Value(t.INT, (at[1],)))

    return arrays.filled(b, sizes, None, cell if item is None else item, one)


@numpy_function("count_nonzero")
def _count_nonzero(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    def step(total: Value, each: Value) -> Value:
        return Value(t.INT, (b.ir.add(total.components[0], b.ir.zext(truth(b, each), t.WORD)),))

    return arrays.reduced(b, given[0], _axis(b, named), b.convert(constant(0), t.INT), step, t.INT)


@numpy_function("any", "all")
def _until(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    how, start = ("or_", False) if name == "any" else ("and_", True)

    def step(before: Value, each: Value) -> Value:
        return Value(t.Bool("bool"), (b.op(how, before.components[0], truth(b, each)),))

    held = Value(t.Bool("bool"), (b.bit(start),))
    return arrays.reduced(b, _of_any(b, given[0]), _axis(b, named), held, step, held.type)


def _of_any(b: FunctionBuilder, value: Value) -> Value:
    """An array, or a list of numbers as one."""
    return value if arrays.is_array(value) else arrays.of_list(b, new_list_of(b, value))


@numpy_function("sum", "prod")
def _reckoned(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    op, start = (ast.Add(), 0) if name == "sum" else (ast.Mult(), 1)
    value = arrays.as_array(b, _of_any(b, given[0]))
    if "dtype" in named:
        wanted = _type(b, named["dtype"])
        value = arrays.copied(b, value, wanted)
        if t.dtype_of(wanted) not in ("int64", "float64"):
            b.refuse(f"takes the {name} in another type than int or float; leave dtype out", node)
    dtype = value.type.dtype
    if dtype == "float32":
        b.refuse(f"takes the {name} of floats of 32 bits, which numpy rounds; use float64", node)
    type_ = t.element("float64" if dtype == "float64" else "uint64" if dtype.startswith("u") else "int64")
    begin, axis = b.convert(constant(start), type_), _axis(b, named)
    return arrays.reduced(b, value, axis, begin, lambda total, each: binary(b, op, total, b.convert(each, type_), node), type_)


@numpy_function("max", "min", "amax", "amin")
def _extreme(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    sign = "<" if "min" in name else ">"
    value = arrays.as_array(b, _of_any(b, given[0]))

    def step(before: Value, each: Value) -> Value:
        better = b.convert(less(b, sign, each, before, node), t.BOOL).components[0]
        return Value(each.type, (b.ir.select(better, each.components[0], before.components[0]),))

    return arrays.reduced(b, value, _axis(b, named), None, step, value.type.item)


@numpy_function("item")
def _item(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    owner = given[0] if len(given) > 2 else arrays.flat(b, given[0])
    found = arrays.item(b, owner, tuple_of(given[1:]) if len(given) > 1 else constant(0))
    return b.convert(found, _pythons(found.type))


def _pythons(type_: t.Type) -> t.Type:
    return t.FLOAT if isinstance(type_, t.Single) else type(type_)()


@numpy_function("nonzero", "flatnonzero", "argwhere")
def _nonzero(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    found = arrays.places(b, arrays.flat(b, given[0]) if name == "flatnonzero" else given[0], node)
    return found[0] if name == "flatnonzero" else arrays.stacked(b, found) if name == "argwhere" else tuple_of(found)


@numpy_function("where")
def _where(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if len(given) == 1:
        return tuple_of(arrays.places(b, given[0], node))

    def choice(parts: list[Value]) -> Value:
        one, other = _alike(b, parts[1:], node)
        return Value(one.type, (b.ir.select(truth(b, parts[0]), one.components[0], other.components[0]),))

    return arrays.elementwise(b, given, choice)


def _alike(b: FunctionBuilder, parts: list[Value], node: ast.AST) -> list[Value]:
    """Converts elements to the common type that numpy finds for them."""
    types_ = [b.at_run_time(each).type for each in parts]
    type_ = _common(b, types_, [getattr(type_, "dtype", "") for type_ in types_], node)
    if type_ == t.BOOL:
        return [Value(type_, (truth(b, each),)) for each in parts]
    return [arrays.as_element(b, each, type_) for each in parts]


def _common(b: FunctionBuilder, types_: list[t.Type], dtypes: list[str], node: ast.AST) -> t.Type:
    """The type of elements that numpy finds for arrays and numbers of these types."""
    if all(type_ == t.BOOL for type_ in types_):
        return t.Bool("bool")
    if t.Single in map(type, types_) and any(type_ != types_[0] for type_ in types_):
        b.refuse(f"has {' and '.join(map(str, types_))} in one array; take astype(float) of them", node)
    return t.element("float64" if t.FLOAT in types_ else result_type(b, dtypes, node) or "int64")


@numpy_function("hstack", "concatenate")
def _in_a_row(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    parts = given[0]
    shape: arrays.Shape = None
    if has_type(parts, t.Tuple):
        lines = [arrays.as_line(b, each) if name == "hstack" else arrays.as_array(b, each) for each in items_of(parts)]
        sizes = [(each.type.shape or (None,))[0] for each in lines]
        shape = None if None in sizes else (sum(size or 0 for size in sizes),)
        types_: list[t.Type] = [each.type for each in lines]

        def each_part(use: Callable[[AnyValue], None]) -> None:
            for each in lines:
                use(each)
    else:
        item = getattr(parts.type, "item", t.NEVER)
        address, count = in_memory(b, as_row(b, parts), item)
        b.check(b.compare(">", count, b.word(0)), ValueError, "need at least one array to concatenate")
        types_ = [item]

        def each_part(use: Callable[[AnyValue], None]) -> None:
            with memory.each_index(b, count) as index:
                use(memory.load_item(b, item, address, index))

    if any(not isinstance(each, t.Array) or each.axes != 1 for each in types_):
        b.refuse(f"gives numpy's {name} {' and '.join(map(str, types_))}; give it arrays of one axis, or write loops", node)
    elements = [each.item for each in types_ if isinstance(each, t.Array)]
    return arrays.in_a_row(b, each_part, _common(b, elements, [t.dtype_of(each) for each in elements], node), shape)


@numpy_function("arange")
def _arange(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    first = given[0] if "stop" in named else constant(0)
    given = [first, named.get("stop", given[0]), named.get("step", constant(1))]
    bounds = [number(b, each) for each in given]
    if t.FLOAT in [each.type for each in bounds]:
        b.refuse("counts by floats; use whole numbers", node)
    start, stop, step = (each.components[0] for each in bounds)
    b.check(b.compare("!=", step, b.word(0)), ZeroDivisionError, None, is_raised=True)
    known = [each.type.value for each in given if isinstance(each.type, t.Constant)]
    shape = (len(range(*known)),) if len(known) == len(given) and known[2] else None
    size = b.word(shape[0]) if shape else length_of_range(b, start, stop, step)
    item = t.element("int64")
    return arrays.filled(b, [size], shape, item, lambda at: Value(t.INT, (b.ir.add(start, b.ir.mul(at[0], step)),)))


@numpy_function("diagonal", "diag", "trace")
def _diagonal(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    found = arrays.diagonal(b, given[0], named.get("offset", named.get("k", constant(0))))
    return _reckoned("sum", b, [found], {}, node) if name == "trace" else found


@numpy_function("fliplr", "flipud", "flip")
def _flipped(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    axis = {"fliplr": 1, "flipud": 0}.get(name, _axis(b, named))
    found = arrays.as_array(b, given[0])
    for each in range(found.type.axes) if axis is None else (axis,):
        found = arrays.turned(b, found, each)
    return found


@numpy_function("roll")
def _rolled(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    axis, axes = _axis(b, named), arrays.as_array(b, given[0]).type.axes
    if axis is None and axes > 1:
        b.refuse("rolls an array of several axes without saying along which; give axis=", node)
    if axis is not None and not -axes <= axis < axes:
        b.refuse(f"rolls an array of {axes} axes along axis {axis}", node)
    return arrays.rolled(b, given[0], b.convert(number(b, named["shift"]), t.INT).components[0], (axis or 0) % axes)


@numpy_function("pad")
def _padded(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    width, mode = named["pad_width"], named.get("mode", constant("constant")).type
    if not isinstance(widened(width.type), t.Int) or mode != t.Constant("constant"):
        b.refuse(f"pads an array by {width.type} in mode {mode}; give one number, and mode='constant'", node)
    return arrays.padded(b, given[0], width, named.get("constant_values", constant(0)))


@numpy_function("insert", "delete")
def _spliced(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    values = [named["obj"], *([named["values"]] if name == "insert" else [])]
    axes, types_ = arrays.as_array(b, given[0]).type.axes, [b.at_run_time(each).type for each in values]
    if axes != 1 or not isinstance(types_[0], t.Int) or not all(map(is_number, types_)):
        what = " and ".join(map(str, types_))
        b.refuse(f"gives numpy's {name} an array of {axes} axes and {what}; give one axis, an index and a number", node)
    return arrays.spliced(b, given[0], values[0], values[1] if name == "insert" else None)


@numpy_function("rot90")
def _rotated(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    times = named.get("k", constant(1))
    if not isinstance(times.type, t.Constant):
        b.refuse("turns an array by an angle that is not known", node)
    found = arrays.as_array(b, given[0])
    for _ in range(times.type.value % 4):
        found = arrays.turned(b, arrays.transposed(b, found), 0)
    return found


@numpy_function("reshape")
def _reshaped(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    shape = given[1] if len(given) == 2 else tuple_of_values(b, given[1:])
    value = arrays.as_array(b, given[0])
    total = arrays.product(b, arrays.sizes_of(value))
    sizes, known = _sizes(b, shape)
    if known is not None and -1 in known:  # what the other axes leave
        place, others = known.index(-1), math.prod(size for size in known if size != -1)
        sizes[place] = b.ir.sdiv(total, b.word(others))
        every = value.type.shape
        known = None if every is None else (*known[:place], math.prod(every) // others, *known[place + 1 :])
    b.check(b.compare("==", arrays.product(b, sizes), total), ValueError, "cannot reshape array into that shape")
    return arrays.reshaped(b, value, sizes, known)


@numpy_function("fill")
def _fill(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    arrays.assign(b, given[0], ast.Slice(), given[1])
    return constant(None)


@numpy_function("argmax", "argmin")
def _place_of_extreme(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if _axis(b, named) is not None:
        b.refuse("asks for the places of extremes along an axis; write a loop", node)
    flat = arrays.flat(b, given[0])
    elements, extreme = as_list(b, flat, b.marker("elements")), _extreme(name, b, [flat], {}, node)
    return index_of(b, elements, extreme, ValueError, "attempt to get it of nothing")


@numpy_function("maximum", "minimum")
def _larger(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    def choice(parts: list[Value]) -> Value:
        one, other = _alike(b, parts, node)
        if one.type == t.BOOL:
            return Value(one.type, (b.op("or_" if name == "maximum" else "and_", one.components[0], other.components[0]),))
        better = b.convert(less(b, ">" if name == "maximum" else "<", one, other, node), t.BOOL).components[0]
        return Value(one.type, (b.ir.select(better, one.components[0], other.components[0]),))

    return arrays.elementwise(b, given, choice)


@numpy_function("clip")
def _clipped(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    found = given[0]
    for bound, name in (("a_min", "maximum"), ("a_max", "minimum")):
        if bound in named and named[bound].type != t.NONE:
            found = _FUNCTIONS[name](b, [found, named[bound]], {}, node)
    return found


@numpy_function("unique")
def _unique(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    elements = new_list_of(b, arrays.flat(b, given[0]), b.marker("elements"))
    if not isinstance(elements.type.item, (t.Int, t.Bool)):
        b.refuse(f"takes the unique ones of {elements.type.item}s, where numpy counts all nan as one; use whole numbers", node)
    return array_of(b, b.call(unique, [elements]), elements.type.item, node)


@numpy_function("mean")
def _mean(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if _axis(b, named) is not None:
        b.refuse("takes means along an axis; divide sums", node)
    total = b.convert(_reckoned("sum", b, given, {}, node), t.FLOAT)
    return binary(b, ast.Div(), total, b.convert(arrays.size_of(b, given[0]), t.INT), node)


@numpy_function("tolist")
def _to_list(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    value = arrays.as_array(b, given[0])
    item = _pythons(value.type.item)
    if value.type.axes == 1:
        return as_list(b, stream("fit", [value], item), node)
    if value.type.axes > 2:
        b.refuse("makes lists of an array of more than two axes; write loops", node)
    made = new_list(b, node)
    rows, row = b.marker("rows"), b.marker("row")
    each_item(b, rows, value, lambda each: append(b, made, as_list(b, stream("fit", [each], item), row)), [])
    return made


@numpy_function("abs", "absolute")
def _absolute(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    absolute = b.program.builtins[abs]
    if not arrays.is_array(given[0]):
        return absolute(b, given, named, node)
    return arrays.elementwise(b, given, lambda parts: arrays.as_element(b, absolute(b, parts, {}, node), parts[0].type))


@numpy_function("sign")
def _sign(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    def sign(parts: list[Value]) -> Value:
        if parts[0].type != t.INT:
            b.refuse("takes the sign of something that is no whole number", node)
        component = b.convert(parts[0], t.INT).components[0]
        above, below = b.compare(">", component, b.word(0)), b.compare("<", component, b.word(0))
        return Value(parts[0].type, (b.ir.sub(b.ir.zext(above, t.WORD), b.ir.zext(below, t.WORD)),))

    return arrays.elementwise(b, given, sign) if arrays.is_array(given[0]) else sign(given)


@numpy_function("logical_and", "logical_or", "logical_not")
def _logical(name: str, b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    how = name.removeprefix("logical_") + "_"
    return arrays.elementwise(b, given, lambda parts: Value(t.BOOL, (b.op(how, *(truth(b, each) for each in parts)),)))


@numpy_function("ndindex")
def _indices(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
    if len(given) == 1 and t.is_known(given[0].type, tuple):
        given = [constant(each) for each in given[0].type.value]
    ranges = b.program.builtins[range]
    return stream("product", [ranges(b, [each], {}, node) for each in given])


def functions() -> dict[Callable[..., object], Handler]:
    """The handlers of numpy's functions, and of its types that convert numbers, as `np.int8(1)`; none where it is not loaded."""
    if (numpy := sys.modules.get("numpy")) is None:
        return {}

    def as_type(python: type, dtype: str) -> Handler:
        def made(b: FunctionBuilder, given: list[Value], named: Keywords, node: ast.AST) -> Value:
            return arrays.as_element(b, b.program.builtins[python](b, given, named, node), t.element(dtype))

        return made

    return {
        **{getattr(numpy, name): handler for name, handler in _FUNCTIONS.items() if hasattr(numpy, name)},
        **{getattr(numpy, dtype): as_type(int, dtype) for dtype in t.RANGES},
        numpy.bool_: as_type(bool, "bool"),
        **{getattr(numpy, each): as_type(float, each) for each in ("float32", "float64")},
    }
