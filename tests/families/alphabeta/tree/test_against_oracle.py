"""Every algorithm, ordering and option set against plain minimax, on random trees."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

import minimaxer as mx
from minimaxer.tree.ordering import ORDERINGS

from ....oracle import best_moves, minimax, move_values, solved_value, towards_zero
from ....random_trees import (
    BoundedGraph,
    NoisyTree,
    OrderedTree,
    RandomGraph,
    RandomTree,
    StuckTree,
    random_graphs,
    random_trees,
)

PRUNING = ("alphabeta", "pvs", "mtdf")
ALGORITHMS = ("fixed", "minimax", *PRUNING)
NORMAL, MORE = 250, 1_500


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


def check(tree: Any, depth: int, algorithm: str, options: mx.AlphaBetaOptions) -> None:
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


def check_line(tree: Any, result: mx.SearchResult[int], depth: int) -> None:
    """The line is legal and leads to the end of the game, to the depth, or to a state that is stuck."""
    place = tree.initial()
    for move in result.pv:
        assert move in tree.moves(place)
        place = tree.play(place, move)
    over = tree.outcome(place) is not None or not list(tree.moves(place))
    assert over or len(result.pv) >= depth
    assert result.pv[0] == result.move


def compare(algorithm: str, examples: int) -> None:
    """Checks the algorithm on so many random trees."""

    @many(examples)
    @given(random_trees(), st.integers(1, 6), options_for(algorithm))
    def run(tree: RandomTree, depth: int, options: mx.AlphaBetaOptions) -> None:
        check(tree, depth, algorithm, options)

    run()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_equals_plain_minimax(algorithm: str) -> None:
    """Value and move equal plain minimax, whatever the ordering and options."""
    compare(algorithm, NORMAL)


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_equals_plain_minimax_on_many_trees(algorithm: str) -> None:
    """The same on many more trees."""
    compare(algorithm, MORE)


@pytest.mark.parametrize("kind", [OrderedTree, NoisyTree, StuckTree])
@pytest.mark.parametrize("algorithm", ["auto", "minimax", *PRUNING])
def test_capabilities_keep_the_value(kind: type[RandomTree], algorithm: str) -> None:
    """`order`, quiescence and `stuck` are searched as plain minimax would."""

    @many(100)
    @given(random_trees(kind), st.integers(1, 4), options_for(algorithm))
    def run(tree: RandomTree, depth: int, options: mx.AlphaBetaOptions) -> None:
        check(tree, depth, algorithm, options)

    run()


@pytest.mark.parametrize("algorithm", PRUNING)
def test_tables_answer_for_transpositions_only_what_is_true(algorithm: str) -> None:
    """With paths that meet again and tiny tables, exact-depth answers keep the fixed-depth value."""

    @many(150)
    @given(random_trees(merging=True), st.integers(1, 6), options_for(algorithm))
    def run(tree: RandomTree, depth: int, options: mx.AlphaBetaOptions) -> None:
        check(tree, depth, algorithm, options)

    run()


def test_fixed_and_alphabeta_visit_the_same_nodes() -> None:
    """The fixed-option search is alpha-beta with the default options, node for node, where games end early too."""

    @many(250)
    @given(random_trees(OrderedTree), st.integers(1, 6), st.booleans())
    def run(tree: RandomTree, depth: int, deepening: bool) -> None:
        options = mx.AlphaBetaOptions(deepening=deepening)
        fixed, configurable = (
            mx.search(tree, depth=depth, algorithm=algorithm, options=options) for algorithm in ("fixed", "alphabeta")
        )
        assert (fixed.nodes, fixed.created, fixed.pv, fixed.solved) == (
            configurable.nodes,
            configurable.created,
            configurable.pv,
            configurable.solved,
        )

    run()


@pytest.mark.parametrize("algorithm", PRUNING)
def test_tables_where_long_and_short_ways_meet(algorithm: str) -> None:
    """A state met at different plies is answered for only from the exact depth, wins at their right distance."""

    @many(250)
    @given(random_graphs(), st.integers(1, 8), options_for(algorithm))
    def run(graph: RandomGraph, depth: int, options: mx.AlphaBetaOptions) -> None:
        check(graph, depth, algorithm, options)

    run()


@pytest.mark.parametrize("algorithm", ["auto", *PRUNING])
@pytest.mark.parametrize("table", [None, 4, 1024])
@pytest.mark.parametrize("exact_moves", [False, True])
@pytest.mark.parametrize("kind", [RandomGraph, BoundedGraph])
def test_solved_values_where_long_and_short_ways_meet(
    algorithm: str, table: int | None, exact_moves: bool, kind: type[RandomGraph]
) -> None:
    """`solve` gives the game-theoretic value, quickest win included, and exact moves theirs, with any table and with `bounds`."""

    @many(50)
    @given(random_graphs(kind))
    def run(graph: RandomGraph) -> None:
        cache: dict[int, float] = {}
        options = mx.AlphaBetaOptions(table=table, exact_moves=exact_moves)
        result = mx.solve(graph, algorithm=algorithm, options=options)
        assert result.solved
        assert result.value == solved_value(graph, 0, cache)
        values = {move: towards_zero(solved_value(graph, graph.play(0, move), cache), 1) for move in graph.moves(0)}
        assert result.move is not None
        assert values[result.move] == result.value
        assert result.finished or kind is BoundedGraph  # lines proven by bounds need not run to the end
        if exact_moves:
            assert {row.move: row.value for row in result.moves} == values

    run()


@pytest.mark.parametrize("algorithm", ["auto", *PRUNING])
@pytest.mark.parametrize("table", [None, 4, 1024])
def test_solved_values_are_those_of_the_whole_tree(algorithm: str, table: int | None) -> None:
    """`solve` gives the value at full depth, with any table."""

    @many(100)
    @given(random_trees(merging=True))
    def run(tree: RandomTree) -> None:
        result = mx.solve(tree, algorithm=algorithm, options=mx.AlphaBetaOptions(table=table))
        value, moves = best_moves(tree, tree.initial(), 10)
        assert result.solved
        assert result.value == value
        assert result.move in moves
        assert result.finished

    run()


@pytest.mark.parametrize("algorithm", ["auto", "mtdf"])
@pytest.mark.parametrize("table", [None, 64])
@pytest.mark.parametrize("kind", [RandomGraph, BoundedGraph])
def test_solved_along_a_game(algorithm: str, table: int | None, kind: type[RandomGraph]) -> None:
    """Along a game, at depths that rise and fall, whatever a kept tree and table call solved is so."""

    @many(100)
    @given(random_graphs(kind), st.lists(st.sampled_from([1, 2, 3, 4, 12, 20]), min_size=1, max_size=8))
    def run(graph: RandomGraph, depths: list[int]) -> None:
        cache: dict[int, float] = {}
        engine = mx.Search(graph, mx.AlphaBetaOptions(table=table), algorithm=algorithm)
        state = graph.initial()
        for number, depth in enumerate(depths):
            if graph.outcome(state) is not None:
                break
            result = engine.run(limits=mx.Limits(depth=depth))
            assert result.solved or depth < 18
            if result.solved:
                assert result.value == solved_value(graph, state, cache)
            moves = list(graph.moves(state))
            if number % 2:
                state = engine.advance(moves[depth % len(moves)])

    run()


@pytest.mark.parametrize("algorithm", ["fixed", *PRUNING])
def test_a_kept_tree_gives_the_value_of_a_new_one(algorithm: str) -> None:
    """Along a game, with depths that rise and fall, a search that keeps its tree equals plain minimax."""

    @many(150)
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
