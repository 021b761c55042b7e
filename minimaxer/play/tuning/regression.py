"""Logistic regression: the weights that predict the results of games best from positions, each with its error."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from ...errors import OptionError
from ..statistics import BAND
from .samples import Sample

Vector = list[float]
Matrix = list[Vector]
RIDGE: Final = 1.0
"""The pull of weights towards 0: like one more result for each feature, measured in its standard deviations."""
_STEPS: Final = 60
_SMALLEST: Final = 1e-12
_FEWEST: Final = 2
_NOTHING: Final = 1e-9


@frozen
class Fit:
    """Weights in the units of the evaluation; those of constant features are unchanged.

    Attributes:
        errors: In 95 of 100 tunings the weight that many games would give is no farther away; infinite for constant features.
            Positions of one game count as one observation.
        scale: By how much one unit of the evaluation raises the logarithm of the odds.
        loss: The log loss: the mean negative logarithm of the probability predicted for each result; `math.log(2)` for even odds.
        loss_before: The log loss of the weights before, with the scale that suits them best.
    """

    weights: tuple[float, ...]
    errors: tuple[float, ...]
    scale: float
    loss: float
    loss_before: float


def fit(samples: Sequence[Sample], before: Sequence[float], *, ridge: float = RIDGE) -> Fit:
    """Fits weights, given those before, to the results of games; `ridge` is the pull of weights towards 0.

    The odds of a win for player 0 are taken to be `exp(scale * evaluation + advantage + tempo * mover)`. Results do not determine
    the scale of an evaluation without a rest: it keeps the spread that it had over these positions, or the largest weight is 100
    if all were 0. Raises OptionError if all results are the same, no feature varies, or results do not depend on the features.

    Source: D. Cox, "The regression analysis of binary sequences", 1958; P. Österlund, "Texel's tuning method", 2014, for games;
        K. Liang and S. Zeger, "Longitudinal data analysis using generalized linear models", 1986, for errors by group.
    """
    if len({each.result for each in samples}) < _FEWEST:
        raise OptionError(
            "expected games with different results to learn from, but all ended alike; play more, or with fewer nodes"
        )
    count = len(before)
    has_rest = any(each.rest for each in samples)
    has_tempo = any(len({each.features[place] * each.mover for each in samples}) == 1 for place in range(count))
    rows = [[*map(float, each.features), float(each.rest), 0.0 if has_tempo else float(each.mover), 1.0] for each in samples]
    used = [place for place in range(count + 2) if len({row[place] for row in rows}) > 1]
    if not any(place < count for place in used):
        raise OptionError("expected features that differ from position to position, but all are the same everywhere")
    model = _Model([[row[place] for place in (*used, count + 2)] for row in rows], samples, ridge)
    found = dict(zip(used, model.found, strict=False))
    slopes = [found.get(place, 0.0) for place in range(count)]
    scale, gradient = _scale(samples, slopes, before, found.get(count, 0.0) if has_rest else None)
    weights = [slope / scale if place in found else before[place] for place, slope in enumerate(slopes)]
    free = [(place, column) for column, place in enumerate(used) if place < count]
    errors, covariance = [math.inf] * count, model.covariance()
    for place, column in free:
        # By the chain rule: a weight is its slope over the scale, which the slopes make.
        turn = [-weights[place] * gradient.get(each, 0.0) / scale for each in used] + [0.0]
        turn[column] += 1 / scale
        error = BAND * math.sqrt(max(0.0, _form(covariance, turn)))
        errors[place] = 0.0 if error < _NOTHING * abs(weights[place]) else error  # of the one that sets the scale
    plain = [[each.value(before), float(each.mover), 1.0] for each in samples]
    known = [place for place in (0, 1) if len({row[place] for row in plain}) > 1]
    old = _Model([[row[place] for place in (*known, 2)] for row in plain], samples, ridge)
    return Fit(tuple(weights), tuple(errors), scale, model.loss, old.loss)


def _scale(
    samples: Sequence[Sample], slopes: Vector, before: Sequence[float], rest: float | None
) -> tuple[float, dict[int, float]]:
    """The log odds that one unit of the evaluation adds, and its derivatives by the slopes, that of the rest included."""
    count = len(before)
    if rest is not None:
        if rest <= 0:
            raise OptionError(
                "the part of the evaluation that no weight has a part in goes against the results, so that weights have no "
                "scale; leave it out, or weigh it"
            )
        return rest, {count: 1.0}
    means = [math.fsum(each.features[place] for each in samples) / len(samples) for place in range(count)]
    old = math.sqrt(_spread(samples, means, before))
    new = math.sqrt(_spread(samples, means, slopes))
    if old > 0 and new > 0:
        product = _products(samples, means, slopes)
        return new / old, {place: product[place] / new / old for place in range(count)}
    largest = max(range(count), key=lambda place: abs(slopes[place]))
    if slopes[largest] == 0:
        raise OptionError("the results of the games hang on no feature; play more games, or take other features")
    return abs(slopes[largest]) / _LARGEST, {largest: math.copysign(1 / _LARGEST, slopes[largest])}


_LARGEST: Final = 100.0


def _spread(samples: Sequence[Sample], means: Vector, weights: Sequence[float]) -> float:
    centre = math.fsum(mean * weight for mean, weight in zip(means, weights, strict=True))
    return math.fsum((each.value(weights) - each.rest - centre) ** 2 for each in samples) / len(samples)


def _products(samples: Sequence[Sample], means: Vector, weights: Vector) -> Vector:
    centre = math.fsum(mean * weight for mean, weight in zip(means, weights, strict=True))
    found = [0.0] * len(means)
    for each in samples:
        away = each.value(weights) - each.rest - centre
        for place, feature in enumerate(each.features):
            found[place] += away * (feature - means[place])
    return [each / len(samples) for each in found]


class _Model:
    """A logistic model of rows of numbers, the last of which is 1, by Newton's method; `ridge` pulls the other slopes to 0."""

    def __init__(self, rows: list[Vector], samples: Sequence[Sample], ridge: float) -> None:
        self._rows: Final = rows
        self._samples: Final = samples
        merged: dict[tuple[float, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
        for row, sample in zip(rows, samples, strict=True):
            pair = merged[tuple(row)]
            pair[0] += 1
            pair[1] += sample.result
        self._merged: Final = [(row, number, points) for row, (number, points) in merged.items()]
        self._ridge: Final = [ridge * _variance([row[place] for row in rows]) for place in range(len(rows[0]))]
        self._hessian: Matrix = []
        self.found: Final[Vector] = self._solved()
        self.loss: Final = (self._objective(self.found) - self._penalty(self.found)) / len(samples)

    def _solved(self) -> Vector:
        slopes = [0.0] * len(self._ridge)
        now = self._objective(slopes)
        for _ in range(_STEPS):
            gradient, self._hessian = self._derivatives(slopes)
            step = _solve(self._hessian, gradient)
            if sum(map(float.__mul__, gradient, step)) <= _SMALLEST * (1 + now):
                break
            size, tried, then = 1.0, slopes, math.inf
            while then > now and size > _SMALLEST:
                tried = [slope + size * each for slope, each in zip(slopes, step, strict=True)]
                then, size = self._objective(tried), size / 2
            slopes, now = tried, then
        return slopes

    def _objective(self, slopes: Vector) -> float:
        """The objective to minimize: the negative log likelihood of the results, plus the penalty for slopes away from 0."""
        total = 0.0
        for row, number, points in self._merged:
            odds = sum(map(float.__mul__, slopes, row))
            total += number * (max(odds, 0.0) + math.log1p(math.exp(-abs(odds)))) - points * odds
        return total + self._penalty(slopes)

    def _penalty(self, slopes: Vector) -> float:
        return sum(ridge * slope * slope / 2 for ridge, slope in zip(self._ridge, slopes, strict=True))

    def _derivatives(self, slopes: Vector) -> tuple[Vector, Matrix]:
        width = range(len(slopes))
        gradient = [-ridge * slope for ridge, slope in zip(self._ridge, slopes, strict=True)]
        hessian = [[self._ridge[one] if one == other else 0.0 for other in width] for one in width]
        for row, number, points in self._merged:
            chance = _logistic(sum(map(float.__mul__, slopes, row)))
            away, bend = points - number * chance, number * chance * (1 - chance)
            for one in width:
                if row[one]:
                    gradient[one] += away * row[one]
                    share, line = bend * row[one], hessian[one]
                    for other in range(one + 1):
                        line[other] += share * row[other]
        for one in width:
            for other in range(one):
                hessian[other][one] = hessian[one][other]
        return gradient, hessian

    def covariance(self) -> Matrix:
        """The covariance of the slopes, with the positions of one game as one group."""
        width = len(self.found)
        by_game: dict[int, Vector] = defaultdict(lambda: [0.0] * width)
        for row, sample in zip(self._rows, self._samples, strict=True):
            away = sample.result - _logistic(sum(map(float.__mul__, self.found, row)))
            score = by_game[sample.game]
            for place, each in enumerate(row):
                score[place] += away * each
        turned = [_solve(self._hessian, score) for score in by_game.values()]
        return [[sum(each[one] * each[other] for each in turned) for other in range(width)] for one in range(width)]


def _variance(numbers: Vector) -> float:
    mean = math.fsum(numbers) / len(numbers)
    return math.fsum((each - mean) ** 2 for each in numbers) / len(numbers)


def _logistic(odds: float) -> float:
    return 1 / (1 + math.exp(-odds)) if odds > -700 else 0.0


def _form(matrix: Matrix, vector: Vector) -> float:
    return sum(
        one * sum(each * other for each, other in zip(row, vector, strict=True)) for one, row in zip(vector, matrix, strict=True)
    )


def _solve(matrix: Matrix, vector: Vector) -> Vector:
    """Solves a linear system with a symmetric, positive definite matrix by Cholesky decomposition."""
    size = len(vector)
    lower: Matrix = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1):
            rest = matrix[row][column] - sum(lower[row][each] * lower[column][each] for each in range(column))
            if row == column:
                lower[row][row] = math.sqrt(max(rest, _SMALLEST * (1 + matrix[row][row])))
            else:
                lower[row][column] = rest / lower[column][column]
    found = list(vector)
    for row in range(size):
        found[row] = (found[row] - sum(lower[row][each] * found[each] for each in range(row))) / lower[row][row]
    for row in reversed(range(size)):
        found[row] = (found[row] - sum(lower[each][row] * found[each] for each in range(row + 1, size))) / lower[row][row]
    return found
