"""A kernel that tells the scores next to a score."""

from __future__ import annotations

from typing import Any

from minimaxer.compiler.runtime.intrinsics import bits_of, float_of, peek, poke

SCORE = 100
ABOVE = 101
BELOW = 102


def neighbours(game: Any, mem: int) -> int:
    """Writes down the next score above and the next below."""
    score = float_of(peek(mem, SCORE))
    poke(mem, ABOVE, bits_of(game.above(score)))
    poke(mem, BELOW, bits_of(game.below(score)))
    return 0
