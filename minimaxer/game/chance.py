"""Dice, cards and lots: chance nodes, and the moves that can follow a state, whoever decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from ..base.scores import plain_number
from ..errors import IllegalMoveError, RulesError
from .comparing import matching
from .protocol import CHANCE, Game, M, S

TOLERANCE: Final = 1e-9
"""The tolerated difference between 1 and the sum of the probabilities in one state."""


def is_chance(game: Game[S, M], state: S) -> bool:
    """True if chance decides in a running state."""
    return hasattr(game, "chances") and game.player(state) == CHANCE


def steps(game: Game[S, M], state: S) -> Iterable[M]:
    """The moves out of a running state: the mover's legal moves, or the outcomes of chance."""
    if is_chance(game, state):
        return (move for move, _ in chances_of(game, state))
    return game.moves(state)


def after(game: Any, state: Any, move: Any) -> Any:
    """The state after a legal move; raises IllegalMoveError for any other move."""
    if game.outcome(state) is not None or matching(steps(game, state), move) is None:
        raise IllegalMoveError(f"{move!r} is no legal move in {state!r}")
    return game.play(state, move)


def chances_of(game: Any, state: Any) -> Iterator[tuple[Any, float]]:
    """The outcomes of chance in a state, one by one, each with its probability; errors as in `checked_chances`."""
    return checked_chances(game.chances(state), state)


def checked_chances(given: Any, state: object) -> Iterator[tuple[Any, float]]:
    """The pairs that `chances` gave in a state, one by one, each checked to be a move and its probability.

    Raises RulesError if it gave anything else, or probabilities that do not add up to 1.
    """
    try:
        pairs = iter(given)
    except TypeError:
        raise RulesError(f"chances({state!r}) gave {given!r}; expected pairs (move, probability)") from None
    total = 0.0
    for pair in pairs:
        try:
            move, probability = pair
        except (TypeError, ValueError):
            raise RulesError(f"chances({state!r}) gave {pair!r}; expected pairs (move, probability)") from None
        if type(probability) is not float or not 0.0 < probability <= 1.0:
            probability = _checked(move, probability, state)
        total += probability
        if total > 1 + TOLERANCE:
            break
        yield move, probability
    if abs(total - 1) > TOLERANCE:
        raise RulesError(f"chances({state!r}) gave probabilities that add up to {total:.12g}; expected 1")


def _checked(move: object, given: object, state: object) -> float:
    probability = plain_number(given)
    if probability is None or not 0 < probability <= 1 + TOLERANCE:
        raise RulesError(f"chances({state!r}) gave {move!r} the probability {given!r}; expected a number above 0, up to 1")
    return float(probability)


def drawn(game: Game[S, M], state: S, rng: Random) -> M:
    """An outcome of chance, drawn by its probability."""
    pairs = list(chances_of(game, state))
    (move,) = rng.choices([move for move, _ in pairs], [probability for _, probability in pairs])
    found: M = move
    return found


def wandered(game: Game[S, M], state: S, rng: Random) -> S:
    """The state after a random legal move, or after an outcome of chance."""
    return game.play(state, drawn(game, state, rng) if is_chance(game, state) else rng.choice(list(game.moves(state))))
