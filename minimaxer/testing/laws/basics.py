"""Laws of the five required methods, and of `stuck`; misspelt optional methods, which every search would silently ignore."""

from __future__ import annotations

import difflib
import inspect
from typing import Any, Final

from ...game.capability import NAMES, has_capability
from ...game.comparing import RAISED, Difference, Moves, alike, close, difference, says_equal
from ...game.following import expected_players
from ...game.protocol import CHANCE
from ...game.state_class import class_of_rules
from ..case import Case, content, error_text, fresh, is_filled, shown
from .law import Law

_MEANT: Final = {
    "heuristic": "evaluate",
    "score": "evaluate",
    "eval": "evaluate",
    "get_key": "key",
    "hash_key": "key",
    "draw": "render",
    "display": "render",
    "move_order": "order",
}
"""Common names in other programs, and the optional methods they mean here."""
_NEAR: Final = 0.8
"""Similarity from which a name counts as misspelt: `evalute` and `evaluation` are, `moves_left` is not."""


def misspelt(game: Any) -> str:
    """A hint on methods whose names resemble an optional method that the game lacks; empty if there are none."""
    rules, found = class_of_rules(game), []
    for name, method in inspect.getmembers(rules, inspect.isfunction):
        if name.startswith("_") or name in NAMES or method.__module__ != rules.__module__:
            continue
        near = [_MEANT[name]] if name in _MEANT else difflib.get_close_matches(name, NAMES, 1, _NEAR)
        if near and not has_capability(game, near[0]):
            found.append(f"no search uses {name}(); did you mean {near[0]}()?")
    return " ".join(found)


_NO_CHANCE: Final = "chance and memory have no place in rules"
_TRIED: Final = 4
"""Moves that are played in each state to see if `play` changes it."""


def outcome_is_a_score(case: Case[Any, Any]) -> str | None:
    """`outcome` gives None, WIN, LOSS or a margin."""
    if case.outcome is not None:
        case.scale.outcome(case.outcome, case.quoted)
    again = case.ask("outcome", case.state)
    if (again is None) == (case.outcome is None) and close(again, case.outcome):
        return None
    return f"outcome() gives {shown(case.outcome)}, and {shown(again)} when asked again; {_NO_CHANCE}"


def player_is_counted_from_0(case: Case[Any, Any]) -> str | None:
    """`player` gives one of the players, or `CHANCE`."""
    if case.is_chance or (hasattr(case.player, "__index__") and case.mover is not None):
        return None
    if says_equal(case.player, CHANCE):
        return (
            "player() gives -1, which is mx.CHANCE: number two players 0 and 1, or give the game a method chances(state) with "
            "what may come and how likely it is"
        )
    yours = {1: "yours is 1", 2: "yours are 1 and 2"}.get(case.players, f"yours are 1 to {case.players}")
    more = "; say players = 3 or more in the rules where there are more" if case.players <= 2 else ""
    gives = f"player() gives {shown(case.player)}; expected {expected_players(case.players)}"
    return f"{gives}. Players are numbered from 0: subtract 1 where {yours}{more}"


def there_is_a_move(case: Case[Any, Any]) -> str | None:
    """A running game has a move, or `stuck` says how it ends."""
    if case.moves:
        return None
    if case.found.stuck is None:
        return (
            "moves() is empty although outcome() says that the game runs; give an outcome there, a pass as a move, or a method "
            "stuck(state)"
        )
    case.scale.outcome(case.ask("stuck", case.state), case.quoted, "stuck")
    return None


def moves_stay_the_same(case: Case[Any, Any]) -> str | None:
    """`moves` gives the same moves in the same order on every call."""
    again = case.moves_again
    if alike(again, case.moves):
        return None
    known = Moves(again)
    if len(again) == len(case.moves) and all(move in known for move in case.moves):
        what = f"then the same moves in another order: {shown(again)}; a set has no order, sort it"
    else:
        what = f"and {shown(again)} when asked again; is there something that counts or remembers?"
    return f"moves() gives {shown(case.moves)}, {what}"


def moves_can_be_compared(case: Case[Any, Any]) -> str | None:
    """Moves of two calls of `moves` compare equal: matches and records look moves up by `==`."""
    for one, other in zip(case.moves, case.moves_again, strict=False):
        if alike([one], [other]) and says_equal(one, other) is False:
            return (
                f"moves() gives {shown(one)}, which does not equal the same move when asked again; make its class a dataclass or "
                "a NamedTuple, or give it an __eq__"
            )
    return None


def evaluation_stays_the_same(case: Case[Any, Any]) -> str | None:
    """`evaluate` gives the same number on every call."""
    one, other = (case.ask("evaluate", case.state) for _ in range(2))
    return None if close(one, other) else f"evaluate() gives {shown(one)}, and {shown(other)} when asked again; {_NO_CHANCE}"


def no_move_twice(case: Case[Any, Any]) -> str | None:
    """No move is offered twice."""
    seen = Moves()
    for move in case.moves:
        if move in seen:
            return f"moves() offers {shown(move)} twice; every move is searched as often as it is offered"
        seen.add(move)
    return None


def play_leaves_its_argument(case: Case[Any, Any]) -> str | None:
    """`play` does not change its argument, except to fill caches in it."""
    state, untouched = fresh(case.state), fresh(case.state)
    before = content(state)
    for move in case.moves[:: max(1, len(case.moves) // _TRIED)]:
        case.ask("play", state, move)
        after = content(state)
        if after != before and not (is_filled(before, after) and _means_the_same(case, untouched, state, move)):
            return (
                f"play(state, {shown(move)}) changes its argument from {shown(before)} to {shown(after)}; it must make a new "
                "state, of a copy where states are lists or objects"
            )
        is_opaque = after == before and difference(untouched, state) is Difference.UNKNOWN  # so methods have to compare them
        if is_opaque and not case.of(fresh(state)).is_answered_as(case.of(untouched)):
            return (
                f"play(state, {shown(move)}) changes its argument {shown(state)}, of which the game then says something else; it "
                "must make a new state, of a copy where states are lists or objects"
            )
    return None


def _means_the_same(case: Case[Any, Any], untouched: Any, state: Any, move: Any) -> bool:
    """True if a state in which `play` filled something still gives the same results, and the same next state."""
    if untouched is case.state or difference(untouched, state) is Difference.OTHER:
        return False
    if not case.of(fresh(state)).is_answered_as(case.of(fresh(untouched))):
        return False
    one, other = (case.ask("play", fresh(each), move) for each in (untouched, state))
    return case.difference(one, other) is not Difference.OTHER


def play_is_a_function(case: Case[Any, Any]) -> str | None:
    """`play` gives the same state for the same move on every call."""
    found, one, other = _played_twice(case)
    if found is not Difference.OTHER:
        return None
    return f"play(state, {shown(case.moves[-1])}) gives {shown(one)}, and {shown(other)} when asked again; {_NO_CHANCE}"


def states_can_be_compared(case: Case[Any, Any]) -> str | None:
    """States that compare by identity have equal content after the same move, as far as it is visible."""
    found, one, other = _played_twice(case)
    if found is not Difference.LOOKS_OTHER:
        return None
    return (
        f"play(state, {shown(case.moves[-1])}) gives a state that holds {shown(content(one))}, and {shown(content(other))} when "
        "asked again. What the game says of the two is the same, and they compare by identity: give them an __eq__, or the game "
        "a method key(state), so that equal states are known"
    )


def _played_twice(case: Case[Any, Any]) -> tuple[Difference, Any, Any]:
    """Plays the last move twice; gives the difference of the two states, and the states."""
    if not case.moves:
        return Difference.SAME, None, None
    one, other = (case.ask("play", fresh(case.state), case.moves[-1]) for _ in range(2))
    return case.difference(one, other), one, other


def repr_does_not_raise(case: Case[Any, Any]) -> str | None:
    """The `repr` of a state and of its moves raises no exception: reports and errors use it."""
    for what, values in (("state", [case.state]), ("move", case.moves)):
        for value in values:
            try:
                repr(value)
            except RAISED as error:
                return f"__repr__() of a {what} raised {error_text(error)}; errors and reports show it by that method"
    return None


LAWS: Final = (
    Law("outcome-is-a-score", outcome_is_a_score, finished=True),
    Law("player-is-counted-from-0", player_is_counted_from_0),
    Law("there-is-a-move", there_is_a_move),
    Law("moves-stay-the-same", moves_stay_the_same),
    Law("moves-can-be-compared", moves_can_be_compared),
    Law("evaluation-stays-the-same", evaluation_stays_the_same, needs="evaluate"),
    Law("no-move-twice", no_move_twice),
    Law("play-leaves-its-argument", play_leaves_its_argument),
    Law("play-is-a-function", play_is_a_function),
    Law("states-can-be-compared", states_can_be_compared, severity="hint"),
    Law("repr-does-not-raise", repr_does_not_raise, severity="warning", finished=True),
)
