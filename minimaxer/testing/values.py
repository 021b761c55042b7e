"""Exact values of positions near the end of a game, by plain minimax, as a reference for the laws."""

from __future__ import annotations

import math
from typing import Any, Final, cast

from ..base.scores import DECISIVE, PayoffScale
from ..game.comparing import RAISED, says_equal
from ..game.protocol import CHANCE
from .case import Case, Quoted, following, fresh, guarded, listed

LEAST_EFFORT: Final = 400
"""Nodes after which a position counts as too far from the end."""


class TooFar(Exception):  # noqa: N818  # a signal, not an error
    """The end of the game is too far away."""


def exact_value(case: Case[Any, Any], method: str = "moves", effort: int = LEAST_EFFORT) -> float | None:
    """The minimax value for player 0, wins moved towards zero by their distance in plies; None if the end is too far away.

    The value of a chance node is the expected value. With more than two players it is None, since there may be many. `method`
    lists the moves, `moves` or `search_moves`; `effort` is the most nodes to visit. May raise MethodRaised.
    """
    game, scale = case.game, case.scale
    if isinstance(scale, PayoffScale):
        return None
    left = effort

    def value(state: Any) -> float:
        nonlocal left
        left -= 1
        if left < 0 or case.clock.is_over:
            raise TooFar
        outcome = guarded("outcome", game.outcome, state)
        if outcome is not None:
            return _number(case, outcome, state)
        mover = guarded("player", game.player, state)
        if "chances" in case.found and says_equal(mover, CHANCE):
            moves, chances = following(game, state)
            after = [value(guarded("play", game.play, fresh(state), move)) for move in moves]
            return sum(chance * each for chance, each in zip(chances or [], after, strict=True))
        after = [scale.shift(value(guarded("play", game.play, fresh(state), move)), 1) for move in listed(method, game, state)]
        if after:
            return max(after) if says_equal(mover, 0) else min(after)
        if case.found.stuck is None:
            raise TooFar
        return _number(case, guarded("stuck", case.found.stuck, state), state)

    try:
        return value(case.state)
    except (TooFar, RecursionError):
        return None


def without_distance(value: float) -> float:
    """The value without the distance of a win: decisive values become infinite."""
    return math.copysign(math.inf, value) if abs(value) >= DECISIVE else value


def _number(case: Case[Any, Any], outcome: Any, state: Any) -> float:
    try:
        return cast("float", case.scale.outcome(outcome, Quoted(state)))
    except RAISED:
        raise TooFar from None  # another law tells of it
