"""The kinds of values that were seen in Python, such as the states of a few games."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from .joining import ClashError, join, kind_of, row_kind
from .kinds import Array, Cell, Dict, Kind, List, Object, Record, Set, Tuple
from .runtime.values import attributes_of, fields_of, has_default, is_plain_object, plain

Records = dict[type[Any], Record]
"""The classes of a game whose objects can be changed."""


class Seen:
    """What is known of values that were seen, one after the other.

    Args:
        records: The classes whose objects can be changed; more is noted there.
    """

    def __init__(self, records: Records) -> None:
        self._records: Final = records
        self.missing: Final[dict[tuple[type[Any], str], None]] = {}
        """The attributes that some objects of a class lack."""
        self._cells: Final[dict[tuple[str, ...], Cell]] = {}

    def kind(self, value: Any, path: tuple[str, ...] = ()) -> Kind:
        """The kind of a value; lists, sets and dicts at one place of all values are of one kind.

        Raises:
            ClashError: It holds things side by side that have nothing in common.
        """
        value = plain(value)
        if type(value) is list:
            return List(self._cell(value, path, "as items of one list"))
        if type(value) in (set, frozenset):
            return Set(self._cell(value, path, "as items of one set"), type(value))
        if type(value) is dict:
            keys = self._cell(value, (*path, "keys"), "as keys of one dict")
            return Dict(keys, self._cell(value.values(), (*path, "values"), "as values of one dict"))
        if type(value) in self._records or is_plain_object(value):
            return self._object(value)
        names = None if isinstance(value, type) else fields_of(type(value))
        if names is not None:
            return Tuple(tuple(self.kind(getattr(value, name), (*path, name)) for name in names), type(value), names)
        if isinstance(value, tuple):
            return row_kind([self.kind(each, (*path, "items")) for each in value])
        kind = kind_of(value)
        assert kind is not None
        return evolve(kind, fixed=False) if isinstance(kind, Array) else kind

    def _object(self, value: Any) -> Object:
        record = self._records.setdefault(type(value), Record(type(value)))
        names = attributes_of(value) or ()
        for name in (*names, *record.cells) if record.is_seen else ():
            if (name not in record.cells or name not in names) and not has_default(type(value), name):
                self.missing[type(value), name] = None
        record.is_seen = True
        for name in names:
            cell = record.cells.setdefault(name, Cell())
            within = f"in .{name} of {type(value).__name__}"
            _put(cell, self.kind(getattr(value, name), (str(type(value)), name)), within)
        return Object(record)

    def _cell(self, values: Any, path: tuple[str, ...], within: str) -> Cell:
        cell = self._cells.setdefault(path, Cell())
        cell.note(len(values))
        kinds = dict.fromkeys(self.kind(each, (*path, "items")) for each in values)
        for kind in sorted(kinds, key=str) if len(kinds) > 1 else kinds:  # in no order of a set
            _put(cell, kind, within)
        return cell


def _put(cell: Cell, kind: Kind, within: str) -> None:
    try:
        cell.put(join(cell.kind, kind))
    except ClashError as clash:
        raise ClashError(cell.kind, kind, within) from clash
