"""Ratings of many players from the games they played against one another.

Source: R. Bradley and M. Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952; D. Hunter, "MM algorithms for
generalized Bradley-Terry models", Annals of Statistics 32, 2004, whose likelihood is climbed by Newton's method here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .statistics import BAND, ELO, Estimate

_ROUNDS: Final = 200
_STILL: Final = 1e-9
_SINGULAR: Final = 1e-12
_HOLD: Final = 1e-6
"""Regularization that fixes players whose games do not connect them to the others."""
_STEP: Final = 1.0
"""Largest change of a log strength in one iteration."""
_DRAWN: Final = 0.5
"""Points added for both players of a pair that met, so that even a sweep has a finite rating."""


def ratings(players: int, points: Mapping[tuple[int, int], float]) -> list[Estimate]:
    """Ratings of all players, in Elo, with mean 0; `points` has, by pair, those of the first against the second, half for a draw.

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
    logs = [0.0] * players
    for _ in range(_ROUNDS):
        inverse = _inverse(_information(logs, met, _HOLD))
        assert inverse is not None
        expected = [0.0] * players
        for one, _, number, share in _shares(logs, met):
            expected[one] += number * share
        gaps = [points - wanted for points, wanted in zip(won, expected, strict=True)]
        steps = [math.fsum(each * gap for each, gap in zip(row, gaps, strict=True)) for row in inverse]
        longest = max(map(abs, steps))
        logs = [log + step * min(1.0, _STEP / max(longest, _STILL)) for log, step in zip(logs, steps, strict=True)]
        if longest < _STILL:
            break
    inverse = _inverse(_information(logs, met))  # in which the mean of the log strengths is fixed
    spreads = [math.inf if inverse is None else math.sqrt(max(0.0, inverse[one][one] - 1 / players)) for one in range(players)]
    return [Estimate(ELO * log, ELO * BAND * spread) for log, spread in zip(logs, spreads, strict=True)]


def _shares(logs: Sequence[float], met: Mapping[tuple[int, int], float]) -> Iterator[tuple[int, int, float, float]]:
    """Yields for each two who met: their numbers, the number of their games, and the first one's expected share."""
    for (one, other), number in met.items():
        yield one, other, number, 1 / (1 + math.exp(logs[other] - logs[one]))


def _information(logs: Sequence[float], met: Mapping[tuple[int, int], float], hold: float = 0.0) -> list[list[float]]:
    """The Fisher information of the log strengths, with their mean fixed and `hold` added on the diagonal."""
    size = len(logs)
    matrix = [[1.0 / size + (hold if one == other else 0.0) for other in range(size)] for one in range(size)]
    for one, other, number, share in _shares(logs, met):
        known = number * share * (1 - share)
        matrix[one][one] += known
        matrix[one][other] -= known
    return matrix


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """Inverts a matrix by elimination; None if it is singular."""
    size = len(matrix)
    rows = [[*row, *(float(place == number) for place in range(size))] for number, row in enumerate(matrix)]
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        head = rows[column][column]
        if abs(head) < _SINGULAR:
            return None
        rows[column] = [each / head for each in rows[column]]
        for row in range(size):
            if row != column:
                rows[row] = [each - rows[row][column] * own for each, own in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
