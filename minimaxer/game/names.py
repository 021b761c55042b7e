"""The names of a game's players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .protocol import players_of


def names_of(game: Any) -> tuple[str, ...]:
    """The players' names from the game's `names`; `player 0` and so on where it has none, or something else by that name.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> from minimaxer_games.reversi import Reversi
        >>> names_of(Reversi()), names_of(Nim())
        (('Black', 'White'), ('player 0', 'player 1'))
    """
    names, players = getattr(game, "names", None), players_of(game)
    if isinstance(names, (tuple, list)) and len(names) == players and all(isinstance(name, str) and name for name in names):
        return tuple(names)
    return tuple(f"player {player}" for player in range(players))


def with_names(text: str, names: Sequence[str]) -> str:
    """A sentence with the players' names in place of their numbers.

    Examples:
        >>> with_names("player 1 wins in 5 plies", ("White", "Black"))
        'Black wins in 5 plies'
        >>> with_names("players 0, 2 share the first place", ("North", "East", "West"))
        'North, West share the first place'
    """
    return re.sub(r"\bplayers? (\d(?:, \d)*)\b", lambda found: _named(found, names), text)


def _named(found: re.Match[str], names: Sequence[str]) -> str:
    numbers = [int(number) for number in found[1].split(", ")]
    return ", ".join(names[number] for number in numbers) if max(numbers) < len(names) else found[0]
