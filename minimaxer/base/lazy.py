"""Values that are computed, and modules that are imported, on first use."""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Generic, TypeVar, cast

from .forks import awaited_by_forks

T = TypeVar("T")
_IMPORTING: Final = awaited_by_forks(threading.RLock())


def imported(place: str) -> Any:
    """A module of the package, or what it holds under a name behind a colon: `minimaxer.web`, `minimaxer.api:search`. A search in
    Python imports no kernel in this way, and a command none of the others.
    """
    module, _, name = place.partition(":")
    with _IMPORTING:
        found = import_module(module)
    return getattr(found, name) if name else found


class Lazy(Generic[T]):
    """A value that is computed on first use; pickling or copying it gives the plain value."""

    __slots__ = ("_make", "_value")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make: Callable[[], T] | None = make
        self._value: T | None = None

    def __call__(self) -> T:
        """The value."""
        make = self._make
        if make is not None:
            self._value = make()
            self._make = None
        return cast("T", self._value)

    def __reduce__(self) -> tuple[Any, ...]:
        return known, (self(),)


def known(value: T | Lazy[T]) -> T:
    """The value, computed now if it was deferred."""
    return value() if isinstance(value, Lazy) else value
