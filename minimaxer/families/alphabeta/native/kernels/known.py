"""Data about a game that the alpha-beta kernels use besides its rules."""

from __future__ import annotations

from typing import Any

from .....native.kernels.rules import Rules
from .. import layout as w
from . import chance, endgames, moves


def describe(rules: Any) -> None:
    """Adds the memory places of histories and lines to the rules, and a variant of the rules that probes endgame tables."""
    rules.bind("history_of", moves.history_by_id if rules.has_move_id else moves.history_by_code)
    rules.lines, rules.line_followed = w.lines(rules.move_words), w.line_followed(rules.move_words)
    rules.bounds_known = w.bounds_known(rules.move_words)
    rules.bind("average", chance.average)
    rules.looks_up = False
    rules.with_endgames = Rules(**{**vars(rules), "own_outcome_value": rules.outcome_value})
    rules.with_endgames.outcome_value = endgames.outcome_or_known
    rules.with_endgames.looks_up = True
