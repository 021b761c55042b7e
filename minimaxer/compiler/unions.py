"""Unions of types of different shapes, such as moves of two forms, or a number or a text: a number selects the shape."""

from __future__ import annotations

import ast
import collections
import functools
from collections.abc import Callable
from contextlib import suppress

from llvmlite import ir

from . import memory, operations, value_types as t
from .builder import FunctionBuilder, MergePoint, Value, has_type
from .classes import class_of, defines
from .converting import blank, converted, items_of, refuse_type
from .joining import TypeConflictError, join, shape_of, type_of
from .operations import implements
from .program import RefusedError


@operations.make.of(t.Union)
def as_union(b: FunctionBuilder, value: Value, type_: t.Union) -> Value:
    """Converts a value of one of the shapes, or a union of fewer, to a union."""
    if isinstance(value.type, t.Constant):
        value = converted(b, value, _type_of(type_, value.type.value) or value.type)
    if isinstance(value.type, t.Union):
        return each_option(b, value, lambda option: as_union(b, option, type_), type_)
    place = _place_of(b, type_, value.type)
    components = [b.word(place)]
    for number, option in enumerate(type_.options):
        components += converted(b, value, option).components if number == place else blank(b, option)
    return Value(type_, tuple(components))


def _place_of(b: FunctionBuilder, type_: t.Union, wanted: t.Type) -> int:
    """The index of the option that holds values of that type."""
    for place, option in enumerate(type_.options):
        if shape_of(wanted) == shape_of(option) or (isinstance(option, t.Row) and class_of(wanted) is tuple):
            with suppress(TypeConflictError):
                if join(option, wanted) == option:
                    return place
    return refuse_type(b, wanted, type_)


@implements(operations.each_option)
def each_option(
    b: FunctionBuilder,
    value: Value,
    do: Callable[[Value], Value | None],
    type_: t.Type | None = None,
    where: Callable[[t.Type], bool] | None = None,
    error: type[Exception] = TypeError,
) -> Value:
    """Emits code for each shape of a value, or for None too; fails with that error for shapes that `where` excludes."""
    if isinstance(value.type, t.Optional):
        return b.either(value.components[0], lambda: do(value.inner), lambda: do(Value(t.NONE)), type_)
    meeting = MergePoint(b)
    tag, *components = value.components
    assert isinstance(value.type, t.Union)
    refused: list[RefusedError] = []
    used = 0
    for place, option in enumerate(items_of(Value(t.Tuple(value.type.options), tuple(components)))):  # only one is valid
        if not b.live:
            break
        if where is not None and not where(option.type):
            continue
        used += 1
        with b.aside(b.compare("==", tag, b.word(place)), (b.block("shape"), b.block("next")), 0):
            meeting.arrive(_done(b, option, do, refused))
    if used == len(refused) > 0:
        raise refused[0]
    if where is None:
        if b.emits and b.live:
            b.ir.unreachable()
        b.live = False
    elif b.program.holds_lists() and any(class_of(each) is tuple and not where(each) for each in value.type.options):
        b.fail(OverflowError, "a tuple that may be a list of the module is met where compiled code has none for it")
    else:
        b.fail(error, "it is of another shape than is asked for here")
    return meeting.meet(type_)


def _done(b: FunctionBuilder, option: Value, do: Callable[[Value], Value | None], refused: list[RefusedError]) -> Value | None:
    """Emits the code for one shape; where it is refused, adds that to `refused` and fails at run time instead."""
    place, key = b.place(), (b.frame.function, b.line, b.column)
    names, before = dict(b.names), len(refused)
    try:
        if not b.emits:
            return do(option)
        if key in b.program.partial:
            with b.dry():
                do(option)
    except RefusedError as error:
        refused.append(error)
        b.program.partial.add(key)
        b.come_back(place)
        b.names, b.live = names, True
    if len(refused) > before:
        b.fail(OverflowError, f"{option.type} is met where compiled code has none for it: {refused[-1].refusal.cause}")
        return None
    return do(option)


def is_one_of(b: FunctionBuilder, value: Value[t.Union], wanted: Callable[[t.Type], bool]) -> Value:
    """True if a value has one of the wanted shapes."""
    places = [place for place, option in enumerate(value.type.options) if wanted(option)]
    if len(places) in (0, len(value.type.options)):
        return Value(t.Constant(bool(places)))
    same = (b.compare("==", value.components[0], b.word(place)) for place in places)
    return Value(t.BOOL, (functools.reduce(b.ir.or_, same),))


def each_of_two(
    b: FunctionBuilder, left: Value, right: Value, use: Callable[[Value, Value], Value], fits: Callable[[t.Type, t.Type], bool]
) -> Value:
    """Emits code for each pair of shapes that two values may have, None too; fails with `TypeError` for pairs that do not fit."""
    if isinstance(right.type, t.Optional) and not isinstance(left.type, t.Optional):
        return each_option(b, right, lambda option: each_of_two(b, left, option, use, fits))
    if isinstance(left.type, (t.Optional, t.Union)):
        where = None if isinstance(right.type, t.Union) else lambda option: fits(option, right.type)
        return each_option(b, left, lambda option: each_of_two(b, option, right, use, fits), where=where)
    if isinstance(right.type, t.Union):
        return each_option(b, right, lambda option: use(left, option), where=lambda option: fits(left.type, option))
    if fits(left.type, right.type):
        return use(left, right)
    return b.fail(TypeError, f"unsupported operand types: {left.type} and {right.type}")


def is_instance(b: FunctionBuilder, value: Value, cls: Value, node: ast.AST) -> Value:
    """Evaluates `isinstance`, which is known from the value's type, except for None and unions."""
    if not isinstance(cls.type, t.Constant):
        b.refuse("asks whether a value is of a class that is not known", node)
    type_ = value.type
    if isinstance(type_, t.Constant):
        return Value(t.Constant(isinstance(type_.value, cls.type.value)))
    if has_type(value, t.Union):
        wanted = cls.type.value
        return is_one_of(b, value, lambda option: is_of_class(b, option, wanted, node))
    if isinstance(type_, t.Optional):
        inner = is_instance(b, value.inner, cls, node)
        none, flag = isinstance(None, cls.type.value), value.components[0]
        if inner.type == t.BOOL:
            there = b.ir.and_(flag, inner.components[0])
            return Value(t.BOOL, (b.ir.or_(there, b.ir.not_(flag)) if none else there,))
        if not isinstance(inner.type, t.Constant) or inner.type.value == none:
            return inner
        return Value(t.BOOL, (flag if inner.type.value else b.ir.not_(flag),))
    return Value(t.Constant(is_of_class(b, type_, cls.type.value, node)))


def is_of_class(
    b: FunctionBuilder, type_: t.Type, wanted: type | tuple[type, ...], node: ast.AST, *, is_exact: bool = False
) -> bool:
    """True if values of a type are of a class, or of one of several; `is_exact` where derived classes are others."""
    found = class_of(type_)
    if found is None:
        b.refuse(f"asks for the class of {type_}, which compiled games do not know", node)
    if getattr(type_, "dtype", "") and not isinstance(type_, t.Array):
        b.refuse("asks for the class of a number of numpy, which is none of Python's; convert it with int first", node)
    answer = issubclass(found, wanted)
    also: type = found
    if found is frozenset or (found is tuple and b.program.holds_lists()):
        also = set if found is frozenset else list
    if found is list and b.program.has_deques:
        also = collections.deque
    if issubclass(also, wanted) != answer:
        b.refuse(f"asks for the class of {type_}, which may be a {also.__name__} of the module", node)
    for each in sorted(b.program.became, key=lambda cls: cls.__qualname__):
        came = (each is range and found is tuple) or (found in (int, float) and issubclass(each, int) and each is not found)
        if came and (is_exact or issubclass(each, wanted) != answer):
            b.refuse(f"asks for the class of {type_}, which was {each.__name__} before on some path; keep them apart", node)
    return answer


@operations.item_of.of(t.Union)
def item(b: FunctionBuilder, owner: Value[t.Union], index: Value) -> Value:
    """The item of a union, among the shapes that have it."""
    is_number = not isinstance(index.type, t.Constant) or isinstance(index.type.value, int)

    def has(option: t.Type) -> bool:
        return has_items(option) and (is_number or not issubclass(class_of(option) or object, (tuple, list, str)))

    return each_option(b, owner, lambda option: operations.item(b, option, index), where=has)


@operations.set_item_of.of(t.Union)
def set_item(b: FunctionBuilder, owner: Value[t.Union], index: Value, value: Value) -> None:
    """Assigns to an item of a union, among the shapes whose items can change."""
    may_set = functools.partial(defines, name="__setitem__")
    each_option(b, owner, lambda option: operations.set_item_of(b, option, index, value), where=may_set)


def is_searched(type_: t.Type) -> bool:
    """True if values of a type can be searched by `in`."""
    return any(defines(type_, name) for name in ("__contains__", "__iter__", "__getitem__"))


def may_be_array(type_: t.Type) -> bool:
    """True of a union one of whose options is an array, whose subscripts mean more than an index; it may be None too."""
    type_ = type_.item if isinstance(type_, t.Optional) else type_
    return isinstance(type_, t.Union) and any(isinstance(each, t.Array) for each in type_.options)


def has_items(type_: t.Type) -> bool:
    """True if values of a type have items by index or key."""
    return defines(type_, "__getitem__")


def _type_of(type_: t.Union, value: object) -> t.Type | None:
    """The type of a known value as part of a union, where a list of the module is a list."""
    shapes: dict[type, type[t.Type]] = {list: t.List, set: t.Set, dict: t.Dict}
    shape = shapes.get(type(value))
    return type_of(value) if shape is None else next((each for each in type_.options if isinstance(each, shape)), None)


@operations.the_one_of.of(t.Union)
def the_one_of(b: FunctionBuilder, value: Value[t.Union], type_: t.Type) -> Value:
    """Converts a union to one of its shapes; where it has another, that is a limit of compiled code."""
    shape = shape_of(type_)
    if isinstance(type_, t.VarTuple) and all(class_of(each) is tuple for each in value.type.options):
        return each_option(b, value, lambda option: converted(b, option, type_), type_)
    if shape not in map(shape_of, value.type.options):
        refuse_type(b, value.type, type_)
    one = each_option(b, value, lambda option: option, where=lambda option: shape_of(option) == shape, error=OverflowError)
    return converted(b, one, type_)


@operations.write.of(t.Union)
def write(b: FunctionBuilder, value: Value[t.Union], address: ir.Value, place: int, sorts: bool) -> None:
    """Writes the shape's number, the words of that shape, and zeros for the others."""
    type_ = value.type
    for number in range(1, operations.words_in(b, type_)):
        b.poke(address, place + number, b.word(0))
    memory.store(b, Value(t.INT, value.components[:1]), address, place)
    sizes = [operations.words_in(b, each) for each in type_.options]
    places = {option: place + 1 + sum(sizes[:number]) for number, option in enumerate(type_.options)}
    each_option(b, value, lambda option: operations.write(b, option, address, places[option.type], sorts))
