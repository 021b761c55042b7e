"""Details that a family of searches reports besides the answer and its cost."""

from __future__ import annotations

from typing import Any, Final, Protocol

from attrs import asdict, frozen


class Details(Protocol):
    """Details that a family of searches reports besides the answer and its cost."""

    def to_dict(self) -> dict[str, Any]:
        """The details as plain data for JSON, under names that a result does not have yet."""


@frozen(slots=False)
class Cutoffs:
    """Cutoffs by the place of the move in the order tried: a measure of the move ordering.

    Attributes:
        first: Cutoffs by the first move tried.
        second: Cutoffs by the second.
        later: Cutoffs by a later one.
    """

    first: int
    second: int
    later: int

    @property
    def total(self) -> int:
        """The number of all cutoffs."""
        return self.first + self.second + self.later

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares of `first`, `second` and `later`, which add up to 1; all 0 without cutoffs."""
        total = max(self.total, 1)
        return self.first / total, self.second / total, self.later / total

    def __str__(self) -> str:
        first, second, later = self.shares
        return f"{self.total:,} cut-offs: {first:.0%} by the first move, {second:.0%} by the second, {later:.0%} later"

    def to_dict(self) -> dict[str, Any]:
        """The cutoffs as plain data for JSON."""
        return asdict(self)


@frozen(kw_only=True, slots=False)
class AlphaBetaDetails:
    """Details of a search by the alpha-beta family.

    Attributes:
        table_key: The kind of table keys, `exact` or `hashed`; None without a table.
        table_full: The share of the table that a compiled game's search has filled, 0 to 1; else None.
        cutoffs: Cutoffs by the place of the move in the order tried; None where they were not counted: by `minimax`,
            by `fixed` on compiled games, and by several processes.
        comparisons: Comparisons of moves in the ordering of a compiled game's search; None on a tree.
    """

    table_key: str | None = None
    table_full: float | None = None
    cutoffs: Cutoffs | None = None
    comparisons: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The details as plain data for JSON."""
        return asdict(self)


NO_DETAILS: Final = AlphaBetaDetails()
