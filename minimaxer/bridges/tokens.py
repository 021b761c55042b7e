"""Moves and values as single words, as the engine protocols write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

from ..base.scores import LONGEST_WIN, WIN, is_decisive, loss_in, plies_to_end, win_in
from ..errors import IllegalMoveError, NotationError
from ..play.session import Session
from ..play.statistics import elo_of
from ..searching.mover import for_mover
from ..searching.result import SearchResult

_NUMBER: Final = re.compile(r"-?[0-9]{1,15}", re.ASCII)
NO_MOVE: Final = "0000"
"""The word for a missing move."""


def word(session: Session[Any, Any], state: Any, move: Any) -> str:
    """The move in the game's notation, as one word."""
    return "_".join(session.notation.write_move(state, move).split()) or "-"


def words(session: Session[Any, Any], moves: Any) -> list[str]:
    """The words of a line from the session's state."""
    found, state = [], session.state
    for move in moves:
        found.append(word(session, state, move))
        state = session.game.play(state, move)
    return found


def read(session: Session[Any, Any], text: str) -> Any:
    """The legal move or outcome of chance that a word names; raises IllegalMoveError if there is none."""
    for move in session.legal:
        if word(session, session.state, move) == text:
            return move
    try:
        return session.notation.read_move(session.state, text)
    except (NotationError, ValueError) as error:
        raise IllegalMoveError(f"expected a legal move, got {text!r}: {error}") from error


def score(result: SearchResult[Any], value: float, mover: int) -> str:
    """A value for the mover: `mate` with the moves to the end, negative if it loses; else `cp` in the game's own units. A chance
    of winning is converted to a difference in Elo.
    """
    mine = value if result.payoffs is not None else for_mover(max(0, mover), value)
    if result.meaning == "chances":
        return f"cp {max(-9_999, min(9_999, elo_of((mine / WIN + 1) / 2))):.0f}"
    if result.meaning == "plies" and is_decisive(value):
        moves = ((plies_to_end(value) or 0) + 1) // 2
        return f"mate {moves if mine > 0 else -moves}"
    return f"cp {mine:.0f}"


def known_of(lines: Iterable[Sequence[str]], mover: int | None) -> dict[str, float | int]:
    """The `depth`, `nodes`, and `value` for player 0 of an engine's best move, as far as its lines of information give them.

    A mate is a win in that many moves; plies are counted as if the mover made the last one.

    Examples:
        >>> known_of(["info depth 3 score cp 20 nodes 99".split(), "info string hello".split()], 1)
        {'depth': 3, 'nodes': 99, 'value': -20.0}
    """
    found: dict[str, float | int] = {}
    for words in lines:
        known = {name: value for name, value in pairwise(words) if _NUMBER.fullmatch(value)}
        if known.get("multipv", "1") != "1" or "string" in words:
            continue
        found |= {name: int(known[name]) for name in ("depth", "nodes") if name in known}
        side = -1 if mover == 1 else 1
        if "mate" in known:
            moves = max(-LONGEST_WIN // 2, min(LONGEST_WIN // 2, int(known["mate"])))
            found["value"] = side * (win_in(2 * moves - 1) if moves > 0 else loss_in(-2 * moves))
        elif "cp" in known:
            found["value"] = float(side * int(known["cp"]))
    return found
