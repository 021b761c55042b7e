"""Values as player 0's share of a bar beside the board."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from random import Random
from statistics import median
from typing import Any, Final

from attrs import frozen

from ..base.scores import Meaning, is_decisive, win_probability
from ..game.capability import capabilities
from ..game.following import final_outcome, wandered
from ..game.protocol import players_of

_EVALUATED: Final = 200
"""Most evaluations that are sampled."""
_ENDED: Final = 12
"""Most results that are sampled of a game without evaluations."""
_SECONDS: Final = 0.2
"""Most seconds that sampling takes, but for the rules' last answer."""


@frozen
class Worth:
    """A search's estimate of a position, in words and as player 0's share: from 0 (lost) by 0.5 (even) to 1 (won).

    `turns` is the number of moves that players had made before the position that was searched.
    """

    share: float
    told: str
    turns: int


def typical_value(game: Any) -> float:
    """The median size of the evaluations in random games of two players, or of results in points where there are no evaluations.

    Zeros, wins and losses are left out; 1 if nothing is left. An exception of the rules, or 0.2 s, end the games.
    """
    sizes: list[float] = []
    until = time.perf_counter() + _SECONDS
    with suppress(Exception):
        values = takewhile(lambda _: time.perf_counter() < until, _values(game))
        sizes.extend(abs(value) for value in values if value and not is_decisive(value))
    return median(sizes) if sizes else 1.0


def _values(game: Any) -> Iterator[float | None]:
    """Evaluations in random games, or else results; None for each other position, so that the caller can check the time."""
    found, rng, state = capabilities(game), Random(1), game.initial()
    left = 0 if players_of(game) != 2 else _ENDED if found.evaluate is None else _EVALUATED
    while left > 0:
        result = final_outcome(game, found, state)
        value: Any = result if found.evaluate is None else None if result is not None else found.evaluate(state)
        left -= value is not None
        yield None if value is None else float(value)
        state = wandered(game, state, rng) if result is None else game.initial()


def share_of(value: float, meaning: Meaning, typical: float, *, solved: bool = False) -> float:
    """A value for player 0 as a share of the bar: 1 for a win, 0.5 for a draw, 0 for a loss.

    Averages of wins and losses are the probability of a win; of other values, `typical` counts as tanh(1) of a win. A value that
    is `solved` is certain, so that its sign tells who wins, and 0 is a draw.

    Examples:
        >>> from minimaxer import WIN
        >>> share_of(WIN - 3, "plies", 5.0), share_of(0, "plies", 5.0), share_of(WIN / 2, "chances", 5.0)
        (1.0, 0.5, 0.75)
    """
    if meaning == "chances":
        return win_probability(value)
    if solved or is_decisive(value):
        return (1 + (value > 0) - (value < 0)) / 2
    return (1 + math.tanh(value / typical)) / 2
