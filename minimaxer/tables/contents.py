"""The contents of a table: a value for each position, and statistics of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, frozen

from ..base.scores import DECISIVE


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
