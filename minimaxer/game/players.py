"""The number of players of a game."""

from __future__ import annotations

from typing import Any, Final

from ..errors import GameError

MOST_PLAYERS: Final = 6


def players_of(game: Any) -> int:
    """The number of players, from the game's `players`: 2 where it is missing, or is something of the author's own.

    Raises GameError if it is a number or a text, but no number of players.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> players_of(Nim())
        2
    """
    players = getattr(game, "players", 2)
    if not isinstance(players, (int, float, str)):  # such as a list of names
        return 2
    if type(players) is int and 1 <= players <= MOST_PLAYERS:
        return players
    raise GameError(f"{type(game).__name__}.players is {players!r}; expected a whole number of players from 1 to {MOST_PLAYERS}")
