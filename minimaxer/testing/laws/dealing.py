"""Laws of `deal`: what is dealt looks the same to the mover, tells nothing of what is hidden, and may be all that is possible.

And it is nothing that was played already.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from random import Random
from typing import Any, Final

from attrs import define

from ...game.likeness import SEQUENCES, SETS, alike, attributes, is_public
from ..case import Case
from ..contents import fresh
from ..play import Played
from ..words import shown
from .law import Law

LEAKS: Final = "deals-tell-nothing"
IMPOSSIBLE: Final = "all-hands-are-possible"
AGAIN: Final = "what-was-played-is-gone"
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
_PLAYED_OUT: Final = 10
"""Deals of each position that are played out, to see what can be played in them."""
_EXPECTED: Final = 12.0
"""How often a move would have come again in the random games, were they like the deals; that it never did is then no chance."""
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


@define
class _Way:
    """A position, and how it was come to."""

    case: Case[Any, Any]
    played: frozenset[Hashable]


class Gone:
    """Moves that are gone for good once they were played, as cards are; deals must not bring them back.

    What a game's moves are nobody says. But where a move never came again in all random games, once it was played, and does in
    games played on from deals, these hand out what everybody has seen to be gone.

    Args:
        rng: Where deals and the games after them come from.
        longest: Plies after which such a game is broken off.
    """

    def __init__(self, rng: Random, longest: int) -> None:
        self._rng: Final = rng
        self._longest: Final = longest
        self._times: Final[Counter[Hashable]] = Counter()
        self._back: Final[set[Hashable]] = set()
        self._ways: Final[list[_Way]] = []

    def note(self, sample: Played[Any, Any], case_of: Callable[[Any], Case[Any, Any]]) -> None:
        """Takes a random game into account.

        Raises:
            MethodRaised: A method of the game raised an exception.
            TypeError: Its moves have no hash.
        """
        played, place = set[Hashable](), self._rng.randrange(len(sample.states))
        for number, state in enumerate(sample.states):
            case = case_of(state)
            if not case.runs or number >= len(sample.moves):
                return
            self._back.update(played.intersection(_named(case)))
            if number == place and played and case.mover is not None and len(self._ways) < STATES:
                self._ways.append(_Way(case, frozenset(played)))
            move = (case.is_chance, sample.moves[number])
            played.add(move)
            self._times[move] += 1

    def diagnosis(self) -> str | None:
        """What comes again in deals, and never did in games; None where nothing does, or where that may be chance.

        Raises:
            MethodRaised: A method of the game raised an exception.
        """
        asked, came, seen = Counter[Hashable](), Counter[Hashable](), dict[Hashable, tuple[_Way, Any]]()
        positions = 0
        for way in self._ways:
            gone, before = way.played - self._back, came.total()
            for _ in range(_PLAYED_OUT if gone else 0):
                if way.case.clock.is_over:
                    return None
                dealt = _dealt(way.case, self._rng)
                back = gone & self._playable(way.case.of(dealt))
                asked.update(gone)
                came.update(back)
                for move in back:
                    seen.setdefault(move, (way, dealt))
            positions += came.total() > before
        if not came or positions < _POSITIONS:
            return None
        worst = max(came, key=lambda move: self._times[move] * came[move] / asked[move])
        if self._times[worst] * came[worst] / asked[worst] < _EXPECTED:
            return None
        way, dealt = seen[worst]
        return (
            f"deal() of {shown(way.case.state)} gives {shown(dealt)}, after which {_move(worst)} can be played as before; in "
            f"the random games it was played {self._times[worst]} times and never came again. Deal only what is still hidden"
        )

    def _playable(self, case: Case[Any, Any]) -> set[Hashable]:
        """The moves that there are in a random game from a state."""
        found = set[Hashable]()
        for _ in range(self._longest):
            if not case.runs or not case.moves or case.clock.is_over:
                break
            found.update(_named(case))
            case = case.of(case.ask("play", fresh(case.state), self._rng.choice(case.moves)))
        return found


def _named(case: Case[Any, Any]) -> list[Hashable]:
    """The moves of a state; those of chance are others than those of players."""
    return [(case.is_chance, move) for move in case.moves]


def _move(named: Any) -> str:
    return shown(named[1])


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
