"""The law of keys: equal keys, equal futures. Two states are needed to break it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...base.scores import plain_number
from ...game.comparing import RAISED, Difference, Moves, close, difference, says_equal
from ..case import Case, shown
from ..findings import Finding
from ..values import exact_value, without_distance

LAW: Final = "equal-keys-mean-equal-futures"
HINT: Final = "keys-know-the-mover"
PARTIAL: Final = "keys-hold-all-that-matters"
_MOST_PAIRS: Final = 60
"""Most pairs of states with one key whose exact values are compared."""
_EFFORT: Final = 150
"""Most nodes to visit for an exact value."""


class KeyBook:
    """The keys met so far, each with its first state. As in the search, the mover is part of every key."""

    def __init__(self) -> None:
        self._known: Final[dict[Any, Case[Any, Any]]] = {}
        self._movers: Final[dict[Any, Case[Any, Any]]] = {}
        self._pairs_left = _MOST_PAIRS

    def note(self, case: Case[Any, Any], *, is_late: bool = True) -> Finding | None:
        """Notes a state; tells how it differs from an earlier state with the same key, or gives None. May raise MethodRaised.
        `is_late` is True near the end of a game, where exact values can be computed in time.
        """
        try:
            key = case.ask("key", case.state)
            known = self._known.setdefault((key, case.player), case)
        except RAISED:  # another law tells of it: a method raised, or the key has no hash; or the game is over, without a mover
            return None
        if known is not case:
            what = _difference(known, case) or (self._other_values(known, case) if is_late else None)
            return None if what is None else Finding(law=LAW, severity="error", diagnosis=_text(key, what, known, case))
        other = self._movers.setdefault(key, case)
        if says_equal(other.player, case.player) or not (other.runs and case.runs):
            return None
        text = _text(key, f"movers, {shown(other.player)} and {shown(case.player)}", other, case)
        text = f"{text}; the search adds the mover to every key: harmless if nothing else differs"
        return Finding(law=HINT, severity="hint", diagnosis=text)

    def _other_values(self, one: Case[Any, Any], other: Case[Any, Any]) -> str | None:
        """Describes a difference in minimax value, if both states are near enough to the end to compute it; else None."""
        if self._pairs_left == 0 or not one.runs or difference(one.state, other.state) <= Difference.UNKNOWN:
            return None
        self._pairs_left -= 1
        value = exact_value(other, effort=_EFFORT)
        before = None if value is None else exact_value(one, effort=_EFFORT)
        if value is None or before is None or close(_rest(one, without_distance(before)), _rest(other, without_distance(value))):
            return None
        return f"values under best play{_without(one)}, {_rest(one, before)} and {_rest(other, value)}"


def left_out(key: Any, one: Any, other: Any, moves: Sequence[str]) -> str:
    """The diagnosis of a key that repeats in a game, from `one` by the `moves` to `other`, although these states differ."""
    return (
        f"key() gives {shown(key)} for two states of one game that differ: {shown(one)}, and {shown(other)} after the moves "
        f"{' '.join(moves)}. If what it leaves out matters later on, a table takes one for the other: put it into the key. If it "
        "never does, searches go round in circles unless AlphaBetaOptions(repetition=True) makes that a draw"
    )


def _rest(case: Case[Any, Any], value: Any) -> Any:
    """A value without the banked margin, which the search adds to the table's value of a key."""
    banked = plain_number(case.ask("banked", case.state)) if "banked" in case.found else None
    return value if value is None or banked is None else value - banked


def _without(case: Case[Any, Any]) -> str:
    return " without what is banked" if "banked" in case.found else ""


def _difference(one: Case[Any, Any], other: Case[Any, Any]) -> str | None:
    ends = _rest(one, one.outcome), _rest(other, other.outcome)
    if (one.outcome is None) != (other.outcome is None) or not close(*ends):
        return f"outcomes{_without(one)}, {shown(ends[0])} and {shown(ends[1])}"
    if one.runs and {"banked", "evaluate"} <= {each.name for each in one.found}:
        found = [_rest(case, case.ask("evaluate", case.state)) for case in (one, other)]
        if not close(*found):
            return f"evaluations without what is banked, {shown(found[0])} and {shown(found[1])}"
    moves = f"legal moves, {shown(one.moves)} and {shown(other.moves)}"
    if len(one.moves) != len(other.moves):
        return moves
    known = Moves(other.moves)
    if all(move in known for move in one.moves) or _next_keys(one) == _next_keys(other):
        return None
    return f"{moves}, which lead to states with different keys"


def _next_keys(case: Case[Any, Any]) -> list[str]:
    """The keys of the children, sorted: mirrored positions that share a key have these in common."""
    return sorted(shown((case.ask("key", child), case.of(child).player)) for child in case.children)


def _text(key: Any, what: str, one: Case[Any, Any], other: Case[Any, Any]) -> str:
    return f"key() gives {shown(key)} for two states with different {what}: {shown(one.state)} and {shown(other.state)}"
