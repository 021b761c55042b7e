"""What methods of a game may give, and the errors where they give something else."""

from __future__ import annotations

from ..errors import RulesError


def no_state(state: object, move: object) -> RulesError:
    """The error to raise where `play` gave nothing."""
    return RulesError(f"play({state!r}, {move!r}) gave None; expected the next state")


def checked_player(player: int, state: object) -> int:
    """The player itself, once it is known to be 0 or 1."""
    if player in (0, 1):
        return player
    raise RulesError(f"player({state!r}) gave {player!r}; expected 0 or 1")
