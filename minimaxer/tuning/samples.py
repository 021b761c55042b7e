"""Positions of games with their results, as rows of numbers, and how a position becomes one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

from attrs import frozen

from ..errors import GameError, OptionError
from ..rules.capability import capabilities
from ..rules.weights import Weights, reweighted, weights_of
from ..scores import plain_number

_NEAR: Final = 1e-6
"""By how much an evaluation may differ from what its weights make of it, of the larger of both."""


@frozen
class Sample:
    """A position of a game that has ended.

    Attributes:
        game: The game's number: positions of one game hang together.
        result: What player 0 got of it: 1 for a win, 0.5 for a draw, 0 for a loss.
        mover: 1 where player 0 moves, -1 where player 1 does.
        rest: The part of the evaluation that no weight has a part in.
        features: What each weight is multiplied by.
    """

    game: int
    result: float
    mover: int
    rest: float
    features: tuple[float, ...]

    def value(self, weights: Iterable[float]) -> float:
        """The evaluation by other weights."""
        return self.rest + math.fsum(each * weight for each, weight in zip(self.features, weights, strict=True))


class Reader:
    """What each weight of a game's evaluation is multiplied by, and what is left.

    The evaluation is `rest + feature * weight + ...`. The game's `features` are taken, where it has them; else its evaluation is
    asked with one weight at a time, all others being 0.

    Args:
        game: The rules, not compiled.

    Raises:
        GameError: The game has no weights, or no evaluation.
    """

    def __init__(self, game: Any) -> None:
        weights = weights_of(game)
        if weights is None:
            raise GameError(f"{_name(game)} has no weights to tune; give it an attribute weights = mx.Weights(name=number, ...)")
        self._judge: Final = capabilities(game).evaluate
        if self._judge is None:
            raise GameError(f"{_name(game)} has weights, and nothing that reads them; give it evaluate(state) or features(state)")
        self._game: Final = game
        self.weights: Final[Weights] = weights
        self._features: Final = getattr(game, "features", None)
        nothing = dict.fromkeys(weights.names, 0 if weights.are_whole else 0.0)
        self._empty: Final = _evaluation(reweighted(game, nothing))
        self._single: Final = [_evaluation(reweighted(game, nothing | {name: type(weights[0])(1)})) for name in weights.names]

    def read(self, state: Any) -> tuple[float, tuple[float, ...]]:
        """The rest and the features of a position."""
        rest = float(self._empty(state))
        if self._features is None:
            return rest, tuple(float(each(state)) - rest for each in self._single)
        return rest, tuple(map(float, self._features(state)))

    def check(self, states: Iterable[Any]) -> None:
        """Makes sure of some positions that the evaluation is what its weights make of it.

        Raises:
            OptionError: It is not, or no weight has a part in it.
        """
        is_read = False
        for state in states:
            rest, features = self.read(state)
            if len(features) != len(self.weights):
                raise OptionError(
                    f"expected {len(self.weights)} features, one for each weight, got {len(features)} in {state!r}; give each "
                    "feature a weight"
                )
            is_read = is_read or any(features)
            expected = rest + math.fsum(each * weight for each, weight in zip(features, self.weights, strict=True))
            given = plain_number(self._judge(state)) if self._judge is not None else None
            if given is None or not math.isclose(given, expected, rel_tol=_NEAR, abs_tol=_NEAR):
                raise OptionError(
                    f"expected evaluate to add up weights, each times a number of the position, but in {state!r} it gives "
                    f"{given!r}, and its weights one by one give {expected:g}; leave out products of weights and roundings"
                )
        if not is_read:
            raise OptionError(
                f"no weight has a part in the evaluation of any position that was looked at; {_name(self._game)}.evaluate has to "
                "read self.weights"
            )


def _evaluation(game: Any) -> Any:
    return capabilities(game).evaluate


def _name(game: Any) -> str:
    return type(game).__name__
