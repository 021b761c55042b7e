"""Values made as what was seen of their like: a tuple is as long as those seen, which is checked where it is made."""

from __future__ import annotations

from .joining import TypeConflictError, join, narrower
from .value_types import Array, FixedTuple, List, Never, Optional, Set, Tuple, Type, Union, VarTuple


def fitted(state: Type, given: Type) -> Type:
    """The kind of states that holds those seen and those that a method gives; a tuple's length is that of those seen.

    Raises:
        ClashError: They have nothing in common.
    """
    if state == given or isinstance(given, Never):
        return state
    if isinstance(state, Never):
        return given
    if isinstance(state, Tuple) and isinstance(given, Tuple) and (state.cls, len(state.items)) == (given.cls, len(given.items)):
        items = tuple(fitted(*pair) for pair in zip(state.items, given.items, strict=True))
        return Tuple(items, state.cls, state.names)
    if (
        isinstance(state, FixedTuple)
        and isinstance(given, (FixedTuple, VarTuple))
        and getattr(given, "count", state.count) == state.count
    ):
        return FixedTuple(fitted(state.item, given.item), state.count)
    if isinstance(state, Tuple) and state.cls is None and state.items and isinstance(given, VarTuple):
        return Tuple(tuple(fitted(item, given.item) for item in state.items))
    if isinstance(state, Array) and isinstance(given, Array) and state.axes == given.axes:
        return Array(narrower(state, given), state.axes, state.shape, state.fixed or given.fixed)
    if isinstance(state, Optional) and isinstance(given, Optional):
        return Optional(fitted(state.item, given.item))
    if isinstance(given, (List, Set)) and type(state) is not type(given):
        raise TypeConflictError(state, given)
    if isinstance(given, Union) and isinstance(state, Tuple):
        return _the_one_of(state, given)
    found = join(state, given)
    if isinstance(found, Union) and not isinstance(state, Union):
        raise TypeConflictError(state, given)
    return found


def _the_one_of(state: Tuple, given: Union) -> Type:
    """The shape that states have, of several that the source could give; which it is, is checked where they are made."""
    for option in given.options:
        if (option.cls, len(option.items)) == (state.cls, len(state.items)):
            return fitted(state, option)
    raise TypeConflictError(state, given)
