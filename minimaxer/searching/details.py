"""The cost of a search, its workers, and the details that a family of searches reports besides."""

from __future__ import annotations

from typing import Any, Final, Protocol

from attrs import asdict, frozen


@frozen(kw_only=True)
class Workers:
    """The workers of a search for which several were requested.

    Attributes:
        asked: The number of workers requested.
        scheme: The scheme of those that took part: `abdada`, `lazy_smp`, `processes` or `threads`; None if one worked alone.
        nodes: Nodes visited by each worker that took part.
        note: If one worked alone, the reason, and what to do about it; else None.
    """

    asked: int
    scheme: str | None
    nodes: tuple[int, ...]
    note: str | None

    @property
    def used(self) -> int:
        """The number of workers that took part."""
        return len(self.nodes)

    def __str__(self) -> str:
        if self.note is not None:
            return f"1 of {self.asked} workers: {self.note}"
        shares = " + ".join(f"{nodes:,}" for nodes in self.nodes)
        return f"{self.used} workers ({self.scheme}): {shares} nodes"

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain data for JSON."""
        return {"asked": self.asked, "used": self.used, "scheme": self.scheme, "nodes": list(self.nodes), "note": self.note}


def alone(asked: int, nodes: int, note: str) -> Workers:
    """One worker where several were requested, with the reason."""
    return Workers(asked=asked, scheme=None, nodes=(nodes,), note=note)


@frozen(kw_only=True, slots=False)
class Statistics:
    """The cost of a search.

    Attributes:
        nodes: Nodes visited in all iterations, leaves included.
        created: Nodes of the tree made, each once.
        seconds: Wall-clock time of the search, without that for compiling.
        compile_seconds: Wall-clock time spent on compiling before the search could begin; 0 if the code was there.
        workers: The workers, if several were requested; else None.
    """

    nodes: int
    created: int
    seconds: float
    compile_seconds: float = 0.0
    workers: Workers | None = None


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
