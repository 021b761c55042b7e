"""Laws of `deal`: what is dealt looks the same to the mover, tells nothing of what is hidden, and may be all that is possible."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from ...rules.likeness import SEQUENCES, SETS, alike, attributes, is_public
from ..case import Case
from ..words import shown
from .law import Law

LEAKS: Final = "deals-tell-nothing"
IMPOSSIBLE: Final = "all-hands-are-possible"
STATES: Final = 12
"""Positions in which many deals are compared."""
_LOOKED_AT: Final = 3
"""Deals that are looked at in each position."""
_DEALS: Final = 120
"""Deals of each position, and of one that looks the same."""
_SPREADS: Final = 6.0
"""Standard deviations that no two counts are apart by chance."""
_FEWEST: Final = 20
"""Counts that are apart by less say nothing."""
_POSITIONS: Final = 3
"""Positions in which what is there was never dealt, of which one or two may be chance."""
_SMALL: Final = 64
"""Numbers below that are compared as numbers, the others as sets of bits."""
Fact = tuple[Any, ...]
"""Where in a state something stands, and what does."""


def deals_look_the_same(case: Case[Any, Any]) -> str | None:
    """A deal leaves the state alone, has the same mover with the same moves, and is the same for the same random numbers."""
    for seed in range(_LOOKED_AT):
        text = _looked_at(case, seed)
        if text is not None:
            return text
    return None


def _looked_at(case: Case[Any, Any], seed: int) -> str | None:
    """What is wrong with one deal."""
    before = shown(case.state)
    dealt = _dealt(case, Random(seed))
    if dealt is None:
        return "deal() gives None; expected a state"
    if shown(case.state) != before:
        return f"deal() changes its argument from {before} to {shown(case.state)}; it must give a new state"
    if not alike(dealt, again := _dealt(case, Random(seed))):
        return f"deal() gives {shown(dealt)}, and {shown(again)} for the same random numbers; draw by rng alone"
    other = Case(case.game, case.found, dealt, case.clock)
    if not other.runs:
        return f"deal() gives {shown(dealt)}, where the game is over; the mover can tell that from {before}"
    if other.mover != case.mover:
        return f"deal() gives {shown(dealt)}, where player {shown(other.player)} moves, and not player {case.mover}"
    if not _same_moves(case.moves, other.moves):
        return (
            f"deal() gives {shown(dealt)}, where the moves are {shown(other.moves)}, and not {shown(case.moves)}; the mover can "
            "tell them apart"
        )
    return None


def _same_moves(some: list[Any], others: list[Any]) -> bool:
    """Whether the same moves are there, in whatever order."""
    return len(some) == len(others) and all(any(alike(move, other) for other in others) for move in some)


def _dealt(case: Case[Any, Any], rng: Random) -> Any:
    return case.ask("deal", case.state, case.mover, rng)


class Deals:
    """Many deals of some positions, and what they tell.

    Args:
        rng: Where deals come from.
    """

    def __init__(self, rng: Random) -> None:
        self._rng: Final = rng
        self._never = 0
        self._example = ""
        self.seen = 0

    def note(self, case: Case[Any, Any]) -> str | None:
        """Looks at one position; gives how its deals tell what is there, or None.

        Whoever looks at a deal should know no more than before. So the deals of a deal must be as the deals of the position: were
        what is there more likely in these, they would tell it.
        """
        if self.seen >= STATES:
            return None
        self.seen += 1
        real = set(facts(case.state))
        other = Case(case.game, case.found, _dealt(case, self._rng), case.clock)
        mine, theirs = self._counted(case, real), self._counted(other, real)
        never = [fact for fact in real if not mine[fact] and not theirs[fact]]
        if never:
            self._never += 1
            self._example = f"of {shown(case.state)}, {_said(min(never, key=repr))} came in none of {2 * _DEALS} deals"
        apart = max(real, key=lambda fact: _apart(mine[fact], theirs[fact]), default=None)
        if apart is None or _apart(mine[apart], theirs[apart]) < _SPREADS or abs(mine[apart] - theirs[apart]) < _FEWEST:
            return None
        return (
            f"of {_DEALS} deals, {mine[apart]} have what the state has: {_said(apart)}; of {_DEALS} deals of a state that the "
            f"mover cannot tell from it, {theirs[apart]}. Deals must not depend on what is hidden"
        )

    def diagnosis(self) -> str | None:
        """What is there and is never dealt, where that cannot be chance."""
        if self._never < _POSITIONS:
            return None
        return (
            f"in {self._never} of {self.seen} positions something is there that deals never have: {self._example}; all that the "
            "mover thinks possible must be dealt"
        )

    def _counted(self, case: Case[Any, Any], real: set[Fact]) -> Counter[Fact]:
        """In how many deals each of the facts holds."""
        found: Counter[Fact] = Counter()
        for _ in range(_DEALS):
            found.update(real.intersection(facts(_dealt(case, self._rng))))
        return found


def _apart(one: int, other: int) -> float:
    """How many standard deviations two counts are apart."""
    share = (one + other) / (2 * _DEALS)
    spread = math.sqrt(2 * _DEALS * share * (1 - share))
    return abs(one - other) / spread if spread else 0.0


def facts(value: Any, place: tuple[Any, ...] = ()) -> Iterator[Fact]:
    """What a state holds: numbers and texts with their places, the bits of greater numbers, the members of sets."""
    if isinstance(value, int) and not isinstance(value, bool) and (value >= _SMALL or value <= -_SMALL):
        yield from ((*place, "bit", bit) for bit in range(value.bit_length()) if value >> bit & 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from facts(item, (*place, shown(key)))
    elif isinstance(value, SETS):
        yield from ((*place, "has", shown(item)) for item in value)
    elif isinstance(value, SEQUENCES):
        names = getattr(value, "_fields", None) or range(len(value))
        for name, item in zip(names, value, strict=True):
            yield from facts(item, (*place, name))
    elif value is None or isinstance(value, (bool, int, float, str, bytes)):
        yield (*place, value)
    else:
        for name, item in attributes(value).items():
            if is_public(name):
                yield from facts(item, (*place, name))


def _said(fact: Fact) -> str:
    """A fact in words."""
    *place, value = fact
    where = " ".join(str(each) for each in place if each not in ("bit", "has"))
    if "bit" in place:
        return f"bit {value} in {where or 'the state'}"
    return f"{value!r} in {where or 'the state'}"


LAWS: Final = (Law("deals-look-the-same", deals_look_the_same, needs="deal", chance=False),)
