"""Laws of the five methods that every game has, and of `stuck`."""

from __future__ import annotations

from typing import Any, Final

from ...errors import ScoreError
from ...scores import checked_outcome
from ..case import Case, close, content, fresh, guarded, same_content, same_state
from .law import Law

_TRIED: Final = 4
"""Moves that are played in each state to see whether it is left alone."""


def outcome_is_a_score(case: Case[Any, Any]) -> str | None:
    """`outcome` gives None, WIN, LOSS or a margin."""
    if case.outcome is not None:
        try:
            checked_outcome(case.outcome, case.state)
        except ScoreError as error:
            return str(error)
    again = case.ask("outcome", case.state)
    if (again is None) == (case.outcome is None) and close(again, case.outcome):
        return None
    return f"outcome() gives {case.outcome!r}, and {again!r} when asked again; chance and memory have no place in rules"


def player_is_0_or_1(case: Case[Any, Any]) -> str | None:
    """`player` gives 0 or 1."""
    if hasattr(case.player, "__index__") and case.player in (0, 1):
        return None
    return f"player() gives {case.player!r}; expected 0 or 1. Players are numbered from 0: subtract 1 where yours are 1 and 2"


def there_is_a_move(case: Case[Any, Any]) -> str | None:
    """A running game has a move, or `stuck` says how it ends."""
    if case.moves:
        return None
    if case.found.stuck is None:
        return (
            "moves() is empty although outcome() says that the game runs; give an outcome there, a pass as a move, or a method "
            "stuck(state)"
        )
    try:
        checked_outcome(case.ask("stuck", case.state), case.state, "stuck")
    except ScoreError as error:
        return str(error)
    return None


def moves_stay_the_same(case: Case[Any, Any]) -> str | None:
    """`moves` gives the same moves in the same order whenever it is asked."""
    again = guarded("moves", lambda: list(case.game.moves(case.state)))
    if again == case.moves:
        return None
    if len(again) == len(case.moves) and all(move in again for move in case.moves):
        return f"moves() gives {case.moves!r}, then the same moves in another order: {again!r}; a set has no order, sort it"
    return f"moves() gives {case.moves!r}, and {again!r} when asked again; is there something that counts or remembers?"


def no_move_twice(case: Case[Any, Any]) -> str | None:
    """No move is offered twice."""
    seen: list[Any] = []
    for move in case.moves:
        if move in seen:
            return f"moves() offers {move!r} twice; every move is searched as often as it is offered"
        seen.append(move)
    return None


def play_leaves_its_argument(case: Case[Any, Any]) -> str | None:
    """`play`, and every other method, leaves the state as it is."""
    state = fresh(case.state)
    before = content(state)
    step = max(1, len(case.moves) // _TRIED)
    for move in case.moves[::step]:
        case.ask("play", state, move)
        if not same_content(state, before):
            return (
                f"play(state, {move!r}) changes its argument from {before!r} to {content(state)!r}; it must make a new "
                "state, of a copy where states are lists or objects"
            )
    return None


def play_is_a_function(case: Case[Any, Any]) -> str | None:
    """`play` gives the same state for the same move whenever it is asked."""
    if not case.moves:
        return None
    move = case.moves[-1]
    one, other = (case.ask("play", fresh(case.state), move) for _ in range(2))
    if same_state(one, other):
        return None
    return f"play(state, {move!r}) gives {one!r}, and {other!r} when asked again; chance and memory have no place in rules"


LAWS: Final = (
    Law("outcome-is-a-score", outcome_is_a_score, finished=True),
    Law("player-is-0-or-1", player_is_0_or_1),
    Law("there-is-a-move", there_is_a_move),
    Law("moves-stay-the-same", moves_stay_the_same),
    Law("no-move-twice", no_move_twice),
    Law("play-leaves-its-argument", play_leaves_its_argument),
    Law("play-is-a-function", play_is_a_function),
)
