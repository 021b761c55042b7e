"""What the kernel of max^n knows of a game besides its rules."""

from __future__ import annotations

from typing import Any

from .. import layout as w


def describe(rules: Any) -> None:
    """Adds to the rules where lines of best play lie in memory."""
    rules.party_lines = w.lines(rules.move_words)
