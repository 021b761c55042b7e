"""Conversion of values to wider types; functions of members of finite sets, which are numbers at run time, become tables."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NoReturn

from llvmlite import ir

from . import memory, operations, value_types as t
from .builder import AnyValue, FunctionBuilder, Value, has_type
from .joining import TypeConflictError, item_of_row, join_all, size_of, widened
from .operations import implements, make, the_one_of
from .runtime.intrinsics import bits_of
from .runtime.values import in_fields, is_plain_object, value_fields


@implements(operations.convert)
def converted(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts a value to that type."""
    mine = value.type
    if mine == type_ or not b.live:
        return Value(type_, value.components if mine == type_ else blank(b, type_))
    if mine.is_never:
        return Value(type_, blank(b, type_))
    if isinstance(type_, t.Optional):
        return _maybe(b, value, type_)
    if isinstance(mine, t.Optional):
        return converted(b, present(b, value), type_)
    if isinstance(mine, t.Union) and not isinstance(type_, t.Union):
        return the_one_of(b, value, type_)
    return make(b, value, type_)


@implements(operations.make)
def _made(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts a constant, a number, a symbol or a tuple."""
    mine = value.type
    if isinstance(mine, t.Constant):
        return _constant(b, mine.value, type_)
    if isinstance(type_, (t.Int, t.Float, t.Bool)):
        return _number(b, value, type_)
    if has_type(value, t.Tuple) and isinstance(type_, t.Tuple) and len(value.type.items) == len(type_.items):
        parts = [converted(b, part, wanted) for part, wanted in zip(items_of(value), type_.items, strict=True)]
        return Value(type_, tuple_of(parts).components)
    if isinstance(type_, t.VarTuple) and mine == t.RANGE:
        return _numbers_of_range(b, value)
    if not isinstance(type_, (t.Tuple, t.Row)) or not isinstance(mine, (t.Tuple, t.Row)):
        refuse_type(b, mine, type_)
    return _row(b, value, type_)


def refuse_type(b: FunctionBuilder, given: object, type_: t.Type) -> NoReturn:
    """Refuses a value that is not of the expected type."""
    b.refuse(f"gives {given}, where {type_} was expected; give the same type on every path")


def refuse_lasting(b: FunctionBuilder, type_: t.Type) -> None:
    """Refuses a list, set or dict of the module, a class or a default where states hold such ones in several places."""
    what = "keeps a list, set or dict of the module, a class or a default"
    if t.is_shared(type_):
        b.refuse(f"{what}, where states hold one in several places; copy it")


def blank(b: FunctionBuilder, type_: t.Type) -> tuple[ir.Value, ...]:
    """Placeholder components, whose values are never read."""
    if not b.emits:
        return (None,) * len(type_.components)
    return tuple(ir.Constant(component, 0.0 if component == t.DOUBLE else 0) for component in type_.components)


def present(
    b: FunctionBuilder, value: Value, cls: type[BaseException] = TypeError, text: str = "None where a value was expected"
) -> Value:
    """The value of an optional; fails where it is None."""
    if not isinstance(value.type, t.Optional):
        return value
    b.check(value.components[0], cls, text)
    return value.inner


def items_of(value: Value[t.Tuple]) -> list[Value]:
    """The items of a tuple that lie side by side."""
    left = iter(value.components)
    return [Value(item, tuple(islice(left, len(item.components)))) for item in value.type.items]


def tuple_of(items: Sequence[Value], cls: type | None = None, names: tuple[str, ...] = ()) -> Value[t.Tuple]:
    """A tuple of these items."""
    components = tuple(component for each in items for component in each.components)
    return Value(t.Tuple(tuple(each.type for each in items), cls, names), components)


def _maybe(b: FunctionBuilder, value: Value, type_: t.Optional) -> Value:
    if value.type == t.NONE:
        return Value(type_, (b.bit(False), *blank(b, type_.item)))
    if not isinstance(value.type, t.Optional):
        return Value(type_, (b.bit(True), *converted(b, value, type_.item).components))
    inner = value.inner
    if inner.type == type_.item:
        return Value(type_, value.components)
    if not b.emits:
        return Value(type_, blank(b, type_))
    return b.either(value.components[0], lambda: _maybe(b, inner, type_), lambda: _maybe(b, Value(t.NONE), type_), type_)


def _number(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    mine, (component,) = value.type, value.components
    cls = {t.Bool: bool, t.Int: int, t.Symbol: getattr(mine, "domain", None)}.get(type(mine))
    if cls is not None:
        b.program.record_conversion(cls)
    if isinstance(mine, t.Symbol) and issubclass(mine.domain, int):
        values = [int(member) for member in b.program.members(mine.domain)]
        if values != list(range(len(values))):
            component = memory.word_at(b, b.table(tuple(values)), component)
        return converted(b, Value(t.INT, (component,)), type_)
    if isinstance(type_, t.Bool):
        refuse_type(b, mine, type_)
    if isinstance(mine, t.Bool):
        return converted(b, Value(t.INT, (b.ir.zext(component, t.WORD),)), type_)
    if isinstance(mine, t.Single) and isinstance(type_, t.Float):
        return Value(t.FLOAT, value.components)
    if has_type(value, t.Int) and isinstance(type_, t.Float):
        return Value(t.FLOAT, (_as_float(b, value, t.DOUBLE),))
    return refuse_type(b, mine, type_)


def _row(b: FunctionBuilder, value: Value, type_: t.Tuple | t.Row) -> Value:
    mine = value.type
    if not isinstance(type_, (t.Tuple, t.FixedTuple)):
        address, count = in_memory(b, value, type_.item)
        return Value(type_, (count, address))
    wanted = len(type_.items) if isinstance(type_, t.Tuple) else type_.count
    if isinstance(mine, t.VarTuple):
        fits = b.compare("==", value.components[0], b.word(wanted))
        b.check(fits, ValueError, f"a tuple has another number of items than {wanted}")
    elif size_of(mine) != wanted:
        refuse_type(b, mine, type_)
    if isinstance(type_, t.FixedTuple):
        return Value(type_, (in_memory(b, value, type_.item)[0],))
    item = item_of_row(mine)
    assert item is not None
    address, size = value.components[-1], len(item.components)
    parts = [converted(b, memory.load(b, item, address, place * size), want) for place, want in enumerate(type_.items)]
    return Value(type_, tuple_of(parts).components)


def _numbers_of_range(b: FunctionBuilder, value: Value) -> Value[t.VarTuple]:
    b.program.record_conversion(range)
    start, stop, step = value.components
    count = length_of_range(b, start, stop, step)
    made = memory.allocate(b, b.ir.mul(count, b.word(8)))
    with memory.each_index(b, count) as index:
        memory.store_item(b, Value(t.INT, (b.ir.add(start, b.ir.mul(index, step)),)), made, index)
    return Value(t.VarTuple(t.INT), (count, made))


def in_memory(b: FunctionBuilder, value: Value, item: t.Type) -> tuple[ir.Value, ir.Value]:
    """The address of a tuple's items, each of that type, and their number."""
    mine = value.type
    if isinstance(mine, t.Constant):
        return in_memory(b, converted(b, value, t.VarTuple(item)), item)
    if has_type(value, t.Tuple):
        size, parts = len(item.components), items_of(value)
        address = memory.allocate(b, b.word(8 * max(1, size * len(parts))))
        for place, part in enumerate(parts):
            memory.store(b, converted(b, part, item), address, place * size)
        return address, b.word(len(parts))
    if not isinstance(mine, t.Row):
        refuse_type(b, mine, t.VarTuple(item))
    count = b.word(mine.count) if isinstance(mine, t.FixedTuple) else value.components[0]
    address = value.components[-1]
    if mine.item == item or mine.item.is_never:
        return address, count
    new = memory.allocate(b, b.ir.mul(count, b.word(8 * len(item.components))))
    with memory.each_index(b, count) as index:
        memory.store_item(b, converted(b, memory.load_item(b, mine.item, address, index), item), new, index)
    return new, count


def _constant(b: FunctionBuilder, value: Any, type_: t.Type) -> Value:
    if isinstance(type_, t.Int) and isinstance(value, int):
        if not -(1 << 63) <= int(value) < 1 << 64:
            b.refuse(f"has {value}, an integer beyond 64 bits")
        return Value(type_, (b.word(int(value)),))
    if isinstance(type_, t.Bool) and isinstance(value, bool):
        return Value(type_, (b.bit(value),))
    if isinstance(type_, t.Float) and isinstance(value, (int, float)):
        return Value(type_, (ir.Constant(t.DOUBLE, float(value)),))
    if isinstance(type_, t.Symbol) and type(value) is type_.domain:
        return Value(type_, (b.word(b.program.number(value)),))
    if isinstance(value, list):
        b.program.record_conversion(list)
    if isinstance(type_, t.Tuple) and isinstance(value, type_.cls or (tuple, list)):
        parts = _parts_of(b, value, type_)
        if len(parts) == len(type_.items):
            found = [converted(b, Value(t.Constant(part)), item) for part, item in zip(parts, type_.items, strict=True)]
            return Value(type_, tuple_of(found).components)
    if isinstance(type_, t.Row) and isinstance(value, (tuple, list, range)):
        if isinstance(value, range):
            b.program.record_conversion(range)
        words = tuple(word for part in value for word in words_of(b, part, type_.item))
        if all(isinstance(word, int | ir.Constant) for word in words):
            address = b.program.table(words)
        else:  # items that are made anew each time, such as lists
            address, _ = in_memory(b, tuple_of([Value(t.Constant(part)) for part in value]), type_.item)
        return Value(type_, (address,) if isinstance(type_, t.FixedTuple) else (b.word(len(value)), address))
    return refuse_type(b, repr(value), type_)


def _parts_of(b: FunctionBuilder, value: Any, type_: t.Tuple) -> list[object]:
    """The parts of a known tuple, list, dict or object that is to be of that type."""
    if isinstance(value, dict):
        return [value[name] for name in type_.names if name in value]
    if type_.cls is None:
        return list(value)
    if is_plain_object(value) and value_fields(value) != type_.names:
        refuse_type(b, "one with other attributes", type_)
    return list(in_fields(value, type_.names))


def rounded(number: float) -> float:
    """The nearest float of 32 bits."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)


@make.of(t.Single)
def _single(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts a number to a float of 32 bits, which is rounded."""
    mine = value.type
    if t.is_known(mine, int, float) and abs(mine.value) != math.inf:
        return Value(type_, (ir.Constant(t.DOUBLE, rounded(float(mine.value))),))
    if has_type(value, t.Int) and value.type.dtype:
        narrow = _as_float(b, value, ir.FloatType())
    elif isinstance(mine, (t.Int, t.Bool, t.Float)) or isinstance(getattr(mine, "value", None), float):
        narrow = b.ir.fptrunc(b.convert(value, t.FLOAT).components[0], ir.FloatType())  # numpy rounds an int of Python twice
    else:
        b.refuse(f"puts {mine} into an array of float32")
    return Value(type_, (b.ir.fpext(narrow, t.DOUBLE),))


def _as_float(b: FunctionBuilder, value: Value[t.Int], type_: ir.Type) -> ir.Value:
    """An integer, perhaps one without a sign, as a float of that many bits."""
    return b.op("uitofp" if value.type.dtype == "uint64" else "sitofp", value.components[0], type_)


def words_of(b: FunctionBuilder, value: object, type_: t.Type) -> list[int | ir.Constant]:
    """The words of a known value of that type, for a table."""
    if isinstance(type_, t.Int) and type(value) is int and -(1 << 63) <= value < 1 << 64:
        return [value]
    if isinstance(type_, t.Symbol) and isinstance(value, str):
        return [b.program.number(value)]
    components = (
        converted(b, Value(t.Constant(value)), type_).components
        if isinstance(type_, (t.Optional, t.Union, t.Set, t.Dict, t.Array, t.Single)) or type_ == t.CHARS
        else _constant(b, value, type_).components
    )
    return list(map(_constant_word, components))


def _constant_word(component: ir.Constant | None) -> int | ir.Constant:
    """The number that a component has, if it is known now."""
    if component is None:
        return 0
    if component.type == t.DOUBLE:
        return bits_of(component.constant)
    constant = getattr(component, "constant", None)
    return int(constant) if isinstance(constant, int) else component


def bounds_of(index: Value) -> tuple[Value, Value, Value] | None:
    """Start, stop and step of a slice that was made before; None of other indices."""
    if t.is_known(index.type, slice):
        cut = index.type.value
        return Value(t.Constant(cut.start)), Value(t.Constant(cut.stop)), Value(t.Constant(cut.step))
    if has_type(index, t.Tuple) and index.type.cls is slice:
        start, stop, step = items_of(index)
        return start, stop, step
    return None


def length_of_range(b: FunctionBuilder, start: ir.Value, stop: ir.Value, step: ir.Value) -> ir.Value:
    """The length of a range."""
    forward = b.compare(">", step, b.word(0))
    low, high = b.ir.select(forward, start, stop), b.ir.select(forward, stop, start)
    size = b.ir.select(forward, step, b.ir.sub(b.word(0), step))
    count = b.ir.add(b.ir.udiv(b.ir.sub(b.ir.sub(high, low), b.word(1)), size), b.word(1))
    return b.ir.select(b.compare(">", high, low), count, b.word(0))


def table_of(b: FunctionBuilder, value: Value[t.Symbol | t.Constant], function: Callable[..., object]) -> Value:
    """Applies a function to a member of a finite set, by a table of its results for all members. A member for which it raises has
    no entry: the search fails there as Python does.
    """
    type_ = value.type
    if isinstance(type_, t.Constant):
        return Value(t.Constant(function(type_.value)))
    tried = [_tried(function, member) for member in b.program.members(type_.domain)]
    known = [each for each, error in tried if error is None]
    try:
        result = join_all([widened(t.Constant(each)) for each in known])
    except TypeConflictError as clash:
        b.refuse(f"gives {clash}; give the same type for each")
    _check_members(b, value.components[0], [error for _, error in tried])
    if not known or isinstance(result, t.Constant):
        return Value(result)
    return _entry(b, [each if error is None else known[0] for each, error in tried], result, value.components[0])


def _tried(function: Callable[..., object], member: object) -> tuple[object, Exception | None]:
    """The result of a function, or the error that it raises."""
    try:
        return function(member), None
    except Exception as error:  # whatever it is, Python raises it too
        return None, error


def _entry(b: FunctionBuilder, values: list[object], type_: t.Type, index: ir.Value) -> Value:
    return memory.load_item(b, type_, b.table(tuple(word for each in values for word in words_of(b, each, type_))), index)


def _check_members(b: FunctionBuilder, number: ir.Value, failing: list[Exception | None]) -> None:
    """Fails as Python does, with its message where it is the same for all members."""
    for cls in dict.fromkeys(type(each) for each in failing if each is not None):
        words = tuple(int(type(each) is not cls) for each in failing)
        texts = {str(each) for each in failing if type(each) is cls}
        fine = b.ir.icmp_unsigned("!=", memory.word_at(b, b.table(words), number), b.word(0))
        b.check(fine, cls, texts.pop() if len(texts) == 1 else None)


def symbol(b: FunctionBuilder, value: AnyValue) -> Value[t.Symbol]:
    """Converts a text or member to its number."""
    return b.convert(value, t.Symbol(type(value.type.value))) if isinstance(value.type, t.Constant) else value


def table_of_pair(b: FunctionBuilder, one: Value[t.Symbol], other: Value[t.Symbol], function: Callable[..., object]) -> Value:
    """Applies a function to two members, by a table of its results for all pairs."""
    first, second = b.program.members(one.type.domain), b.program.members(other.type.domain)
    found = [function(left, right) for left in first for right in second]
    result = join_all([widened(t.Constant(each)) for each in found])
    if not b.emits:
        return Value(result, (None,) * len(result.components))
    index = b.ir.add(b.ir.mul(one.components[0], b.word(len(second))), other.components[0])
    return _entry(b, found, result, index)
