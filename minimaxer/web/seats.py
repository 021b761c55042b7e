"""The seats of a table: people, the strongest AI, its levels, and the adaptive level that follows a person's results."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from ..errors import MinimaxerError, OptionError
from ..game.protocol import players_of
from ..play.levels.ladder import read_ladder
from ..play.levels.level import ADAPTIVE, Level

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
