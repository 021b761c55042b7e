"""The questions that find a value: does player 0 get at least this much? They end when the value's bounds meet."""

from __future__ import annotations

import math
from typing import Final

from attrs import define

from ...base.scores import DECISIVE, DRAW, LOSS, WIN

_LEAST: Final = 1 - DECISIVE
"""The question of whether player 0 loses, where there are margins."""


@define
class Answer:
    """The answer of a search for a proof: the proof and disproof number.

    Attributes:
        at_least: The least result for player 0 in all endings that count as proofs.
        at_most: Its greatest result in all others.
        goes_round: True if repetitions, which count as draws, were met.
    """

    proof: float
    disproof: float
    at_least: float
    at_most: float
    goes_round: bool = False

    @property
    def proven(self) -> bool | None:
        """True if player 0 gets at least the goal, False if not, None if that is open."""
        return True if self.proof == 0 else False if self.disproof == 0 else None


@define
class Questions:
    """The bounds of a value, and the next question; `goal` is the only one, None: all that are needed.

    The first goal is a win, the second a draw. Margins are searched around a first guess, in steps that double, and by bisection
    once both bounds are known; `guess` is None where games end in wins, losses and draws. Player 0 can get from `low` to `high`.
    """

    goal: float | None
    guess: float | None = None
    low: float = LOSS
    high: float = WIN
    asked: int = 0
    _step: float = 1

    @property
    def is_known(self) -> bool:
        """True if the value is known."""
        return self.low >= self.high

    @property
    def is_done(self) -> bool:
        """True if no question is left."""
        return self.is_known or (self.goal is not None and (self.asked > 0 or not self.low < self.goal <= self.high))

    def next(self) -> float:
        """The next question."""
        self.asked += 1
        if self.goal is not None:
            return self.goal
        if self.guess is not None:
            return self._margin()
        return self.high if self.high <= DRAW or self.high == WIN or self.low >= DRAW else DRAW

    def _margin(self) -> float:
        assert self.guess is not None
        low, high = self.low, self.high
        if self.asked == 1 and low < self.guess <= high:
            return self.guess
        if low > LOSS and high < WIN:
            return high if self.asked % 2 and isinstance(high, float) else _after_half(low, high)
        if low > LOSS:
            goal, self._step = low + self._step, 2 * self._step
            return WIN if goal >= DECISIVE else goal
        goal, self._step = high - self._step, 2 * self._step
        return max(goal, _LEAST)

    def note(self, goal: float, answer: Answer) -> None:
        """Updates the bounds by an answer."""
        if answer.proven:
            self.low = max(self.low, goal, answer.at_least)
        elif answer.proven is not None:
            self.high = min(self.high, answer.at_most)
        if self.goal is None and self.guess is None and self.low < self.high < WIN and self.high not in (DRAW, LOSS):
            self.guess = self.high  # there are margins after all


def _after_half(low: float, high: float) -> float:
    """A number above `low` and at most `high`, near their middle."""
    if isinstance(low, int) and isinstance(high, int):
        return low + (high - low + 1) // 2
    middle = low + (high - low) / 2
    return middle if low < middle else math.nextafter(low, math.inf)
