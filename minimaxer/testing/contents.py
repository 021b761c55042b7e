"""Snapshots of a state's content for later comparison, and copies of states."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Final

from ..game.comparing import DEEPEST, SEQUENCES, SETS, alike, attributes, has_equality, is_array, is_plain, is_public
from .words import shown


def fresh(state: Any) -> Any:
    """A copy of the state, safe from a `play` that changes its argument; itself if it is immutable or cannot be copied."""
    if is_plain(state):
        return state
    try:
        return copy.deepcopy(state, {id(each): each for each in _bare_objects(state)})
    except Exception:  # locks, generators and the like
        return state


class Held(dict[str, Any]):
    """The public attributes of an object without an equality of its own."""


class _Valued:
    """A copy of an object that has an equality of its own."""

    def __init__(self, value: Any) -> None:
        self._value: Final = fresh(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Valued) and alike(self._value, other._value)

    __hash__ = None  # type: ignore[assignment]  # what it holds may change

    def __repr__(self) -> str:
        return shown(self._value)


def content(value: Any, inside: tuple[int, ...] = ()) -> Any:
    """Snapshots a value for later comparison: numbers and texts, containers of them, public attributes of objects.

    Objects without equality of their own are compared by their attributes, not by identity; names that begin with an
    underscore and cached properties are left out.
    """
    if is_plain(value):
        return value
    if id(value) in inside or len(inside) > DEEPEST:
        return "..."
    inside = (*inside, id(value))
    if isinstance(value, dict):
        return {shown(key): content(item, inside) for key, item in value.items()}
    if isinstance(value, SEQUENCES):
        return [content(item, inside) for item in value]
    if is_array(value):
        return content(value.tolist(), inside)
    if has_equality(value):
        return _Valued(value)
    held = {name: item for name, item in attributes(value).items() if is_public(name)}
    return Held({name: content(item, inside) for name, item in held.items()}) if held else id(value)


def is_filled(before: Any, after: Any) -> bool:
    """True if a `content` is unchanged, except for attributes that were None and dictionary entries that were missing."""
    if before == after:
        return True
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() <= after.keys():
        return all((before[name] is None and isinstance(before, Held)) or is_filled(before[name], after[name]) for name in before)
    are_alike = isinstance(before, list) and isinstance(after, list) and len(before) == len(after)
    return are_alike and all(map(is_filled, before, after))


def _bare_objects(value: Any, depth: int = 0) -> Iterator[Any]:
    """Yields the plain `object()` instances in a value, which compare by identity, so that a copy would be another one."""
    if is_plain(value) or is_array(value) or depth > DEEPEST:
        return
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, (*SEQUENCES, *SETS)):
        held = list(value)
    else:
        held = [item for name, item in attributes(value).items() if is_public(name)]
        if type(value) is object:
            yield value
    for each in held:
        yield from _bare_objects(each, depth + 1)
