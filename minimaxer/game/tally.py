"""The counts that players have so far, as discs, seeds or tricks: a game's `tally`."""

from __future__ import annotations

import math
from typing import Any

from ..base.scores import plain_number
from ..errors import RulesError
from .capability import Capabilities


def is_tally(given: Any, players: int) -> bool:
    """True for one finite number for each player.

    Examples:
        >>> is_tally((2, 2), 2), is_tally((2,), 2), is_tally([2, "2"], 2)
        (True, False, False)
    """
    if not isinstance(given, (tuple, list)) or len(given) != players:
        return False
    numbers = [plain_number(each) for each in given]
    return all(each is not None and math.isfinite(each) for each in numbers)


def counts_of(found: Capabilities[Any, Any], state: object, players: int) -> tuple[str, ...]:
    """The count that each player has so far, as text; empty where the game has no `tally`.

    Raises RulesError if it gave anything but a number for each player.

    Examples:
        >>> from minimaxer_games.reversi import Reversi
        >>> from .capability import capabilities
        >>> game = Reversi()
        >>> counts_of(capabilities(game), game.initial(), 2)
        ('2', '2')
    """
    if found.tally is None:
        return ()
    given: Any = found.tally(state)
    if not is_tally(given, players):
        raise RulesError(f"tally({state!r}) gave {given!r}; expected a number for each of the {players} players")
    return tuple(f"{each:g}" for each in given)
