"""How good a value is for player 0, as a share, which a bar beside the board shows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, Final

from attrs import frozen

from ..base.scale import Meaning, win_probability
from ..base.scores import is_decisive
from ..game.capability import capabilities
from ..game.chance import wandered
from ..game.ending import final_outcome

_LOOKED_AT: Final = 200
"""The positions of random games that tell how large values are."""


@frozen
class Worth:
    """What a search found a position to be worth.

    Attributes:
        share: For player 0, from 0 (lost) to 1 (won).
        told: In words.
    """

    share: float
    told: str


def typical_value(game: Any) -> float:
    """The root mean square of the evaluations in random games of two players, or of results in points of games that have none.

    An exception of the rules ends the games; playing on tells it.
    """
    squares: list[float] = []
    with suppress(Exception):
        values = islice(_values(game), _LOOKED_AT)
        squares.extend(value * value for value in values if value is not None and not is_decisive(value))
    return math.sqrt(math.fsum(squares) / len(squares)) if any(squares) else 1.0


def _values(game: Any) -> Iterator[float | None]:
    """The evaluations of positions of random games without end, or else their results; None where there is neither."""
    found, rng, state = capabilities(game), Random(1), game.initial()
    while True:
        result = final_outcome(game, found, state)
        value: Any = result if found.evaluate is None else None if result is not None else found.evaluate(state)
        yield None if value is None else float(value)
        state = wandered(game, state, rng) if result is None else game.initial()


def share_of(value: float, meaning: Meaning, typical: float) -> float:
    """A value for player 0 as a share of the bar: 1 for a win, 0 for a loss.

    Args:
        value: The value.
        meaning: What it means; averages of wins and losses are the probability of a win.
        typical: The value that counts as tanh(1) of a win, by `typical_value`.

    Examples:
        >>> from minimaxer import WIN
        >>> share_of(WIN - 3, "plies", 5.0), share_of(0, "plies", 5.0), share_of(WIN / 2, "chances", 5.0)
        (1.0, 0.5, 0.75)
    """
    if meaning == "chances":
        return win_probability(value)
    if is_decisive(value):
        return 1.0 if value > 0 else 0.0
    return (1 + math.tanh(value / typical)) / 2
