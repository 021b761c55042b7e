"""Positions of games with their results, as rows of numbers, and the reader that makes these rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from attrs import frozen

from ...base.scores import plain_number
from ...errors import GameError, OptionError
from ...game.capability import capabilities
from ...game.weights import Weights, reweighted, weights_of

_NEAR: Final = 1e-6
"""Relative and absolute tolerance between an evaluation and the sum of its weighted features."""


@frozen
class Sample:
    """A position of a game that has ended.

    Attributes:
        game: The game's number: positions of one game are correlated.
        result: The points of player 0: 1 for a win, 0.5 for a draw, 0 for a loss.
        mover: 1 where player 0 moves, -1 where player 1 does.
        rest: The part of the evaluation that does not depend on the tuned weights.
        features: The factor of each tuned weight.
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
    """Reads the features that multiply the weights of a game's evaluation, and the rest; the rules must not be compiled.

    The evaluation is `rest + feature * weight + ...`; weights not in `names` (None: all) belong to the rest. The game's
    `features` are used if it has no `evaluate`; otherwise `evaluate` is called with one tuned weight at a time set to 1, and the
    others to 0. Raises GameError without weights or evaluation, and OptionError for a name that is no weight or occurs twice.
    """

    def __init__(self, game: Any, names: Sequence[str] | None = None) -> None:
        weights = weights_of(game)
        if weights is None:
            raise GameError(f"{_name(game)} has no weights to tune; give it an attribute weights = mx.Weights(name=number, ...)")
        self._judge: Final = capabilities(game).evaluate
        if self._judge is None:
            raise GameError(f"{_name(game)} has weights, and nothing that reads them; give it evaluate(state) or features(state)")
        self._game: Final = game
        self.weights: Final[Weights] = weights
        self.names: Final = weights.names if names is None else tuple(names)
        if not self.names or len({*self.names}) < len(self.names) or not {*self.names} <= {*weights.names}:
            raise OptionError(f"expected names of weights, each once, got {list(self.names)}; known: {', '.join(weights.names)}")
        self._places: Final = [weights.names.index(name) for name in self.names]
        self._features: Final = None if callable(getattr(game, "evaluate", None)) else game.features
        nothing = dict.fromkeys(self.names, 0 if weights.are_whole else 0.0)
        self._empty: Final[Any] = capabilities(reweighted(game, nothing)).evaluate
        ones = (reweighted(game, nothing | {name: type(weights[0])(1)}) for name in self.names)
        self._single: Final[list[Any]] = [capabilities(each).evaluate for each in ones]

    @property
    def tuned(self) -> list[float]:
        """The current values of the tuned weights."""
        return [self.weights[place] for place in self._places]

    def read(self, state: Any) -> tuple[float, tuple[float, ...]]:
        """The rest and the features of a position."""
        if self._features is None:
            rest = float(self._empty(state))
            return rest, tuple(float(each(state)) - rest for each in self._single)
        features = self._features(state)
        if len(features) != len(self.weights):
            raise OptionError(
                f"expected {len(self.weights)} features, one for each weight, got {len(features)} in {state!r}; give each "
                "feature a weight"
            )
        others = (features[place] * weight for place, weight in enumerate(self.weights) if place not in self._places)
        return math.fsum(others), tuple(float(features[place]) for place in self._places)

    def check(self, states: Iterable[Any]) -> None:
        """Raises OptionError if an evaluation is not the sum of its weighted features and the rest, or depends on no weight."""
        is_read = False
        for state in states:
            rest, features = self.read(state)
            is_read = is_read or any(features)
            expected = rest + math.fsum(each * weight for each, weight in zip(features, self.tuned, strict=True))
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


def _name(game: Any) -> str:
    return type(game).__name__
