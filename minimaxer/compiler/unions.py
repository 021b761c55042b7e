"""Unions of tuples and objects of different shapes, such as moves of two forms: a number selects the shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import memory, operations, value_types as t
from .builder import FunctionBuilder, MergePoint, Value
from .converting import blank, converted, items_of
from .joining import TypeConflictError, join, type_of
from .operations import implements
from .program import Program
from .runtime.layout import Layout


def options_of(value: Value) -> list[Value]:
    """The value as each of its options; only the one that its first component selects is valid."""
    assert isinstance(value.type, t.Union)
    return items_of(Value(t.Tuple(value.type.options), value.components[1:]))


def as_union(b: FunctionBuilder, value: Value, type_: t.Union) -> Value:
    """Converts a tuple, or a union of fewer shapes, to a union."""
    if isinstance(value.type, t.Union):
        return each_option(b, value, lambda option: as_union(b, option, type_), type_)
    place = place_of(type_, value.type)
    components: list[Any] = [b.word(place)]
    for number, option in enumerate(type_.options):
        components += converted(b, value, option).components if number == place else blank(b, option)
    return Value(type_, tuple(components))


def place_of(type_: t.Union, wanted: t.Type) -> int:
    """The index of the shape that holds values of that type."""
    for place, option in enumerate(type_.options):
        if isinstance(wanted, t.Tuple) and (option.cls, len(option.items)) == (wanted.cls, len(wanted.items)):
            try:
                if join(option, wanted) == option:
                    return place
            except TypeConflictError:
                continue
    raise AssertionError(f"{wanted} is none of {type_}")


@implements(operations.each_option)
def each_option(
    b: FunctionBuilder,
    value: Value,
    do: Callable[[Value], Value | None],
    type_: t.Type | None = None,
    where: Callable[[t.Tuple], bool] | None = None,
) -> Value:
    """Emits code for each shape of a value; fails with `TypeError` for shapes that `where` excludes."""
    meeting = MergePoint(b)
    tag = value.components[0]
    for place, option in enumerate(options_of(value)):
        if not b.live:
            break
        assert isinstance(option.type, t.Tuple)
        if where is not None and not where(option.type):
            continue
        here, on = b.block("shape"), b.block("next")
        names = dict(b.names)
        b.branch(b.compare("==", tag, b.word(place)), here, on)
        b.at(here)
        meeting.arrive(do(option))
        b.at(on)
        b.names = names
    if where is None:
        if b.emits and b.live:
            b.ir.unreachable()
        b.live = False
    else:
        b.fail(TypeError, "it is of another shape than is asked for here")
    return meeting.meet(type_)


def is_one_of(b: FunctionBuilder, value: Value, wanted: Callable[[t.Tuple], bool]) -> Value:
    """True if a value has one of the wanted shapes."""
    assert isinstance(value.type, t.Union)
    places = [place for place, option in enumerate(value.type.options) if wanted(option)]
    if len(places) in (0, len(value.type.options)):
        return Value(t.Constant(bool(places)))
    found: Any = None
    for place in places:
        same = b.compare("==", value.components[0], b.word(place))
        found = same if found is None else b.op("or_", found, same)
    return Value(t.BOOL, (found,))


@operations.item_of.of(t.Union)
def item(b: FunctionBuilder, owner: Value, index: Value) -> Value:
    """The item of a union, among the shapes that have it."""
    at = index.type.value if isinstance(index.type, t.Constant) else 0

    def has(option: t.Tuple) -> bool:
        return -len(option.items) <= at < len(option.items)

    return each_option(b, owner, lambda option: operations.item(b, option, index), where=has)


@operations.make.of(t.Union)
def made(b: FunctionBuilder, value: Value, type_: t.Type) -> Value:
    """Converts a tuple, or a union of fewer shapes, to a union."""
    assert isinstance(type_, t.Union)
    mine = value.type
    return as_union(b, converted(b, value, type_of(mine.value) or mine) if isinstance(mine, t.Constant) else value, type_)


@operations.the_one_of.of(t.Union)
def the_one_of(b: FunctionBuilder, value: Value, type_: t.Tuple) -> Value:
    """Converts a union to one of its shapes; fails where it has another."""
    shape = type_.cls, len(type_.items)
    one = each_option(b, value, lambda option: option, where=lambda option: (option.cls, len(option.items)) == shape)
    return converted(b, one, type_)


# --- words of a state -------------------------------------------------------------------------


@operations.words_in.of(t.Union)
def words_in(b: FunctionBuilder, type_: t.Union) -> int:
    """The number of words: one for the shape's number, and those of each shape."""
    return 1 + sum(operations.words_in(b, each) for each in type_.options)


@operations.read.of(t.Union)
def read(b: FunctionBuilder, type_: t.Union, address: Any, place: int) -> Value:
    """Reads the shape's number and the words of all shapes, of which only one is valid."""
    components = list(memory.load(b, t.INT, address, place).components)
    place += 1
    for option in type_.options:
        components += operations.read(b, option, address, place).components
        place += operations.words_in(b, option)
    return Value(type_, tuple(components))


@operations.write.of(t.Union)
def write(b: FunctionBuilder, value: Value, address: Any, place: int, sorts: bool) -> None:
    """Writes the shape's number, the words of that shape, and zeros for the others."""
    type_ = value.type
    assert isinstance(type_, t.Union)
    for number in range(1, operations.words_in(b, type_)):
        b.poke(address, place + number, b.word(0))
    memory.store(b, Value(t.INT, value.components[:1]), address, place)
    sizes = [operations.words_in(b, each) for each in type_.options]
    places = {option: place + 1 + sum(sizes[:number]) for number, option in enumerate(type_.options)}

    def one(option: Value) -> None:
        assert isinstance(option.type, t.Tuple)
        operations.write(b, option, address, places[option.type], sorts)

    each_option(b, value, one)


@operations.layout_of.of(t.Union)
def layout_of(program: Program, type_: t.Union) -> Layout:
    """The layouts of all shapes."""
    return Layout("union", tuple(operations.layout_of(program, option) for option in type_.options))
