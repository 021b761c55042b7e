"""Which positions are searched. May import floors below."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from ..game import Game
from ..tree import equal

S = TypeVar("S")
M = TypeVar("M")


def some_positions(game: Game[S, M], count: int, seed: int) -> list[S]:
    """The start, and positions from the first half of random games.

    Args:
        game: The rules.
        count: How many at the most; fewer where games are over too soon.
        seed: Which random games.
    """
    rng = Random(seed)
    found = [game.initial()]
    for _ in range(4 * count):
        if len(found) == count:
            break
        states = _random_game(game, rng)
        running = states[1 : max(2, len(states) // 2)]
        state = rng.choice(running) if running else None
        if state is not None and not any(equal(state, other) for other in found):
            found.append(state)
    return found


def _random_game(game: Game[S, M], rng: Random, longest: int = 120) -> list[S]:
    """The states of one random game that still run."""
    state = game.initial()
    states: list[S] = []
    while game.outcome(state) is None and len(states) < longest:
        moves = list(game.moves(state))
        if not moves:
            break
        states.append(state)
        state = game.play(state, rng.choice(moves))
    return states
