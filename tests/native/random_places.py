"""Random trees that compile, for two with dice and for three and more: ties, irregular turns, a tree for each number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import minimaxer as mx


class Place(NamedTuple):
    """A place in a random tree: a number that stands for the way there."""

    code: int
    ply: int


def place_of(seed: int) -> Place:
    """The beginning of the tree of that number."""
    return Place(1 + seed * 977, 0)


class Places:
    """What the trees share: places, moves and where they lead."""

    length = 7

    def initial(self) -> Place:
        return Place(1, 0)

    def roll(self, place: Place, what: int, sides: int) -> int:
        return ((place.code * 48271 + what * 16807 + place.ply * 69621) % 2147483647 * 40692 % 2147483399) // 7 % sides

    def moves(self, place: Place) -> Iterator[int]:
        yield from range(1 + self.roll(place, 2, 4))

    def play(self, place: Place, move: int) -> Place:
        return Place((place.code * 31 + move * 7919 + 12345) % 1000003, place.ply + 1)

    def is_over(self, place: Place) -> bool:
        return place.ply >= self.length or (place.ply > 0 and self.roll(place, 3, 10) == 0)


class Duel(Places):
    """Two players, with wins and margins at any depth."""

    def player(self, place: Place) -> int:
        return self.roll(place, 1, 2)

    def outcome(self, place: Place) -> int | None:
        if not self.is_over(place):
            return None
        return (mx.WIN, mx.LOSS, self.roll(place, 5, 7) - 3)[self.roll(place, 4, 3)]


class Dicing(Places):
    """Places where dice are thrown."""

    def chances(self, place: Place) -> Iterator[tuple[int, float]]:
        count = 1 + self.roll(place, 2, 4)
        total = 0
        for number in range(count):
            total += 1 + self.roll(place, 10 + number, 5)
        for number in range(count):
            yield number, (1 + self.roll(place, 10 + number, 5)) / total


class Dice(Dicing):
    """Two players and dice, with wins and margins at any depth."""

    def player(self, place: Place) -> int:
        return self.roll(place, 1, 3) - 1

    def outcome(self, place: Place) -> int | None:
        if not self.is_over(place):
            return None
        kind = self.roll(place, 4, 4)
        if kind == 0:
            return mx.WIN
        if kind == 1:
            return mx.LOSS
        return self.roll(place, 5, 7) - 3

    def evaluate(self, place: Place) -> int:
        return self.roll(place, 6, 5) - 2


class Party(Places):
    """Three and more, whose turns are irregular."""

    players = 3

    def player(self, place: Place) -> int:
        if self.roll(place, 1, 4) == 0:
            return self.roll(place, 7, self.players)
        return place.ply % self.players


class Three(Party):
    """Three players, whose payoffs add up to nothing."""

    def outcome(self, place: Place) -> tuple[int, int, int] | None:
        if not self.is_over(place):
            return None
        return self.roll(place, 4, 5) - 2, self.roll(place, 5, 5) - 2, self.roll(place, 6, 5) - 2

    def evaluate(self, place: Place) -> tuple[int, int, int]:
        return self.roll(place, 14, 5) - 2, self.roll(place, 15, 5) - 2, self.roll(place, 16, 5) - 2


class Four(Party):
    """Four players who share 12, weigh their moves, and may be stuck."""

    players = 4
    payoff_sum = 12

    def shares(self, place: Place, what: int) -> tuple[int, int, int, int]:
        first = self.roll(place, what, 13)
        second = self.roll(place, what + 1, 13 - first)
        third = self.roll(place, what + 2, 13 - first - second)
        return third, second, 12 - first - second - third, first

    def moves(self, place: Place) -> Iterator[int]:
        if not self.is_over(place):
            yield from range(1 + self.roll(place, 2, 4))

    def order(self, place: Place, move: int) -> float:
        return self.roll(place, 30 + move, 3) / 4

    def outcome(self, place: Place) -> tuple[int, int, int, int] | None:
        return None

    def stuck(self, place: Place) -> tuple[int, int, int, int]:
        return self.shares(place, 4)

    def evaluate(self, place: Place) -> tuple[int, int, int, int]:
        return self.shares(place, 14)


class Feast(NamedTuple):
    """What each of five gets."""

    a: float
    b: float
    c: int
    d: float
    e: float


class Five(Dicing):
    """Five players with dice, payoffs with names that are fractions and add up to 0."""

    players = 5
    payoff_sum = 0
    value_range = (-4, 4)

    def player(self, place: Place) -> int:
        return -1 if self.roll(place, 8, 3) == 0 else place.ply % 5

    def feast(self, place: Place, what: int) -> Feast:
        one, other = self.roll(place, what, 5) / 2, self.roll(place, what + 1, 5) / 2
        return Feast(one, -other, 0, -one, other)

    def outcome(self, place: Place) -> Feast | None:
        return self.feast(place, 4) if self.is_over(place) else None

    def evaluate(self, place: Place) -> Feast:
        return self.feast(place, 14)


class Blind(Party):
    """Four players without an evaluation, whose payoffs lie in a range and come from a generator."""

    players = 4
    value_range = (0, 2)

    def outcome(self, place: Place) -> tuple[int, ...] | None:
        return tuple(self.roll(place, 4 + player, 3) for player in range(4)) if self.is_over(place) else None


PARTIES = (Three, Four, Five, Blind)
