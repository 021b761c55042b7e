"""List the registered games, their fields and capabilities."""

from __future__ import annotations

import inspect
import json
from argparse import ArgumentParser, Namespace
from typing import Any, Final

from ...game.capability import capabilities
from ...game.registry import find_game, games
from ..arguments import add_json


def add_arguments(command: ArgumentParser) -> None:
    add_json(command, "line")


_PLAIN: Final = (bool, int, float, str, tuple, type(None))
_HOW_TO_PLAY: Final = """
Play one:          minimaxer play connect_four
with other fields: minimaxer play mancala:houses=4,seeds=3
a game of yours:   minimaxer play my_game.py:MyGame"""


def run(given: Namespace) -> int:
    """Lists the registered games with their fields and capabilities."""
    for name in games():
        row = _row(name)
        print(json.dumps(row) if given.json else _written(row))
    if not given.json:
        print(_HOW_TO_PLAY)
    return 0


def _row(name: str) -> dict[str, Any]:
    maker = games()[name].load()
    parameters = inspect.signature(maker).parameters.values() if callable(maker) else ()
    game = find_game(name)
    fields = {each.name: _usual(game, each) for each in parameters}
    summary = (inspect.getdoc(inspect.getmodule(maker) if inspect.isclass(maker) else maker) or "").splitlines()
    found = [each.name for each in capabilities(game)]
    return {"game": name, "summary": summary[0] if summary else "", "fields": fields, "capabilities": found}


def _usual(game: object, parameter: inspect.Parameter) -> object:
    """The default of a field, or its value in the game if the default is not plain data; None for a required field."""
    if parameter.default is parameter.empty:
        return None
    plain = parameter.default if isinstance(parameter.default, _PLAIN) else getattr(game, parameter.name, None)
    return list(plain) if isinstance(plain, tuple) else plain


def _written(row: dict[str, Any]) -> str:
    fields = ", ".join(
        f"{name}={'+'.join(map(str, value)) if isinstance(value, list) else value}" for name, value in row["fields"].items()
    )
    return f"{row['game']}\n    {row['summary']}\n    fields: {fields or 'none'}\n    has: {', '.join(row['capabilities'])}"
