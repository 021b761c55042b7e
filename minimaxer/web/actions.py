"""The actions at a table, by name: for the server, and for pages that run Python themselves; among them the answer to "Why?"."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from attrs import frozen

from ..api.functions import search
from ..base.files import read_json
from ..errors import OptionError
from ..searching.limits import Limits
from .seats import Setting
from .table import Table
from .view import view_of

_STEPS: Final = 3_000
"""Most steps recorded of each search; about three a node."""
_SHALLOW: Final = 3
"""The depth where advice has none, in plies."""


def recording_of(game: Any, state: Any, depth: int | None) -> str:
    """The page that records searches as deep as the advice was, in plies, as far as some thousand steps go."""
    from ..insight.steps import record  # here, since it takes long to import, and the page is to be up soon

    fits = search(game, state, nodes=_STEPS // 3).depth or _SHALLOW
    return record(game, state, depth=max(1, min(depth or _SHALLOW, fits)), steps=_STEPS).html


MOST_BYTES: Final = 1_000_000
"""Largest size of a request; the record of a long game has about ten thousand bytes."""
_KINDS: Final = {int: "a whole number", str: "a text", list: "a list", bool: "true or false", float: "a number"}


def fields_of(body: bytes, known: Mapping[str, type]) -> dict[str, Any]:
    """The fields of a request, from its body, a JSON object; all those known, with values of their types.

    Raises OptionError if it is no object, lacks a field, or has an unknown field or one of the wrong type.

    Examples:
        >>> fields_of(b'{"to": 3}', {"to": int})
        {'to': 3}
    """
    try:
        given = read_json(body or b"{}")
    except ValueError:
        raise OptionError(f"expected a request in JSON, got {body[:80]!r}") from None
    if not isinstance(given, dict):
        raise OptionError(f"expected a request as a JSON object, got {given!r}")
    if unknown := sorted(given.keys() - known.keys()):
        raise OptionError(f"a request of this kind has no field {unknown[0]!r}; known: {', '.join(known) or 'none'}")
    for name, kind in known.items():
        if name not in given:
            raise OptionError(f"a request of this kind needs the field {name!r}")
        if not _is(given[name], kind):
            raise OptionError(f"expected {name} to be {_KINDS[kind]}, got {given[name]!r}")
    return given


def _is(value: object, kind: type) -> bool:
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


SETTING: Final[dict[str, type]] = {
    "seats": list,
    "seconds": float,
    "clock": float,
    "increment": float,
    "enters_dice": bool,
    "position": str,
    "uses_book": bool,
}
"""The fields of a new game; 0 means no clock, and an empty position means the start."""


def setting_from(given: Mapping[str, Any], before: Setting) -> Setting:
    """The setting of a new game by the fields of `SETTING`, after another; raises OptionError if a number is out of range."""
    clock = Limits(clock=float(given["clock"]), increment=float(given["increment"]) or None) if given["clock"] else None
    limits = before.limits if given["seconds"] == (before.limits.seconds or 0) else Limits(seconds=float(given["seconds"]))
    return Setting(
        seats=tuple(given["seats"]),
        limits=limits,
        clock=clock,
        dice=None if given["enters_dice"] else before.dice or Random(),
        position=given["position"].strip() or None,
        uses_book=given["uses_book"],
    )


@frozen
class Action:
    """An action at a table: the fields that it needs, and the function that does it."""

    fields: dict[str, type]
    do: Callable[[Table, dict[str, Any]], None]


ACTIONS: Final = {
    "play": Action({"move": int, "at": int}, lambda table, given: table.play(given["move"], given["at"])),
    "type": Action({"text": str, "at": int}, lambda table, given: table.type(given["text"], given["at"])),
    "jump": Action({"to": int}, lambda table, given: table.jump(given["to"])),
    "undo": Action({}, lambda table, _: table.undo()),
    "redo": Action({}, lambda table, _: table.redo()),
    "new": Action(SETTING, lambda table, given: table.new(setting_from(given, table.setting))),
    "again": Action({"turned": bool}, lambda table, given: table.again(turned=given["turned"])),
    "sit": Action({"seats": list}, lambda table, given: table.sit(given["seats"])),
    "hold": Action({}, lambda table, _: table.hold()),
    "go": Action({}, lambda table, _: table.go()),
    "now": Action({}, lambda table, _: table.now()),
    "hint": Action({}, lambda table, _: table.hint()),
    "values": Action({}, lambda table, _: table.values()),
    "review": Action({}, lambda table, _: table.look_back()),
    "reveal": Action({}, lambda table, _: table.reveal()),
    "load": Action({"text": str}, lambda table, given: table.load(given["text"])),
}
"""The actions that the page can request, by the name in the address."""


def act(table: Table, name: str, body: bytes) -> dict[str, Any]:
    """Does one of the actions, with the fields of the request's body; gives the new view of the table."""
    action = ACTIONS[name]
    action.do(table, fields_of(body, action.fields))
    table.announce()
    return view_of(table)
