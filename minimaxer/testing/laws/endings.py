"""Laws of the end of games: every game ends, and with sensible results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from ...game.comparing import RAISED
from ..report import Finding

ENDLESS: Final = "games-end"
CYCLES: Final = "positions-come-again"
BEGINS: Final = "games-begin"
UNITS: Final = "quick-wins-matter"
SCALE: Final = "evaluation-is-below-results"


def cycle(states: Sequence[Any], key: Callable[[Any], Any]) -> tuple[int, int] | None:
    """The shortest cycle of a game, as the indices of two of its states with equal keys; None if there is none."""
    latest: dict[Any, int] = {}
    shortest: tuple[int, int] | None = None
    for number, state in enumerate(states):
        try:
            place = latest.get(what := key(state))
            latest[what] = number
        except RAISED:  # it cannot be hashed or compared
            return None
        if place is not None and (shortest is None or number - place < shortest[1] - shortest[0]):
            shortest = place, number
    return shortest


def endless(plies: int, moves: Sequence[str], *, is_same: bool = True) -> str:
    """The diagnosis of a game that was stopped after some plies; `moves` are those of a cycle, empty where none was found.

    `is_same` is True if the states at its ends are equal, and not only their keys.
    """
    text = f"a random game was not over after {plies:,} plies"
    if moves:
        where = "the same state" if is_same else "a state with the same key"
        round_trip = f"{text}: the moves {' '.join(moves)} lead back to {where}"
        return f"{round_trip}; count moves without progress in the state, and end the game by them"
    return f"{text}; no state was seen to come twice, as far as they can be hashed. Does outcome() see every end?"


def cyclic(moves: Sequence[str]) -> str:
    """The diagnosis of a game in which positions can be repeated."""
    return (
        f"the moves {' '.join(moves)} lead back to the same position; searches go round in circles unless "
        "AlphaBetaOptions(repetition=True) makes that a draw"
    )


def units(outcomes: set[Any], *, evaluations: tuple[float, float]) -> Iterator[Finding]:
    """Yields findings about results that are only ever -1, 0 and 1, given all results and the lowest and highest evaluation."""
    if not outcomes or not outcomes <= {-1, 0, 1} or outcomes == {0}:
        return
    text = (
        f"outcome() gives only {', '.join(str(each) for each in sorted(outcomes))}, which are margins: a quick win counts no "
        "more than a slow one, and a search may put it off for ever; if these are wins and losses, give mx.WIN and mx.LOSS"
    )
    yield Finding(law=UNITS, severity="hint", diagnosis=text)
    extreme = max(evaluations, key=abs)
    if abs(extreme) > 1:
        text = (
            f"evaluate() gives {extreme:g}, which is more than any result: outcome() gives only -1, 0 and 1. Unfinished games "
            "then look better than won ones; give mx.WIN and mx.LOSS as results"
        )
        yield Finding(law=SCALE, severity="error", diagnosis=text)
