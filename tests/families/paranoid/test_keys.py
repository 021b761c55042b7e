"""Keys of views: two states of a view that differ in value never share one, whatever the game's own key leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.families.paranoid.views import best_reply, paranoid
from minimaxer.game.capability import capabilities

from ...needs import needs_llvmlite
from ...oracle import minimax

LAST = 15
"""The places from here on end the game."""
FREE, KEYED = mx.AlphaBetaOptions(table=None), mx.AlphaBetaOptions(table="1MB")


class Spot(NamedTuple):
    seed: int
    place: int
    mover: int
    past: int
    """Leaves no trace in what is to come."""


class Crossing:
    """Three players go through places in which several ways meet, whoever is to move; the key knows nothing but the place."""

    players = 3

    def initial(self) -> Spot:
        return Spot(1, 0, 0, 0)

    def mixed(self, spot: Spot, salt: int) -> int:
        code = (spot.seed * 7919 + spot.place * 257 + spot.mover * 31 + salt * 104729 + 1) & 0x7FFFFFFF
        for _ in range(3):
            code = (code * 1103515245 + 12345) & 0x7FFFFFFF
            code ^= code >> 13
        return code

    def player(self, spot: Spot) -> int:
        return spot.mover

    def moves(self, spot: Spot) -> Iterator[int]:
        for move in range(1 + self.mixed(spot, 1) % 3):  # noqa: UP028  # compiled too
            yield move

    def play(self, spot: Spot, move: int) -> Spot:
        code = self.mixed(spot, 2 + move)
        return Spot(spot.seed, spot.place + 1 + code % 4, (spot.mover + 1 + (code >> 9) % 2) % 3, spot.past + move)

    def outcome(self, spot: Spot) -> tuple[int, int, int] | None:
        if spot.place < LAST:
            return None
        there = Spot(spot.seed, spot.place, 0, 0)
        return self.mixed(there, 11) % 10, self.mixed(there, 12) % 10, self.mixed(there, 13) % 10

    def key(self, spot: Spot) -> tuple[int, int]:
        return spot.seed, spot.place


class Ordered(Crossing):
    """The same with an order, by which opponents who do not choose play."""

    def order(self, spot: Spot, move: int) -> int:
        return self.mixed(spot, 20 + move) % 5


def reachable(view: Any, state: Any) -> list[Any]:
    """All states that the view reaches from one of its states."""
    found, todo = {state: None}, [state]
    while todo:
        here = todo.pop()
        if view.outcome(here) is None:
            after = [view.play(here, move) for move in view.moves(here)]
            todo += [each for each in after if each not in found]
            found.update(dict.fromkeys(after))
    return list(found)


@pytest.mark.parametrize("game", [Crossing(), Ordered()], ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("view_of", [paranoid, best_reply])
def test_states_of_a_view_with_one_key_have_one_value(view_of: Any, game: Any) -> None:
    """In every state of every view from every seat; some do share a key, or nothing would be tested."""
    view, shared = view_of(game, capabilities(game)), 0
    for seed in range(30):
        for me in range(3):
            values: dict[Any, float] = {}
            for state in reachable(view, view.seat(Spot(seed, 0, seed % 3, 0), me)):
                if view.outcome(state) is None:
                    key = view.player(state), view.key(state)
                    shared += key in values
                    value = minimax(view, state, LAST)
                    assert values.setdefault(key, value) == value, (seed, me, state)
    assert shared > 100


@pytest.mark.thorough
@needs_llvmlite
def test_tables_change_no_value() -> None:
    """Solved with a table and without one, in both tiers."""
    for game in (Crossing(), Ordered()):
        fast = mx.compile(game)
        for seed in range(40):
            state = Spot(seed, 0, Random(seed).randrange(3), 0)
            for algorithm in ("paranoid", "brs"):
                found = [
                    mx.solve(rules, state, algorithm=algorithm, options=options).payoffs
                    for rules in (game, fast)
                    for options in (FREE, KEYED)
                ]
                me = state.mover
                assert len({payoffs[me] for payoffs in found if payoffs}) == 1, (type(game).__name__, seed, algorithm, found)


def test_positions_that_are_over_have_no_mover() -> None:
    """The mover is part of a view's key, and is not asked for where the game is over."""

    class Strict(Crossing):
        def player(self, spot: Spot) -> int:
            assert spot.place < LAST
            return spot.mover

    for algorithm in ("paranoid", "brs"):
        found = mx.search(Strict(), Spot(1, LAST, 0, 0), depth=2, algorithm=algorithm, options=KEYED)
        assert (found.finished, found.depth) == (True, 0)
