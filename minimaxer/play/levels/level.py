"""A level of a game, as a player of matches and at the terminal, and levels that follow a person's results."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Final

from attrs import asdict, evolve, field, frozen

from ...base.checks import front_door_but, is_number
from ...base.files import changing, expecting, made_of, read_json, telling, text_if_there, write_text
from ...errors import OptionError
from ...game.protocol import players_of
from ...native.original import described
from ..players import Chooser
from .ladder import Blend, Ladder, read_ladder

PACE: Final = 0.5
"""Levels by which a win or a loss changes a player's level."""


@front_door_but("level", "elo")
@frozen
class Level:
    """A player of measured strength: from level 1, which beginners beat, to the highest level of the game.

    `minimaxer levels` measures the strengths by matches. One of two players, drawn at random, makes each move, such as
    random play and a search of 64 nodes, so a level such as 3.5 is also between two levels in strength. No clock is used:
    a level is the same on every machine.

    Attributes:
        level: From 0, random play, to the highest of the game; may be fractional.
        elo: The strength instead of a level, in Elo above random play.
        path: The file of levels; by default the one beside the game.

    Raises:
        OptionError: Neither or both of level and elo are given, or one is not a number.

    Examples:
        >>> Level(3).name, Level(elo=400).name
        ('level 3', '400 Elo')
    """

    level: float | None = None
    elo: float | None = field(default=None, kw_only=True)
    path: str | Path | None = field(default=None, kw_only=True)
    limits: None = field(default=None, init=False, repr=False)
    is_random: bool = field(default=True, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if (self.level is None) == (self.elo is None):
            raise OptionError("expected either level or elo, as in mx.Level(3) or mx.Level(elo=400)")
        for name, value in (("level", self.level), ("elo", self.elo)):
            if value is not None and not is_number(value):
                raise OptionError(f"expected {name} to be a number from 0, got {value!r}")

    @property
    def name(self) -> str:
        """Its name in tables."""
        return f"{self.elo:g} Elo" if self.level is None else f"level {self.level:g}"

    def described(self, game: Any) -> str:
        """The level, with its players and their settings in this game."""
        return f"{self.name}: {self._blend(game).described(game)}"

    def create(self, game: Any, seed: int) -> Chooser:
        """Opens a chooser that plays at this level.

        Raises:
            OptionError: The game has no such level, or its levels were not measured.
            NotationError: The file of levels holds something else.
        """
        return self._blend(game).create(game, seed)

    def after(self, points: float, game: Any, pace: float = PACE) -> Level:
        """The level for an opponent's next game, after one against this level.

        A win raises it and a loss lowers it, so that in the long run the opponent wins half the games.

        Args:
            points: The opponent's points: 1 for a win, 0.5 for a draw, 0 for a loss.
            game: The rules.
            pace: Levels by which a win or a loss changes the level.

        Raises:
            OptionError: As `create`.
        """
        ladder = self._ladder(game)
        level = self._level(ladder) + pace * (2 * points - 1)
        return evolve(self, level=min(max(0.0, level), float(len(ladder.elos))), elo=None)

    def _blend(self, game: Any) -> Blend:
        ladder = self._ladder(game)
        return ladder.blend(self._level(ladder), self.name)

    def _ladder(self, game: Any) -> Ladder:
        if players_of(game) != 2:
            raise OptionError(f"levels are for games of two, and this one is for {players_of(game)}")
        return read_ladder(game, self.path)

    def _level(self, ladder: Ladder) -> float:
        if self.level is not None:
            return float(self.level)
        assert self.elo is not None
        return ladder.level_of(self.elo)


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
