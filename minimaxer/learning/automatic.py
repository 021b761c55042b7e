"""The evaluation of a game that has none: learnt once from games against itself, and kept beside the game's code."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from ..base.forks import awaited_by_forks
from ..base.progress import Progress
from ..errors import GameError, MinimaxerError
from ..native import CompiledGame
from . import files
from .evaluation import LearntEvaluation
from .learner import blank, learnt_by, team_of
from .result import TrainingOptions

LOG: Final = logging.getLogger("minimaxer")
OPTIONS: Final = TrainingOptions(patterns=30, length=2, opening=4, size_bytes=24 << 20)
"""Few and small patterns, so that a position is evaluated in little time, and learnt from few games.

Source: games at depth 3 against random play, with 30 and 60 patterns: 97 and 90 % won in morris, hardly a difference elsewhere; a
node of chess_lite took 2.0 and 3.3 times as long as without an evaluation.
"""
GAMES: Final = 3_000
"""Most games that are learnt from."""
POSITIONS: Final = 150_000
"""Positions of such games after which no more are begun."""
_STATES: Final = 2_000
"""Positions of random games in which cells are found."""
_LESSON: Final = 20
"""Games between two looks at whether to stop."""
_LOCK: Final = awaited_by_forks(threading.RLock())
_KNOWN: Final[WeakKeyDictionary[Any, LearntEvaluation | None]] = WeakKeyDictionary()
_NOTHING: Final = b"nothing can be learnt"


class _StoppedError(Exception):
    """Learning is to end."""


def automatic(game: CompiledGame[Any, Any], is_stopped: Callable[[], bool] = lambda: False) -> LearntEvaluation | None:
    """The evaluation of a compiled game for two with nothing hidden, from the rules alone: the same for the same rules.

    None where nothing can be learnt of its states, or learning was stopped. Processes that need the same one wait for the one
    that learns it.
    """
    with _LOCK:
        if game not in _KNOWN:
            found = _kept(game)
            if found is None:
                with game.variant().store.alone():
                    found = _kept(game) or _learnt(game, is_stopped)
            if found is None:
                return None
            _KNOWN[game] = found[0]
        return _KNOWN[game]


def _kept(game: CompiledGame[Any, Any]) -> tuple[LearntEvaluation | None] | None:
    """What was learnt before; None if that is not there, or cannot be read."""
    data = game.variant().store.load_data(_name(game))
    if data is None:
        return None
    if data == _NOTHING:
        return (None,)
    try:
        return (files.unpacked(LearntEvaluation, game.game, data, "what was learnt"),)
    except MinimaxerError:
        return None


def _name(game: CompiledGame[Any, Any]) -> str:
    """The name under which an evaluation is kept: another one for other weights, and for every way of learning."""
    content = f"{game.variant().identity} {_way()}"
    return f"learnt_{hashlib.sha256(content.encode()).hexdigest()[:16]}"


@cache
def _way() -> str:
    """A digest of how evaluations are learnt."""
    content = hashlib.sha256(repr((OPTIONS, GAMES, POSITIONS, _STATES)).encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        content.update(path.read_bytes())
    return content.hexdigest()


def _learnt(game: CompiledGame[Any, Any], is_stopped: Callable[[], bool]) -> tuple[LearntEvaluation | None] | None:
    """What is learnt now, and kept; None if that was stopped."""

    def check() -> None:
        if is_stopped():
            raise _StoppedError

    LOG.info("learning an evaluation of %s, which has none ...", game.variant().name)
    learnt = None
    try:
        learnt = taught(game, check)
    except _StoppedError:
        return None
    except MinimaxerError as error:
        LOG.info("nothing evaluates positions: %s", error)
    game.variant().store.save_data(_name(game), _NOTHING if learnt is None else files.packed(learnt, files.Kept(), ""))
    return (learnt,)


def taught(game: CompiledGame[Any, Any], check: Callable[[], object]) -> LearntEvaluation:
    """Learns the evaluation of a game; `check` is called now and then, and may end that by an exception. Raises GameError if no
    part of the states can be learnt from, or the rules fail in random play; MinimaxerError if the game cannot be played natively.
    """
    try:
        learnt = blank(game.game, OPTIONS, states=_STATES, check=check)
    except (MinimaxerError, _StoppedError):
        raise
    except Exception as error:  # the rules may raise anything
        raise GameError(f"the rules raised {type(error).__name__} in random play: {error}") from error
    with closing(team_of(game, learnt, OPTIONS, 1, OPTIONS.seed)) as team:
        games = positions = 0
        while games < GAMES and positions < POSITIONS:
            check()
            game.on_progress(Progress("learning an evaluation", games, GAMES, unit="games"))
            lesson = team.teach(games=_LESSON)
            games, positions = games + lesson.games, positions + lesson.positions
        game.on_progress(Progress("learnt an evaluation", GAMES, GAMES, unit="games"))
        return learnt_by(team, learnt)
