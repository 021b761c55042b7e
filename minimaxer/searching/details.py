"""What a family of searches tells beside the answer and what it cost."""

from __future__ import annotations

from typing import Any, Final, Protocol

from attrs import frozen


class Details(Protocol):
    """What a family of searches tells beside the answer and what it cost."""

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON, with names that a result does not have yet."""


@frozen(slots=False)
class Cutoffs:
    """Where in the list of moves a search was cut off: how good its move ordering is.

    Attributes:
        first: Cut-offs by the first move tried.
        second: By the second.
        later: By a later one.
    """

    first: int
    second: int
    later: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.first + self.second + self.later

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares of `first`, `second` and `later`, which add up to 1; all 0 where nothing was cut off."""
        total = max(self.total, 1)
        return self.first / total, self.second / total, self.later / total

    def __str__(self) -> str:
        first, second, later = self.shares
        return f"{self.total:,} cut-offs: {first:.0%} by the first move, {second:.0%} by the second, {later:.0%} later"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return {"first": self.first, "second": self.second, "later": self.later}


@frozen(kw_only=True, slots=False)
class AlphaBetaDetails:
    """What the alpha-beta family tells of a search.

    Attributes:
        table_key: Whether table keys were `exact` or `hashed`; None without a table.
        table_full: The share of the table that the search has filled, 0 to 1, of a compiled game's search; else None.
        cutoffs: Which move, by its place in the order tried, cut a position off; None where that was not counted: by `minimax`,
            by `fixed` on compiled games, and by several processes.
        comparisons: Comparisons of moves in the ordering, of a compiled game's search; None on a tree.
    """

    table_key: str | None = None
    table_full: float | None = None
    cutoffs: Cutoffs | None = None
    comparisons: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return {
            "table_key": self.table_key,
            "table_full": self.table_full,
            "cutoffs": None if self.cutoffs is None else self.cutoffs.to_dict(),
            "comparisons": self.comparisons,
        }


NO_DETAILS: Final = AlphaBetaDetails()
