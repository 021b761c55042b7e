"""The actions at a table, by name: for the server, and for pages that run Python themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import frozen

from .bodies import SETTING, setting_from
from .table import Table


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
