"""The settings of training that an evaluation depends on, and the result: the evaluation, and its strength after each round."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from attrs import Attribute, asdict, field, frozen

from ..base.files import made_of
from ..errors import OptionError
from ..searching.validators import share, switch, whole_or_none, whole_to
from .native.layout import MOST_CODES, MOST_PLIES
from .source import LANES, MOST_WIDTH

if TYPE_CHECKING:
    from .evaluation import LearntEvaluation

MOST_NUMBERS: Final = 1 << 26
"""Most numbers of an evaluation, so that a file cannot ask for more memory than there is."""
NUMBER_BYTES: Final = 24
"""Bytes of a number while it is learnt."""


def _rate(instance: object, attribute: Attribute[Any], value: Any) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= 1:
        raise OptionError(f"expected {attribute.name} to be a number above 0 and to 1, got {value!r}")


@frozen(kw_only=True)
class TrainingOptions:
    """The settings of training that an evaluation depends on.

    Attributes:
        patterns: Most patterns that a position is evaluated by: their images are counted, those of single numbers are not. More
            patterns see more, and make each evaluation slower.
        length: Most cells of each pattern.
        size_bytes: Memory for all numbers while they are learnt.
        rate: The learning rate of a position's value, from above 0 to 1.
        explore: The share of random moves, from 0 to 1.
        trace: Lambda: 0 learns from the next position alone, 1 from the result alone.
        opening: Most random plies at the start of a game, which are not learnt from.
        symmetries: True if symmetric positions share what is learnt, and so have the same evaluation: those that `canonical`
            maps to the same one, and mirrored or turned boards where that is found to leave the game unchanged.
        seed: Seed of all random choices.

    Raises:
        OptionError: An option is out of range.
    """

    patterns: int = field(default=120, validator=whole_to(MOST_CODES))
    length: int = field(default=8, validator=whole_to(20))
    size_bytes: int = field(default=192 << 20, validator=whole_to(NUMBER_BYTES * MOST_NUMBERS, least=1 << 10))
    rate: float = field(default=1.0, validator=_rate)
    explore: float = field(default=0.1, validator=share)
    trace: float = field(default=0.9, validator=share)
    opening: int = field(default=8, validator=whole_to(MOST_PLIES // 2, least=0))
    symmetries: bool = field(default=True, validator=switch)
    seed: int = field(default=0, validator=whole_or_none)

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in asdict(self).items())


DEFAULTS: Final = TrainingOptions()


@frozen(kw_only=True)
class NetworkOptions:
    """The settings of training a network, in place of patterns: it learns from the values of searches.

    Attributes:
        width: Sums of the first layer, a multiple of 4. Each value of each cell has a row of so many numbers.
        nodes: Nodes of the search of each position of a game.
        explore: The share of random moves, from 0 to 1.
        opening: Most random plies at the start of a game, which are not learnt from.
        trace: Lambda: 0 learns from what a position's search says, 1 from the result of its game; between them, from the searches
            that follow too, the next one most. Traces are cut at random moves.
        passes: Positions to learn from in each round, as a multiple of the new ones; they are drawn from all.
        positions: Most positions that are learnt from, the latest ones.
        symmetries: As in `TrainingOptions`: each position is seen as one of its images, drawn by chance.
        seed: Seed of all random choices.

    Raises:
        OptionError: An option is out of range.
    """

    width: int = field(default=32, validator=whole_to(MOST_WIDTH, least=LANES))
    nodes: int = field(default=200, validator=whole_to(1 << 40))
    explore: float = field(default=0.05, validator=share)
    opening: int = field(default=10, validator=whole_to(MOST_PLIES // 2, least=0))
    trace: float = field(default=0.8, validator=share)
    passes: int = field(default=8, validator=whole_to(1000))
    positions: int = field(default=4_000_000, validator=whole_to(1 << 30))
    symmetries: bool = field(default=True, validator=switch)
    seed: int = field(default=0, validator=whole_or_none)

    def __attrs_post_init__(self) -> None:
        if self.width % LANES:
            raise OptionError(f"expected width to be a multiple of {LANES}, got {self.width}")

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in asdict(self).items())


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
        return f"{self.score:.1%}" if math.isinf(self.elo) else f"{self.elo:+.0f} ± {self.error:.0f}"


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
        learnt = f"{len(found.numbers):,} numbers" if found.width else f"{known:,} of {len(found.numbers):,} numbers learnt"
        parts = f"a network of {found.width} sums" if found.width else f"{len(found.patterns)} patterns"
        head = f"{parts} over {len(found.cells)} cells{images}, {learnt}"
        return "\n".join([head, *map(str, self.rounds)])
