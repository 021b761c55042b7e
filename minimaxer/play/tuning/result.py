"""The result of tuning: the weights of each round with their errors, and whether they are stronger."""

from __future__ import annotations

import math
from typing import Any

from attrs import asdict, frozen

from ...game.weights import Weights
from ..match import Match
from .verdict import TOLD, Answer, verdict_of


@frozen
class TunedWeight:
    """One weight.

    Attributes:
        name: Its name.
        before: Its value when tuning began.
        fitted: Its value by the fit to the results of the games.
        error: In 95 of 100 tunings the number that very many such games would give is no farther from `fitted`; infinite if
            they do not determine it.
        value: Its value in play: rounded to a whole number if weights are whole, else to four digits.
    """

    name: str
    before: float
    fitted: float
    error: float
    value: float

    def __str__(self) -> str:
        error = "nothing is known" if math.isinf(self.error) else f"{self.fitted:.4g} ± {self.error:.2g}"
        return f"{self.before:g} -> {self.value:g}  ({error})"


@frozen(kw_only=True)
class TuningRound:
    """Games with the current weights, and the weights fitted to all games so far.

    Attributes:
        number: Its number, from 1.
        games: Games so far that had a quiet position.
        positions: Positions of these games that the weights were fitted to.
        rows: The weights that are tuned.
        weights: All weights, with their values in play.
        scale: By how much one unit of the evaluation raises the logarithm of the odds of a win.
        loss: The log loss of the new weights: the mean negative logarithm of the probability predicted for each result.
        loss_before: The log loss of the weights when tuning began.
    """

    number: int
    games: int
    positions: int
    rows: tuple[TunedWeight, ...]
    weights: Weights
    scale: float
    loss: float
    loss_before: float

    def to_dict(self) -> dict[str, Any]:
        """The round as plain data for JSON; infinite errors become None."""
        data = asdict(self) | {"weights": self.weights.to_dict()}
        for row in data["rows"]:
            row["error"] = None if math.isinf(row["error"]) else row["error"]
        return data

    def __str__(self) -> str:
        width = max(len(each.name) for each in self.rows)
        head = f"round {self.number}: {self.games:,} games, {self.positions:,} positions"
        rows = [f"  {each.name:<{width}}  {each}" for each in self.rows]
        return "\n".join([f"{head}, loss {self.loss_before:.4f} -> {self.loss:.4f}", *rows])


@frozen(kw_only=True)
class Tuning:
    """The result of tuning.

    Attributes:
        before: The weights when tuning began.
        rounds: The rounds, in order.
        match: The match of the new weights, the first player, against the old ones; None before it is played.
    """

    before: Weights
    rounds: tuple[TuningRound, ...]
    match: Match[Any, Any] | None = None

    @property
    def weights(self) -> Weights:
        """The new weights: those of the last round."""
        return self.rounds[-1].weights if self.rounds else self.before

    @property
    def verdict(self) -> Answer | None:
        """The sequential test's verdict on the new weights; `weaker` if their Elo is below 0 by more than its error.

        None before the match.
        """
        return verdict_of(self.match)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data for JSON; infinite errors become None."""
        rounds = [each.to_dict() for each in self.rounds]
        match = None if self.match is None else self.match.to_dict()
        numbers = {"before": self.before.to_dict(), "weights": self.weights.to_dict()}
        return {"verdict": self.verdict, **numbers, "rounds": rounds, "match": match}

    def __str__(self) -> str:
        lines = [str(self.rounds[-1])] if self.rounds else []
        if self.match is not None:
            lines.append(f"played on openings that were not trained on: {self.match}")
        return "\n".join([*lines, TOLD[self.verdict].format("weights"), f"weights = mx.{self.weights}"])
