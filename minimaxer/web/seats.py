"""The setting of a game at a table, its seats (people, the strongest AI, a level, or the level that follows a person), and
sentences on what happens there.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from attrs import field, frozen

from ..errors import MinimaxerError, OptionError
from ..game.protocol import CHANCE, players_of
from ..play.audience import Audience, begun, describe_end, describe_move
from ..play.levels.level import ADAPTIVE, Level, read_ladder
from ..play.session import Session
from ..searching.limits import Limits

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
    last = session.turn_before([player for player in ({mover} if mover in people else people) if player is not None])
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


@frozen(kw_only=True)
class Setting:
    """The setting of a game.

    Attributes:
        seats: The seat of each player: `person`, `AI`, a level as in `level 3`, or `adaptive`.
        limits: The limits of the AI's searches.
        clock: The clock of each player; None without clocks.
        dice: The source of dice rolls; None if people enter their own.
        position: The first position, in the game's notation; None for the start.
    """

    seats: tuple[str, ...]
    limits: Limits = field(factory=lambda: Limits(seconds=1.0))
    clock: Limits | None = None
    dice: Random | None = field(factory=Random)
    position: str | None = None
    uses_book: bool = True


PERSON: Final = "person"
AI: Final = "AI"
_LEVEL: Final = re.compile(r"level (\d+(?:\.\d+)?)")


def checked_seats(given: Iterable[object], players: int, levels: int) -> tuple[str, ...]:
    """The seats of a table: for each player `person`, `AI`, a level as in `level 3`, or `adaptive`.

    Raises OptionError if there are too few or too many, one is invalid, or an adaptive level lacks its one person.

    Examples:
        >>> checked_seats(["person", "level 2.5"], players=2, levels=8)
        ('person', 'level 2.5')
    """
    seats = tuple(given)
    if len(seats) != players:
        raise OptionError(f"expected {players} {'seat' if players == 1 else 'seats'}, one for each player, got {len(seats)}")
    checked = tuple(_checked(seat, levels) for seat in seats)
    if ADAPTIVE in checked and checked.count(PERSON) != 1:
        raise OptionError(f"an adaptive level follows one person, and {checked.count(PERSON)} people sit here; choose another")
    return checked


def _checked(seat: object, levels: int) -> str:
    level = level_of(seat) if isinstance(seat, str) else None
    is_level = levels > 0 and (seat == ADAPTIVE or (level is not None and level <= levels))
    if isinstance(seat, str) and (seat in (PERSON, AI) or is_level):
        return seat
    known = f", {ADAPTIVE}, or level 0 to level {levels}" if levels else ", since this game has no levels"
    raise OptionError(f"expected a seat to be {PERSON}{',' if levels else ' or'} {AI}{known}, got {seat!r}")


def level_of(seat: str) -> float | None:
    """The level in a seat; None for any other seat."""
    found = _LEVEL.fullmatch(seat)
    return None if found is None else float(found[1])


def seat_of(level: Level, game: Any) -> str:
    """The seat in which a level plays; raises OptionError if the game has no such level.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> seat_of(Level(2.5), TicTacToe())
        'level 2.5'
    """
    number = level.level if level.elo is None else read_ladder(game).level_of(level.elo)
    return f"level {number:.12g}"


def levels_of(game: Any) -> int:
    """The number of measured levels of a game; 0 if there are none.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> levels_of(TicTacToe()) > 1
        True
    """
    if players_of(game) != 2:
        return 0
    try:
        return len(read_ladder(game).elos)
    except MinimaxerError:
        return 0
