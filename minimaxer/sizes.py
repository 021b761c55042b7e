"""Sizes of memory: reading `64MB`, measuring objects. May import `errors` only."""

from __future__ import annotations

import re
import sys
from typing import Final

from .errors import OptionError

_UNITS: Final = {"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}


def parse_size(text: str) -> int:
    """The number of bytes a text such as `64MB`, `1.5 GB` or `800KB` stands for (1 KB = 1,024 bytes).

    Raises:
        OptionError: The text is no size.

    Examples:
        >>> parse_size("64MB")
        67108864
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMG]?B)\s*", text, re.IGNORECASE)
    if match is None:
        raise OptionError(f"expected a size such as '64MB', '800KB' or '2GB', got {text!r}")
    return int(float(match[1]) * _UNITS[match[2].upper()])


def deep_size(*objects: object) -> int:
    """Bytes held by the objects and everything inside them, each counted once; classes and functions are not followed."""
    seen: set[int] = set()
    todo = list(objects)
    total = 0
    while todo:
        item = todo.pop()
        if id(item) in seen or item is None or isinstance(item, type) or callable(item):
            continue
        seen.add(id(item))
        total += sys.getsizeof(item)
        todo += _inside(item)
    return total


def _inside(item: object) -> list[object]:
    if isinstance(item, (str, bytes, int, float)):
        return []
    if isinstance(item, dict):
        return [*item.keys(), *item.values()]
    if isinstance(item, (tuple, list, set, frozenset)):
        return list(item)
    inside = [getattr(item, name, None) for kind in type(item).__mro__ for name in _slots(kind)]
    attributes = getattr(item, "__dict__", None)
    return inside if attributes is None else [*inside, attributes]


def _slots(kind: type) -> list[str]:
    slots = kind.__dict__.get("__slots__", ())
    return [slots] if isinstance(slots, str) else list(slots)
