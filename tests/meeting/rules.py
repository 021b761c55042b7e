"""Classes of games in which capabilities meet; their numbers are weights, so that one build of a class serves all tables."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from attrs import frozen

import minimaxer as mx

from .sheets import (
    CHANCE,
    COUNT,
    EVALUATION,
    FORCED,
    GAIN,
    HEAD,
    HIGH,
    JUDGED,
    LOW,
    MOVER,
    NOISY,
    NULL,
    ORDER,
    OUTCOME,
    OVER,
    PAYOFF,
    RISE,
    TARGET,
    TIER,
    TURN,
    WIDTH,
    WORTH,
    Shape,
)


class Spot(NamedTuple):
    """A position.

    Attributes:
        place: The row of the table.
        flip: 1 if the board is seen from the other side; moves are negative then.
        noise: Something that never matters.
        bank: Points of player 0 so far.
    """

    place: int
    flip: int
    noise: int
    bank: int


class Base:
    """The five methods, over a table.

    Attributes:
        flips: 1 if the board has two sides.
        noises: How many values the part of the state has that never matters.
        banks: 1 if moves bank points.
    """

    flips = 0
    noises = 1
    banks = 0

    def __init__(self, weights: Any) -> None:
        self.weights = weights

    def at(self, spot: Spot, column: int) -> int:
        return self.weights[HEAD + spot.place * WIDTH + column]  # type: ignore[no-any-return]

    def worth(self, number: int) -> Any:
        return number

    def initial(self) -> Spot:
        return Spot(0, 0, 0, 0)

    def player(self, spot: Spot) -> int:
        return self.at(spot, MOVER)

    def moves(self, spot: Spot) -> Iterator[int]:
        for number in range(self.at(spot, COUNT)):
            yield -number - 1 if spot.flip else number + 1

    def play(self, spot: Spot, move: int) -> Spot:
        number = abs(move) - 1
        flip = (spot.flip ^ self.at(spot, TURN + number)) * self.flips
        noise = (spot.noise + number + 1) % self.noises
        return Spot(self.at(spot, TARGET + number), flip, noise, spot.bank + self.at(spot, GAIN + number) * self.banks)

    def outcome(self, spot: Spot) -> Any:
        return self.worth(self.at(spot, OUTCOME) + spot.bank) if self.at(spot, OVER) == 1 else None


class Evaluate:
    def evaluate(self: Any, spot: Spot) -> Any:
        return self.worth(self.at(spot, EVALUATION) + spot.bank)


class Key:
    noises = 3

    def key(self, spot: Spot) -> int:
        return spot.place * 2 + spot.flip


class Canonical:
    flips = 1

    def canonical(self, spot: Spot) -> tuple[Spot, int]:
        return Spot(spot.place, 0, spot.noise, spot.bank), spot.flip


class MapMove:
    def map_move(self, move: int, symmetry: int) -> int:
        return -move if symmetry else move


class Banked:
    banks = 1

    def banked(self: Any, spot: Spot) -> Any:
        return self.worth(spot.bank)


class Bounds:
    def bounds(self: Any, spot: Spot) -> Any:
        return self.worth(self.at(spot, LOW) + spot.bank), self.worth(self.at(spot, HIGH) + spot.bank)


class Stuck:
    def stuck(self: Any, spot: Spot) -> Any:
        return self.worth(self.at(spot, OUTCOME) + spot.bank)


class Null:
    def null(self: Any, spot: Spot) -> Spot | None:
        place = self.at(spot, NULL)
        return None if place < 0 else Spot(place, spot.flip, spot.noise, spot.bank)


class Legal:
    def is_legal(self: Any, spot: Spot, move: int) -> bool:
        return 1 <= (-move if spot.flip else move) <= self.at(spot, COUNT)  # type: ignore[no-any-return]


class SearchMoves:
    def search_moves(self: Any, spot: Spot) -> Iterator[int]:
        for number in range(self.at(spot, COUNT)):
            if self.at(spot, WORTH + number):
                yield -number - 1 if spot.flip else number + 1


class Noisy:
    def noisy_moves(self: Any, spot: Spot) -> Iterator[int]:
        for number in range(self.at(spot, COUNT)):
            if self.at(spot, NOISY + number):
                yield -number - 1 if spot.flip else number + 1


class Must:
    def must_move(self: Any, spot: Spot) -> bool:
        return self.at(spot, FORCED) == 1  # type: ignore[no-any-return]


class Gain:
    def gain(self: Any, spot: Spot, move: int) -> int:
        return self.at(spot, RISE + abs(move) - 1)  # type: ignore[no-any-return]


class Order:
    def order(self: Any, spot: Spot, move: int) -> int:
        return self.at(spot, ORDER + abs(move) - 1)  # type: ignore[no-any-return]


class Prior:
    def prior(self: Any, spot: Spot, move: int) -> int:
        return self.at(spot, ORDER + abs(move) - 1) + self.at(spot, WORTH + abs(move) - 1)  # type: ignore[no-any-return]


class MoveId:
    def move_id(self, move: int) -> int:
        return abs(move)


class Index:
    size = 64

    def index(self: Any, spot: Spot) -> int:
        return (self.weights[0] - 1 - spot.place) * 2 + spot.flip  # type: ignore[no-any-return]

    def unindex(self: Any, number: int) -> Spot | None:
        place = self.weights[0] - 1 - (number >> 1)
        return None if place < 0 or (number & 1) > self.flips else Spot(place, number & 1, 0, 0)


class Tiered:
    def tier(self: Any, spot: Spot) -> int:
        return 30 - spot.place // TIER


class Chances:
    def chances(self: Any, spot: Spot) -> Iterator[tuple[int, float]]:
        total = 0
        for number in range(self.at(spot, COUNT)):
            total += self.at(spot, CHANCE + number)
        for number in range(self.at(spot, COUNT)):
            yield (-number - 1 if spot.flip else number + 1), self.at(spot, CHANCE + number) / total


class Fractions:
    def worth(self, number: int) -> float:
        return number * 1.0 if abs(number) >= mx.WIN - 100_000 else number / 4


class Alone:
    players = 1


class Ranged:
    value_range = (-1000, 1000)


class Three:
    players = 3

    def outcome(self: Any, spot: Spot) -> tuple[int, int, int] | None:
        if self.at(spot, OVER) == 1:
            return self.at(spot, PAYOFF), self.at(spot, PAYOFF + 1), self.at(spot, PAYOFF + 2)
        return None


class JudgeThree:
    def evaluate(self: Any, spot: Spot) -> tuple[int, int, int]:
        return self.at(spot, JUDGED), self.at(spot, JUDGED + 1), self.at(spot, JUDGED + 2)


class StuckThree:
    def stuck(self: Any, spot: Spot) -> tuple[int, int, int]:
        return self.at(spot, PAYOFF), self.at(spot, PAYOFF + 1), self.at(spot, PAYOFF + 2)


class Four:
    players = 4

    def outcome(self: Any, spot: Spot) -> tuple[int, int, int, int] | None:
        if self.at(spot, OVER) == 1:
            return self.at(spot, PAYOFF), self.at(spot, PAYOFF + 1), self.at(spot, PAYOFF + 2), self.at(spot, PAYOFF + 3)
        return None


class JudgeFour:
    def evaluate(self: Any, spot: Spot) -> tuple[int, int, int, int]:
        return self.at(spot, JUDGED), self.at(spot, JUDGED + 1), self.at(spot, JUDGED + 2), self.at(spot, JUDGED + 3)


class Five:
    players = 5

    def outcome(self: Any, spot: Spot) -> tuple[int, int, int, int, int] | None:
        if self.at(spot, OVER) == 1:
            return (
                self.at(spot, PAYOFF),
                self.at(spot, PAYOFF + 1),
                self.at(spot, PAYOFF + 2),
                self.at(spot, PAYOFF + 3),
                self.at(spot, PAYOFF + 4),
            )
        return None


class Shared:
    payoff_sum = 12


class Within:
    value_range = (-3, 3)


class Hidden:
    noises = 3

    def deal(self, spot: Spot, player: int, rng: Random) -> Spot:
        return spot._replace(noise=rng.randrange(3))


@frozen
class Kind:
    """A class of games.

    Attributes:
        name: Its name.
        parts: What its rules have beside the five methods.
        shape: The tables it takes.
        rules: The class.
    """

    name: str
    parts: tuple[type[Any], ...]
    shape: Shape
    rules: type[Any]

    def has(self, *parts: type[Any]) -> bool:
        """True if the rules have one of these parts."""
        return any(part in self.parts for part in parts)


def _kind(name: str, *parts: type[Any], loops: bool = False) -> Kind:
    shape = Shape(
        players=next((part.players for part in parts if hasattr(part, "players")), 2),
        chance=Chances in parts,
        banked=Banked in parts,
        stuck=any(part in (Stuck, StuckThree) for part in parts),
        loops=loops,
        margins=Ranged in parts,
        total=12 if Shared in parts else None,
    )
    return Kind(name, parts, shape, type(name, (*parts, Base), {"__module__": __name__}))


_PARTY: Final = (Key, Canonical, MapMove, Legal, Noisy, Must, Order, Prior, MoveId)
_MANY: Final = (*_PARTY, Bounds, Stuck, Null, SearchMoves, Gain, Evaluate)
KINDS: Final = {
    kind.name: kind
    for kind in (
        _kind("Plain", Evaluate),
        _kind("Keyed", Key, Evaluate, Order, MoveId),
        _kind("Mirrored", Canonical, MapMove, Key, Evaluate, Legal, Order),
        _kind("Purse", Banked, Key, Evaluate, Order),
        _kind("BlindPurse", Banked, Key, Bounds, Canonical),
        _kind("Bounded", Bounds, Key, Legal, Prior),
        _kind("Selected", SearchMoves, Bounds, Stuck, Order, Canonical, MapMove),
        _kind("Noise", Noisy, Must, Gain, Evaluate, Null, Key),
        _kind("LoudPurse", Noisy, Evaluate, Banked, Key, Stuck, Null),
        _kind("Pass", Null, Evaluate, Key, Legal, Order),
        _kind("BoundPass", Null, Evaluate, Bounds, SearchMoves),
        _kind("Stuckers", Stuck, Evaluate, Key, Null),
        _kind("Numbered", Index, Tiered, Stuck, Evaluate),
        _kind("NumberedPurse", Index, Tiered, Banked, Key, Evaluate),
        _kind("Fine", Fractions, Evaluate, Key, Bounds, Noisy, Must, Stuck),
        _kind("FinePurse", Fractions, Evaluate, Banked, Key, Canonical),
        _kind("Ring", Key, Evaluate, Order, loops=True),
        _kind("RingMirror", Canonical, MapMove, Evaluate, Stuck, Null, Noisy, Must, loops=True),
        _kind("RingPurse", Banked, Key, Evaluate, loops=True),
        _kind("RingBounds", Bounds, SearchMoves, Key, Index, loops=True),
        _kind("Puzzle", Alone, Evaluate, Key, Stuck, Bounds),
        _kind("PuzzleRing", Alone, Key, Banked, Order, loops=True),
        _kind("Dice", Chances, Evaluate, Key, Order),
        _kind("DicePurse", Chances, Ranged, Evaluate, Banked, Key, Stuck, Bounds),
        _kind("DiceMirror", Chances, Canonical, MapMove, Evaluate, Noisy, Must, SearchMoves),
        _kind("Party", Three, JudgeThree, Key, Order, Within),
        _kind("StuckParty", Three, JudgeThree, StuckThree, Shared, Canonical, MapMove, Noisy, Must),
        _kind("DiceParty", Three, JudgeThree, Chances, Within, Key, Order),
        _kind("FourParty", Four, JudgeFour, Key, Shared),
        _kind("FiveParty", Five, Order, Canonical, MapMove, Legal),
        _kind("Cards", Hidden, Evaluate, Key, Stuck),
        _kind("LuckyCards", Hidden, Chances, Evaluate, Order),
        _kind("All", *_MANY, Index, Tiered),
        _kind("AllPurse", *_MANY, Fractions, Banked, Index, Tiered),
        _kind("AllRing", *_MANY, Index, loops=True),
        _kind("AllRingPurse", *(part for part in _MANY if part is not Bounds), Banked, loops=True),
        _kind("AllDice", *_MANY, Fractions, Chances, Banked, Ranged),
        _kind("AllAlone", Alone, *_MANY, Fractions, Banked, loops=True),
        _kind("AllCards", Hidden, *_MANY, Banked),
        _kind("AllParty", Three, JudgeThree, StuckThree, *_PARTY, Within, Chances),
        _kind("RingParty", Three, JudgeThree, *_PARTY, Shared, loops=True),
    )
}
"""The classes by name."""
BUILT: Final = {
    "plain": ("All", "Keyed", "Mirrored", "Stuckers", "Fine", "RingPurse", "Puzzle", "DiceMirror"),
    "montecarlo": (
        "All",
        "AllRingPurse",
        "AllParty",
        "Purse",
        "Bounded",
        "Selected",
        "LoudPurse",
        "Stuckers",
        "Fine",
        "RingMirror",
        "RingPurse",
        "DicePurse",
        "DiceMirror",
        "StuckParty",
        "DiceParty",
        "LuckyCards",
    ),
    "proof": (
        "All",
        "AllPurse",
        "AllRingPurse",
        "Purse",
        "Bounded",
        "Selected",
        "Stuckers",
        "Fine",
        "RingMirror",
        "RingBounds",
        "PuzzleRing",
    ),
    "tabulate": (
        "All",
        "AllPurse",
        "AllRing",
        "Selected",
        "Numbered",
        "NumberedPurse",
        "FinePurse",
        "RingMirror",
        "RingBounds",
        "PuzzleRing",
    ),
    "perft": ("All", "AllDice", "Selected", "RingPurse", "DiceMirror", "StuckParty"),
}
"""The classes that each kernel beside that of alpha-beta is built for, so that a run is not spent on compiling."""

_DRAWN: Final = (
    Key,
    Canonical,
    MapMove,
    Bounds,
    Stuck,
    Null,
    SearchMoves,
    Noisy,
    Must,
    Gain,
    Order,
    Prior,
    Evaluate,
    Index,
    Banked,
    Fractions,
)
_OF_MANY: Final = {3: (Three, JudgeThree, StuckThree), 4: (Four, JudgeFour), 5: (Five,)}
_NEEDS: Final = {MapMove: Canonical, Must: Noisy, Gain: Noisy, Tiered: Index, Ranged: Chances}
_LOOPS: Final = "loops"


@functools.cache
def kind_of(name: str) -> Kind:
    """The class of games of that name, or the one made of the parts whose names are joined in it."""
    if name in KINDS:
        return KINDS[name]
    names = name.split("+")
    parts = [globals()[each] for each in names if each != _LOOPS]
    return _kind(name, *parts, loops=_LOOPS in names)


def drawn_kind(rng: Random) -> str:
    """The name of a class of games made of random parts, which are seldom built together."""
    players = rng.choice((1, 2, 2, 2, 2, 3, 4))
    rate = rng.choice((0.2, 0.4, 0.6))
    if players > 2:
        own: list[type[Any]] = [part for part in _OF_MANY[players] if hasattr(part, "players") or rng.random() < 0.8]
        parts: list[type[Any]] = [*own, *(part for part in _PARTY if rng.random() < rate)]
        parts += [rng.choice((Shared, Within))] if rng.random() < 0.7 else []
    else:
        parts = [*([Alone] if players == 1 else []), *(part for part in _DRAWN if rng.random() < rate)]
    loops = rng.random() < 0.25
    if loops and Banked in parts and Bounds in parts:  # which would hang on the way: endless play is 0 whatever is banked
        parts.remove(Bounds)
    if not loops and rng.random() < 0.15:
        parts.append(Chances)
        parts += [Ranged] if players <= 2 and rng.random() < 0.5 else []
    if Fractions in parts and Chances in parts and Bounds in parts:  # bounds are whole numbers of quarters there
        parts.remove(Bounds)
    if players == 2 and not loops and Chances not in parts and rng.random() < 0.05:
        parts.append(Hidden)
    if Index in parts and rng.random() < 0.5:
        parts.append(Tiered)
    parts = [part for part in parts if _NEEDS.get(part) is None or _NEEDS[part] in parts]
    names = [part.__name__ for part in parts]
    return "+".join([*names, *([_LOOPS] if loops else [])]) or "Plain"
