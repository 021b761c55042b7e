"""Levels that follow a person's results from game to game, kept in a file of the user's."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Final

from attrs import asdict, frozen

from ...base.reading import expecting, made_of, read_json, text_if_there
from ...base.writing import changing, telling, write_text
from ...native.naming import described
from .level import PACE, Level

ADAPTIVE: Final = "adaptive"
"""Name of the level that follows the user's results."""
FIRST: Final = 2.0
"""The level of the first game."""
_QUICK: Final = 4
"""Games in which a win or loss counts double, until the level is about right."""


@frozen
class _Standing:
    """A person's level in a game, and the number of games behind it."""

    level: float = FIRST
    games: int = 0


def results_file() -> Path:
    """Path of the file of levels: in the folder that `MINIMAXER_STATE_DIR` names, or in the user's state folder."""
    if chosen := os.environ.get("MINIMAXER_STATE_DIR"):
        return Path(chosen) / "levels.json"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "minimaxer" / "levels.json"


def next_level(game: Any) -> Level:
    """The level for the person's next game; raises NotationError if the file does not hold levels."""
    return Level(_known().get(described(game), _Standing()).level)


def take_result(game: Any, level: Level, points: float) -> Level:
    """Stores a person's result against a level, and returns the next game's level; raises NotationError for a bad file."""
    file = results_file()
    with telling(file):
        file.parent.mkdir(parents=True, exist_ok=True)
    with changing(file):
        known = _known()
        games = known.get(described(game), _Standing()).games
        following = level.after(points, game, 2 * PACE if games < _QUICK else PACE)
        known[described(game)] = _Standing(following.level or 0.0, games + 1)
        write_text(file, json.dumps({name: asdict(each) for name, each in known.items()}, indent=1) + "\n")
    return following


def _known() -> dict[str, _Standing]:
    file = results_file()
    text = text_if_there(file)
    with expecting(f"expected {file} to hold levels by game; delete it to begin anew"):
        found: dict[str, _Standing] = {} if text is None else made_of(dict[str, _Standing], read_json(text))
    return found
