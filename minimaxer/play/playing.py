"""Plays one game: asks each player in its turn, and turns every failure into a result."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Final

from ..base.scores import LOSS, WIN, Bound, is_decisive
from ..errors import IllegalMoveError
from ..game.protocol import M, S
from ..searching.result import SearchResult
from .openings import position_name
from .players import Choice, Chooser
from .record import Note
from .session import Ending, Session

MOST_PLIES: Final = 2_000
"""Default number of plies after which a game is broken off."""
REPETITIONS: Final = 3
"""Occurrences of a position that make a draw, as in chess."""


def play_out(
    session: Session[S, M],
    choosers: Sequence[Chooser],
    rng: Random,
    *,
    plies: int = MOST_PLIES,
    adjudicate: bool = False,
    repetition: bool = False,
) -> dict[int, Note]:
    """Plays a session to its end, and leaves the result in it; returns notes on the players' moves, by move number from 0.

    Choosers come in the order of the players; `rng` decides the moves of chance. The game is a draw after `plies`, or with
    `repetition` when a position occurs for the third time; with `adjudicate` it ends once a search has proven its result.
    """
    notes: dict[int, Note] = {}
    seen: Counter[Hashable] = Counter()
    while not session.is_over:
        if repetition and _comes_too_often(session, seen):
            session.break_off(Ending.REPETITION)
        elif len(session.moves) >= plies:
            session.break_off()
        elif session.is_chance:
            session.draw(rng)
        else:
            _ask(session, choosers, notes, adjudicate)
    return notes


def _comes_too_often(session: Session[Any, Any], seen: Counter[Hashable]) -> bool:
    """Counts the current position; True if it has occurred `REPETITIONS` times."""
    here = position_name(session.game, session.found, session.state)
    seen[here] += 1
    return seen[here] == REPETITIONS


def _ask(session: Session[Any, Any], choosers: Sequence[Chooser], notes: dict[int, Note], adjudicate: bool) -> None:
    """Asks the mover for a move and plays it, or ends the game against the mover."""
    mover, number, state = session.mover, len(session.moves), session.state
    assert mover is not None
    began = time.perf_counter()
    try:
        choice = choosers[mover].choose(session)
    except Exception as error:  # players may be anybody's
        session.forfeit(mover, Ending.ERROR, f"{type(error).__name__}: {error}")
        return
    seconds = time.perf_counter() - began
    try:
        session.play(choice.move, seconds)
    except IllegalMoveError:
        session.forfeit(mover, Ending.ILLEGAL, repr(choice.move))
    if len(session.moves) == number:  # it was not played
        return
    notes[number] = note_of(session.notation.write_move(state, session.moves[number]), mover, choice, seconds)
    known = None if choice.result is None or not adjudicate else proven(choice.result)
    if known is not None and not session.is_over:
        session.settle(known)


def note_of(move: str, mover: int, choice: Choice[Any], seconds: float) -> Note:
    """A note on a move, with what its player knew."""
    result, seconds = choice.result, round(seconds, 6)
    if result is None:
        return Note(move=move, player=mover, seconds=seconds, **choice.known)
    value = result.value if result.payoffs is None else list(result.payoffs)
    return Note(move=move, player=mover, value=value, depth=result.depth, nodes=result.nodes, seconds=seconds)


def proven(result: SearchResult[Any]) -> Any:
    """The outcome of the game that a search has proven; None if it has proven none."""
    if not result.solved or result.bound is not Bound.EXACT or result.meaning in ("chances", "utility"):
        return None
    if result.payoffs is not None:
        return result.payoffs
    if is_decisive(result.value):
        return WIN if result.value > 0 else LOSS
    return result.value
