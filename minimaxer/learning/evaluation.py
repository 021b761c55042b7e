"""`LearntEvaluation`: judges a position by the sum of one number for each pattern."""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Iterator
from functools import cached_property
from operator import add, sub
from pathlib import Path
from typing import Any, Final

from ..base.checks import front_door
from ..game.protocol import Game
from ..game.weights import WeightTable
from ..native import rules_of
from . import files
from .cells import Cells
from .source import (
    BIAS,
    FINENESS,
    LANE_BIAS,
    LANE_STEPS,
    LANES,
    MOST_WEIGHT,
    Pattern,
    Scale,
    lane_limit,
    looks,
    made,
    men,
    source,
    table_size,
)
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
            symmetric positions have the same value. Networks only learn from the images.
        width: Sums of a network's first layer, of which each value of a pattern has a row of numbers; 0 where patterns have one
            number each, and are added up. After the rows come the sums' first values, and for each mover the weights of the sums,
            and a number to add.

    Attributes:
        game: The rules, not compiled.
        cells: The cells of positions.
        patterns: The patterns.
        scale: The meaning of sums.
        numbers: The numbers.
        symmetries: The symmetries.
        width: Sums of a network's first layer, or 0.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        cells: Cells,
        patterns: tuple[Pattern, ...],
        scale: Scale,
        numbers: array[float],
        symmetries: tuple[Symmetry, ...] = (),
        width: int = 0,
    ) -> None:
        self.game: Final[Game[Any, Any]] = rules_of(game)
        self.cells: Final = cells
        self.patterns: Final = patterns
        self.scale: Final = scale
        self.numbers: Final = numbers
        self.symmetries: Final = symmetries
        self.width: Final = width
        assert len(numbers) == table_size(cells, patterns, scale.movers, width)
        judged = scale.judged(width + 1, 0) if width else scale.judged(len(looks(patterns, symmetries)))
        self.judge: Final = made(
            source(cells, patterns, scale.movers, () if width else symmetries, judged=judged, width=width),
            cells,
            self.game,
            self._table(),
            name="evaluate",
        )

    def _table(self) -> WeightTable:
        """Packs the numbers as 16-bit integers, four to a word: reading them takes most of the time of an evaluation."""
        if self.width:
            return WeightTable(array("q", self._words()))
        halves = array("H", [min(max(round(each * FINENESS) + BIAS, 0), 2 * BIAS - 1) if each else BIAS for each in self.numbers])
        halves.extend([BIAS] * (-len(halves) % 4))
        if sys.byteorder == "big":
            halves = array("H", [halves[place ^ 3] for place in range(len(halves))])
        return WeightTable(array("q", halves.tobytes()))

    def _words(self) -> Iterator[int]:
        """Yields the words of a network: rows, four numbers to a word, so that rows are added word by word; then the weights."""
        end = len(self.numbers) - self.scale.movers * (self.width + 1)
        most = lane_limit(len(self.patterns))
        steps = [round(min(max(each, -most), most) * LANE_STEPS) for each in self.numbers[:end]]
        rows = [steps[begin : begin + self.width] for begin in range(0, end, self.width)]
        rows[-1] = [each + LANE_BIAS for each in rows[-1]]
        for first, size in men(self.cells):
            empty = rows[first]
            rows[-1] = list(map(add, rows[-1], empty))
            rows[first : first + size] = [list(map(sub, row, empty)) for row in rows[first : first + size]]
        for row in rows:
            for begin in range(0, self.width, LANES):
                yield sum(each << 16 * lane for lane, each in enumerate(row[begin : begin + LANES]))
        for place, each in enumerate(self.numbers[end:], 1):
            factor = FINENESS if place % (self.width + 1) else FINENESS * LANE_STEPS
            yield round(min(max(each, -MOST_WEIGHT), MOST_WEIGHT) * factor)

    def __call__(self, state: Any) -> Any:
        """The evaluation of a running position, for player 0."""
        return self.judge(state)

    @cached_property
    def digest(self) -> str:
        """A digest of the cells, patterns, scale, symmetries and numbers."""
        more = (self.symmetries, self.width)  # left out where there are none, as before there were any
        text = repr((self.cells, self.patterns, self.scale, *(each for each in more if each)))
        return hashlib.sha256(text.encode() + self.numbers.tobytes()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LearntEvaluation) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<evaluation of {type(self.game).__name__} by {len(self.patterns)} patterns, {self.digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return LearntEvaluation, (self.game, self.cells, self.patterns, self.scale, self.numbers, self.symmetries, self.width)

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
