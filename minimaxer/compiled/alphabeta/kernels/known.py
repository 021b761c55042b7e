"""What the kernels of the alpha-beta family know of a game besides its rules."""

from __future__ import annotations

from typing import Any

from ...native.intrinsics import caller
from .. import words as w
from . import moves


def describe(rules: Any, state: Any) -> None:
    """Adds it to the rules: where a move's history and lines lie in memory, and how recursive functions call themselves.

    Args:
        rules: What all kernels know.
        state: The kind of states.
    """
    rules.bind("history_of", moves.history_by_id if rules.has_move_id else moves.history_by_code)
    rules.lines, rules.line_followed = w.lines(rules.move_words), w.line_followed(rules.move_words)
    score = "float" if rules.has_float_scores else "int"
    below = ("int", state, "int", "int", "int", score, score)
    rules.search_below = caller("search", score, (*below, "int", "int"))
    rules.plain_below = caller("plain", score, (*below, "bool"))
