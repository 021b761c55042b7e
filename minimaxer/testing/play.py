"""Random games, and states from them, such as those that are examined."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, Generic

from attrs import frozen

from ..errors import OptionError, RulesError
from ..game.capability import capabilities
from ..game.protocol import Game, M, S
from .case import Clock, MethodRaised, following, fresh, guarded, state_given

LONGEST: Final = 5_000
"""Plies after which a random game is stopped."""
_MOST_LOOKED_AT: Final = 12
"""States of one game on which all laws are checked."""


@frozen
class Played(Generic[S, M]):
    """A random game, as far as the rules let it be played; its states include the first and the last.

    `outcome` is the result for player 0, None where the game was stopped or a state had no moves; `broken` is the exception of a
    method in the last state, or None.
    """

    states: list[S]
    moves: list[M]
    outcome: Any
    broken: MethodRaised | None


def sampled(game: Game[S, M], rng: Random, longest: int = LONGEST, clock: Clock | None = None) -> Played[S, M]:
    """Plays one game with uniformly random moves, and the game's probabilities at chance nodes, as far as the rules allow. It is
    stopped after `longest` plies, or by the clock. Raises MethodRaised if `initial` raised an exception, or gave no state.
    """
    state: S = fresh(state_given("initial", game.initial))
    states, moves = [fresh(state)], list[M]()
    outcome, broken = None, None
    try:
        while (outcome := guarded("outcome", game.outcome, state)) is None and len(moves) < longest:
            if clock is not None and clock.is_over:
                break
            legal, weights = following(game, state)
            if not legal:
                stuck = getattr(game, "stuck", None)
                outcome = None if stuck is None else guarded("stuck", stuck, state)
                break
            (move,) = [rng.choice(legal)] if weights is None else rng.choices(legal, weights)
            state = state_given("play", game.play, state, move)
            states.append(fresh(state))
            moves.append(move)
    except MethodRaised as raised:
        broken = raised
    return Played(states, moves, outcome, broken)


def play_random(game: Game[S, M], rng: Random, longest: int = LONGEST) -> Played[S, M]:
    """`sampled` for trusted rules: an exception in a method propagates."""
    try:
        played = sampled(game, rng, longest)
    except MethodRaised as raised:
        raise raised.error from None
    if played.broken is not None:
        raise played.broken.error
    return played


def looked_at(sample: Played[Any, Any], rng: Random) -> list[int]:
    """The indices of the states to examine: the first and the last few, and some between."""
    count = len(sample.states)
    if count <= _MOST_LOOKED_AT:
        return list(range(count))
    third = _MOST_LOOKED_AT // 3
    between = rng.sample(range(third, count - third), _MOST_LOOKED_AT - 2 * third)
    return [*range(third), *sorted(between), *range(count - third, count)]


def before_the_end(sample: Played[Any, Any], plies: int) -> Iterator[int]:
    """Yields the indices of the last running states, the last first."""
    last = len(sample.states) - 2
    yield from range(last, max(-1, last - plies), -1)


def random_states(game: Game[S, M], n: int, seed: int = 0) -> list[S]:
    """Running states from random games, one from each, as test positions.

    Args:
        game: The rules.
        n: The number of states.
        seed: The same seed gives the same states.

    Raises:
        OptionError: `n` is no whole number from 0.
        GameError: The game lacks a method.
        RulesError: The game is over before it begins.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> random_states(Nim(heaps=(2, 2)), 2, seed=1)
        [Heaps(sizes=(2, 2), player=0), Heaps(sizes=(2, 1), player=1)]
    """
    capabilities(game)
    if not isinstance(n, int) or isinstance(n, bool) or n < 0:
        raise OptionError(f"expected a whole number of states from 0, got {n!r}")
    rng = Random(seed)
    found = []
    for _ in range(n):
        played = play_random(game, rng)
        running = played.states[: len(played.moves)]
        if not running:
            raise RulesError("no state is running: outcome() says that the initial state is the end of the game")
        found.append(rng.choice(running))
    return found
