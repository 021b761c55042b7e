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


class Places:
    """How often each of more than two players came out ahead of the others, alone or not."""

    def __init__(self, players: int) -> None:
        self._ahead: Final = [0] * players
        self._decided = 0

    def note(self, payoffs: tuple[float, ...]) -> None:
        """Notes the payoffs of a game; where all get the same, nobody is ahead."""
        most = max(payoffs)
        if min(payoffs) < most:
            self._decided += 1
            for player, payoff in enumerate(payoffs):
                self._ahead[player] += payoff == most

    def diagnosis(self) -> str | None:
        """What to say where a player was never ahead; None where nothing is odd."""
        never = [player for player, times in enumerate(self._ahead) if not times]
        if not never or self._decided < _LEAST_EACH * len(self._ahead):
            return None
        whom = f"player{'s' if len(never) > 1 else ''} {', '.join(map(str, never))}"
        return (
            f"{whom} never got the most in {self._decided} random games. outcome() gives one number for each player, player 0's "
            "first, no matter who moved last. This may be meant so, where they play against the odds"
        )


_FOR: Final = {1: "the player who moved last", -1: "the player whose turn it would be"}
_GIVE: Final = {
    1: "mx.LOSS, or a margin below 0, where player 1 has won",
    -1: "mx.WIN, or a margin above 0, where player 0 has won",
}
