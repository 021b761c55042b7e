"""Types of values that were seen in Python, such as the states of a few games, and of a game's own values, fitted to those."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from attrs import evolve

from . import value_types as t
from .joining import TypeConflictError, join, join_mixed, narrower, row_type, shape_of, type_of
from .runtime.values import DICTS, attributes_of, fields_of, has_default, in_fields, is_plain_object, plain, value_fields


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
    if (rows := _fitted_rows(state, given, varying=varying)) is not None:
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


_MOST_KEYS: Final = 16
"""Most keys of a dict whose values have types of their own."""


class Seen:
    """The types of values that were seen, one after the other; records of mutable classes are added to those given."""

    def __init__(self, records: t.Records) -> None:
        self._records: Final = records
        self.missing: Final[dict[tuple[type, str], None]] = {}
        """The attributes that some objects of a class lack."""
        self._cells: Final[dict[tuple[str, ...], t.Cell]] = {}
        self._keyed: Final[dict[tuple[str, ...], object]] = {}
        """By place, the key of the record of the dicts or lists there; None where they are plain ones."""
        self._shared: dict[int, t.Type] = {}
        """The types of the values that the state holds in several places, by id."""

    def state(self, state: object, shared: Iterable[int]) -> t.Type:
        """The type of a state, which holds the values with these ids in several places; errors as in `type`."""
        self._shared = dict.fromkeys(shared, t.NEVER)
        return self.type(state)

    def type(self, value: object, path: tuple[str, ...] = ()) -> t.Type:
        """The type of a value; lists, sets and dicts at one place of all values have one type. Raises TypeConflictError if it
        holds values side by side that have nothing in common.
        """
        value = plain(value)
        type_ = self._type(value, path)
        if id(value) in self._shared:
            type_ = self._shared[id(value)] = join_mixed(self._shared[id(value)], type_)
            t.share(type_)
        return type_

    def _type(self, value: Any, path: tuple[str, ...]) -> t.Type:
        cls = type(value)
        if cls in (dict, list):
            keys = tuple(value) if cls is dict else tuple(map(str, range(len(value))))
            found = cls, frozenset(keys)
            keyed = self._keyed.setdefault(path, found if _has_types_of_their_own(value, path) else None)
            if keyed is not None:
                return self._parts(value, keys, found, keyed, path)
        if cls is list:
            return t.List(self._cell(value, path, "as items of one list"))
        if cls in (set, frozenset):
            return t.Set(self._cell(value, path, "as items of one set"), cls)
        if cls in DICTS:
            key = self._cell(value, (*path, "keys"), "as keys of one dict")
            values = self._cell(value.values(), (*path, "values"), "as values of one dict")
            return t.Dict(key, values, None if cls is dict else t.COUNTS)
        is_value = t.is_of_values(cls, self._records)
        if cls in self._records or (is_plain_object(value) and not is_value):
            return self._object(value)
        names = None if isinstance(value, type) else value_fields(value) if is_value else fields_of(cls)
        if names is not None:
            parts = zip(in_fields(value, names), names, strict=False)
            return t.Tuple(tuple(self.type(each, (*path, name)) for each, name in parts), cls, names)
        if isinstance(value, tuple):
            return row_type([self.type(each, (*path, "items")) for each in value])
        type_ = type_of(value)
        assert type_ is not None
        return evolve(type_, fixed=False) if isinstance(type_, t.Array) else type_

    def _parts(self, value: Any, names: tuple[str, ...], found: object, keyed: object, path: tuple[str, ...]) -> t.Keyed:
        """The type of a keyed dict or list; `keyed` is the key of the record of those before."""
        record = self._records.setdefault(found, t.Record(type(value)))
        for name in names:
            record.cells.setdefault(name, t.Cell())
        if found != keyed:
            raise TypeConflictError(t.Keyed(self._records[keyed]), t.Keyed(record))
        record.has_orders |= tuple(record.cells) != names
        record.is_seen = True
        for name, each in zip(names, value.values() if isinstance(value, dict) else value, strict=True):
            _put(record.cells[name], self.type(each, (*path, name)), f"at {name!r} of one {type(value).__name__}")
        return t.Keyed(record)

    def _object(self, value: object) -> t.Object:
        cls = type(value)
        record = self._records.setdefault(cls, t.Record(cls))
        names = attributes_of(value) or ()
        for name in (*names, *record.cells) if record.is_seen else ():
            if (name not in record.cells or name not in names) and not has_default(cls, name):
                self.missing[cls, name] = None
        record.is_seen = True
        for name in names:
            cell = record.cells.setdefault(name, t.Cell())
            _put(cell, self.type(getattr(value, name), (str(cls), name)), f"in .{name} of {cls.__name__}")
        return t.Object(record)

    def _cell(self, values: Collection[object], path: tuple[str, ...], within: str) -> t.Cell:
        cell = self._cells.setdefault(path, t.Cell())
        cell.note(len(values))
        types_ = dict.fromkeys(self.type(each, (*path, "items")) for each in values)
        for type_ in sorted(types_, key=str) if len(types_) > 1 else types_:  # in no order of a set
            _put(cell, type_, within)
        return cell


def _has_types_of_their_own(value: Any, path: tuple[str, ...]) -> bool:
    """True if the values of a dict with a few texts as keys, or the items of a list that is a state, are of unlike types."""
    if isinstance(value, list):
        return not path and are_unlike(map(type, value))
    if not 1 < len(value) <= _MOST_KEYS or not all(type(key) is str for key in value):
        return False
    return are_unlike(map(type, value.values())) or len({_nature(each) for each in value.values() if each is not None}) > 1


def _nature(value: object) -> object:
    """What kind of value it is: of a list, set or dict with that of one of its items."""
    if isinstance(value, (list, set, frozenset, dict)):
        return type(value), _nature(next(iter(value), None))
    return _group(type(value)) if not isinstance(value, tuple) or hasattr(value, "_fields") else tuple


def are_unlike(classes: Iterable[type | None]) -> bool:
    """True of the classes of a list's items if some are collections and others plain values."""
    found = {_group(cls) for cls in classes if cls is not None}
    return not found.isdisjoint((list, dict, set)) and not found.isdisjoint((float, str))


def _group(cls: type) -> type:
    """The class itself; `float` for all numbers."""
    return float if cls in (bool, int) else cls


def _put(cell: t.Cell, type_: t.Type, within: str) -> None:
    try:
        cell.put(join_mixed(cell.type, type_))
    except TypeConflictError as clash:
        raise TypeConflictError(cell.type, type_, within) from clash
