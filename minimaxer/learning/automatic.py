"""The evaluation of a game that has none: learnt once from games against itself, and kept beside the game's code."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import closing
from typing import Any, Final
from weakref import WeakKeyDictionary

from ..base.progress import Progress
from ..errors import MinimaxerError
from ..native import CompiledGame
from . import files
from .evaluation import LearntEvaluation
from .learner import blank, learnt_by, team_of
from .options import TrainingOptions

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
_LESSON: Final = 100
"""Games between two looks at whether to stop."""
_NAME: Final = "learnt"
_KNOWN: Final[WeakKeyDictionary[Any, LearntEvaluation | None]] = WeakKeyDictionary()


def automatic(game: CompiledGame[Any, Any], is_stopped: Callable[[], bool] = lambda: False) -> LearntEvaluation | None:
    """The evaluation of a compiled game for two with nothing hidden, from the rules alone: the same for the same rules.

    None where nothing can be learnt of its states, or learning was stopped.
    """
    if game not in _KNOWN:
        variant = game.variant()
        data = variant.store.load_data(_NAME)
        learnt = _kept(game, data, variant.digest) if data else None
        if learnt is None and data != b"":
            learnt = _learnt(game, is_stopped)
            if is_stopped():
                return None
            content = b"" if learnt is None else files.packed(learnt, files.Kept(), variant.digest)
            variant.store.save_data(_NAME, content)
        _KNOWN[game] = learnt
    return _KNOWN[game]


def _kept(game: CompiledGame[Any, Any], data: bytes, digest: str) -> LearntEvaluation | None:
    """The evaluation that was learnt before; None if what is kept of it cannot be read."""
    try:
        return files.unpacked(LearntEvaluation, game.game, data, "what was learnt", lambda plain: digest)[0]
    except MinimaxerError:
        return None


def _learnt(game: CompiledGame[Any, Any], is_stopped: Callable[[], bool]) -> LearntEvaluation | None:
    LOG.info("learning an evaluation of %s, which has none ...", game.variant().name)
    try:
        learnt = blank(game.game, OPTIONS, states=_STATES, tell=lambda text: None)
        with closing(team_of(game, learnt, OPTIONS, 1, OPTIONS.seed)) as team:
            games = positions = 0
            while games < GAMES and positions < POSITIONS and not is_stopped():
                game.on_progress(Progress("learning an evaluation", games, GAMES, unit="games"))
                lesson = team.teach(games=_LESSON)
                games, positions = games + lesson.games, positions + lesson.positions
            game.on_progress(Progress("learnt an evaluation", GAMES, GAMES, unit="games"))
            return learnt_by(team, learnt)
    except MinimaxerError as error:
        LOG.info("nothing evaluates positions: %s", error)
        return None
