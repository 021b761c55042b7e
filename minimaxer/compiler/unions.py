"""Tuples and objects of different shapes in one place, as moves of two kinds: a number says which it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .body import Body, Join, Value
from .converting import blank, converted, items_of
from .joining import ClashError, join
from .kinds import BOOL, Constant, Kind, Tuple, Union


def options_of(value: Value) -> list[Value]:
    """What it may be, one after the other; only the one that its first leaf says means something."""
    assert isinstance(value.kind, Union)
    return items_of(Value(Tuple(value.kind.options), value.leaves[1:]))


def as_union(b: Body, value: Value, kind: Union) -> Value:
    """A tuple, or something of fewer shapes, as something of more."""
    if isinstance(value.kind, Union):
        return each_option(b, value, lambda option: as_union(b, option, kind), kind)
    place = place_of(kind, value.kind)
    leaves: list[Any] = [b.word(place)]
    for number, option in enumerate(kind.options):
        leaves += converted(b, value, option).leaves if number == place else blank(b, option)
    return Value(kind, tuple(leaves))


def place_of(kind: Union, wanted: Kind) -> int:
    """Which of the shapes holds values of that kind."""
    for place, option in enumerate(kind.options):
        if isinstance(wanted, Tuple) and (option.cls, len(option.items)) == (wanted.cls, len(wanted.items)):
            try:
                if join(option, wanted) == option:
                    return place
            except ClashError:
                continue
    raise AssertionError(f"{wanted} is none of {kind}")


def each_option(
    b: Body,
    value: Value,
    do: Callable[[Value], Value | None],
    kind: Kind | None = None,
    where: Callable[[Tuple], bool] | None = None,
) -> Value:
    """Does something with what a value is; fails with `TypeError` where that is none of those asked for."""
    meeting = Join(b)
    tag = value.leaves[0]
    for place, option in enumerate(options_of(value)):
        if not b.live:
            break
        assert isinstance(option.kind, Tuple)
        if where is not None and not where(option.kind):
            continue
        here, on = b.block("shape"), b.block("next")
        names = dict(b.names)
        b.branch(b.compare("==", tag, b.word(place)), here, on)
        b.at(here)
        meeting.arrive(do(option))
        b.at(on)
        b.names = names
    if where is None:
        if b.ir is not None and b.live:
            b.ir.unreachable()
        b.live = False
    else:
        b.fail(TypeError, "it is of another shape than is asked for here")
    return meeting.meet(kind)


def is_one_of(b: Body, value: Value, wanted: Callable[[Tuple], bool]) -> Value:
    """Whether a value is of one of the shapes asked for."""
    assert isinstance(value.kind, Union)
    places = [place for place, option in enumerate(value.kind.options) if wanted(option)]
    if len(places) in (0, len(value.kind.options)):
        return Value(Constant(bool(places)))
    found: Any = None
    for place in places:
        same = b.compare("==", value.leaves[0], b.word(place))
        found = same if found is None else b.op("or_", found, same)
    return Value(BOOL, (found,))
