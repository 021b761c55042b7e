"""Reads files and data that others may have written."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, has

from ..errors import MinimaxerError, NotationError

_DEEPEST: Final = 500
"""The deepest nesting of brackets; Python's own recursion limit is 1,000."""
_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)
_OTHERS: Final = bytes(set(range(256)) - set(b"[{]}"))
_STEPS: Final = {letter: 1 if letter in b"[{" else -1 for letter in b"[{]}"}
_LARGEST: Final = 1 << 64
_ODD: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, StopIteration, TypeError, ValueError)
"""Exceptions of code that reads malformed data."""


def read_text(path: str | Path) -> str:
    """The text of a file in UTF-8; raises NotationError if it cannot be read."""
    text = text_if_there(path)
    if text is None:
        raise NotationError(f"cannot read {path}: No such file or directory")
    return text


def text_if_there(path: str | Path) -> str | None:
    """The text of a file in UTF-8, or None where there is no file; raises NotationError if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise NotationError(f"cannot read {path}: {reason}") from error


@contextmanager
def expecting(message: str, kind: type[MinimaxerError] = NotationError) -> Iterator[None]:
    """Turns the exceptions of code that reads malformed data into an error of that class with this message."""
    try:
        yield
    except MinimaxerError:
        raise
    except _ODD as error:
        raise kind(message) from error


def read_json(text: str | bytes) -> Any:
    """Parses a JSON value, from text or UTF-8; raises ValueError if it is none, or nests more than 500 brackets.

    Python's decoder recurses on the C stack, and a deep search raises the recursion limit that guards it: text that is nested
    deeper than that stack would end the process.
    """
    text = text if isinstance(text, str) else text.decode()  # whatever else `json` would take bytes for
    if text.count("[") + text.count("{") > _DEEPEST and _depth(text.encode("utf-8", "surrogatepass")) > _DEEPEST:
        raise ValueError(f"expected at most {_DEEPEST} brackets within brackets")
    return json.loads(text)


def _depth(data: bytes) -> int:
    return max(accumulate(_STEPS[letter] for letter in _STRING.sub(b"", data).translate(None, _OTHERS)), default=0)


def made_of(kind: Any, data: Any) -> Any:
    """A value of a declared type, made from plain data as JSON has it: lists for tuples, objects for classes of attrs.

    The type is `int` (below 2**64), `float` (finite), `str`, `bool`, None, `Any`, an Enum, a class of attrs, or a union, tuple,
    list or dict of such. Raises ValueError for data of another type or too large, and MinimaxerError if the class refuses them.

    Examples:
        >>> made_of(tuple[int, str | None], [1, None])
        (1, None)
    """
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return data
    if origin in (Union, UnionType):
        return _any_of(inner, data)
    if origin in (list, tuple) and isinstance(data, (list, tuple)):
        return _sequence(origin, inner, data)
    if origin in (dict, Mapping) and isinstance(data, dict):
        return {made_of(inner[0], name): _within(name, inner[1], each) for name, each in data.items()}
    if isinstance(kind, type) and has(kind) and isinstance(data, dict):
        known = _fields(kind)
        lacking = [name for name, (_, needed) in known.items() if needed and name not in data]
        if lacking or not data.keys() <= known.keys():
            raise ValueError(f"expected {', '.join(known)}, got {_short(list(data))}")
        return kind(**{name: _within(name, known[name][0], each) for name, each in data.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind, data)
    is_right = type(data) is (type(None) if kind is None else kind) or (kind is float and type(data) is int)
    is_large = type(data) in (int, float) and not -_LARGEST < data < _LARGEST
    if kind is float and is_large:
        is_large = not abs(data) <= sys.float_info.max
    if not is_right or is_large:
        raise ValueError(f"expected {getattr(kind, '__name__', kind)}, got {_short(data)}")
    return data


def _member(kind: type[Enum], data: Any) -> Enum:
    for each in kind:
        if type(each.value) is type(data) and each.value == data:
            return each
    raise ValueError(f"expected one of {', '.join(str(each.value) for each in kind)}, got {_short(data)}")


def _any_of(kinds: tuple[Any, ...], data: Any) -> Any:
    errors: list[ValueError] = []
    for each in kinds:
        try:
            return made_of(each, data)
        except ValueError as error:
            errors.append(error)
    raise errors[0]


def _sequence(origin: Any, kinds: tuple[Any, ...], data: Sequence[Any]) -> Any:
    if origin is list or kinds[-1] is Ellipsis:
        return origin(_within(place, kinds[0], each) for place, each in enumerate(data))
    if len(data) != len(kinds):
        raise ValueError(f"expected {len(kinds)} values, got {_short(data)}")
    return tuple(_within(place, each, value) for place, (each, value) in enumerate(zip(kinds, data, strict=True)))


def _within(name: object, kind: Any, data: Any) -> Any:
    try:
        return made_of(kind, data)
    except MinimaxerError:
        raise
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


@cache
def types_of(kind: type) -> dict[str, Any]:
    """The declared types of a class's attributes."""
    return get_type_hints(kind)


@cache
def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    """The types of a class's fields, and whether each is required."""
    types = types_of(kind)
    return {each.name: (types[each.name], each.default is NOTHING) for each in fields(kind) if each.init}


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
