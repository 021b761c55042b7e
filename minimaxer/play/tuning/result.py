"""The result of tuning: the weights of each round with their errors, and the final test, a match from openings kept for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Literal

from attrs import asdict, frozen

from ...errors import OptionError
from ...game.weights import Weights
from ...native import rules_of
from ...searching.limits import Limits
from ..match import Match, Round, play_match
from ..players import Player
from ..playing import openings as openings_of
from ..statistics import Sprt

Answer = Literal["stronger", "weaker", "not shown"]
NODES: Final = 1_000
"""Nodes of a search in the games of a tuning."""
TEST_ROUNDS: Final = 1_000
TEST: Final = Sprt(0, 20)
"""Distinguishes 20 normalised Elo from none in about 1,000 pairs of games."""
TOLD: Final = {
    "stronger": "the new {0} are stronger",
    "weaker": "the new {0} are weaker; keep the old ones",
    "not shown": "it is not shown that the new {0} are stronger; keep the old ones, or play more games",
    None: "not tested",
}
_FEWEST: Final = 2


def tuned_player(player: Player[Any, Any] | None) -> Player[Any, Any]:
    """The player to tune: the one given, or else one that searches `NODES` nodes a move."""
    return Player(limits=Limits(nodes=NODES)) if player is None else player


def verdict_of(match: Match[Any, Any] | None) -> Answer | None:
    """The sequential test's verdict on the first player; `weaker` if its Elo is below 0 by more than its error."""
    if match is None or match.sprt is None:
        return None
    if match.verdict == "stronger":
        return "stronger"
    elo = match.pairs.elo
    return "weaker" if elo.value + elo.error < 0 or elo.value == float("-inf") else "not shown"


def openings_apart(game: Any, given: Any, games: int, test_rounds: int, seed: int) -> tuple[list[Any], list[Any]]:
    """Splits openings between training and match; with dice, both may be the initial state. Raises OptionError for too few."""
    plain = rules_of(game)
    if given is None and hasattr(plain, "chances"):
        return [plain.initial()], [plain.initial()]  # dice make each game another one
    states = openings_of(plain, given, games + test_rounds, seed)
    if len(states) < _FEWEST:
        raise OptionError(f"expected at least {_FEWEST} openings, some to train on and some to test on, got {len(states)}")
    Random(f"parts {seed}").shuffle(states)
    size = min(test_rounds, len(states) // 2)
    return states[size:], states[:size]


def tested(
    game: Any,
    players: Sequence[Player[Any, Any]],
    openings: list[Any],
    rounds: int,
    sprt: Sprt,
    tell: Callable[[str], object],
    *,
    seed: int,
    **settings: Any,
) -> Match[Any, Any]:
    """Plays the match of the new player, which is the first one, against the old one; `settings` are those of `play_match`."""

    def report(match: Match[Any, Any], done: Round) -> None:
        assert match.sprt is not None
        ratio = match.sprt.ratio(match.pairs.counts)
        tell(f"test: {done.number + 1:,} pairs of games, Elo {match.pairs.elo}, ratio {ratio:+.2f}")

    count = rounds if hasattr(rules_of(game), "chances") else min(rounds, len(openings))
    return play_match(game, players, rounds=count, openings=openings, seed=seed + 1, sprt=sprt, on_round=report, **settings)


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
