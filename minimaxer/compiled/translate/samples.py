"""States of a few random games, from which the shapes of states are seen."""

from __future__ import annotations

import enum
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from ...rules.chance import steps
from ..values import DEEPEST, fields_of, is_array, is_plain_object, nested, parts_of, plain

GAMES: Final = 30
_PLIES: Final = 300
_MOST: Final = 3_000
_SECONDS: Final = 0.3


def sample_states(game: Any) -> list[Any]:
    """The initial state, and those of random games that Python plays; what goes wrong in these is told by whoever plays them."""
    found = [game.initial()]
    until = time.perf_counter() + _SECONDS
    for number in range(GAMES):
        if len(found) >= _MOST or time.perf_counter() > until:
            break
        try:
            found += _states(game, Random(number))
        except Exception:  # the rules may raise anything
            break
    return found


def _states(game: Any, rng: Random) -> Iterator[Any]:
    state = game.initial()
    for _ in range(_PLIES):
        if game.outcome(state) is not None:
            return
        moves = [move for move, _ in zip(steps(game, state), range(1_000), strict=False)]
        if not moves:
            return
        state = game.play(state, rng.choice(moves))
        yield state


def texts_in(value: Any) -> Iterator[str]:
    """The texts that a value holds."""
    return (each for _, each in nested(value) if isinstance(each, str) and not isinstance(each, enum.Enum))


def misfit(value: Any, where: str = "", depth: int = 0) -> tuple[str, str] | None:
    """The first place of a state that cannot be compiled, and what is there; None where all can."""
    value = plain(value)
    if value is None or is_array(value) or isinstance(value, (bool, float, str, enum.Enum)):
        return None
    if isinstance(value, int):
        return None if -(1 << 63) <= value < 1 << 64 else (where, f"{value}, an integer beyond 64 bits")
    holds = (
        isinstance(value, tuple)
        or type(value) in (list, set, frozenset, dict)
        or fields_of(type(value)) is not None
        or is_plain_object(value)
    )
    if isinstance(value, type) or not holds:
        return where, f"{value!r}, of type {type(value).__qualname__}"
    if depth == DEEPEST:
        return where, "part of what it is itself part of"
    found = (misfit(each, f"{where}{place}", depth + 1) for place, each in parts_of(value))
    return next((bad for bad in found if bad is not None), None)
