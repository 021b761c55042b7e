"""Ratings of many players from the games they played against one another.

Source: R. Bradley and M. Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952; D. Hunter, "MM algorithms for
generalized Bradley-Terry models", Annals of Statistics 32, 2004.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from .statistics import BAND, ELO, Estimate

_ROUNDS: Final = 10_000
_STILL: Final = 1e-12
_DRAWN: Final = 0.5
"""Points each of two players is given against the other beside those they made, so that a sweep has a rating that is a number."""


def ratings(players: int, points: Mapping[tuple[int, int], float]) -> list[Estimate]:
    """How strong each player is, in Elo, on average 0.

    Args:
        players: How many there are.
        points: By pair of numbers, what the first made against the second, a draw being half a point.

    Examples:
        >>> [str(each) for each in ratings(2, {(0, 1): 75, (1, 0): 25})]
        ['+94.3 ± 39.0', '-94.3 ± 39.0']
    """
    games = {
        (one, other): points.get((one, other), 0.0) + points.get((other, one), 0.0)
        for one in range(players)
        for other in range(players)
    }
    met = {pair: number + 2 * _DRAWN for pair, number in games.items() if number}
    won = [
        sum(points.get((one, other), 0.0) + _DRAWN for other in range(players) if (one, other) in met) for one in range(players)
    ]
    strengths = [1.0] * players
    for _ in range(_ROUNDS):
        before = strengths
        strengths = [
            won[one] / rest if (rest := _expected(one, before, met)) else 1.0  # who met nobody stays in the middle
            for one in range(players)
        ]
        middle = math.exp(math.fsum(map(math.log, strengths)) / players)
        strengths = [each / middle for each in strengths]
        if max(abs(one / other - 1) for one, other in zip(strengths, before, strict=True)) < _STILL:
            break
    return [
        Estimate(ELO * math.log(strength), ELO * BAND * spread)
        for strength, spread in zip(strengths, _spreads(strengths, met), strict=True)
    ]


def _expected(one: int, strengths: Sequence[float], met: Mapping[tuple[int, int], float]) -> float:
    return math.fsum(number / (strengths[a] + strengths[b]) for (a, b), number in met.items() if a == one)


def _spreads(strengths: Sequence[float], met: Mapping[tuple[int, int], float]) -> list[float]:
    """The standard deviation of each logarithm of a strength, from the information in the games, their mean being fixed."""
    size = len(strengths)
    matrix = [[1.0 / size] * size for _ in range(size)]  # which holds the mean fixed
    for (one, other), number in met.items():
        share = strengths[one] / (strengths[one] + strengths[other])
        known = number * share * (1 - share)
        matrix[one][one] += known
        matrix[one][other] -= known
    inverse = _inverse(matrix)
    return [math.inf if inverse is None else math.sqrt(max(0.0, inverse[one][one] - 1 / size)) for one in range(size)]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """The inverse of a matrix, by elimination; None where there is none."""
    size = len(matrix)
    rows = [[*row, *(float(place == number) for place in range(size))] for number, row in enumerate(matrix)]
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        head = rows[column][column]
        if abs(head) < _STILL:
            return None
        rows[column] = [each / head for each in rows[column]]
        for row in range(size):
            if row != column:
                rows[row] = [each - rows[row][column] * own for each, own in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
