"""Statistics of game results: the difference in strength, and when enough games were played to prove it.

Counts are of games as (losses, draws, wins), or of pairs of games by their points: 0, 1/2, 1, 3/2 or 2, worst first.
Both games of a pair begin alike with sides swapped, so they are correlated: pairs say more than single games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from operator import index
from statistics import NormalDist
from typing import Final, Literal, get_args

from attrs import field, frozen

from ..base.checks import front_door, is_number
from ..errors import OptionError

Model = Literal["normalized", "logistic", "bayesian"]
MODELS: Final = get_args(Model)
CONFIDENCE: Final = 0.95
"""Confidence level of errors: the share of matches in which the true value lies within them."""
EMPTY: Final = 0.001
"""Replaces an empty count, since a logarithm of 0 has no value."""
BAND: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
ELO: Final = 400 / math.log(10)
"""Elo of one unit of the logistic curve."""
_NORMALIZED: Final = 800 / math.log(10)
"""Normalized Elo of a score whose mean lies one standard deviation of a game above 1/2."""


@frozen
class Estimate:
    """A measured number, with its error.

    Attributes:
        value: The number; infinite if no game was lost, or none won.
        error: In 95 of 100 matches the true number lies no farther from `value`; measured downwards if nothing can be said of
            what is above; infinite if too little is known.

    Examples:
        >>> str(Estimate(12.34, 5.67))
        '+12.3 ± 5.7'
    """

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:+.1f} ± {self.error:.1f}"


def elo_of(score: float) -> float:
    """The difference in Elo at which a share of the points, 0 to 1, is expected.

    Examples:
        >>> round(elo_of(0.75), 2)
        190.85
    """
    return math.copysign(math.inf, score - 0.5) if not 0 < score < 1 else ELO * math.log(score / (1 - score))


def score_of(elo: float) -> float:
    """The share of the points that is expected at a difference in Elo.

    Examples:
        >>> score_of(0)
        0.5
    """
    return 1 / (1 + math.exp(-elo / ELO))


def _ints(counts: Iterable[int]) -> tuple[int, ...]:
    try:
        return tuple(map(index, counts))
    except TypeError as error:
        raise OptionError(f"expected counts to be whole numbers from 0, got {counts!r}") from error


@front_door
@frozen
class Tally:
    """The results of a match between two players.

    Args:
        counts: Of games, worst first: losses, draws and wins; or of pairs, by what both games gave: five numbers.

    Raises:
        OptionError: There are not three or five numbers, or one is below 0.

    Examples:
        >>> print(Tally((10, 10, 20)).elo)
        +88.7 ± 98.3
    """

    counts: tuple[int, ...] = field(converter=_ints)

    def __attrs_post_init__(self) -> None:
        if len(self.counts) not in (3, 5) or min(self.counts) < 0:
            raise OptionError(
                f"expected counts of losses, draws and wins, or of pairs with 0, 1/2, 1, 3/2 and 2 points, got {self.counts!r}"
            )

    @property
    def number(self) -> int:
        """The number of games or pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """The share of the points, 0 to 1; 1/2 before the first."""
        return _mean(_shares(self.counts)) if self.number else 0.5

    @property
    def elo(self) -> Estimate:
        """The first player's lead, in Elo by the logistic curve."""
        value = elo_of(self.score)
        if not self.number or math.isinf(value):
            return Estimate(value if self.number else 0.0, math.inf)
        band = BAND * math.sqrt(self._variance / self.number)
        ends = [abs(elo_of(end) - value) for end in (self.score - band, self.score + band) if 0 < end < 1]
        return Estimate(value, sum(ends) / len(ends) if ends else math.inf)

    @property
    def normalized_elo(self) -> Estimate:
        """The first player's lead in normalized Elo: in units of the spread of results, which determines the length of a match.

        Source: M. Van den Bergh, "Normalized Elo practical", 2021.
        """
        sigma = math.sqrt(self._variance) * self._games
        if sigma == 0:
            return Estimate(0.0 if self.score == 0.5 else math.copysign(math.inf, self.score - 0.5), math.inf)
        unit = _NORMALIZED / sigma
        return Estimate((self.score - 0.5) * unit, BAND * sigma / self._games / math.sqrt(self.number) * unit)

    @property
    def likelihood_of_superiority(self) -> float:
        """The probability that the first player is the stronger one."""
        if self._variance == 0:
            return 0.5 if self.score == 0.5 else float(self.score > 0.5)
        return NormalDist().cdf((self.score - 0.5) / math.sqrt(self._variance / self.number))

    @property
    def _variance(self) -> float:
        return _variance(_shares(self.counts)) if self.number else 0.0

    @property
    def _games(self) -> float:
        """The standard deviation of a game relative to that of the mean of those counted together, if independent."""
        return math.sqrt(2) if len(self.counts) == 5 else 1.0


Verdict = Literal["stronger", "not stronger"]


@frozen
class Sprt:
    """Sequential probability ratio test: is a player `elo1` stronger, rather than `elo0`? It needs as few games as possible.

    After each pair, the log-likelihood ratio says how much better `elo1` explains the results than `elo0`. Once it leaves
    the bounds, the test is over; its error rates are at most `alpha` and `beta`.

    Source: A. Wald, "Sequential tests of statistical hypotheses", 1945; M. Van den Bergh, "The generalized maximum likelihood
    ratio for the expectation value of a distribution", 2019.

    Attributes:
        elo0: The lead that is too small to accept.
        elo1: The lead to accept.
        alpha: The probability that a player only `elo0` stronger passes, 0 to 1.
        beta: The probability that one `elo1` stronger fails.
        model: The unit of the leads: `normalized` Elo; `logistic` Elo; or `bayesian`, Elo of a curve with a width for
            draws, for games counted one by one.

    Raises:
        OptionError: A number is out of range, or the model unknown.

    Examples:
        >>> test = Sprt(0, 5)
        >>> round(test.ratio((39, 937, 2031, 1099, 59)), 2)
        4.53
        >>> test.verdict((39, 937, 2031, 1099, 59))
        'stronger'
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __attrs_post_init__(self) -> None:
        if not all(is_number(elo) and math.isfinite(elo) for elo in (self.elo0, self.elo1)):
            raise OptionError(f"expected elo0 and elo1 to be numbers, got {self.elo0!r} and {self.elo1!r}")
        if not self.elo0 < self.elo1:
            raise OptionError(f"expected elo0 to be below elo1, got {self.elo0!r} and {self.elo1!r}")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not isinstance(chance, (int, float)) or not 0 < chance < 0.5:
                raise OptionError(f"expected {name} to be above 0 and below 0.5, got {chance!r}")
        if self.model not in MODELS:
            raise OptionError(f"expected model to be one of {', '.join(MODELS)}, got {self.model!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which the test ends: it fails below the first, and passes above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of results, counted as for `Tally`.

        Raises:
            OptionError: The counts are invalid, or the model does not support pairs.
        """
        tally = Tally(tuple(counts))
        if self.model == "bayesian":
            if len(tally.counts) == 5:
                raise OptionError("the bayesian model is for games counted one by one, not for pairs; take normalized")
            return _bayesian(tally.counts, self.elo0, self.elo1)
        if tally.number == 0:
            return 0.0
        filled = [count or EMPTY for count in tally.counts]
        shares = _shares(filled)
        if self.model == "logistic":
            likely = [_with_mean(shares, score_of(elo)) for elo in (self.elo0, self.elo1)]
        else:
            unit = _NORMALIZED / (math.sqrt(2) if len(filled) == 5 else 1)
            likely = [_with_lead(shares, elo / unit) for elo in (self.elo0, self.elo1)]
        pairs = zip(shares, *likely, strict=True)
        return sum(filled) * math.fsum(share * math.log(after / before) for (_, share), before, after in pairs)

    def verdict(self, counts: Sequence[int]) -> Verdict | None:
        """The verdict on the results; None if more are needed."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "stronger" if ratio >= high else "not stronger" if ratio <= low else None


def _shares(counts: Sequence[float]) -> list[tuple[float, float]]:
    """Each possible share of the points, and its frequency."""
    steps, number = len(counts) - 1, sum(counts)
    return [(place / steps, count / number) for place, count in enumerate(counts)]


def _mean(shares: Sequence[tuple[float, float]]) -> float:
    return sum(value * share for value, share in shares)


def _variance(shares: Sequence[tuple[float, float]]) -> float:
    mean = _mean(shares)
    return sum(share * (value - mean) ** 2 for value, share in shares)


def _with_mean(shares: Sequence[tuple[float, float]], mean: float) -> list[float]:
    """The maximum-likelihood probabilities of the values, given their mean. With a multiplier x, each is its share / (1 + x *
    (value - mean)); x is found between its poles, where the mean falls in x.
    """
    away = [value - mean for value, _ in shares]
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        rest = sum(share * gap / (1 + middle * gap) for gap, (_, share) in zip(away, shares, strict=True))
        low, high = (middle, high) if rest > 0 else (low, middle)
    x = (low + high) / 2
    return [share / (1 + x * gap) for gap, (_, share) in zip(away, shares, strict=True)]


def _with_lead(shares: Sequence[tuple[float, float]], lead: float) -> list[float]:
    """The maximum-likelihood probabilities whose mean lies `lead` standard deviations above 1/2, found by iteration."""
    likely = [1 / len(shares)] * len(shares)
    for _ in range(50):
        now = [(value, share) for (value, _), share in zip(shares, likely, strict=True)]
        mean, sigma = _mean(now), math.sqrt(_variance(now))
        bent = [(value - 0.5 - lead * sigma * (1 + ((mean - value) / sigma) ** 2) / 2, share) for value, share in shares]
        if not min(value for value, _ in bent) < 0 < max(value for value, _ in bent):
            break  # so far apart, with so few results, that no such step is left
        found = _with_mean(bent, 0.0)
        moved = max(abs(one - other) for one, other in zip(found, likely, strict=True))
        likely = found
        if moved < 1e-10:
            break
    return likely


def _bayesian(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio by a curve with a width for draws, which is estimated from the results.

    Source: R. Coulom, "Bayesian Elo Rating", 2005.
    """
    losses, draws, wins = counts
    if not losses or not draws or not wins:
        return 0.0
    number = losses + draws + wins
    width = 200 * math.log10((number - losses) / losses * (number - wins) / wins)
    chances = []
    for elo in (elo0, elo1):
        win, loss = (1 / (1 + 10 ** ((width - lead) / 400)) for lead in (elo, -elo))
        chances.append((loss, 1 - win - loss, win))
    return math.fsum(count * math.log(after / before) for count, before, after in zip(counts, *chances, strict=True))
