"""What the numbers of a game mean: scores that count plies, or, where chance decides, utilities of which averages are taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from attrs import frozen

from ..errors import ScoreError
from .scores import DRAW, LOSS, WIN, checked_evaluation, checked_outcome, plain_number, shifted, shortened

Meaning = Literal["plies", "utility", "chances", "payoffs", "result"]
"""What a value says: a decisive one the plies to the end; or it is the average of outcomes as given; or the same where all
outcomes are wins, losses and draws; or it is one of the payoffs of more than two players; or the game's result, however far."""


@frozen(eq=False)
class Scale:
    """How outcomes and evaluations of a game are checked, and how they look from further away.

    Attributes:
        outcome: An outcome as a plain number, given also the state and, where it was another, the method.
        evaluation: An evaluation as a plain number, given also the state.
        shift: How a score looks that many plies earlier.
        low: No value is below it.
        high: No value is above it.
        utilities: Notes what the outcomes were like, where chance decides; else None.
    """

    outcome: Callable[..., float]
    evaluation: Callable[[Any, object], float]
    shift: Callable[[float, int], float]
    low: float = LOSS
    high: float = WIN
    utilities: Utilities | None = None

    @property
    def unknown(self) -> float:
        """What a state counts as that nobody evaluates: 0, or the value nearest to it."""
        return min(max(DRAW, self.low), self.high)

    @property
    def meaning(self) -> Meaning:
        """What a value says, as far as the outcomes were seen."""
        return "plies" if self.utilities is None else "chances" if self.utilities.only_wins else "utility"


class Utilities:
    """Outcomes as given, within a range: what an average is taken of, so that no distance to the end is part of them.

    Args:
        low: The least.
        high: The greatest.

    Attributes:
        only_wins: Whether no outcome was anything but a win, a loss or a draw, nor can be by the range.
    """

    def __init__(self, low: float, high: float) -> None:
        self.low: Final = low
        self.high: Final = high
        self.only_wins = (low, high) == (LOSS, WIN)

    def outcome(self, value: Any, state: object, method: str = "outcome") -> float:
        """The outcome as a plain number.

        Raises:
            ScoreError: It is no number, or outside the range.
        """
        score = plain_number(value)
        if score is None or not self.low <= score <= self.high:
            raise ScoreError(f"{method}() gave {value!r} in {state!r}; expected a number for player 0 {self._range}")
        if score not in (WIN, LOSS, DRAW):
            self.only_wins = False
        return score

    def evaluation(self, value: Any, state: object) -> float:
        """The evaluation as a plain number: the outcome expected from there.

        Raises:
            ScoreError: It is no number, or outside the range.
        """
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
"""The same where margins count plies too."""


def win_probability(value: float) -> float:
    """How likely player 0 is to win where the value is the average of wins, losses and draws; a draw counts as one half.

    Examples:
        >>> from minimaxer.base.scores import LOSS
        >>> win_probability(0), win_probability(LOSS / 2)
        (0.5, 0.25)
    """
    return (value / WIN + 1) / 2
