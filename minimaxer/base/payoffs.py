"""Outcomes and evaluations of games for three or more players: tuples with one payoff for each player."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

from ..errors import ScoreError
from .scores import plain_number

Payoffs = tuple[float, ...]
"""One number for each player, starting with player 0."""
TOLERANCE: Final = 1e-9
"""The tolerated difference between the sum of payoffs and the game's `payoff_sum`, relative to the largest of these numbers."""


@frozen
class PayoffScale:
    """The range and the sum of payoffs, and checks of outcomes and evaluations, with more than two players.

    Unknown limits of a payoff are infinite; `total` is the sum of all players' payoffs, or None if it is not fixed.
    """

    players: int
    low: float = -math.inf
    high: float = math.inf
    total: float | None = None

    @property
    def unknown(self) -> Payoffs:
        """The payoffs of a state without an evaluation: an equal share of the total for each, else 0, or the nearest payoff."""
        share = 0.0 if self.total is None else self.total / self.players
        return (min(max(share, self.low), self.high),) * self.players

    @property
    def leaves_nothing(self) -> bool:
        """True if one player's highest payoff leaves all others the lowest, so that it can come about in one way only."""
        return self.total is not None and self.high == self.total - (self.players - 1) * self.low

    @property
    def shared(self) -> float | None:
        """The largest sum of two players' payoffs; None if it is not known."""
        return None if self.total is None else self.total - (self.players - 2) * self.low

    def outcome(self, value: Any, state: object, method: str = "outcome") -> Payoffs:
        """The outcome as a tuple of plain numbers; raises ScoreError if it is none, or one that cannot come about."""
        payoffs = self._numbers(value)
        if payoffs is None:
            raise ScoreError(
                f"{method}() gave {value!r} in {state!r}; expected a tuple of {self.players} numbers, one for each player"
            )
        if not all(self.low <= each <= self.high for each in payoffs):
            bounds = f"from {self.low:g} to {self.high:g}, by the game's value_range or payoff_sum"
            raise ScoreError(f"{method}() gave {value!r} in {state!r}; expected every payoff {bounds}")
        if self.total is not None and abs(sum(payoffs) - self.total) > TOLERANCE * max(abs(self.total), *map(abs, payoffs)):
            wrong = f"which add up to {math.fsum(payoffs):.12g}; expected {self.total:g}, the game's payoff_sum"
            raise ScoreError(f"{method}() gave {value!r} in {state!r}, {wrong}")
        return payoffs

    def evaluation(self, value: Any, state: object) -> Payoffs:
        """The evaluation as a tuple of plain numbers: the payoffs expected from there; errors as in `outcome`."""
        return self.outcome(value, state, "evaluate")

    def _numbers(self, value: Any) -> Payoffs | None:
        """One plain number for each player; None for anything else."""
        if isinstance(value, (str, bytes)) or not isinstance(value, Sequence) or len(value) != self.players:
            return None
        numbers = tuple(map(plain_number, value))
        return None if any(each is None or not math.isfinite(each) for each in numbers) else numbers  # type: ignore[return-value]


def brief(payoffs: Payoffs) -> str:
    """Payoffs as short text.

    Examples:
        >>> brief((1 / 3, 0.5, 12))
        '.333 .5 12'
    """
    return " ".join(f"{each:.3g}".replace("0.", ".", 1) if 0 < abs(each) < 1 else f"{each:.4g}" for each in payoffs)


def shown(payoffs: Sequence[float | None]) -> str:
    """Payoffs as text; `?` for unknown ones.

    Examples:
        >>> shown((1.0, 0.5, None))
        '(1, 0.5, ?)'
    """
    return f"({', '.join('?' if each is None else f'{each:.6g}' for each in payoffs)})"
