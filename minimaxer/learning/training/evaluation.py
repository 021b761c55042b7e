"""`LearntEvaluation`: numbers for the values of patterns, which added up judge a position."""

from __future__ import annotations

import hashlib
import sys
from array import array
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from ...base.checks import front_door
from ...base.scores import DECISIVE
from ...game.protocol import Game
from ...game.weights import WeightTable
from ...native import rules_of
from .cells import Cells
from .source import Pattern, looks, made, source, table_size
from .symmetries import Symmetry

FINENESS: Final = 1 << 13
"""Steps of a number, as it is looked up, to 1: numbers go from -4 to 4."""
BIAS: Final = 1 << 15
"""What is added to a number, so that it is never negative: 16 bits, of which a word holds four."""
UNIT: Final = 1_000
"""The evaluation where patterns add up to 1, in a game that is won or lost."""
_MOST: Final = DECISIVE - 1


@frozen(kw_only=True)
class Scale:
    """What the sums of patterns mean.

    Attributes:
        most: The outcome that counts as 1.
        margins: Whether outcomes are margins, of which sums are shares; else sums are made chances of winning by tanh.
        chance: Whether evaluations have to be utilities, since chance decides.
        movers: For how many movers patterns have numbers: 2, and 3 with chance.
    """

    most: float
    margins: bool
    chance: bool
    movers: int

    @property
    def unit(self) -> float:
        """The evaluation of a sum of 1, where it is no chance of winning."""
        return self.most if self.margins else UNIT

    def judged(self, patterns: int) -> str:
        """The Python that makes the evaluation of `total`, the sum of the numbers of so many patterns."""
        share = f"(total - {BIAS * patterns})"
        if not self.chance:
            value = f"{share} * {round(self.unit)} // {FINENESS}"
            return value if 4 * patterns * self.unit < _MOST else f"min(max({value}, {-_MOST}), {_MOST})"
        if self.margins:
            return f"min(max({share} * {self.most / FINENESS!r}, {-self.most!r}), {self.most!r})"
        return f"{self.most!r} * tanh({share} / {FINENESS})"


class LearntEvaluation:
    """An evaluation that was learnt from games a game played against itself; `train` makes one, `load` reads one.

    It is a function of a state, to be given as `evaluate=` wherever one is; compiled games compile it.

    Args:
        game: The rules.
        cells: The cells of positions.
        patterns: The patterns.
        scale: What sums mean.
        numbers: The number of each value of each pattern, as floats.
        symmetries: Where cells go when a position is mirrored or turned: patterns look at these images too, so that symmetric
            positions have the same value.

    Attributes:
        game: The rules, not compiled.
        cells: The cells of positions.
        patterns: The patterns.
        scale: What sums mean.
        numbers: The numbers.
        symmetries: The symmetries.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        cells: Cells,
        patterns: tuple[Pattern, ...],
        scale: Scale,
        numbers: array[float],
        symmetries: tuple[Symmetry, ...] = (),
    ) -> None:
        self.game: Final[Game[Any, Any]] = rules_of(game)
        self.cells: Final = cells
        self.patterns: Final = patterns
        self.scale: Final = scale
        self.numbers: Final = numbers
        self.symmetries: Final = symmetries
        assert len(numbers) == table_size(cells, patterns, scale.movers)
        self.judge: Final = made(
            source(cells, patterns, scale.movers, symmetries, judged=scale.judged(len(looks(patterns, symmetries)))),
            cells,
            self.game,
            self._table(),
            name="evaluate",
        )

    def _table(self) -> WeightTable:
        """The numbers as whole ones of 16 bits, four to a word: reading them takes most of the time of an evaluation."""
        halves = array("H", [min(max(round(each * FINENESS) + BIAS, 0), 2 * BIAS - 1) if each else BIAS for each in self.numbers])
        halves.extend([BIAS] * (-len(halves) % 4))
        if sys.byteorder == "big":
            halves = array("H", [halves[place ^ 3] for place in range(len(halves))])
        return WeightTable(array("q", halves.tobytes()))

    def __call__(self, state: Any) -> Any:
        """The evaluation of a running position, for player 0."""
        return self.judge(state)

    @cached_property
    def digest(self) -> str:
        """What tells it from others."""
        text = repr((self.cells, self.patterns, self.scale, *([self.symmetries] if self.symmetries else [])))
        return hashlib.sha256(text.encode() + self.numbers.tobytes()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LearntEvaluation) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<evaluation of {type(self.game).__name__} by {len(self.patterns)} patterns, {self.digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return LearntEvaluation, (self.game, self.cells, self.patterns, self.scale, self.numbers, self.symmetries)

    def save(self, path: str | Path) -> None:
        """Writes it to a file.

        Raises:
            NotationError: The file cannot be written.
        """
        from .files import Kept, write

        write(Path(path), self, Kept())

    @classmethod
    @front_door
    def load(cls, game: Game[Any, Any], path: str | Path) -> LearntEvaluation:
        """Reads the evaluation of a game from a file that `save` or `train` wrote; nothing in it is ever run.

        Args:
            game: The rules, compiled or not.
            path: The file.

        Raises:
            NotationError: The file cannot be read, or holds something else.
            GameError: It was learnt with other rules.
        """
        from .files import read

        return read(game, Path(path))[0]
