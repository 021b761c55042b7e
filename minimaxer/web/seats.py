"""Who sits at a table: people, the strongest AI, and levels of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from ..errors import MinimaxerError, OptionError
from ..play.levels.ladder import read_ladder
from ..rules.players import players_of

PERSON: Final = "person"
AI: Final = "AI"
_LEVEL: Final = re.compile(r"level (\d+(?:\.\d+)?)")


def checked_seats(given: Iterable[object], players: int, levels: int) -> tuple[str, ...]:
    """The seats of a table, once each is known to be one.

    Args:
        given: For each player `person`, `AI`, or a level as in `level 3`.
        players: How many players the game has.
        levels: How many levels the game has.

    Raises:
        OptionError: There are too few seats or too many, or one is none of these.

    Examples:
        >>> checked_seats(["person", "level 2.5"], players=2, levels=8)
        ('person', 'level 2.5')
    """
    seats = tuple(given)
    if len(seats) != players:
        raise OptionError(f"expected {players} {'seat' if players == 1 else 'seats'}, one for each player, got {len(seats)}")
    return tuple(_checked(seat, levels) for seat in seats)


def _checked(seat: object, levels: int) -> str:
    level = level_of(seat) if isinstance(seat, str) else None
    if isinstance(seat, str) and (seat in (PERSON, AI) or (level is not None and level <= levels)):
        return seat
    known = f", or level 0 to level {levels}" if levels else ", since this game has no levels"
    raise OptionError(f"expected a seat to be {PERSON} or {AI}{known}, got {seat!r}")


def level_of(seat: str) -> float | None:
    """The level that sits there; None for anybody else."""
    found = _LEVEL.fullmatch(seat)
    return None if found is None else float(found[1])


def levels_of(game: Any) -> int:
    """How many levels of a game were measured; 0 where none were.

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
