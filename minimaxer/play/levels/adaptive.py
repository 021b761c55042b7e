"""Levels that follow a person's results from game to game, in a file of the user's."""

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
"""What people call the level that follows their results."""
FIRST: Final = 2.0
"""The level of the first game."""
_QUICK: Final = 4
"""Games after which a win or loss no longer counts double, since the level is about right."""


@frozen
class _Standing:
    """Where a person stands in a game: the level, and how many games it took."""

    level: float = FIRST
    games: int = 0


def results_file() -> Path:
    """Where levels are remembered: in the user's folder of such data, or the one that `MINIMAXER_STATE_DIR` names."""
    if chosen := os.environ.get("MINIMAXER_STATE_DIR"):
        return Path(chosen) / "levels.json"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "minimaxer" / "levels.json"


def next_level(game: Any) -> Level:
    """The level for the person's next game.

    Raises:
        NotationError: The file is none of levels.
    """
    return Level(_known().get(described(game), _Standing()).level)


def take_result(game: Any, level: Level, points: float) -> Level:
    """Remembers what a person made of a game against that level; gives the level of the next.

    Raises:
        NotationError: The file is none of levels, or cannot be written.
    """
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
