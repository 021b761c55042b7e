"""The law of results: they are for player 0, so that both players win some games. It takes many games to see it broken."""

from __future__ import annotations

from numbers import Real
from typing import Any, Final

LAW: Final = "both-players-win"
_LEAST_EACH: Final = 15
"""Decided games that each player must have ended before a diagnosis: in fewer, the winner may be the same by chance."""


class Tally:
    """Counts decided games by last mover and winner."""

    def __init__(self) -> None:
        self._ended: Final = {0: {1: 0, -1: 0}, 1: {1: 0, -1: 0}}

    def note(self, last_mover: int | None, result: Any) -> None:
        """Notes a game's result for player 0 and its last mover; draws do not count."""
        if isinstance(result, Real) and bool(result) and last_mover is not None:
            self._ended[last_mover][1 if float(result) > 0 else -1] += 1

    def diagnosis(self) -> str | None:
        """The diagnosis if one player won all games although both ended some; None if nothing is odd.

        In a game that the last mover always wins, correct results have both signs. Results given for the last mover are all
        positive, those for the player whose turn it would be all negative: the sign stays although the player changes.
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
    """Counts how often each of more than two players had the highest payoff, alone or shared."""

    def __init__(self, players: int) -> None:
        self._ahead: Final = [0] * players
        self._decided = 0

    def note(self, payoffs: tuple[float, ...]) -> None:
        """Notes the payoffs of a game; a game with equal payoffs does not count."""
        most = max(payoffs)
        if min(payoffs) < most:
            self._decided += 1
            for player, payoff in enumerate(payoffs):
                self._ahead[player] += payoff == most

    def diagnosis(self) -> str | None:
        """The diagnosis if a player never had the highest payoff; None if nothing is odd."""
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
