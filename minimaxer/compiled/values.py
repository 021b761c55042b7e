"""Classes whose objects are plain values: what compiled games may keep in states and moves."""

from __future__ import annotations

import typing
from pathlib import Path
from typing import Any


def fields_of(cls: type[Any]) -> tuple[str, ...] | None:
    """The names of a class's fields, where its objects are nothing but these (NamedTuples, dataclasses, attrs); else None."""
    if issubclass(cls, tuple):
        names = getattr(cls, "_fields", None)
        return None if names is None else tuple(names)
    for attribute in ("__dataclass_fields__", "__attrs_attrs__"):
        found = getattr(cls, attribute, None)
        if found is not None:
            return tuple(found if isinstance(found, dict) else (each.name for each in found))
    return None


_MEANINGS = (
    "__bool__",
    "__len__",
    "__eq__",
    "__lt__",
    "__contains__",
    "__getitem__",
    "__iter__",
    "__add__",
    "__getattr__",
    "__new__",
)


def odd_method(cls: type[Any]) -> str | None:
    """A method by which objects of a class of values mean something else than their fields; None where there is none."""
    for each in cls.__mro__:
        if each in (object, tuple, typing.Generic):
            continue
        for name in _MEANINGS:
            function = vars(each).get(name)
            file = getattr(getattr(function, "__code__", None), "co_filename", "<")
            if not file.startswith("<") and not file.startswith(_LIBRARY):
                return name
    return None


_LIBRARY = str(Path(typing.__file__).parent)
