"""The meaning of a game's numbers: scores that count plies or, where chance decides, utilities that are averaged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from attrs import frozen

from ..errors import ScoreError
from .scores import DRAW, LOSS, WIN, checked_evaluation, checked_outcome, plain_number, shifted, shortened

Meaning = Literal["plies", "utility", "chances", "payoffs", "result"]
"""The meaning of a value: a decisive one counts `plies` to the end; `utility` is an average of outcomes as given, `chances` that
of wins, losses and draws; `payoffs` are for more than two players; `result` is the game's result at any distance."""


@frozen(eq=False)
class Scale:
    """Checks the outcomes and evaluations of a game, and shifts its scores by plies.

    Attributes:
        outcome: Gives an outcome as a plain number, from it, the state and, if it was not `outcome`, the method.
        evaluation: Gives an evaluation as a plain number, from it and the state.
        shift: Gives a score as seen that many plies earlier.
        utilities: Records the kind of outcomes seen, where chance decides; else None.
    """

    outcome: Callable[..., float]
    evaluation: Callable[[Any, object], float]
    shift: Callable[[float, int], float]
    low: float = LOSS
    high: float = WIN
    utilities: Utilities | None = None

    @property
    def unknown(self) -> float:
        """The value of a state without an evaluation: 0, or the nearest value in the range."""
        return min(max(DRAW, self.low), self.high)

    @property
    def meaning(self) -> Meaning:
        """The meaning of a value, judged by the outcomes seen so far."""
        return "plies" if self.utilities is None else "chances" if self.utilities.only_wins else "utility"


class Utilities:
    """Outcomes as given, within a range, for games whose values are averages, which hold no distance to the end.

    `only_wins` is True if the range is from loss to win, and every outcome so far was a win, a loss or a draw.
    """

    def __init__(self, low: float, high: float) -> None:
        self.low: Final = low
        self.high: Final = high
        self.only_wins = (low, high) == (LOSS, WIN)

    def outcome(self, value: Any, state: object, method: str = "outcome") -> float:
        """The outcome as a plain number; raises ScoreError if it is no number, or outside the range."""
        score = plain_number(value)
        if score is None or not self.low <= score <= self.high:
            raise ScoreError(f"{method}() gave {value!r} in {state!r}; expected a number for player 0 {self._range}")
        if score not in (WIN, LOSS, DRAW):
            self.only_wins = False
        return score

    def evaluation(self, value: Any, state: object) -> float:
        """The evaluation as a plain number: the expected outcome; errors as in `outcome`."""
        score = plain_number(value)
        if score is None or not self.low <= score <= self.high:
            raise ScoreError(f"evaluate() gave {value!r} in {state!r}; expected the outcome expected there, {self._range}")
        return score

    @property
    def _range(self) -> str:
        if (self.low, self.high) == (LOSS, WIN):
            return "from mx.LOSS to mx.WIN"
        return f"from {self.low:g} to {self.high:g}, the game's value_range"


def _as_it_is(score: float, plies: int) -> float:
    return score


def utilities(low: float = LOSS, high: float = WIN) -> Scale:
    """The scale of a game in which chance decides."""
    made = Utilities(low, high)
    return Scale(made.outcome, made.evaluation, _as_it_is, low, high, made)


PLIES: Final = Scale(checked_outcome, checked_evaluation, shifted)
"""The scale of games without chance."""
SHORT_MARGINS: Final = Scale(checked_outcome, checked_evaluation, shortened)
"""The scale of games without chance whose margins count plies too."""


def win_probability(value: float) -> float:
    """The probability that player 0 wins, from the average of wins, losses and draws; a draw counts as one half.

    Examples:
        >>> from minimaxer.base.scores import LOSS
        >>> win_probability(0), win_probability(LOSS / 2)
        (0.5, 0.25)
    """
    return (value / WIN + 1) / 2
