"""Max^n on a tree: payoffs against a plain search, the reference data, ties, pruning, and what results say."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any

import pytest

import minimaxer as mx

from .... import refdata
from ....oracle import maxn
from ....parts import QUARTERS
from ....random_trees import OrderedParty, PartyTree

SEEDS = 2_000
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"deepening": False},
    {"ordering": "lazy_pick"},
    {"exact_moves": True},
    {"ordering": "none"},
    {"memory": "20KB"},
)


def party(seed: int) -> PartyTree:
    """The random tree of that number: three to five players, constant sums or none, chance, an order, floats."""
    kind = OrderedParty if seed % 5 == 0 else PartyTree
    total = (None, 4, 12)[seed % 3]
    return kind(seed, 3 + seed // 3 % 3, total=total, percentage=25 * (seed % 4 == 3), fractions=seed % 7 == 0)


def close(one: tuple[float, ...] | None, other: tuple[float, ...]) -> bool:
    """Whether payoffs are equal but for the rounding of averages."""
    return one is not None and all(math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("part", QUARTERS)
def test_payoffs_are_those_of_plain_maxn(part: int) -> None:
    """At every depth that was finished, ties broken alike, whatever was pruned and in whatever order it was searched."""
    for seed in range(part * SEEDS // 4, (part + 1) * SEEDS // 4):
        game = party(seed)
        found = mx.search(game, depth=1 + seed % 5, algorithm="maxn", options=mx.AlphaBetaOptions(**OPTIONS[seed % len(OPTIONS)]))
        wanted = maxn(game, game.initial(), found.depth)
        assert close(found.payoffs, wanted), (seed, found, wanted)
        if found.solved:
            assert close(found.payoffs, maxn(game, game.initial(), 99)), (seed, found)
        if found.move is not None:
            assert close(found.payoffs, maxn(game, game.play(game.initial(), found.move), found.depth - 1)), (seed, found)


class Party:
    """A tree of payoffs, whose states are the ways to them; counts the leaves that are looked at."""

    def __init__(self, players: int, tree: Any, total: int | None = None) -> None:
        self.players = players
        self._root = tree
        self.leaves = 0
        if total is not None:
            self.payoff_sum = total
        if not isinstance(tree, list):
            self.chances = self._chances

    def _at(self, way: tuple[int, ...]) -> Any:
        found = self._root
        for move in way:
            found = found[move] if isinstance(found, list) else found["children"][move]
        return found

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, way: tuple[int, ...]) -> int:
        place = self._at(way)
        return len(way) % self.players if isinstance(place, list) else int(place["player"])

    def moves(self, way: tuple[int, ...]) -> Iterator[int]:
        place = self._at(way)
        yield from range(len(place if isinstance(place, list) else place["children"]))

    def _chances(self, way: tuple[int, ...]) -> Iterator[tuple[int, float]]:
        weights = self._at(way)["weights"]
        for number, weight in enumerate(weights):
            yield number, weight / sum(weights)

    def play(self, way: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*way, move)

    def outcome(self, way: tuple[int, ...]) -> Any:
        place = self._at(way)
        payoffs = place if isinstance(place, list) and not isinstance(place[0], list) else None
        if isinstance(place, dict):
            payoffs = place.get("payoff")
        self.leaves += payoffs is not None
        return payoffs


def fractions(texts: list[str]) -> tuple[float, ...]:
    """Payoffs written as fractions."""
    pairs = [text.partition("/") for text in texts]
    return tuple(int(above) / int(below or 1) for above, _, below in pairs)


def test_trees_of_others_have_their_payoffs() -> None:
    """Ties go to the first move; every result is an equilibrium that some way of breaking ties gives."""
    for row in json.loads(refdata.path("nplayer/random_maxn_trees.json").read_text(encoding="utf-8"))["trees"]:
        found = mx.solve(Party(row["players"], row["tree"]), algorithm="maxn")
        assert close(found.payoffs, fractions(row["maxn_first_best"])), row["id"]
        assert any(close(found.payoffs, fractions(each)) for each in row["all_equilibria"]), row["id"]


def test_shallow_pruning_visits_just_the_leaves_of_its_paper() -> None:
    """To the unit; and the payoffs are those of plain max^n, also where deep pruning would have given others."""
    for number, row in enumerate(
        json.loads(refdata.path("nplayer/shallow_pruning_trees.json").read_text(encoding="utf-8"))["trees"]
    ):
        game = Party(row["players"], row["tree"], 100)
        found = mx.search(game, depth=99, algorithm="maxn", options=mx.AlphaBetaOptions(deepening=False))
        assert found.payoffs == tuple(row["maxn"]), number
        assert game.leaves == row["leaves_shallow"], number


def test_depths_and_lines_are_whole_after_one_was_broken_off() -> None:
    """A finished depth has the payoffs of plain max^n, whatever was broken off before; a line that is finished reaches them."""
    finished = 0
    for seed in range(300):
        game, draw = party(seed), Random(seed)
        with closing(mx.Search(game, algorithm="maxn")) as search:
            search.run(limits=mx.Limits(depth=1))
            for _ in range(6):
                depth, nodes = draw.randrange(1, 5), draw.choice([None, draw.randrange(1, 60)])
                for result in search.iterate(limits=mx.Limits(depth=depth, nodes=nodes)):
                    if result.stop in (mx.StopReason.DEPTH, mx.StopReason.SOLVED):
                        assert close(result.payoffs, maxn(game, game.initial(), 99 if result.solved else result.depth)), seed
                    state = game.initial()
                    for move in result.pv:
                        state = game.play(state, move)
                    if result.finished:
                        finished += 1
                        assert close(result.payoffs, game.outcome(state)), seed
    assert finished > 100
