"""The cost of a search, and its workers."""

from __future__ import annotations

from typing import Any

from attrs import frozen


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
