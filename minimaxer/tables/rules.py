"""A digest of a game's rules, by their behaviour in pseudo-random games, so that it is the same on every machine."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from ..game.capability import Capabilities
from ..game.following import listed_moves
from .codes import code_of, mixed
from .graph import Naming

_GAMES: Final = 16
_PLIES: Final = 150


def rules_digest(game: Any, found: Capabilities[Any, Any], naming: Naming[Any]) -> str:
    """The digest of what the rules do in some games from the initial state; raises GameError if part of a key has no stable hash.

    It covers positions, movers, numbers of moves and results, but not the names and code of methods.
    """
    digest = hashlib.sha256()
    for number in range(_GAMES):
        state = game.initial()
        for ply in range(_PLIES):
            identity = naming.identity(state)
            place = code_of(*identity) if found.index is None else found.index(state)
            digest.update(repr((place, *identity[:2])).encode())
            moves = [] if identity[1] is not None else listed_moves(game.moves(state), "moves", state)
            digest.update(len(moves).to_bytes(4, "little"))
            if not moves:
                digest.update(b"" if identity[1] is not None or found.stuck is None else repr(found.stuck(state)).encode())
                break
            state = game.play(state, moves[mixed([number, ply]) % len(moves)])
    return digest.hexdigest()
