"""Types of values made by a game, fitted to those seen: a tuple is as long as those seen, which is checked where it is made."""

from __future__ import annotations

from .joining import TypeConflictError, join, narrower
from .value_types import ROW_ROOM, Array, FixedTuple, List, Never, Optional, Set, Tuple, Type, Union, VarTuple


def fitted(state: Type, given: Type, *, varying: bool = False) -> Type:
    """The type of states that holds those seen and those that a method gives.

    A tuple's length is that of those seen, unless they are `varying`: then tuples of up to `ROW_ROOM` items may have any length,
    where the source does not say which.

    Raises:
        TypeConflictError: They have nothing in common.
    """
    if state == given or isinstance(given, Never):
        return state
    if isinstance(state, Never):
        return given
    if isinstance(state, Tuple) and isinstance(given, Tuple) and (state.cls, len(state.items)) == (given.cls, len(given.items)):
        items = tuple(fitted(*pair, varying=varying) for pair in zip(state.items, given.items, strict=True))
        return Tuple(items, state.cls, state.names)
    if varying and isinstance(given, VarTuple) and _has_room(state):
        return join(state, given)
    if (
        isinstance(state, FixedTuple)
        and isinstance(given, (FixedTuple, VarTuple))
        and getattr(given, "count", state.count) == state.count
    ):
        return FixedTuple(fitted(state.item, given.item, varying=varying), state.count)
    if isinstance(state, Tuple) and state.cls is None and state.items and isinstance(given, VarTuple):
        return Tuple(tuple(fitted(item, given.item, varying=varying) for item in state.items))
    if isinstance(state, Array) and isinstance(given, Array) and state.axes == given.axes:
        return Array(narrower(state, given), state.axes, state.shape, state.fixed or given.fixed)
    if isinstance(state, Optional) and isinstance(given, Optional):
        return Optional(fitted(state.item, given.item, varying=varying))
    if isinstance(given, (List, Set)) and type(state) is not type(given):
        raise TypeConflictError(state, given)
    if isinstance(given, Union) and isinstance(state, Tuple):
        return _the_one_of(state, given, varying=varying)
    found = join(state, given)
    if isinstance(found, Union) and not isinstance(state, Union):
        raise TypeConflictError(state, given)
    return found


def _the_one_of(state: Tuple, given: Union, *, varying: bool) -> Type:
    """The shape that states have, of several that the source could give; which it is, is checked where they are made."""
    for option in given.options:
        if (option.cls, len(option.items)) == (state.cls, len(state.items)):
            return fitted(state, option, varying=varying)
    raise TypeConflictError(state, given)


def _has_room(type_: Type) -> bool:
    """True for a tuple that is short enough to be kept with room for more items."""
    count = len(type_.items) if isinstance(type_, Tuple) and type_.cls is None else getattr(type_, "count", ROW_ROOM + 1)
    return isinstance(type_, (Tuple, FixedTuple)) and count <= ROW_ROOM
