"""Random games, and which of their states are looked at. May import `play` and below."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from attrs import frozen

from ..game import Game
from .case import MethodRaised, fresh, guarded, state_given
from .play import Played

_MOST_LOOKED_AT: Final = 12
"""States of one game that all laws are asked about."""


@frozen
class Sample:
    """One random game.

    Attributes:
        states: All states, as far as the rules let it be played.
        moves: The moves between them.
        outcome: The result for player 0, or None.
        broken: What a method raised in the last state, or None.
    """

    states: list[Any]
    moves: list[Any]
    outcome: Any
    broken: MethodRaised | None


def sampled(game: Game[Any, Any], rng: Random, longest: int) -> Sample:
    """Plays one random game as far as the rules let it; raises nothing but what `initial` raises."""
    state = fresh(state_given("initial", game.initial))
    played: Played[Any, Any] = Played([fresh(state)], [], None)
    outcome, broken = None, None
    try:
        while len(played.moves) < longest:
            outcome = guarded("outcome", game.outcome, state)
            legal = [] if outcome is not None else _legal(game, state)
            if not legal:
                stuck = getattr(game, "stuck", None)
                outcome = guarded("stuck", stuck, state) if outcome is None and stuck is not None else outcome
                break
            move = rng.choice(legal)
            state = state_given("play", game.play, state, move)
            played.states.append(fresh(state))
            played.moves.append(move)
    except MethodRaised as raised:
        broken = raised
    return Sample(played.states, played.moves, outcome, broken)


def _legal(game: Game[Any, Any], state: Any) -> list[Any]:
    moves: list[Any] = guarded("moves", lambda: list(game.moves(state)))
    return moves


def looked_at(sample: Sample, rng: Random) -> list[int]:
    """The numbers of the states to look at: the first and the last few, and some between."""
    count = len(sample.states)
    if count <= _MOST_LOOKED_AT:
        return list(range(count))
    third = _MOST_LOOKED_AT // 3
    between = rng.sample(range(third, count - third), _MOST_LOOKED_AT - 2 * third)
    return [*range(third), *sorted(between), *range(count - third, count)]


def before_the_end(sample: Sample, plies: int) -> Iterator[int]:
    """The numbers of the last running states, the last first."""
    last = len(sample.states) - 2
    yield from range(last, max(-1, last - plies), -1)
