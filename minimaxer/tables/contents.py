"""The contents of a table: a value for each position, and statistics of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import asdict, frozen

from ..base.scores import DECISIVE
from .graph import ABSENT
from .settling import DRAWN, checked_values


@frozen
class Longest:
    """The longest way to a result under best play.

    Attributes:
        plies: How long it is.
        value: What player 0 gets.
        position: Where it begins, as text.
        line: Its moves, as text.
    """

    plies: int
    value: float
    position: str
    line: tuple[str, ...]


@frozen
class TableStatistics:
    """Statistics of the positions in a table.

    Attributes:
        positions: The number of positions.
        counts: The number of positions of each value: `WIN`, `LOSS`, margins, and that of endless play; without margins.
        lengths: Of each value that a player has to force, the number of positions by their distance from it, in plies; empty
            if plies are not counted.
        longest: The longest way to a result; None if plies are not counted, or all play is endless.
    """

    positions: int
    counts: Mapping[float, int]
    lengths: Mapping[float, Mapping[int, int]]
    longest: Longest | None

    def to_dict(self) -> dict[str, Any]:
        """The statistics as plain data for JSON."""
        return {
            "positions": self.positions,
            "counts": [[value, count] for value, count in self.counts.items()],
            "lengths": [[value, sorted(lengths.items())] for value, lengths in self.lengths.items()],
            "longest": None if self.longest is None else asdict(self.longest),
        }

    def __str__(self) -> str:
        rows = [f"{self.positions:,} positions"]
        rows += [f"  {_named(value)}: {count:,}" for value, count in sorted(self.counts.items(), reverse=True)]
        if self.longest is not None:
            rows.append(f"longest: {self.longest.plies} plies from {self.longest.position}: {' '.join(self.longest.line)}")
        return "\n".join(rows)


def _named(value: float) -> str:
    if abs(value) >= DECISIVE:
        return "player 0 wins" if value > 0 else "player 1 wins"
    return "draw" if value == 0 else f"{value:+g}"


@frozen(kw_only=True)
class Contents:
    """The data that a table keeps of its positions.

    Attributes:
        values: The distinct values, without margins; that of endless play is the first.
        results: For each position number, the index of its value in `values`.
        plies: For each position number, the distance to its value, in plies; None if that is not kept.
        interrupted: True if Ctrl-C ended the work before all requested tiers were done.
    """

    values: Sequence[float]
    results: Sequence[int]
    plies: Sequence[int] | None
    statistics: TableStatistics
    interrupted: bool = False


class Summed:
    """Counts positions by their values; of the known ones, the first is the value of endless play."""

    def __init__(self, *values: float) -> None:
        self.values: Final[list[float]] = list(values)
        self._counts: Final = Counter[int]()
        self._lengths: Final[dict[int, Counter[int]]] = {}
        self._longest = -1
        self.where: int | None = None
        """The number of the position farthest from a result; None if plies are not counted."""

    def places(self, values: Sequence[float]) -> list[int]:
        """The indexes of values, which are added if they are new."""
        found = []
        for value in values:
            if value not in self.values:
                self.values.append(value)
                checked_values(self.values)
            found.append(self.values.index(value))
        return found

    def add(self, results: Sequence[int], plies: Sequence[int] | None, movers: Sequence[int], first: int = 0) -> None:
        """Counts positions, numbered from `first`."""
        for number, (result, mover) in enumerate(zip(results, movers, strict=True)):
            if mover == ABSENT:
                continue
            self._counts[result] += 1
            if plies is not None and result != DRAWN:
                self._lengths.setdefault(result, Counter())[plies[number]] += 1
                if plies[number] > self._longest:
                    self._longest, self.where = plies[number], first + number

    def add_counts(self, counts: dict[int, int]) -> None:
        """Adds the numbers of positions by result."""
        self._counts.update(counts)

    def add_lengths(self, result: int, lengths: dict[int, int]) -> None:
        """Adds the numbers of positions with a result by plies to it."""
        self._lengths.setdefault(result, Counter()).update(lengths)

    def record_longest(self, plies: int, number: int) -> None:
        """Notes a position if it is farther from a result than all before."""
        if plies > self._longest:
            self._longest, self.where = plies, number

    def statistics(self, *, is_sorted: bool = False) -> TableStatistics:
        """The statistics, without the longest line; values in their order if `is_sorted`, else as they were met."""
        counts = Counter[float]()
        for result, count in sorted(self._counts.items()) if is_sorted else self._counts.items():
            counts[self.values[result]] += count
        lengths = {self.values[result]: dict(sorted(count.items())) for result, count in sorted(self._lengths.items())}
        return TableStatistics(self._counts.total(), dict(counts), lengths, None)
