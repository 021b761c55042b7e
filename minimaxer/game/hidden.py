"""Hidden information: what the player to move cannot see, and dealing it at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from ..errors import OptionError, RulesError
from .protocol import CHANCE, Game, S


def hides(game: Game[Any, Any], ignore: Iterable[str] = ()) -> bool:
    """True if the game hides something from the player to move: it has `deal`, which is not ignored."""
    return hasattr(game, "deal") and "deal" not in ignore


def check_mover(player: int, state: object) -> None:
    """Raises OptionError in a state where chance decides: there is no player whose view could be searched."""
    if player == CHANCE:
        raise OptionError(f"expected a state in which a player moves, whose view it is that is searched, got {state!r}")


def dealt(game: Game[S, Any], deal: Callable[[S, int, Random], S], state: S, player: int, rng: Random) -> S:
    """A state from the game's `deal` that the player to move cannot distinguish from the real one.

    Raises RulesError if `deal` gave None, or a state where another player moves or the game is over.
    """
    new = deal(state, player, rng)
    if new is None:
        raise RulesError(f"deal({state!r}, {player}, rng) gave None; expected a state")
    if game.outcome(new) is not None:
        raise RulesError(f"deal({state!r}, {player}, rng) gave {new!r}, where the game is over; expected one where it runs")
    if (mover := game.player(new)) != player:
        who = "chance decides" if mover == CHANCE else f"player {mover} moves"
        raise RulesError(f"deal({state!r}, {player}, rng) gave {new!r}, where {who}; expected one where player {player} does")
    return new
