"""Scores, bounds and payoffs: the numbers of a game, with checks. Every number at the boundary is for player 0."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from numbers import Integral, Real
from typing import Any, Final, Literal

from attrs import frozen

from ..errors import OptionError, ScoreError
from .checks import front_door

WIN: Final = 1_000_000
"""The outcome of a game that player 0 has won."""
LOSS: Final = -WIN
"""The outcome of a game that player 0 has lost."""
DRAW: Final = 0
"""The outcome of a drawn game."""
LONGEST_WIN: Final = 100_000
"""The largest distance to a win, in plies, that a score can express."""
DECISIVE: Final = WIN - LONGEST_WIN
"""The least absolute value of a decisive score; evaluations and margins stay strictly below it."""
INFINITY: Final = math.inf
"""The edge of an open window; never a score."""
HIGHEST: Final = 2 * WIN
"""The edge of an open window where scores are machine integers."""
SCALE_GAMES: Final = 64
"""Random games that measure the scale of evaluations: the evaluation that counts as tanh(1) of a win."""
SCALE_POSITIONS: Final = 2_048
"""The most positions taken from these games."""


@front_door
def win_in(plies: int) -> int:
    """The score of a win for player 0 after that many plies.

    Args:
        plies: Plies from here to the end of the game, 0 to 100,000.

    Raises:
        OptionError: `plies` is out of that range.

    Examples:
        >>> win_in(3)
        999997
    """
    if not 0 <= plies <= LONGEST_WIN:
        raise OptionError(f"expected 0 to {LONGEST_WIN} plies to the end, got {plies!r}")
    return WIN - plies


@front_door
def loss_in(plies: int) -> int:
    """The score of a loss for player 0 after that many plies.

    Args:
        plies: Plies from here to the end of the game, 0 to 100,000.

    Raises:
        OptionError: `plies` is out of that range.

    Examples:
        >>> loss_in(3)
        -999997
    """
    return -win_in(plies)


@front_door
def is_decisive(score: float) -> bool:
    """True if the score is a win or a loss at a known distance, not a draw, a margin or an evaluation.

    Examples:
        >>> is_decisive(win_in(12)), is_decisive(48)
        (True, False)
    """
    return abs(score) >= DECISIVE


def result_of(score: float) -> float:
    """The result behind a score, at whatever distance.

    Examples:
        >>> result_of(loss_in(7)) == LOSS, result_of(3)
        (True, 3)
    """
    if not is_decisive(score):
        return score
    return WIN if score > 0 else LOSS


@front_door
def plies_to_end(score: float) -> int | None:
    """The number of plies until the game ends under best play; None if the score is not decisive.

    Examples:
        >>> plies_to_end(loss_in(7)), plies_to_end(0)
        (7, None)
    """
    if abs(score) > WIN:
        raise OptionError(f"expected a score from {LOSS:,} to {WIN:,}, got {score!r}")
    return int(WIN - abs(score)) if is_decisive(score) else None


def shifted(score: float, plies: int) -> float:
    """The score as seen that many plies earlier: decisive scores move towards zero, others stay.

    A negative number of plies undoes it: `shifted(shifted(v, n), -n) == v`.

    Examples:
        >>> shifted(win_in(2), 3) == win_in(5), shifted(17, 3)
        (True, 17)
    """
    if score >= DECISIVE:
        return score - plies
    if score <= -DECISIVE:
        return score + plies
    return score


_STEPS: Final = 2**32
"""Steps per point in `shortened`; a ply is one step: the finest that every score below WIN can still show exactly."""
SHORTENED_DIGITS: Final = 4
"""Decimals of a score that survive 100,000 plies of `shortened`."""


def shortened(score: float, plies: int) -> float:
    """Like `shifted`, but margins too move towards zero, by a step far below any difference that counts.

    Of equal margins the nearer win and the farther loss is then the better one.
    """
    if not -DECISIVE < score < DECISIVE or score == 0:
        return shifted(score, plies)
    steps = round(score * _STEPS)
    return (steps - plies if score > 0 else steps + plies) / _STEPS


def lengthened(score: float) -> float:
    """The plain score from which `shortened` made this one."""
    plain = round(score, SHORTENED_DIGITS)
    return int(plain) if plain == int(plain) else plain


def plain_number(value: Any) -> int | float | None:
    """A number of any class as a plain int or float; None for anything else, booleans included.

    Sums, windows and tables then follow Python's arithmetic: 8-bit and unsigned numbers overflow, and single floats round.

    Examples:
        >>> from fractions import Fraction
        >>> plain_number(3), plain_number(Fraction(1, 2)), plain_number(True)
        (3, 0.5, None)
    """
    kind = type(value)
    if kind is int or kind is float:
        return value  # type: ignore[no-any-return]  # just seen
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    return int(value) if isinstance(value, Integral) else float(value)


def checked_outcome(outcome: Any, state: object, method: str = "outcome") -> float:
    """The outcome as a plain number, after a check that it is WIN, LOSS or a number below the band of decisive scores. Raises
    ScoreError if it is anything else, with the name of the method that returned it.
    """
    score = plain_number(outcome)
    if score is None:
        raise ScoreError(f"{method}() must give a number for player 0, or None while the game runs; got {outcome!r} in {state!r}")
    if score in (WIN, LOSS) or -DECISIVE < score < DECISIVE:
        return score
    raise ScoreError(
        f"{method}() gave {outcome!r} in {state!r}; expected mx.WIN, mx.LOSS, or a margin between -{DECISIVE} and {DECISIVE} "
        "for player 0"
    )


def checked_evaluation(value: Any, state: object) -> float:
    """The evaluation as a plain number; raises ScoreError unless it lies below the band of decisive scores."""
    score = plain_number(value)
    if score is not None and -DECISIVE < score < DECISIVE:
        return score
    raise ScoreError(
        f"evaluate() gave {value!r} in {state!r}; expected a number for player 0 strictly between -{DECISIVE} and {DECISIVE} "
        "(only finished games score mx.WIN or mx.LOSS)"
    )


def checked_bounds(bounds: Any, state: object) -> tuple[float, float]:
    """The game's bounds as plain numbers; raises ScoreError unless they are two scores in order."""
    try:
        low, high = bounds
    except (TypeError, ValueError):
        low = high = None
    lowest, highest = plain_number(low), plain_number(high)
    if lowest is None or highest is None or not (LOSS <= lowest <= highest <= WIN and lowest < WIN and highest > LOSS):
        raise ScoreError(
            f"bounds() gave {bounds!r} in {state!r}; expected two numbers (low, high) for player 0, from mx.LOSS to mx.WIN"
        )
    return lowest, highest


def checked_banked(banked: Any, state: object) -> float:
    """The settled part of the result as a plain number; raises ScoreError unless it is below the band of decisive scores."""
    number = plain_number(banked)
    if number is None or not abs(number) < DECISIVE:
        raise ScoreError(
            f"banked() gave {banked!r} in {state!r}; expected a number, what player 0 gets more than player 1 whatever comes"
        )
    return number


def checked_weights(weights: list[Any], state: object) -> list[float]:
    """The weights from `order` as plain numbers; raises ScoreError if one is no number, or NaN."""
    if set(map(type, weights)) <= _PLAIN and not math.isnan(sum(weights)):  # the usual case, and the quick one
        return weights
    numbers = []
    for weight in weights:
        number = plain_number(weight)
        if number is None or math.isnan(number):
            raise ScoreError(f"order() gave {weight!r} for a move in {state!r}; expected an int or a float, bigger for better")
        numbers.append(number)
    return numbers


_PLAIN: Final = frozenset({int, float})


class Bound(Enum):
    """The relation of a search value to the true value, for player 0."""

    EXACT = "exact"
    """The value is the true value."""
    LOWER = "lower"
    """The true value is this or better for player 0."""
    UPPER = "upper"
    """The true value is this or worse for player 0."""


SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: ">= ", Bound.UPPER: "<= "}
"""The sign that is printed before a value, by its bound."""


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
    """Outcomes as given, within a range, for games whose values are averages, which hold no distance to the end. `only_wins` is
    True if the range is from loss to win, and every outcome so far was a win, a loss or a draw.
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


Payoffs = tuple[float, ...]
"""One number for each player, starting with player 0."""
SUM_TOLERANCE: Final = 1e-9
"""The tolerated difference between the sum of payoffs and the game's `payoff_sum`, relative to the largest of these numbers."""


@frozen
class PayoffScale:
    """The range and the sum of payoffs, and checks of outcomes and evaluations, with more than two players. Unknown limits of a
    payoff are infinite; `total` is the sum of all players' payoffs, or None if it is not fixed.
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
        if self.total is not None and abs(sum(payoffs) - self.total) > SUM_TOLERANCE * max(abs(self.total), *map(abs, payoffs)):
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


def payoffs_of(outcome: Any, players: int = 2) -> Payoffs:
    """Each player's payoff by an outcome, which is player 0's alone for one or two players; the other gets the opposite.

    Examples:
        >>> payoffs_of(3), payoffs_of(3, 1), payoffs_of((1, 2, 3), 3)
        ((3, -3), (3,), (1, 2, 3))
    """
    return outcome if isinstance(outcome, tuple) else (outcome, -outcome)[: max(1, players)]


def brief_payoffs(payoffs: Payoffs) -> str:
    """Payoffs as short text.

    Examples:
        >>> brief_payoffs((1 / 3, 0.5, 12))
        '.333 .5 12'
    """
    return " ".join(f"{each:.3g}".replace("0.", ".", 1) if 0 < abs(each) < 1 else f"{each:.4g}" for each in payoffs)


def shown_payoffs(payoffs: Sequence[float | None]) -> str:
    """Payoffs as text; `?` for unknown ones.

    Examples:
        >>> shown_payoffs((1.0, 0.5, None))
        '(1, 0.5, ?)'
    """
    return f"({', '.join('?' if each is None else f'{each:.6g}' for each in payoffs)})"
