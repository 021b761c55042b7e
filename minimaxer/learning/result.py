"""The result of training: the evaluation, and its strength after each round."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from ..base.files import made_of

if TYPE_CHECKING:
    from .evaluation import LearntEvaluation


@frozen(kw_only=True)
class Lesson:
    """The result of a round of games; `error` is the root of the mean squared error of its positions' values, a win being 1."""

    games: int
    positions: int
    error: float


@frozen(kw_only=True)
class Duel:
    """A match of an evaluation against another.

    Attributes:
        games: Games played.
        score: Its share of the points.
        elo: The difference in Elo; infinite where one side got all points.
        error: The error of `elo`: in 95 of 100 matches the true difference is no farther away.
    """

    games: int
    score: float
    elo: float
    error: float

    def __str__(self) -> str:
        if math.isinf(self.elo):
            return f"{self.score:.1%}"
        return f"{self.elo:+.0f} ± {self.error:.0f}"


@frozen(kw_only=True)
class TrainingRound:
    """A row of the strength curve.

    Attributes:
        seconds: Training time so far, without matches.
        games: Games played so far.
        error: The root of the mean squared error of values during the round; a win is 1.
        nothing: The match against the evaluation that is 0 everywhere; None where none was played.
        before: The match against the evaluation of the round before; None in the first.
    """

    seconds: float
    games: int
    error: float
    nothing: Duel | None = None
    before: Duel | None = None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data for JSON; infinite numbers become None."""
        data = asdict(self)
        for name in ("nothing", "before"):
            if data[name] is not None:
                data[name] = {key: None if math.isinf(each) else each for key, each in data[name].items()}
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TrainingRound:
        """Reads a row that `to_dict` gave."""
        duels = {name: _duel(data[name]) for name in ("nothing", "before")}
        numbers: dict[str, Any] = made_of(dict[str, float], {name: each for name, each in data.items() if name not in duels})
        return cls(**numbers | duels)

    def __str__(self) -> str:
        row = f"{self.seconds:7.0f} s {self.games:>12,} games   error {self.error:.3f}"
        row += "" if self.nothing is None else f"   {self.nothing} over evaluation 0"
        return row + ("" if self.before is None else f"   {self.before} over the round before")


def _duel(data: dict[str, Any] | None) -> Duel | None:
    if data is None:
        return None
    ends = {"elo": math.copysign(math.inf, data["score"] - 0.5), "error": math.inf}
    return Duel(**ends | made_of(dict[str, float], {name: each for name, each in data.items() if each is not None}))


@frozen(kw_only=True)
class Training:
    """The result of training.

    Attributes:
        evaluation: The evaluation; pass it as `evaluate=`.
        rounds: The strength curve, from the first round on.
    """

    evaluation: LearntEvaluation
    rounds: tuple[TrainingRound, ...]

    def to_dict(self) -> dict[str, Any]:
        """The strength curve as plain data for JSON."""
        found = self.evaluation
        return {
            "patterns": len(found.patterns),
            "cells": len(found.cells),
            "symmetries": len(found.symmetries),
            "numbers": len(found.numbers),
            "rounds": [each.to_dict() for each in self.rounds],
        }

    def __str__(self) -> str:
        found = self.evaluation
        known = sum(each != 0.0 for each in found.numbers)
        count = len(found.symmetries)
        images = f", each also at {count} image{'' if count == 1 else 's'}" if count else ""
        learnt = f"{known:,} of {len(found.numbers):,} numbers learnt"
        head = f"{len(found.patterns)} patterns over {len(found.cells)} cells{images}, {learnt}"
        return "\n".join([head, *map(str, self.rounds)])
