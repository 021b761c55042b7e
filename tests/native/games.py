"""Random games that compile: seed and shape are part of the state, so that one compilation serves all games of a class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from attrs import frozen

import minimaxer as mx

MODULUS = 2**31 - 1


class Place(NamedTuple):
    """A place in the tree of a seed: a hash of the moves that lead there, and the shape of the tree, which stays the same.

    Attributes:
        seed: The number of the tree.
        code: The hash.
        ply: Moves made so far.
        player: The player to move.
        branching: Moves at the most in a state.
        length: Plies at the most.
        spread: Evaluations and margins lie in `-spread .. spread`.
        repeats: Percentage of moves after which the same player moves again.
        ends: Percentage of states in which the game is over early.
        merging: Whether moves played in another order lead to the same place.
    """

    seed: int = 0
    code: int = 0
    ply: int = 0
    player: int = 0
    branching: int = 4
    length: int = 6
    spread: int = 3
    repeats: int = 30
    ends: int = 10
    merging: bool = False


def mix(number: int) -> int:
    """Scatters a number below 2**31."""
    number = (number ^ number >> 15) * 48_271 % MODULUS
    number = (number ^ number >> 13) * 69_621 % MODULUS
    return number ^ number >> 16


@frozen(init=False)
class HashedGame:
    """A game for tests, all of whose numbers come from a hash of the place.

    Args:
        shape: Fields of `Place`. No name in the rules leads to them but through a place, so that the code of all shapes is the same.
    """

    usual: ClassVar[Place] = Place()
    _shape: Place

    def __init__(self, **shape: Any) -> None:
        self.__attrs_init__(self.usual._replace(**shape))

    def roll(self, place: Place, what: int, sides: int) -> int:
        return mix(place.code + what * 7_919) % sides

    def initial(self) -> Place:
        return self.start(0)

    def start(self, seed: int) -> Place:
        code, player = mix(seed * 2_654_435 % MODULUS + 1), mix(seed + 99) % 2
        return self._shape._replace(seed=seed, code=code, player=player)

    def player(self, place: Place) -> int:
        return place.player

    def moves(self, place: Place) -> Iterator[int]:
        for number in range(1 + self.roll(place, 1, place.branching)):
            yield number * 3

    def play(self, place: Place, move: int) -> Place:
        if place.merging:
            code = (place.code + mix(move + 5) * 2) % MODULUS
        else:
            code = mix((place.code + (move + 1) * 104_729) % MODULUS)
        after = place._replace(code=code, ply=place.ply + 1)
        if place.merging:
            return after._replace(player=self.roll(after, 2, 2))
        again = self.roll(after, 2, 100) < place.repeats
        return after if again else after._replace(player=1 - place.player)

    def outcome(self, place: Place) -> int | None:
        if place.ply < place.length and (place.ply == 0 or self.roll(place, 3, 100) >= place.ends):
            return None
        kind = self.roll(place, 4, 4)
        if kind == 0:
            return mx.WIN
        if kind == 1:
            return mx.LOSS
        return mx.DRAW if kind == 2 else self.score(place, 5)

    def score(self, place: Place, what: int) -> int:
        return self.roll(place, what, 2 * place.spread + 1) - place.spread

    def evaluate(self, place: Place) -> int:
        return self.score(place, 6)


class FloatGame(HashedGame):
    """Scores are floats."""

    def outcome(self, place: Place) -> float | None:  # type: ignore[override]
        if place.ply < place.length and (place.ply == 0 or self.roll(place, 3, 100) >= place.ends):
            return None
        kind = self.roll(place, 4, 4)
        if kind == 0:
            return float(mx.WIN)
        if kind == 1:
            return float(mx.LOSS)
        return 0.0 if kind == 2 else self.score(place, 5) / 4

    def evaluate(self, place: Place) -> float:  # type: ignore[override]
        return self.score(place, 6) / 4


class OrderedGame(HashedGame):
    """With an `order` and a `move_id` that know nothing, a `key`, and moves that are tuples."""

    def order(self, place: Place, move: int) -> float:
        return self.roll(self.play(place, move), 7, 5) / 2

    def is_legal(self, place: Place, move: int) -> bool:
        return move % 3 == 0 and 0 <= move // 3 <= self.roll(place, 1, place.branching)

    def move_id(self, move: int) -> int:
        return move

    def key(self, place: Place) -> tuple[int, int]:
        return place.code, place.ply


class NoisyGame(HashedGame):
    """With noisy moves and states in which every move must be tried."""

    def noisy_moves(self, place: Place) -> Iterator[int]:
        for move in self.moves(place):
            if self.roll(self.play(place, move), 8, 3) == 0:
                yield move

    def must_move(self, place: Place) -> bool:
        return self.roll(place, 9, 5) == 0

    def gain(self, place: Place, move: int) -> int:
        """Something for noisy moves, and for some quiet ones."""
        child = self.play(place, move)
        return self.roll(child, 10, 20) if self.roll(child, 8, 3) == 0 or self.roll(child, 11, 6) == 0 else 0


class StuckGame(HashedGame):
    """Ends where there is no move, and says so only in `stuck`."""

    def result(self, place: Place) -> int:
        kind = self.roll(place, 4, 4)
        return (mx.WIN, mx.LOSS, mx.DRAW, self.score(place, 5))[kind]

    def outcome(self, place: Place) -> None:
        return None

    def moves(self, place: Place) -> Iterator[int]:
        if place.ply < place.length and (place.ply == 0 or self.roll(place, 3, 100) >= place.ends):
            for number in range(1 + self.roll(place, 1, place.branching)):
                yield number

    def stuck(self, place: Place) -> int:
        return self.result(place)


class MirroredGame(HashedGame):
    """Every place has a mirror image with the same future, in which move `m` is `9 - m`; four moves everywhere."""

    usual: ClassVar[Place] = Place(merging=True)

    def moves(self, place: Place) -> Iterator[int]:
        for number in range(4):
            yield number * 3

    def play(self, place: Place, move: int) -> Place:
        mirrored = place.seed % 2 == 1
        step = 9 - move if mirrored else move
        code = (place.code + mix(step + 5) * 2) % MODULUS
        after = place._replace(code=code, ply=place.ply + 1)
        after = after._replace(seed=place.seed ^ self.roll(after, 3, 2))
        return after._replace(player=self.roll(after, 2, 2))

    def key(self, place: Place) -> tuple[int, int, int]:
        return place.code, place.ply, place.seed % 2

    def canonical(self, place: Place) -> tuple[Place, int]:
        return place._replace(seed=place.seed - place.seed % 2), place.seed % 2

    def map_move(self, move: int, symmetry: int) -> int:
        return 9 - move if symmetry else move


class PassingGame(HashedGame):
    """With null moves, which prune unsoundly at a fixed depth and must not touch solved values."""

    def null(self, place: Place) -> Place | None:
        return None if place.ply % 3 == 0 else place._replace(player=1 - place.player)


class BoundedGame(HashedGame):
    """With bounds that are true: of a place whose outcome is near they say more."""

    def settled(self, place: Place) -> int:
        outcome = self.outcome(place)
        return 0 if outcome is None else outcome

    def bounds(self, place: Place) -> tuple[int, int]:
        low, high = mx.LOSS, mx.WIN
        if place.ply == place.length - 1:
            values = [self.settled(self.play(place, move)) for move in self.moves(place)]
            best = max(values) if place.player == 0 else min(values)
            distant = best - 1 if best == mx.WIN else best + 1 if best == mx.LOSS else best
            kind = self.roll(place, 10, 3)
            if kind == 0:
                low = high = distant
            elif kind == 1 and distant < mx.WIN - 1:
                high = distant
        return low, high
