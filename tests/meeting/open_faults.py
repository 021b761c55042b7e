"""Faults that are known and not mended yet: what finds them is no news. Each goes with the change that mends it."""

from __future__ import annotations

from .cases import Case
from .rules import kind_of


def is_open(case: Case, wrong: str) -> bool:
    """True if the case fails by a known fault."""
    what, kind, native = wrong.partition(":")[0], kind_of(case.kind), case.tier == "compiled"
    return (
        (what in ("claim", "verify", "prove-refused") and native)
        or (what == "over" and kind.shape.players > 2 and kind.shape.stuck)
        or (what == "advance" and kind.shape.players > 2 and case.algorithm == "auto")
        or (what == "finished" and native and case.algorithm == "proof")
        or (what.startswith("proven") and native and kind.shape.stuck)
        or what in ("line-value", "proof-line")
        or (what in ("first-row", "sure", "maxn", "cut-fixed", "cut-move") and len(case.calls) > 0 and "stop nodes" in wrong)
    )
