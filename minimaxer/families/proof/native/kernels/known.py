"""Facts about a game that the kernel of proof-number search needs besides the rules."""

from __future__ import annotations

from typing import Any

from .. import layout as w


def describe(rules: Any) -> None:
    """Adds the width of a frame's rows and the offset of the first one to the rules."""
    rules.proof_row = w.ROW + rules.move_words
    rules.proof_rows = w.FRAME + rules.state_words
