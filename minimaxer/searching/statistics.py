"""What a search cost, and who did it."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen(kw_only=True)
class Workers:
    """Who did a search for which several workers were asked.

    Attributes:
        asked: How many were asked for.
        scheme: How those at work shared it: `abdada`, `lazy_smp`, `processes` or `threads`; None where one worked alone.
        nodes: Nodes visited by each that took part.
        note: Where one worked alone, why, and what to do about it; else None.
    """

    asked: int
    scheme: str | None
    nodes: tuple[int, ...]
    note: str | None

    @property
    def used(self) -> int:
        """How many took part."""
        return len(self.nodes)

    def __str__(self) -> str:
        if self.note is not None:
            return f"1 of {self.asked} workers: {self.note}"
        shares = " + ".join(f"{nodes:,}" for nodes in self.nodes)
        return f"{self.used} workers ({self.scheme}): {shares} nodes"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON."""
        return {
            "asked": self.asked,
            "used": self.used,
            "scheme": self.scheme,
            "nodes": list(self.nodes),
            "note": self.note,
        }


def alone(asked: int, nodes: int, note: str) -> Workers:
    """One worker where several were asked for, and why."""
    return Workers(asked=asked, scheme=None, nodes=(nodes,), note=note)


@frozen(kw_only=True, slots=False)
class Statistics:
    """What a search cost.

    Attributes:
        nodes: Nodes visited in all iterations, leaves included.
        created: Nodes of the tree made, each once.
        seconds: Wall-clock time of the search, without that for compiling.
        compile_seconds: Wall-clock time that went into compiling before the search could begin; 0 where the code was there.
        workers: Who did it, where several workers were asked for; else None.
    """

    nodes: int
    created: int
    seconds: float
    compile_seconds: float = 0.0
    workers: Workers | None = None
