"""Every algorithm, ordering and option set against plain minimax, on random trees."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import minimaxer as mx
from minimaxer.ordering import ORDERINGS

from ..oracle import best_moves, minimax, move_values
from ..random_trees import NoisyTree, OrderedTree, Place, RandomTree, StuckTree, random_trees

PRUNING = ("alphabeta", "pvs", "mtdf")
ALGORITHMS = ("fixed", "minimax", *PRUNING)
NORMAL, SLOW = 2_000, 50_000


def many(examples: int) -> settings:
    """That many examples, found without a deadline and not kept."""
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )


@st.composite
def options_for(draw: st.DrawFn, algorithm: str) -> mx.AlphaBetaOptions:
    """Options that keep the fixed-depth value, drawn among those that the algorithm knows."""
    chosen: dict[str, Any] = {"deepening": draw(st.booleans()), "exact_moves": draw(st.integers(0, 3)) == 0}
    chosen["shuffle"] = draw(st.booleans())
    if algorithm in PRUNING:
        chosen["ordering"] = draw(st.sampled_from(sorted(ORDERINGS)))
        chosen["lazy_children"] = draw(st.booleans())
        chosen["shorten"] = draw(st.booleans())
        if draw(st.booleans()):
            chosen.update(table=draw(st.sampled_from([2, 16, 1024])), table_depth="exact")
    if algorithm in ("fixed", "alphabeta", "pvs") and chosen["deepening"] and not chosen["exact_moves"]:
        chosen["aspiration"] = draw(st.sampled_from([None, 0.5, 1.0, 10.0]))
    return mx.AlphaBetaOptions(**chosen)


def check(tree: RandomTree, depth: int, algorithm: str, options: mx.AlphaBetaOptions) -> None:
    """The value is the oracle's, the move one of the best, the line legal and as long as it can be."""
    shorten = options.shorten
    quiescence = options.quiescence if isinstance(tree, NoisyTree) else 0
    result = mx.search(tree, depth=depth, algorithm=algorithm, options=options)
    value, moves = best_moves(tree, tree.initial(), depth, quiescence=quiescence, shorten=shorten)
    assert result.value == (pytest.approx(value, abs=1e-5) if shorten else value)
    assert result.move in moves
    check_line(tree, result, depth)
    if options.exact_moves:
        values = move_values(tree, tree.initial(), depth, quiescence=quiescence, shorten=shorten)
        for row in result.moves:
            assert row.bound is mx.Bound.EXACT
            assert row.value == (pytest.approx(values[row.move], abs=1e-5) if shorten else values[row.move])


def check_line(tree: RandomTree, result: mx.SearchResult[int], depth: int) -> None:
    """The line is legal and leads to the end of the game, to the depth, or to a state that is stuck."""
    place: Place = tree.initial()
    for move in result.pv:
        assert move in tree.moves(place)
        place = tree.play(place, move)
    over = tree.outcome(place) is not None or not list(tree.moves(place))
    assert over or len(result.pv) >= depth
    assert result.pv[0] == result.move


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_equals_plain_minimax(algorithm: str) -> None:
    """Value and move equal plain minimax, whatever the ordering and options."""

    @many(NORMAL)
    @given(random_trees(), st.integers(1, 6), options_for(algorithm))
    def run(tree: RandomTree, depth: int, options: mx.AlphaBetaOptions) -> None:
        check(tree, depth, algorithm, options)

    run()


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_equals_plain_minimax_on_many_trees(algorithm: str) -> None:
    """The same on many more trees."""

    @many(SLOW)
    @given(random_trees(), st.integers(1, 6), options_for(algorithm))
    def run(tree: RandomTree, depth: int, options: mx.AlphaBetaOptions) -> None:
        check(tree, depth, algorithm, options)

    run()


@pytest.mark.parametrize("kind", [OrderedTree, NoisyTree, StuckTree])
@pytest.mark.parametrize("algorithm", ["auto", "minimax", *PRUNING])
def test_capabilities_keep_the_value(kind: type[RandomTree], algorithm: str) -> None:
    """`order`, quiescence and `stuck` are searched as plain minimax would."""

    @many(200)
    @given(random_trees(kind), st.integers(1, 4), options_for(algorithm))
    def run(tree: RandomTree, depth: int, options: mx.AlphaBetaOptions) -> None:
        check(tree, depth, algorithm, options)

    run()


@pytest.mark.parametrize("algorithm", PRUNING)
def test_tables_answer_for_transpositions_only_what_is_true(algorithm: str) -> None:
    """With paths that meet again and tiny tables, exact-depth answers keep the fixed-depth value."""

    @many(500)
    @given(random_trees(merging=True), st.integers(1, 6), options_for(algorithm))
    def run(tree: RandomTree, depth: int, options: mx.AlphaBetaOptions) -> None:
        check(tree, depth, algorithm, options)

    run()


@pytest.mark.parametrize("algorithm", ["auto", *PRUNING])
@pytest.mark.parametrize("table", [None, 4, 1024])
def test_solved_values_are_those_of_the_whole_tree(algorithm: str, table: int | None) -> None:
    """`solve` gives the value at full depth, with any table."""

    @many(200)
    @given(random_trees(merging=True))
    def run(tree: RandomTree) -> None:
        result = mx.solve(tree, algorithm=algorithm, options=mx.AlphaBetaOptions(table=table))
        value, moves = best_moves(tree, tree.initial(), 10)
        assert result.solved
        assert result.value == value
        assert result.move in moves
        assert result.finished

    run()


@pytest.mark.parametrize("algorithm", ["fixed", *PRUNING])
def test_a_kept_tree_gives_the_value_of_a_new_one(algorithm: str) -> None:
    """Along a game, with depths that rise and fall, a search that keeps its tree equals plain minimax."""

    @many(300)
    @given(random_trees(), st.lists(st.integers(1, 5), min_size=1, max_size=6))
    def run(tree: RandomTree, depths: list[int]) -> None:
        engine = mx.Search(tree, algorithm=algorithm)
        place = tree.initial()
        for depth in depths:
            if tree.outcome(place) is not None:
                break
            result = engine.run(limits=mx.Limits(depth=depth))
            assert result.value == minimax(tree, place, depth)
            assert result.move is not None
            place = engine.advance(result.move)

    run()
