"""Faults that are known and not mended yet: what finds them is no news. Each goes with the change that mends it."""

from __future__ import annotations

from .cases import Case


def is_open(case: Case, wrong: str) -> bool:
    """True if the case fails by a known fault."""
    return False
