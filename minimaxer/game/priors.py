"""The shares of a state's moves in the visits of Monte Carlo tree search, before they are first visited.

Source: D. Silver and others, "Mastering the game of Go without human knowledge", Nature 550, 2017, where a network gave them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..base.scores import checked_weights, plain_number
from ..errors import ScoreError
from .capability import Capabilities


def priors(found: Capabilities[Any, Any], state: Any, moves: Sequence[Any]) -> list[float]:
    """The shares of the moves by the game's `prior`, or else by its `order`; equal ones where it has neither."""
    if found.prior is not None:
        return prior_shares([found.prior(state, move) for move in moves], state)
    if found.order is not None:
        return order_shares(checked_weights([found.order(state, move) for move in moves], state))
    return [1 / len(moves)] * len(moves)


def prior_shares(weights: Sequence[Any], state: object) -> list[float]:
    """The shares of moves by the weights that `prior` gave; equal ones where all weights are 0.

    Raises ScoreError if a weight is no finite number from 0.

    Examples:
        >>> prior_shares([3, 1], None), prior_shares([0, 0], None)
        ([0.75, 0.25], [0.5, 0.5])
    """
    numbers = []
    for weight in weights:
        number = plain_number(weight)
        if number is None or not 0 <= number < math.inf:
            raise ScoreError(
                f"prior() gave {weight!r} for a move in {state!r}; expected a finite number from 0, bigger for better"
            )
        numbers.append(number)
    total = math.fsum(numbers)
    return [number / total for number in numbers] if total > 0 else [1 / len(numbers)] * len(numbers)


def order_shares(weights: Sequence[float]) -> list[float]:
    """The shares of moves by the weights of `order`: a factor of e for each standard deviation, as their unit is unknown.

    Examples:
        >>> [round(share, 2) for share in order_shares([0, 0, 3])]
        [0.1, 0.1, 0.81]
    """
    weights = [min(max(weight, -MOST_WEIGHT), MOST_WEIGHT) for weight in weights]
    mean = math.fsum(weights) / len(weights)
    deviation = math.sqrt(math.fsum((weight - mean) ** 2 for weight in weights) / len(weights))
    if deviation == 0:
        return [1 / len(weights)] * len(weights)
    numbers = [math.exp((weight - mean) / deviation) for weight in weights]
    total = math.fsum(numbers)
    return [number / total for number in numbers]


MOST_WEIGHT = 1e6
"""The largest `order` weight, positive or negative; weights beyond it are clipped."""
