"""Sentences on the events at a table."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from typing import Any, Final

from ..errors import MinimaxerError
from ..game.protocol import CHANCE
from ..play.audience import Audience
from ..play.phrases import begun, describe_end, describe_move
from ..play.session import Session
from .seats import PERSON

MOST_NEWS: Final = 6
"""Most moves described at a time."""


def title_of(name: str) -> str:
    """The title of a game on the page.

    Examples:
        >>> title_of("dots_and_boxes:rows=2"), title_of("my.module:MyGame:size=4"), title_of("games/coins.py")
        ('dots and boxes', 'MyGame', 'coins')
    """
    head, *rest = name.split(":")
    head = head.removesuffix(".py").rpartition("/")[2]
    return (rest[0] if rest and "=" not in rest[0] else head).replace("_", " ")


def describe_news(audience: Audience) -> str:
    """Describes the moves since the last turn of the person to move, or else of any person, as far as the audience may know.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> session = Session(TicTacToe())
        >>> session.play(4)
        >>> session.play(0)
        >>> describe_news(Audience(session, {0})), describe_news(Audience(session, set()))
        ('O plays 1.', 'O plays 1.')
    """
    session, people = audience.session, audience.people
    count, mover = len(session.moves), session.mover
    whose = {mover} if mover in people else people
    last = session.turn_before([player for player in whose if player is not None])
    first = count - 1 if not people else 0 if last is None else min(last + 1, count - 1)
    shown = range(max(0, first, count - MOST_NEWS), count)
    return " ".join(
        f"{describe_move(session, n)}." for n in shown if audience.sees_move_of(session.game.player(session.states[n]))
    )


def describe_turn(session: Session[Any, Any], seats: Sequence[str], *, held: bool) -> str:
    """Describes the next event, or the end of the game."""
    names, mover = session.names, session.mover
    if mover is None:
        return describe_end(session)
    if mover == CHANCE:
        return "Enter what the dice show." if not held else "Chance decides next."
    if seats[mover] == PERSON:
        return f"{begun(names[mover])} to move."
    return f"{begun(names[mover])} ({seats[mover]}) is next." if held else f"{begun(names[mover])} ({seats[mover]}) thinks."


def describe_error(error: BaseException, *, is_open: bool) -> str:
    """Describes an error; if its text may reveal hidden information, only its type."""
    if not is_open:
        logging.getLogger("minimaxer").error("%s: %s", type(error).__name__, error)
        return f"{type(error).__name__}; what it says may tell what is hidden, and goes to the terminal"
    if isinstance(error, MinimaxerError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} (in {frame.name}, line {frame.lineno})"
