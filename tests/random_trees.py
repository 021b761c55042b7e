"""Random game trees for hypothesis: many ties, irregular turns, wins, margins and draws at any depth.

A tree is a function of a seed: every number comes from a hash of the path, so that nothing is stored and examples replay.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from attrs import frozen
from hypothesis import strategies as st

import minimaxer as mx

from .oracle import solved_value


class Place(NamedTuple):
    """A place in the tree: the moves that lead there. With `merging`, many paths share a place."""

    path: tuple[int, ...]
    ply: int


@frozen(kw_only=True)
class RandomTree:
    """A game for tests.

    Attributes:
        seed: Decides everything.
        branching: Moves at the most in a state.
        length: Plies at the most.
        spread: Evaluations and margins lie in `-spread .. spread`; a small one makes many ties.
        repeats: Percentage of moves after which the same player moves again.
        ends: Percentage of states in which the game is over early.
        fractions: Whether scores are floats.
        merging: Whether paths that differ only in their order meet again, for tables.
    """

    seed: int
    branching: int = 3
    length: int = 6
    spread: int = 2
    repeats: int = 30
    ends: int = 10
    fractions: bool = False
    merging: bool = False

    def _roll(self, place: Place, what: str, sides: int) -> int:
        text = f"{self.seed} {place.path} {place.ply} {what}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big") % sides

    def initial(self) -> Place:
        return Place((), 0)

    def player(self, place: Place) -> int:
        if place.ply == 0:
            return self._roll(place, "first", 2)
        if self.merging:
            return self._roll(place, "player", 2)
        before = Place(place.path[:-1], place.ply - 1)
        again = self._roll(place, "again", 100) < self.repeats
        return self.player(before) if again else 1 - self.player(before)

    def moves(self, place: Place) -> Iterator[int]:
        yield from range(1 + self._roll(place, "moves", self.branching))

    def play(self, place: Place, move: int) -> Place:
        path = (*place.path, move)
        return Place(tuple(sorted(path)) if self.merging else path, place.ply + 1)

    def outcome(self, place: Place) -> float | None:
        if place.ply < self.length and (place.ply == 0 or self._roll(place, "end", 100) >= self.ends):
            return None
        kind = self._roll(place, "kind", 4)
        return (mx.WIN, mx.LOSS, mx.DRAW, self._score(place, "margin"))[kind]

    def evaluate(self, place: Place) -> float:
        return self._score(place, "evaluate")

    def _score(self, place: Place, what: str) -> float:
        score = self._roll(place, what, 2 * self.spread + 1) - self.spread
        return score / 4 if self.fractions else score


@frozen(kw_only=True)
class OrderedTree(RandomTree):
    """A random tree with an `order` that knows nothing: it must not change any value."""

    def order(self, place: Place, move: int) -> float:
        return self._roll(self.play(place, move), "order", 3)


@frozen(kw_only=True)
class NoisyTree(RandomTree):
    """A random tree with noisy moves and states in which every move must be tried."""

    def noisy_moves(self, place: Place) -> Iterator[int]:
        for move in self.moves(place):
            if self._roll(self.play(place, move), "noisy", 3) == 0:
                yield move

    def must_move(self, place: Place) -> bool:
        return self._roll(place, "check", 5) == 0


@frozen(kw_only=True)
class StuckTree(RandomTree):
    """A random tree that ends where there is no move, and says so only in `stuck`."""

    def outcome(self, place: Place) -> float | None:
        return None

    def moves(self, place: Place) -> Iterator[int]:
        if super().outcome(place) is None:
            yield from super().moves(place)

    def stuck(self, place: Place) -> float:
        outcome = super().outcome(place)
        assert outcome is not None
        return outcome


@frozen(kw_only=True)
class RandomGraph:
    """A game on numbered states, with moves to higher numbers only: the same state is reached by long and by short ways.

    Attributes:
        seed: Decides everything.
        size: States.
        branching: Moves at the most in a state.
        spread: Evaluations and margins lie in `-spread .. spread`.
        repeats: Percentage of states in which player 0 moves; 50 is even.
    """

    seed: int
    size: int = 14
    branching: int = 3
    spread: int = 2
    repeats: int = 50

    def _roll(self, state: int, what: str, sides: int) -> int:
        text = f"{self.seed} {state} {what}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big") % sides

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return int(self._roll(state, "player", 100) >= self.repeats)

    def moves(self, state: int) -> Iterator[int]:
        left = self.size - 1 - state
        ways = 1 + self._roll(state, "ways", self.branching)
        yield from sorted({1 + self._roll(state, f"way {way}", min(left, 5)) for way in range(ways)})

    def play(self, state: int, move: int) -> int:
        return state + move

    def outcome(self, state: int) -> float | None:
        if state < self.size - 1 and (state == 0 or self._roll(state, "end", 8)):
            return None
        kind = self._roll(state, "kind", 5)
        return (mx.WIN, mx.LOSS, mx.WIN, mx.LOSS, self._roll(state, "margin", 2 * self.spread + 1) - self.spread)[kind]

    def evaluate(self, state: int) -> float:
        return self._roll(state, "evaluate", 2 * self.spread + 1) - self.spread


@frozen(kw_only=True)
class BoundedGraph(RandomGraph):
    """A random graph that knows of each state a range around its true value: at times the value itself, at times nothing."""

    def bounds(self, state: int) -> tuple[float, float]:
        value = solved_value(self, state, {})
        low = (value, value, mx.LOSS, mx.LOSS, max(value - 1, mx.LOSS), mx.LOSS)
        high = (value, mx.WIN, value, mx.WIN, min(value + 1, mx.WIN), min(value + 2, mx.WIN))
        kind = self._roll(state, "bounds", 6)
        return low[kind], high[kind]


def random_graphs(kind: type[RandomGraph] = RandomGraph) -> st.SearchStrategy[RandomGraph]:
    """Random graphs of that class."""
    return st.builds(
        kind,
        seed=st.integers(0, 2**32),
        size=st.integers(2, 18),
        branching=st.integers(1, 4),
        spread=st.sampled_from([0, 2, 20]),
        repeats=st.sampled_from([30, 50]),
    )


def random_trees(kind: type[RandomTree] = RandomTree, *, merging: bool = False) -> st.SearchStrategy[RandomTree]:
    """Random trees of that class."""
    return st.builds(
        kind,
        seed=st.integers(0, 2**32),
        branching=st.integers(1, 4),
        length=st.integers(1, 6),
        spread=st.sampled_from([0, 1, 2, 20]),
        repeats=st.sampled_from([0, 30, 60]),
        ends=st.sampled_from([0, 10, 30]),
        fractions=st.booleans(),
        merging=st.just(merging),
    )


class ChanceTree:
    """A random tree in which chance decides here and there, as if dice were thrown.

    Args:
        tree: The tree; its own scores count.
        percentage: Of states in which chance decides.

    A third of the states of chance have one outcome only; weights differ.
    """

    def __init__(self, tree: RandomTree, percentage: int = 40) -> None:
        self.tree = tree
        self.percentage = percentage
        self.moves_asked_of_chance = 0
        self.play, self.outcome, self.evaluate = tree.play, tree.outcome, tree.evaluate

    def initial(self) -> Place:
        return self.tree.initial()

    def player(self, place: Place) -> int:
        return mx.CHANCE if self.tree._roll(place, "chance", 100) < self.percentage else self.tree.player(place)

    def moves(self, place: Place) -> Iterator[int]:
        assert self.player(place) != mx.CHANCE
        yield from self.tree.moves(place)

    def chances(self, place: Place) -> Iterator[tuple[int, float]]:
        count = len(list(self.tree.moves(place)))
        weights = [1 + self.tree._roll(place, f"weight {number}", 5) for number in range(count)]
        for number, weight in enumerate(weights):
            yield number, weight / sum(weights)


class PartyTree:
    """A random tree for three and more, which take turns irregularly; payoffs add up to a constant or to nothing.

    Args:
        seed: Decides everything.
        players: How many.
        total: What payoffs add up to; None for nothing.
        percentage: Of states in which chance decides.
        spread: Payoffs that add up to nothing lie in `-spread .. spread`.
        fractions: Whether payoffs are floats, at times; they may come as a list too.
    """

    def __init__(
        self, seed: int, players: int, *, total: int | None = None, percentage: int = 0, spread: int = 2, fractions: bool = False
    ) -> None:
        shape = {"branching": 2 + seed % 3, "length": 4 + seed % 3, "ends": 10 * (seed % 2), "merging": seed % 4 == 1}
        self.tree = RandomTree(seed=seed, **shape)  # type: ignore[arg-type]  # of the right types by name
        self.players = players
        self.total = total
        if total is not None:
            self.payoff_sum = total
        elif seed % 2 and not fractions:
            self.value_range = (-spread, spread)
        if percentage:
            self.chances = self._chances
        self._percentage = percentage
        self._spread = spread
        self._fractions = fractions
        self.initial, self.play, self.moves = self.tree.initial, self.tree.play, self.tree.moves

    def player(self, place: Place) -> int:
        if self.tree._roll(place, "chance", 100) < self._percentage:
            return mx.CHANCE
        again = place.ply and self.tree._roll(place, "again", 100) < 25
        return self.tree._roll(place, "anyone", self.players) if again else place.ply % self.players

    def _chances(self, place: Place) -> Iterator[tuple[int, float]]:
        weights = [1 + self.tree._roll(place, f"weight {move}", 5) for move in self.tree.moves(place)]
        for move, weight in enumerate(weights):
            yield move, weight / sum(weights)

    def outcome(self, place: Place) -> Any:
        over = self.tree.outcome(place) is not None
        return self._payoffs(place, "over") if over else None

    def evaluate(self, place: Place) -> Any:
        return self._payoffs(place, "looks")

    def _payoffs(self, place: Place, what: str) -> Any:
        rolls = [self.tree._roll(place, f"{what} {player}", 2 * self._spread + 1) for player in range(self.players)]
        if self.total is None:
            payoffs: list[float] = [roll - self._spread for roll in rolls]
            return tuple(each / 4 for each in payoffs) if self._fractions else tuple(payoffs)
        cuts = sorted(self.tree._roll(place, f"{what} cut {cut}", self.total + 1) for cut in range(self.players - 1))
        shares = [high - low for low, high in zip([0, *cuts], [*cuts, self.total], strict=True)]
        return [each * 1.0 for each in shares] if self._fractions else tuple(shares)


class OrderedParty(PartyTree):
    """The same with an `order` that knows nothing, but breaks ties."""

    def order(self, place: Place, move: int) -> float:
        return self.tree._roll(self.play(place, move), "order", 3)
