"""Laws of `deal`: a deal looks the same to the mover, reveals nothing hidden, and may be any state that is possible.

It brings back no move that was played already.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import Any, Final

from ...game.comparing import SEQUENCES, SETS, alike, attributes, is_public
from ..case import Case, fresh, shown
from ..play import Played
from .law import Law

LEAKS: Final = "deals-tell-nothing"
IMPOSSIBLE: Final = "all-hands-are-possible"
AGAIN: Final = "what-was-played-is-gone"
STATES: Final = 12
"""Positions in which many deals are compared."""
_LOOKED_AT: Final = 3
"""Deals that are examined in each position."""
_DEALS: Final = 120
"""Deals of each position, and of another from the same information set."""
_SPREADS: Final = 6.0
"""Standard deviations by which two counts cannot differ by chance."""
_FEWEST: Final = 20
"""Smallest difference of two counts that counts as evidence."""
_POSITIONS: Final = 3
"""Positions with a fact that was never dealt, before the law counts as broken: one or two may be chance."""
_PLAYED_OUT: Final = 10
"""Playouts from deals of each position, to see which moves can be played after them."""
_EXPECTED: Final = 12.0
"""Recurrences of a move to expect in the random games at the rate of the deals; none at all is then no coincidence."""
_SMALL: Final = 64
"""Bound below which numbers are compared as numbers; greater ones are compared bit by bit."""
Fact = tuple[Any, ...]
"""A place in a state, followed by its value."""


def deals_look_the_same(case: Case[Any, Any]) -> str | None:
    """A deal does not change the state, has the same mover and moves, and is the same for the same random numbers."""
    return next(filter(None, (_looked_at(case, seed) for seed in range(_LOOKED_AT))), None)


def _looked_at(case: Case[Any, Any], seed: int) -> str | None:
    """Checks one deal; describes what is wrong with it, or None."""
    before = shown(case.state)
    dealt = _dealt(case, Random(seed))
    if dealt is None:
        return "deal() gives None; expected a state"
    if shown(case.state) != before:
        return f"deal() changes its argument from {before} to {shown(case.state)}; it must give a new state"
    if not alike(dealt, again := _dealt(case, Random(seed))):
        return f"deal() gives {shown(dealt)}, and {shown(again)} for the same random numbers; draw by rng alone"
    other = case.of(dealt)
    if not other.runs:
        return f"deal() gives {shown(dealt)}, where the game is over; the mover can tell that from {before}"
    if other.mover != case.mover:
        return f"deal() gives {shown(dealt)}, where player {shown(other.player)} moves, and not player {case.mover}"
    if len(case.moves) != len(other.moves) or not all(any(alike(own, each) for each in other.moves) for own in case.moves):
        return (
            f"deal() gives {shown(dealt)}, where the moves are {shown(other.moves)}, and not {shown(case.moves)}; the mover can "
            "tell them apart"
        )
    return None


def _dealt(case: Case[Any, Any], rng: Random) -> Any:
    return case.ask("deal", case.state, case.mover, rng)


class Deals:
    """Compares many deals of some positions, to find hidden facts that they reveal."""

    def __init__(self, rng: Random) -> None:
        self._rng: Final = rng
        self._never = 0
        self._example = ""
        self.seen = 0

    def note(self, case: Case[Any, Any]) -> str | None:
        """Examines one position; describes how its deals reveal a hidden fact, or None.

        A deal must add no knowledge. So the deals of a deal must have the same distribution as the deals of the position: if the
        facts of the position were more likely in the latter, these would reveal them.
        """
        if self.seen >= STATES:
            return None
        self.seen += 1
        real = set(facts(case.state))
        other = case.of(_dealt(case, self._rng))
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
        """Describes facts that are never dealt, if that cannot be chance; else None."""
        if self._never < _POSITIONS:
            return None
        return (
            f"in {self._never} of {self.seen} positions something is there that deals never have: {self._example}; all that the "
            "mover thinks possible must be dealt"
        )

    def _counted(self, case: Case[Any, Any], real: set[Fact]) -> Counter[Fact]:
        found: Counter[Fact] = Counter()
        for _ in range(_DEALS):
            found.update(real.intersection(facts(_dealt(case, self._rng))))
        return found


class Gone:
    """Moves that can be played only once, such as cards; deals must not bring them back.

    The protocol does not declare such moves. But if a move never came again in any random game, once it was played, and does in
    playouts from deals of at most `longest` plies, the deals hand out what all players have seen to be gone.
    """

    def __init__(self, rng: Random, longest: int) -> None:
        self._rng: Final = rng
        self._longest: Final = longest
        self._times: Final[Counter[Hashable]] = Counter()
        self._back: Final[set[Hashable]] = set()
        self._ways: Final[list[tuple[Case[Any, Any], frozenset[Hashable]]]] = []
        """Positions, each with the moves played before it."""

    def note(self, sample: Played[Any, Any], case_of: Callable[[Any], Case[Any, Any]]) -> None:
        """Takes a random game into account; may raise MethodRaised, and raises TypeError if its moves have no hash."""
        played, place = set[Hashable](), self._rng.randrange(len(sample.states))
        for number, state in enumerate(sample.states):
            case = case_of(state)
            if not case.runs or number >= len(sample.moves):
                return
            self._back.update(played.intersection(_named(case)))
            if number == place and played and case.mover is not None and len(self._ways) < STATES:
                self._ways.append((case, frozenset(played)))
            move = (case.is_chance, sample.moves[number])
            played.add(move)
            self._times[move] += 1

    def diagnosis(self) -> str | None:
        """Describes a move that comes back after deals but never in games, not by chance; else None. May raise MethodRaised."""
        asked, came, seen = Counter[Hashable](), Counter[Hashable](), dict[Hashable, tuple[Any, Any]]()
        positions = 0
        for case, played in self._ways:
            gone, before = played - self._back, came.total()
            for _ in range(_PLAYED_OUT if gone else 0):
                if case.clock.is_over:
                    return None
                dealt = _dealt(case, self._rng)
                back = gone & self._playable(case.of(dealt))
                asked.update(gone)
                came.update(back)
                for move in back:
                    seen.setdefault(move, (case.state, dealt))
            positions += came.total() > before
        if not came or positions < _POSITIONS:
            return None
        worst: Any = max(came, key=lambda move: self._times[move] * came[move] / asked[move])
        if self._times[worst] * came[worst] / asked[worst] < _EXPECTED:
            return None
        state, dealt = seen[worst]
        return (
            f"deal() of {shown(state)} gives {shown(dealt)}, after which {shown(worst[1])} can be played as before; in "
            f"the random games it was played {self._times[worst]} times and never came again. Deal only what is still hidden"
        )

    def _playable(self, case: Case[Any, Any]) -> set[Hashable]:
        """All legal moves met in one playout from a state."""
        found = set[Hashable]()
        for _ in range(self._longest):
            if not case.runs or not case.moves or case.clock.is_over:
                break
            found.update(_named(case))
            case = case.of(case.ask("play", fresh(case.state), self._rng.choice(case.moves)))
        return found


def _named(case: Case[Any, Any]) -> list[Hashable]:
    """The moves of a state, each with True for a chance outcome, which differs from any player's move."""
    return [(case.is_chance, move) for move in case.moves]


def _apart(one: int, other: int) -> float:
    """The difference of two counts in standard deviations."""
    share = (one + other) / (2 * _DEALS)
    spread = math.sqrt(2 * _DEALS * share * (1 - share))
    return abs(one - other) / spread if spread else 0.0


def facts(value: Any, place: tuple[Any, ...] = ()) -> Iterator[Fact]:
    """Yields the facts of a state: numbers and texts with their places, the bits of greater numbers, the members of sets."""
    if isinstance(value, int) and not isinstance(value, bool) and (value >= _SMALL or value <= -_SMALL):
        yield from ((*place, "bit", bit) for bit in range(value.bit_length()) if value >> bit & 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from facts(item, (*place, shown(key)))
    elif isinstance(value, SETS):
        yield from ((*place, "has", shown(item)) for item in value)
    elif isinstance(value, SEQUENCES):
        for name, item in zip(getattr(value, "_fields", None) or range(len(value)), value, strict=True):
            yield from facts(item, (*place, name))
    elif value is None or isinstance(value, (bool, int, float, str, bytes)):
        yield (*place, value)
    else:
        for name, item in attributes(value).items():
            if is_public(name):
                yield from facts(item, (*place, name))


def _said(fact: Fact) -> str:
    *place, value = fact
    where = " ".join(str(each) for each in place if each not in ("bit", "has"))
    what = f"bit {value}" if "bit" in place else repr(value)
    return f"{what} in {where or 'the state'}"


LAWS: Final = (Law("deals-look-the-same", deals_look_the_same, needs="deal", chance=False),)
