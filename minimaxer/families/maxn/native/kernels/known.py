"""Facts about a game that the max^n kernel needs besides the rules."""

from __future__ import annotations

from typing import Any

from .. import layout as w


def describe(rules: Any) -> None:
    """Adds the place of the lines of best play in memory to the rules."""
    rules.party_lines = w.lines(rules.move_words)
