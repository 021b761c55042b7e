"""The law of keys: equal keys, equal futures. Two states are needed to break it."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from ..case import Case, MethodRaised, close
from ..report import Severity

LAW: Final = "equal-keys-mean-equal-futures"
HINT: Final = "keys-know-the-mover"


@frozen
class Collision:
    """Two states with one key.

    Attributes:
        diagnosis: What differs.
        severity: Whether it makes results wrong.
    """

    diagnosis: str
    severity: Severity


class KeyBook:
    """The keys met so far, and what states with that key were like. The search adds the mover to every key, and so does this."""

    def __init__(self) -> None:
        self._known: Final[dict[Any, Case[Any, Any]]] = {}
        self._movers: Final[dict[Any, Case[Any, Any]]] = {}

    def note(self, case: Case[Any, Any]) -> Collision | None:
        """Notes a state; gives what differs from one with the same key that was noted before.

        Raises:
            MethodRaised: A method of the game raised an exception.
        """
        try:
            key = case.ask("key", case.state)
            known = self._known.setdefault((key, case.player), case)
        except (TypeError, MethodRaised):  # another law tells of it; or the game is over, and there is no mover
            return None
        if known is not case:
            what = _difference(known, case)
            return None if what is None else Collision(_text(key, what, known, case), "error")
        other = self._movers.setdefault(key, case)
        if other.player == case.player or not (other.runs and case.runs):
            return None
        text = _text(key, f"movers, {other.player!r} and {case.player!r}", other, case)
        return Collision(f"{text}; the search adds the mover to every key: harmless if nothing else differs", "hint")


def _difference(one: Case[Any, Any], other: Case[Any, Any]) -> str | None:
    if (one.outcome is None) != (other.outcome is None) or not close(one.outcome, other.outcome):
        return f"outcomes, {one.outcome!r} and {other.outcome!r}"
    if len(one.moves) != len(other.moves):
        return f"legal moves, {one.moves!r} and {other.moves!r}"
    if all(move in other.moves for move in one.moves) or _next_keys(one) == _next_keys(other):
        return None
    return f"legal moves, {one.moves!r} and {other.moves!r}, which lead to states with different keys"


def _next_keys(case: Case[Any, Any]) -> list[str]:
    """The keys one move further: positions that mirror one another may share a key, and then have these in common."""
    return sorted(repr((case.ask("key", child), case.of(child).player)) for child in case.children)


def _text(key: Any, what: str, one: Case[Any, Any], other: Case[Any, Any]) -> str:
    return f"key() gives {key!r} for two states with different {what}: {one.state!r} and {other.state!r}"
