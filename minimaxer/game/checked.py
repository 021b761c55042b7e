"""Checks of the values that a game's methods return, and the errors about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..errors import RulesError
from .protocol import CHANCE

_SIMULTANEOUS: Final = -2
"""The player that OpenSpiel's games give where players choose at the same time."""


def no_state(state: object, move: object) -> RulesError:
    """The error for a `play` that returned nothing."""
    return RulesError(f"play({state!r}, {move!r}) gave None; expected the next state")


def check_moves(moves: Iterable[object], state: object) -> None:
    """Raises RulesError if None is among the moves of a state: in lines and trees, None means no move."""
    if any(move is None for move in moves):
        raise RulesError(f"moves({state!r}) gave None among the moves; take another value for a pass")


def checked_player(player: int, state: object, *, players: int = 2, chance: bool = False) -> int:
    """The player, after a check that it is one of the players, or chance in a game that has `chances`."""
    if player in range(players) or (chance and player == CHANCE):
        return player
    if player == CHANCE:
        raise RulesError(f"player({state!r}) gave mx.CHANCE, but the game has no method chances(state), or it is ignored")
    if player == _SIMULTANEOUS or isinstance(player, (tuple, list, set, frozenset)):
        raise RulesError(
            f"player({state!r}) gave {player!r}; players who choose at the same time (simultaneous moves) are not searched: have "
            "one choose after the other, and let deal(state, player, rng) hide what the first has chosen"
        )
    raise RulesError(f"player({state!r}) gave {player!r}; expected {expected_players(players, chance=chance)}")


def expected_players(players: int, *, chance: bool = False) -> str:
    """The values that `player` may return, in words."""
    numbers = ("0", "0 or 1")[players - 1] if players <= 2 else f"0 to {players - 1}"
    return numbers + (" or mx.CHANCE" if chance else "")
