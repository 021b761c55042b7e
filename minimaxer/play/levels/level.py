"""A game's levels: steps from random play upwards, their measured strengths, and the file; a level as a player of matches and at
the terminal; and levels that follow a person's results.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import asdict, evolve, field, frozen

from ...base.checks import front_door_but, is_number
from ...base.files import changing, expecting, made_of, read_json, telling, text_if_there, write_text
from ...errors import NotationError, OptionError
from ...game.protocol import players_of
from ...game.state_class import class_of_rules
from ...native import rules_of
from ...native.game import Wrapped, described
from ...searching.limits import Limits
from ...searching.options import AlphaBetaOptions
from ..players import Anybody, Choice, Chooser, Contestant, Player
from ..session import Session

MOST_NODES: Final = 1 << 14
"""The longest search of a level."""


def bounded(steps: tuple[Contestant, ...]) -> tuple[Contestant, ...]:
    """The steps, of which no search is longer: with all captures behind it, a single ply may have millions of nodes."""
    return tuple(
        evolve(each, name=each.name, limits=evolve(each.limits, nodes=MOST_NODES))
        if isinstance(each, Player) and each.limits.depth is not None and each.limits.nodes is None
        else each
        for each in steps
    )


@frozen
class Blend:
    """A player of intermediate strength, mixed from two neighbouring steps; the steps are players, weakest first. At place 2.25,
    a quarter of the moves are those of step 3, the others those of step 2.
    """

    steps: tuple[Contestant, ...] = field(converter=bounded)
    place: float
    name: str
    limits: None = None
    is_random: bool = True

    def described(self, game: Any) -> str:
        """The place, and all settings of the steps."""
        steps = ", ".join(each.described(game) for each in self.steps)
        return f"place {self.place!r} of {steps}"

    def create(self, game: Any, seed: int) -> Chooser:
        """Opens a chooser that draws with that seed."""
        return _Drawn(self, game, seed)


class _Drawn:
    """Opens each step when it is first drawn."""

    def __init__(self, blend: Blend, game: Any, seed: int) -> None:
        self._blend: Final = blend
        self._game: Final = game
        self._seed: Final = seed
        self._rng: Final = Random(seed)
        self._open: Final[dict[int, Chooser]] = {}

    def choose(self, session: Session[Any, Any]) -> Choice[Any]:
        """The move of the step that is drawn for this turn."""
        lower = int(self._blend.place)
        number = lower + (self._rng.random() < self._blend.place - lower)
        if number not in self._open:
            self._open[number] = self._blend.steps[number].create(self._game, self._seed + number)
        return self._open[number].choose(session)

    def close(self) -> None:
        """Closes all steps that were drawn."""
        for each in self._open.values():
            each.close()


SUFFIX: Final = ".levels.json"
"""Ends the name of the file beside a game's module."""


@frozen(kw_only=True)
class Point:
    """A place that was measured, in steps, and its strength in Elo above random play."""

    place: float
    elo: float


@frozen(kw_only=True)
class Ladder:
    """A game's levels; raises OptionError if the points or the levels do not rise.

    Attributes:
        steps: Players, random play first, each stronger than the one before.
        points: The measured strengths by place, rising.
        elos: The strengths of the levels, level 1 first, evenly spaced.
        games: Number of games played to measure them.
    """

    steps: tuple[Contestant, ...]
    points: tuple[Point, ...]
    elos: tuple[float, ...]
    games: int = 0

    def __attrs_post_init__(self) -> None:
        places, elos = [each.place for each in self.points], [each.elo for each in self.points]
        for name, row in (("places", places), ("strengths", elos), ("levels", [0.0, *self.elos])):
            if len(row) < 2 or any(one >= other for one, other in pairwise(row)):
                raise OptionError(f"expected {name} that rise, got {row}")
        if places[0] != 0 or elos[0] != 0 or places[-1] > len(self.steps) - 1:
            raise OptionError(f"expected places from 0, of 0 Elo, to at most {len(self.steps) - 1}, got {self.points}")

    def place_of(self, level: float) -> float:
        """The place of a level, which may lie between two; raises OptionError if there is no such level."""
        self._check(level, len(self.elos), "level")
        elos, places = [each.elo for each in self.points], [each.place for each in self.points]
        return min(between(elos, places, self.elo_of(level)), places[-1])

    def elo_of(self, level: float) -> float:
        """The strength of a level, in Elo above random play."""
        return between(range(len(self.elos) + 1), (0.0, *self.elos), level)

    def level_of(self, elo: float) -> float:
        """The level of that strength; raises OptionError if none has it."""
        self._check(elo, self.elos[-1], "elo")
        return between((0.0, *self.elos), range(len(self.elos) + 1), elo)

    def blend(self, level: float, name: str) -> Blend:
        """The player of a level; raises OptionError if there is no such level."""
        return Blend(self.steps, self.place_of(level), name)

    def _check(self, given: float, most: float, name: str) -> None:
        if not 0 <= given <= most:
            raise OptionError(
                f"expected {name} to be from 0, random play, to {most:g}, got {given:g}; this game has {len(self.elos)} levels"
            )

    def to_dict(self) -> dict[str, Any]:
        """The ladder as plain data for JSON."""
        return {
            "steps": [_plain(each) for each in self.steps],
            "points": [{name: round(value, 4) for name, value in asdict(each).items()} for each in self.points],
            "levels": [round(elo, 1) for elo in self.elos],
            "games": self.games,
        }


def between(known: Sequence[float], values: Sequence[float], at: float) -> float:
    """Interpolates linearly between the known places on either side.

    Examples:
        >>> between([0, 1, 3], [0, 10, 50], 2)
        30.0
    """
    after = min(max(1, bisect_right(known, at)), len(known) - 1)
    share = (at - known[after - 1]) / (known[after] - known[after - 1])
    return values[after - 1] + share * (values[after] - values[after - 1])


@frozen
class _Step:
    """A step in a file; random play if it has no limits."""

    limits: Limits | None = None
    options: dict[str, Any] = field(factory=dict)


@frozen
class _Row:
    """The levels of a game in a file."""

    steps: tuple[_Step, ...]
    points: tuple[Point, ...]
    levels: tuple[float, ...]
    games: int = 0


def file_of(game: Any) -> Path:
    """The file of a game's levels, beside the module of its rules; raises OptionError if they are not defined in a file."""
    try:
        file = Path(inspect.getfile(class_of_rules(rules_of(game))))
    except (OSError, TypeError):
        raise OptionError(f"{described(game)} is written in no file that its levels could lie beside; give path=...") from None
    name = file.parent.name if file.stem == "__init__" else file.stem
    return file.with_name(name + SUFFIX)


def read_ladder(game: Any, path: str | Path | None = None) -> Ladder:
    """Reads the measured levels of a game, by default from the file beside it. Raises OptionError if no levels of these rules
    were measured, and NotationError if the file holds something else.
    """
    file = file_of(game) if path is None else Path(path)
    name = _name(game)
    known = _read(file)
    if name not in known:
        measured = f"; there are those of {', '.join(known)}" if known else ""
        raise OptionError(f"no levels of {name} were measured in {file.name}{measured}; let `minimaxer levels` play them out")
    try:
        row: _Row = made_of(_Row, known[name])
        return Ladder(steps=tuple(map(_step, row.steps)), points=row.points, elos=row.levels, games=row.games)
    except (ValueError, TypeError) as error:
        raise NotationError(f"{file} does not hold levels of {name} ({error})") from error


def write_ladder(game: Any, ladder: Ladder, path: str | Path | None = None) -> Path:
    """Writes a game's levels to a file, keeping those of its other variants; returns the path. Raises OptionError without a file
    or for a single level, which is no choice; NotationError if the file holds something else, or cannot be written.
    """
    if len(ladder.elos) < 2:
        raise OptionError(
            f"expected at least two levels, got one: in {ladder.games:,} games no search was clearly stronger than another; "
            "longer searches or more time find more, if the game has room for them"
        )
    file = file_of(game) if path is None else Path(path)
    with changing(file):
        write_text(file, json.dumps(_read(file) | {_name(game): ladder.to_dict()}, indent=1) + "\n")
    return file


def _read(file: Path) -> dict[str, Any]:
    """The contents of a file of levels, by game; empty if there is no file."""
    text = text_if_there(file)
    try:
        known: dict[str, Any] = {} if text is None else made_of(dict[str, Any], read_json(text))
    except ValueError as error:
        raise NotationError(f"expected {file} to hold levels by game: {error}") from error
    return known


def _name(game: Any) -> str:
    """The rules and their fields, compiled or not."""
    return described(game.game if isinstance(game, Wrapped) and game.evaluation is None else game)


def _plain(step: Contestant) -> dict[str, Any]:
    """A step as plain data: nothing for random play, else limits and options."""
    if not isinstance(step, Player):
        return {}
    limits = {name: value for name, value in asdict(step.limits).items() if value is not None}
    return {"limits": limits, "options": {} if step.options is None else step.options.changed()}


def _step(row: _Step) -> Contestant:
    if row.limits is None:
        return Anybody()
    return Player(limits=row.limits, options=AlphaBetaOptions(**row.options) if row.options else None)


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
        return evolve(self, level=min(max(0.0, self._level(ladder) + pace * (2 * points - 1)), float(len(ladder.elos))), elo=None)

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
