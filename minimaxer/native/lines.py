"""Lines of play that kernels found, as moves of Python's rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..compiler.runtime.layout import Layout, Words
from ..errors import RulesError
from ..game.chance import steps


def played(game: Any, layout: Layout, state: Any, lines: Sequence[Words]) -> list[Any]:
    """Converts the words of a line of play from a state to moves; raises RulesError if Python's rules have no such move."""
    moves = []
    for words in lines:
        move = _match(layout, steps(game, state), state, words)
        moves.append(move)
        state = game.play(state, move)
    return moves


def _match(layout: Layout, legal: Any, state: Any, words: Words) -> Any:
    single = words[0] if layout.kind == "int" else None
    for move in legal:
        if (single is not None and move == single) or tuple(layout.flatten(move)) == words:
            return move
    raise RulesError(
        f"the compiled rules play {layout.rebuild(words)!r} in {state!r}, which Python's rules do not; please report it"
    )
