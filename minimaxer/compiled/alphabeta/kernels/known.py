"""What the kernels of the alpha-beta family know of a game besides its rules."""

from __future__ import annotations

from typing import Any

from ...native.intrinsics import caller
from ...translate.numba_parts import types
from .. import words as w
from . import moves


def describe(rules: Any, state: Any) -> None:
    """Adds it to the rules: where a move's history and lines lie in memory, and how recursive functions call themselves.

    Args:
        rules: What all kernels know.
        state: The numba type of states.
    """
    rules.bind("history_of", moves.history_by_id if rules.has_move_id else moves.history_by_code)
    rules.lines, rules.line_followed = w.lines(rules.move_words), w.line_followed(rules.move_words)
    integer, score = types.int64, types.float64 if rules.has_float_scores else types.int64
    below = (integer, state, integer, integer, integer, score, score)
    rules.search_below = caller("search", score, (*below, integer, integer))
    rules.plain_below = caller("plain", score, (*below, types.boolean))
