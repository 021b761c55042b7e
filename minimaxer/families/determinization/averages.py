"""What the deals looked at say of each move."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final, Generic

from attrs import define, field

from ...base.bound import Bound
from ...base.payoffs import Payoffs
from ...base.scale import Meaning
from ...base.scores import LOSS, WIN, is_decisive
from ...game.likeness import equal
from ...game.protocol import M
from ...searching.result import RootMove, SearchResult

_BAND: Final = 1.96
"""Standard deviations on either side that hold 95 of 100."""
_ALIKE: Final = 1e-9
"""Values that are apart by less of themselves are equal."""


@define
class Tally(Generic[M]):
    """One move, in all deals.

    Attributes:
        move: The move.
        weight: In how many deals it was searched.
        votes: In how many of them it was best; where several were, a share.
        quick: The sum of its values as found, in which wins count plies: what tells moves apart that are worth the same.
        payoffs: The sums of what each player gets.
        squares: The sum of the squares of what the mover gets.
    """

    move: M
    weight: int = 0
    votes: float = 0.0
    quick: float = 0.0
    payoffs: list[float] = field(factory=list)
    squares: float = 0.0

    def mean(self, player: int) -> float:
        """What a player gets on average; nothing is worse than a move that was never searched."""
        return self.payoffs[player] / self.weight if self.weight else -math.inf

    def error(self, player: int) -> float:
        """Half the width of the interval in which the mean over all deals lies in 95 of 100 cases; infinite after one deal."""
        if self.weight < 2:
            return math.inf
        variance = max(0.0, self.squares - self.weight * self.mean(player) ** 2) / (self.weight - 1)
        return _BAND * math.sqrt(variance / self.weight)


class Averages(Generic[M]):
    """The moves of the mover, and what they are worth in the deals looked at.

    Args:
        moves: The moves, which are the same in every deal.
        player: The mover.
        players: How many players there are.
        by_votes: Whether the best move is that of most deals, instead of the one with the best average.

    Attributes:
        deals: How many deals were looked at.
        meaning: What values say.
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
        """Takes what a search found in so many equal deals."""
        self.deals += weight
        told = []
        for row in result.moves:
            tally = self._tally(row.move)
            payoffs = self._payoffs(row)
            if payoffs is not None:
                self._add(tally, row, payoffs, weight)
                told.append((payoffs[self._player], tally))
        most = max((worth for worth, _ in told), default=0.0)
        best = [tally for worth, tally in told if worth >= most - _ALIKE * abs(most)]
        for tally in best:
            tally.votes += weight / len(best)

    def rows(self) -> tuple[RootMove[M], ...]:
        """The moves, best first."""
        return tuple(map(self._row, sorted(self._tallies, key=self._rank, reverse=True)))

    @property
    def meaning(self) -> Meaning:
        """What values say."""
        return "payoffs" if self._players > 2 else "chances" if self._only_wins and self._has_wins else "utility"

    def _rank(self, tally: Tally[M]) -> tuple[float, ...]:
        sign = -1 if self._player == 1 else 1
        worth = (tally.mean(self._player), sign * tally.quick / max(1, tally.weight))
        return (tally.votes, *worth) if self._by_votes else worth

    def _tally(self, move: M) -> Tally[M]:
        found = next((each for each in self._tallies if equal(each.move, move)), None)
        if found is None:  # a deal with other moves, which the doctor tells of
            found = self._empty(move)
            self._tallies.append(found)
        return found

    def _empty(self, move: M) -> Tally[M]:
        return Tally(move, payoffs=[0.0] * max(2, self._players))

    def _add(self, tally: Tally[M], row: RootMove[M], payoffs: Payoffs, weight: int) -> None:
        tally.weight += weight
        tally.quick += weight * (row.value or 0.0)
        tally.payoffs = [total + weight * payoff for total, payoff in zip(tally.payoffs, payoffs, strict=True)]
        tally.squares += weight * payoffs[self._player] ** 2

    def _payoffs(self, row: RootMove[M]) -> Payoffs | None:
        """What everybody gets by a move in one deal, a win as such; None where it was not searched."""
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
