"""What the kernel of proof-number search knows of a game besides its rules."""

from __future__ import annotations

from typing import Any

from .. import layout as w


def describe(rules: Any) -> None:
    """Adds to the rules how wide a row of a frame is, and where the first one stands."""
    rules.proof_row = w.ROW + rules.move_words
    rules.proof_rows = w.FRAME + rules.state_words
