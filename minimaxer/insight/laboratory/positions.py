"""Choice of the positions to search."""

from __future__ import annotations

from random import Random
from typing import Final

from ...game.comparing import equal
from ...game.protocol import Game, M, S
from ...testing.play import play_random

_LONGEST: Final = 120
"""Plies after which a random game is broken off."""


def some_positions(game: Game[S, M], count: int, seed: int) -> list[S]:
    """The start, and positions from the first half of random games; at most `count`, fewer if games are over too soon."""
    rng = Random(seed)
    found = [game.initial()]
    for _ in range(4 * count):
        if len(found) == count:
            break
        played = play_random(game, rng, _LONGEST)
        plies = len(played.moves)
        running = played.states[:plies][1 : max(2, plies // 2)]
        state = rng.choice(running) if running else None
        if state is not None and not any(equal(state, other) for other in found):
            found.append(state)
    return found
