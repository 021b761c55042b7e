"""The law of results: they are for player 0, so that both players win some games. Many games are needed to see it broken."""

from __future__ import annotations

from numbers import Real
from typing import Any, Final

LAW: Final = "both-players-win"
_LEAST_EACH: Final = 15
"""Decided games that each player must have ended before anything is said: fewer may be alike by chance."""


class Tally:
    """Who made the last move in decided games, and who won them."""

    def __init__(self) -> None:
        self._ended: Final = {0: {1: 0, -1: 0}, 1: {1: 0, -1: 0}}

    def note(self, last_mover: int | None, result: Any) -> None:
        """Notes a game's result for player 0, and who made its last move; draws say nothing."""
        if isinstance(result, Real) and bool(result) and last_mover is not None:
            self._ended[last_mover][1 if float(result) > 0 else -1] += 1

    def diagnosis(self) -> str | None:
        """What to say where one player won all games although both ended some; None where nothing is odd.

        Where the last mover always wins, results of both signs are met. Of results for the last mover all are positive, of
        those for the player whose turn it would be, negative: the sign does not change although the player does.
        """
        for sign, loser in ((1, 1), (-1, 0)):
            if all(ended[sign] >= _LEAST_EACH and ended[-sign] == 0 for ended in self._ended.values()):
                count = sum(ended[sign] for ended in self._ended.values())
                return (
                    f"player {loser} never won in {count} decided games, {self._ended[loser][sign]} of which ended by a move of "
                    f"player {loser}. outcome() is for player 0, not for {_FOR[sign]}: give {_GIVE[sign]}. This may be meant so, "
                    f"where player {loser} cannot win or the other one plays much better at random"
                )
        return None


_FOR: Final = {1: "the player who moved last", -1: "the player whose turn it would be"}
_GIVE: Final = {
    1: "mx.LOSS, or a margin below 0, where player 1 has won",
    -1: "mx.WIN, or a margin above 0, where player 0 has won",
}
