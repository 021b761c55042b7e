"""Memory sizes: parsing `64MB`, measuring objects."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import re
import sys
import types
from collections import deque
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final, cast

from ..errors import OptionError

_UNITS: Final = {"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}
MOST_BYTES: Final = 1 << 50
"""More than any machine has: a million GB."""


@functools.lru_cache(maxsize=64)
def parse_size(text: str) -> int:
    """The number of bytes in a text such as `64MB`, `1.5 GB` or `800KB` (1 KB = 1,024 bytes).

    Raises OptionError if the text is no size, or one below a byte or above a million GB.
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMG]?B)\s*", text, re.IGNORECASE)
    if match is None:
        raise OptionError(f"expected a size such as '64MB', '800KB' or '2GB', got {text!r}")
    size = float(match[1]) * _UNITS[match[2].upper()]
    if not 1 <= size <= MOST_BYTES:
        raise OptionError(f"expected a size from 1B to {MOST_BYTES // _UNITS['GB']}GB, got {text!r}")
    return int(size)


def machine_memory() -> int:
    """The machine's memory in bytes; 4 GB if it is unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 1 << 32


_MOST_OBJECTS: Final = 2_000
_ALLOCATED: Final = 16
"""Object sizes are rounded up to multiples of this number of bytes. Source: CPython's `ALIGNMENT`."""
_LIST_ITERATOR: Final[type] = type(iter([]))


def deep_size(*objects: object, shared: object = None) -> int:
    """Bytes held by the objects and their contents, each counted once, outermost first, without the contents of `shared`.

    What Python always shares counts nothing: classes, functions, enumeration members and small integers. After 2,000 objects the
    rest is left out.
    """
    known = {id(item) for item in _reach([shared], set())}
    return sum(-(-sys.getsizeof(item) // _ALLOCATED) * _ALLOCATED for item in _reach(list(objects), known))


def _reach(start: list[object], known: set[int]) -> Iterator[object]:
    todo = deque(start)
    left = _MOST_OBJECTS
    seen = set(known)
    while todo and left:
        item = todo.popleft()
        if id(item) in seen or item is None or callable(item) or _is_everywhere(item):
            continue
        seen.add(id(item))
        left -= 1
        yield item
        todo.extend(itertools.islice(_inside(item), left))


def _is_everywhere(item: object) -> bool:
    """True for objects that Python always shares: enumeration members, small integers."""
    kind = type(item)
    return issubclass(kind, Enum) or (issubclass(kind, int) and -5 <= int.__index__(cast("int", item)) <= 256)  # CPython's


def _inside(item: object) -> Iterable[object]:
    """The contents of an object, found without its own methods: its class may customize or refuse attribute access."""
    kind = type(item)
    if issubclass(kind, (str, bytes, int, float)):
        return ()
    if issubclass(kind, dict):
        return itertools.chain(dict.keys(cast("dict[object, object]", item)), dict.values(cast("dict[object, object]", item)))
    for holder in (tuple, list, set, frozenset):
        if issubclass(kind, holder):
            return cast("Iterable[object]", holder.__iter__(cast("Any", item)))
    if kind is _LIST_ITERATOR:
        return (cast("Any", item).__reduce__()[1][0],)  # the list itself, where moves still wait in it
    return _attributes(item, kind)


def _attributes(item: object, kind: type) -> Iterator[object]:
    for each in kind.__mro__:
        for member in each.__dict__.values() if "__slots__" in each.__dict__ else ():
            if type(member) is types.MemberDescriptorType:
                with contextlib.suppress(AttributeError):  # never set
                    yield member.__get__(item)
    with contextlib.suppress(AttributeError):  # a class with slots alone
        yield object.__getattribute__(item, "__dict__")
