"""Averages of the value of each move over the deals searched."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final, Generic

from attrs import define, field

from ...base.scores import LOSS, WIN, Bound, Meaning, Payoffs, is_decisive
from ...game.comparing import equal
from ...game.protocol import M
from ...searching.result import RootMove, SearchResult

_BAND: Final = 1.96
"""Standard deviations on either side of the mean that cover 95 of 100 cases."""
_ALIKE: Final = 1e-9
"""The relative difference up to which values are equal."""


@define
class Tally(Generic[M]):
    """The results of one move in all deals.

    Attributes:
        weight: The number of deals in which it was searched.
        votes: The number of them in which it was best; where several moves were, each gets a share.
        quick: The sum of its values as found, in which wins count plies: it orders moves that are worth the same.
        payoffs: The sum of the payoffs of each player; `squares` is that of the squares of the mover's.
    """

    move: M
    weight: int = 0
    votes: float = 0.0
    quick: float = 0.0
    payoffs: list[float] = field(factory=list)
    squares: float = 0.0

    def mean(self, player: int) -> float:
        """The average payoff of a player; minus infinity for a move that was never searched."""
        return self.payoffs[player] / self.weight if self.weight else -math.inf

    def error(self, player: int) -> float:
        """Half the width of the interval in which the mean over all deals lies in 95 of 100 cases; infinite after one deal."""
        if self.weight < 2:
            return math.inf
        variance = max(0.0, self.squares - self.weight * self.mean(player) ** 2) / (self.weight - 1)
        return _BAND * math.sqrt(variance / self.weight)


class Averages(Generic[M]):
    """The moves of the mover, the same in every deal, with their averages over the deals searched. `by_votes` if the best move is
    the one that is best in most deals, instead of the one with the best average.
    """

    def __init__(self, moves: Iterable[M], player: int, players: int, *, by_votes: bool) -> None:
        self.deals = 0
        self._player: Final = player
        self._players: Final = players
        self._by_votes: Final = by_votes
        self._tallies: Final = [self._empty(move) for move in moves]
        self._only_wins = True
        self._has_wins = False

    def take(self, result: SearchResult[M], weight: int) -> None:
        """Adds the result of a search of `weight` equal deals."""
        self.deals += weight
        rated = []
        for row in result.moves:
            tally = next((each for each in self._tallies if equal(each.move, row.move)), None)
            if tally is None:  # a deal with other moves, which the doctor tells of
                tally = self._empty(row.move)
                self._tallies.append(tally)
            payoffs = self._payoffs(row)
            if payoffs is not None:
                tally.weight += weight
                tally.quick += weight * (row.value or 0.0)
                tally.payoffs = [total + weight * payoff for total, payoff in zip(tally.payoffs, payoffs, strict=True)]
                tally.squares += weight * payoffs[self._player] ** 2
                rated.append((payoffs[self._player], tally))
        most = max((worth for worth, _ in rated), default=0.0)
        best = [tally for worth, tally in rated if worth >= most - _ALIKE * abs(most)]
        for tally in best:
            tally.votes += weight / len(best)

    def rows(self) -> tuple[RootMove[M], ...]:
        """The moves, best first."""
        return tuple(map(self._row, sorted(self._tallies, key=self._rank, reverse=True)))

    @property
    def meaning(self) -> Meaning:
        """The meaning of values."""
        return "payoffs" if self._players > 2 else "chances" if self._only_wins and self._has_wins else "utility"

    def _rank(self, tally: Tally[M]) -> tuple[float, ...]:
        sign = -1 if self._player == 1 else 1
        worth = (tally.mean(self._player), sign * tally.quick / max(1, tally.weight))
        return (tally.votes, *worth) if self._by_votes else worth

    def _empty(self, move: M) -> Tally[M]:
        return Tally(move, payoffs=[0.0] * max(2, self._players))

    def _payoffs(self, row: RootMove[M]) -> Payoffs | None:
        """The payoffs of all players for a move in one deal, with wins as `WIN`; None if they are not known exactly."""
        if row.payoffs is not None:
            return None if None in row.payoffs else tuple(float(payoff or 0.0) for payoff in row.payoffs)
        if row.value is None or row.bound is not Bound.EXACT:
            return None
        value: float = row.value
        if row.meaning == "plies" and is_decisive(value):
            value = WIN if value > 0 else LOSS
        self._only_wins = self._only_wins and abs(value) in (0, WIN)
        self._has_wins = self._has_wins or abs(value) == WIN
        return value, -value

    def _row(self, tally: Tally[M]) -> RootMove[M]:
        payoffs: tuple[Any, ...] | None = None
        if tally.weight:
            payoffs = tuple(total / tally.weight for total in tally.payoffs)
        return RootMove(
            move=tally.move,
            value=None if payoffs is None else payoffs[0],
            payoffs=payoffs if self._players > 2 else None,
            bound=None if payoffs is None else Bound.EXACT,
            depth=0 if payoffs is None else 1,
            pv=(tally.move,),
            meaning=self.meaning,
            players=self._players,
            visits=round(tally.votes),
            error=tally.error(self._player),
        )
