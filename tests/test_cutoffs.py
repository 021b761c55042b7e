"""Where searches are cut off, against counts of an alpha-beta of the tests' own."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

import minimaxer as mx
from minimaxer.searching.details import Cutoffs
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import kalah_benchmark

from . import oracle
from .needs import needs_llvmlite
from .random_trees import RandomTree


@pytest.mark.parametrize("algorithm", ["alphabeta", "fixed"])
@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 10**6), branching=st.integers(2, 6), depth=st.integers(1, 5))
def test_trees_count_what_alpha_beta_cuts_off(algorithm: str, seed: int, branching: int, depth: int) -> None:
    """In the game's own order, at one depth, every cut-off is counted at its move."""
    game = RandomTree(seed=seed, branching=branching)
    options = mx.AlphaBetaOptions(deepening=False)
    result = mx.search(game, depth=depth, algorithm=algorithm, options=options)
    nodes, cutoffs = oracle.alphabeta(game, depth)
    assert (result.nodes, result.cutoffs) == (nodes, Cutoffs(*cutoffs))


class Even:
    """Three moves everywhere, nothing ever ends, and all is worth the same: the order is as good as any."""

    def initial(self) -> int:
        return 0

    def player(self, ply: int) -> int:
        return ply % 2

    def moves(self, ply: int) -> range:
        return range(3)

    def play(self, ply: int, move: int) -> int:
        return ply + 1

    def outcome(self, ply: int) -> int | None:
        return None


@pytest.mark.parametrize("algorithm", ["alphabeta", "fixed", "pvs"])
@pytest.mark.parametrize(("depth", "nodes"), [(1, 4), (2, 9), (3, 20), (4, 37), (5, 72)])
def test_the_best_order_leaves_the_least_tree(algorithm: str, depth: int, nodes: int) -> None:
    """At ply n there are 3 ** ceil(n / 2) + 3 ** floor(n / 2) - 1 nodes: 1, 3, 5, 11, 17, 35 of 1, 3, 9, 27, 81, 243.

    Source: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975, theorem 1.
    """
    assert mx.search(Even(), depth=depth, algorithm=algorithm, options=mx.AlphaBetaOptions(deepening=False)).nodes == nodes


@needs_llvmlite
@pytest.mark.parametrize("depth", [1, 2, 4, 6])
def test_compiled_games_count_the_same(depth: int) -> None:
    """Natively too, with what is learnt switched off, and by the kernel that learns nothing; sorting nothing compares nothing."""
    game = kalah_benchmark()
    options = mx.AlphaBetaOptions(
        deepening=False, table=None, ordering="none", history=False, win_distance=False, ignore={"order"}
    )
    fast = mx.compile(game)
    result = mx.search(fast, depth=depth, algorithm="alphabeta", options=options)
    nodes, cutoffs = oracle.alphabeta(game, depth)
    nodes -= 1  # a kernel does not count the root
    assert (result.nodes, result.cutoffs, result.comparisons) == (nodes, Cutoffs(*cutoffs), 0)
    plain = mx.search(fast, depth=depth, algorithm="fixed", options=mx.AlphaBetaOptions(deepening=False, ignore={"order"}))
    assert plain.nodes == nodes


@needs_llvmlite
def test_picking_compares_less_than_sorting_everything() -> None:
    """Two moves of seven picked take 6 + 5 comparisons; a bubble sort takes up to 21."""
    fast = mx.compile(ConnectFour())
    counts = {
        ordering: mx.search(fast, depth=9, options=mx.AlphaBetaOptions(ordering=ordering)).comparisons
        for ordering in ("lazy_pick", "bubble", "network")
    }
    assert counts["lazy_pick"] is not None
    assert counts["bubble"] is not None
    assert counts["network"] is not None
    assert 0 < counts["lazy_pick"] < counts["bubble"] < counts["network"]


def test_minimax_cuts_nothing_off() -> None:
    """What was not counted is not given."""
    assert mx.search(ConnectFour(), depth=2, algorithm="minimax").cutoffs is None


def test_shares_and_words() -> None:
    """The shares add up to 1, or are all 0; the text names them."""
    assert Cutoffs(3, 1, 0).shares == (0.75, 0.25, 0.0)
    assert Cutoffs(0, 0, 0).shares == (0.0, 0.0, 0.0)
    assert str(Cutoffs(3, 1, 0)) == "4 cut-offs: 75% by the first move, 25% by the second, 0% later"
    assert Cutoffs(3, 1, 0).to_dict() == {"first": 3, "second": 1, "later": 0}
