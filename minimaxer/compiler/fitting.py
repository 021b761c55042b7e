"""Types of values made by a game, fitted to those seen: a tuple is as long as those seen, which is checked where it is made."""

from __future__ import annotations

from . import value_types as t
from .joining import TypeConflictError, join, join_mixed, narrower, shape_of


def fitted(state: t.Type, given: t.Type, *, varying: bool = False, grows: bool = False) -> t.Type:
    """The type of states that holds those seen and those that a method gives; raises TypeConflictError if there is none.

    A tuple's length is that of those seen, unless they are `varying`: then tuples of up to `ROW_ROOM` items may have any length,
    where the source does not say which. While all of them are not seen yet, the type `grows` to one of different types too.
    """
    if state == given or given.is_never:
        return state
    if state.is_never:
        return given
    if (
        isinstance(state, t.Tuple)
        and isinstance(given, t.Tuple)
        and (state.cls, len(state.items)) == (given.cls, len(given.items))
    ):
        items = tuple(fitted(*pair, varying=varying, grows=grows) for pair in zip(state.items, given.items, strict=True))
        return t.Tuple(items, state.cls, state.names)
    rows = _fitted_rows(state, given, varying=varying)
    if rows is not None:
        return rows
    if isinstance(state, t.Array) and isinstance(given, t.Array) and state.axes == given.axes:
        return t.Array(narrower(state, given), state.axes, state.shape, state.fixed or given.fixed)
    if isinstance(state, t.Optional) and isinstance(given, t.Optional):
        return t.Optional(fitted(state.item, given.item, varying=varying, grows=grows))
    if isinstance(given, (t.List, t.Set)) and type(state) is not type(given):
        raise TypeConflictError(state, given)
    if isinstance(given, t.Union) and not isinstance(state, t.Union):
        one = _the_one_of(state.item if isinstance(state, t.Optional) else state, given, varying=varying)
        return t.Optional(one) if isinstance(state, t.Optional) else one
    found = join_mixed(state, given) if grows else join(state, given)
    if isinstance(found, t.Union) and not isinstance(state, t.Union) and not grows:
        raise TypeConflictError(state, given)
    return found


def _fitted_rows(state: t.Type, given: t.Type, *, varying: bool) -> t.Type | None:
    """The type of tuples of alike items that holds those seen and those given; None where they are something else."""
    if not isinstance(given, t.Row):
        return None
    if varying and isinstance(given, t.VarTuple) and _has_room(state):
        return join(state, given)
    if isinstance(state, t.FixedTuple) and getattr(given, "count", state.count) == state.count:
        return t.FixedTuple(fitted(state.item, given.item, varying=varying), state.count)
    if isinstance(state, t.Tuple) and state.cls is None and state.items and isinstance(given, t.VarTuple):
        return t.Tuple(tuple(fitted(item, given.item, varying=varying) for item in state.items))
    if isinstance(state, t.VarTuple) and isinstance(given.item, t.Union):
        return t.VarTuple(fitted(state.item, given.item, varying=varying))
    return None


def _the_one_of(state: t.Type, given: t.Union, *, varying: bool) -> t.Type:
    """The shape that states have, of several that the source could give; which it is, is checked where they are made."""
    for option in given.options:
        if shape_of(option) == shape_of(state):
            return fitted(state, option, varying=varying)
    raise TypeConflictError(state, given)


def _has_room(type_: t.Type) -> bool:
    """True for a tuple that is short enough to be kept with room for more items."""
    count = len(type_.items) if isinstance(type_, t.Tuple) and type_.cls is None else getattr(type_, "count", t.ROW_ROOM + 1)
    return isinstance(type_, (t.Tuple, t.FixedTuple)) and count <= t.ROW_ROOM
