"""Laws of the end of games: every game ends, with sensible results, and both players win some of many games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from numbers import Real
from typing import Any, Final

from ...game.comparing import RAISED
from ..findings import Finding

BOTH_WIN: Final = "both-players-win"
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

ENDLESS: Final = "games-end"
CYCLES: Final = "positions-come-again"
BEGINS: Final = "games-begin"
UNITS: Final = "quick-wins-matter"
SCALE: Final = "evaluation-is-below-results"


def cycle(states: Sequence[Any], key: Callable[[Any], Any]) -> tuple[int, int] | None:
    """The shortest cycle of a game, as the indices of two of its states with equal keys; None if there is none."""
    latest: dict[Any, int] = {}
    shortest: tuple[int, int] | None = None
    for number, state in enumerate(states):
        try:
            place = latest.get(what := key(state))
            latest[what] = number
        except RAISED:  # it cannot be hashed or compared
            return None
        if place is not None and (shortest is None or number - place < shortest[1] - shortest[0]):
            shortest = place, number
    return shortest


def endless(plies: int, moves: Sequence[str], *, is_same: bool = True) -> str:
    """The diagnosis of a game that was stopped after some plies; `moves` are those of a cycle, empty where none was found.
    `is_same` is True if the states at its ends are equal, and not only their keys.
    """
    text = f"a random game was not over after {plies:,} plies"
    if moves:
        where = "the same state" if is_same else "a state with the same key"
        round_trip = f"{text}: the moves {' '.join(moves)} lead back to {where}"
        return f"{round_trip}; count moves without progress in the state, and end the game by them"
    return f"{text}; no state was seen to come twice, as far as they can be hashed. Does outcome() see every end?"


def cyclic(moves: Sequence[str]) -> str:
    """The diagnosis of a game in which positions can be repeated."""
    return (
        f"the moves {' '.join(moves)} lead back to the same position; searches go round in circles unless "
        "AlphaBetaOptions(repetition=True) makes that a draw"
    )


def units(outcomes: set[Any], *, evaluations: tuple[float, float]) -> Iterator[Finding]:
    """Yields findings about results that are only ever -1, 0 and 1, given all results and the lowest and highest evaluation."""
    if not outcomes or not outcomes <= {-1, 0, 1} or outcomes == {0}:
        return
    text = (
        f"outcome() gives only {', '.join(str(each) for each in sorted(outcomes))}, which are margins: a quick win counts no "
        "more than a slow one, and a search may put it off for ever; if these are wins and losses, give mx.WIN and mx.LOSS"
    )
    yield Finding(law=UNITS, severity="hint", diagnosis=text)
    extreme = max(evaluations, key=abs)
    if abs(extreme) > 1:
        text = (
            f"evaluate() gives {extreme:g}, which is more than any result: outcome() gives only -1, 0 and 1. Unfinished games "
            "then look better than won ones; give mx.WIN and mx.LOSS as results"
        )
        yield Finding(law=SCALE, severity="error", diagnosis=text)
