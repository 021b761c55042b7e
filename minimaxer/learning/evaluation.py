"""`LearntEvaluation`: judges a position by the sum of one number for each pattern."""

from __future__ import annotations

import hashlib
import sys
from array import array
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ..base.checks import front_door
from ..game.protocol import Game
from ..game.weights import WeightTable
from ..native import rules_of
from . import files
from .cells import Cells
from .source import BIAS, FINENESS, Pattern, Scale, looks, made, source, table_size
from .symmetries import Symmetry


class LearntEvaluation:
    """An evaluation learnt from self-play; `train` makes one, `load` reads one.

    It is a function of a state: pass it as `evaluate=`. Compiled games compile it.

    Args:
        game: The rules.
        cells: The cells of positions.
        patterns: The patterns.
        scale: The meaning of sums.
        numbers: The number of each value of each pattern, as floats.
        symmetries: Permutations of the cells that mirror or turn a position: patterns look at these images too, so that
            symmetric positions have the same value.

    Attributes:
        game: The rules, not compiled.
        cells: The cells of positions.
        patterns: The patterns.
        scale: The meaning of sums.
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
        """Packs the numbers as 16-bit integers, four to a word: reading them takes most of the time of an evaluation."""
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
        """A digest of the cells, patterns, scale, symmetries and numbers."""
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
        """Writes the evaluation to a file.

        Raises:
            NotationError: The file cannot be written.
        """
        files.write(Path(path), self, files.Kept())

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
        return files.read(cls, game, Path(path))[0]
