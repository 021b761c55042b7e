"""Iteration over `map`, `zip`, `product` and so on, whose parts are iterated themselves."""

from __future__ import annotations

import functools
from collections.abc import Callable

from llvmlite import ir

from . import memory, operations, value_types as t, written
from .builder import AnyValue, Consume, FunctionBuilder, MergePoint, Value, has_type
from .calls import call_python, call_value
from .converting import in_memory, items_of, tuple_of
from .expressions import truth
from .joining import item_of_row
from .materializing import as_list, as_row, as_tuple
from .operations import implements
from .streams import each_item
from .subscripts import item, slice_of
from .views import Derived, as_type, hold, stream, view


@implements(operations.derive)
def derive(b: FunctionBuilder, source: Derived, parts: list[Value], give: Consume) -> None:
    """Passes on each item that `map`, `zip` and so on derive from their parts."""
    name = source.name
    first = hold(b, parts[0])
    ways: dict[str, Callable[[], None]] = {
        "fit": lambda: _each(b, name, parts[0], lambda item: give(as_type(b, item, source.more))),
        "map": lambda: _each(b, name, parts[1], lambda item: give(call_value(b, first(), [item], {}))),
        "starmap": lambda: _each(b, name, parts[1], lambda item: give(_called_with(b, first(), item))),
        "groupby": lambda: _groups(b, parts, give),
        "group": lambda: _group(b, parts, give),
        "filter": lambda: _each(b, name, parts[1], lambda item: _if(b, _test(b, first(), item), lambda: give(item))),
        "compress": lambda: _each(b, name, parts[0], lambda pair: _choose(b, give, *items_of(pair))),
        "flatten": lambda: _each(b, name, parts[0], lambda part: _each(b, "part", part, give)),
        "enumerate": lambda: _count(b, parts, give),
        "chain": lambda: _chain(b, parts, give),
        "zip": lambda: _zip(b, parts, give),
        "product": lambda: _product(b, [hold(b, each) for each in parts], [], give),
        "takewhile": lambda: _take_while(b, parts, give),
    }
    choices = ("combinations", "combinations_with_replacement", "permutations")
    ways |= dict.fromkeys(choices, lambda: _choices(b, parts, name, give))
    way = ways.get(name)
    if way is None or (name == "map" and len(parts) > 2):
        b.refuse(f"goes through {name} of several generators; make lists of all but one" if way else f"goes through {name}")
    way()


def _each(b: FunctionBuilder, role: str, value: Value, body: Consume) -> None:
    each_item(b, b.marker(role), value, body, [])


def _chain(b: FunctionBuilder, parts: list[Value], give: Consume) -> None:
    for place, part in enumerate([hold(b, each) for each in parts]):
        if b.live:
            _each(b, f"chain{place}", part(), give)


def _test(b: FunctionBuilder, function: Value, item: Value) -> ir.Value:
    return truth(b, item if function.type == t.NONE else call_value(b, function, [item], {}))


def ends_of_groups(keys: list[object]) -> list[int]:
    """The places behind each run of equal keys."""
    return [place for place in range(1, len(keys) + 1) if place == len(keys) or keys[place - 1] != keys[place]]


def _groups(b: FunctionBuilder, parts: list[Value], give: Consume) -> None:
    """Passes on each key with an iterator over the items that have it, which are listed first."""
    items = as_list(b, parts[0])
    key = parts[1]
    keys = items if key.type == t.NONE else as_list(b, stream("map", [key, items]), b.marker("keys"))
    place = Value(t.INT, (memory.allocate(b, b.word(8)),))  # of the end of the group at hand: those before are exhausted
    b.poke(place.components[0], 0, b.word(0))

    def check() -> None:
        """Fails where the list has changed since, whose items Python reads one by one."""
        if isinstance(parts[0].type, t.List):
            same = b.convert(operations.equal(b, parts[0], items), t.BOOL)
            b.check(same.components[0], OverflowError, "a list is changed while groupby goes through it")

    def group(end: Value) -> None:
        check()
        start = Value(t.INT, (b.peek(place.components[0], 0),))
        b.poke(place.components[0], 0, end.components[0])
        give(tuple_of([item(b, keys, start), stream("group", [items, start, end, place])]))

    _each(b, "groups", call_python(b, ends_of_groups, [keys], {}), group)
    if b.live:
        check()
        b.poke(place.components[0], 0, b.word(0))


def _group(b: FunctionBuilder, parts: list[Value], give: Consume) -> None:
    """Passes on the items of a group, unless another one has been asked for."""
    items, start, end, place = parts
    is_current = b.compare("==", b.peek(place.components[0], 0), end.components[0])
    _if(b, is_current, lambda: _each(b, "group", slice_of(b, items, start, end, None), give))


def _called_with(b: FunctionBuilder, function: Value, item: Value) -> Value:
    """Calls a function with the items of a tuple as its arguments."""
    row = as_tuple(b, item)
    if not has_type(row, t.Tuple):
        b.refuse(f"spreads {item.type} over the arguments of a function; write a loop")
    return call_value(b, function, items_of(row), {})


def _if(b: FunctionBuilder, test: ir.Value, then: Callable[[], None]) -> None:
    if b.live:
        with b.when(test):
            then()


def _choose(b: FunctionBuilder, give: Consume, item: Value, test: Value) -> None:
    _if(b, truth(b, test), lambda: give(item))


def _count(b: FunctionBuilder, parts: list[Value], give: Consume, role: str = "enumerate") -> None:
    slot = b.variable(b.convert(parts[1], t.INT).components[0])

    def body(item: Value) -> None:
        number = b.ir.load(slot)
        if b.live:
            b.ir.store(b.ir.add(number, b.word(1)), slot)
        give(tuple_of([Value(t.INT, (number,)), item]))

    _each(b, role, parts[0], body)


def _zip(b: FunctionBuilder, parts: list[Value], give: Consume) -> None:
    """Zips one iterator with sequences that have a length."""
    views = [view(b, part) for part in parts]
    streams = [place for place, each in enumerate(views) if each is None]
    if len(streams) != 1:
        b.refuse("zips several generators; make lists of all but one")
    done = MergePoint(b)

    def body(pair: AnyValue) -> None:
        number, item = items_of(pair)
        index, items = number.components[0], []
        for each in views:
            if each is not None:
                b.leave_unless(b.compare("<", index, each.count()), done)
            items.append(item if each is None else each.item(index))
        give(tuple_of(items))

    _count(b, [parts[streams[0]], Value(t.Constant(0))], body, "zip")
    done.close()


def _product(b: FunctionBuilder, parts: list[Callable[[], Value]], chosen: list[Callable[[], Value]], give: Consume) -> None:
    if not parts:
        give(tuple_of([each() for each in chosen]))
        return
    _each(b, f"product{len(chosen)}", parts[0](), lambda item: _product(b, parts[1:], [*chosen, hold(b, item)], give))


def _choices(b: FunctionBuilder, parts: list[Value], name: str, give: Consume) -> None:
    """Combinations or permutations: tuples of known length where the number of items is known."""
    if not isinstance(parts[1].type, t.Constant):
        given = [as_row(b, parts[0]), b.convert(parts[1], t.INT), Value(t.Constant(written.STEPS[name]))]
        _each(b, name, call_python(b, written.choices, given, {}), give)
        return
    size = parts[1].type.value
    if size < 0:
        b.fail(ValueError, "r must be non-negative")
        return
    source = as_row(b, parts[0])
    if (item := item_of_row(source.type)) is None:
        b.refuse(f"takes {name} of items of different types")
    address, count = in_memory(b, source, item)
    where, many = hold(b, Value(t.INT, (address,))), hold(b, Value(t.INT, (count,)))

    def level(places: list[Callable[[], Value]]) -> None:
        if len(places) == size:
            give(tuple_of([memory.load_item(b, item, where().components[0], place().components[0]) for place in places]))
            return
        first = b.word(0)
        if places and name != "permutations":
            first = b.ir.add(places[-1]().components[0], b.word(name == "combinations"))
        numbers = Value(t.Range(), (first, many().components[0], b.word(1)))

        def body(index: Value) -> None:
            held = hold(b, index)
            if name != "permutations" or not places:
                level([*places, held])
                return
            fresh = (b.compare("!=", each().components[0], index.components[0]) for each in places)
            _if(b, functools.reduce(b.ir.and_, fresh), lambda: level([*places, held]))

        _each(b, f"{name}{len(places)}", numbers, body)

    level([])


def _take_while(b: FunctionBuilder, parts: list[Value], give: Consume) -> None:
    done, function = MergePoint(b), hold(b, parts[0])

    def body(item: Value) -> None:
        b.leave_unless(_test(b, function(), item), done)
        give(item)

    _each(b, "takewhile", parts[1], body)
    done.close()
