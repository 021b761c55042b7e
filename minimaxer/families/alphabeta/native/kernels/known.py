"""What the kernels of the alpha-beta family know of a game besides its rules."""

from __future__ import annotations

from typing import Any

from .....native.kernels.rules import Rules
from .. import layout as w
from . import endgames, moves


def describe(rules: Any) -> None:
    """Adds to the rules where a move's history and lines lie in memory."""
    rules.bind("history_of", moves.history_by_id if rules.has_move_id else moves.history_by_code)
    rules.lines, rules.line_followed = w.lines(rules.move_words), w.line_followed(rules.move_words)
    rules.bounds_known = w.bounds_known(rules.move_words)
    rules.looks_up = False
    rules.with_endgames = Rules(**{**vars(rules), "own_outcome_value": rules.outcome_value})
    rules.with_endgames.outcome_value = endgames.outcome_or_known
    rules.with_endgames.looks_up = True
