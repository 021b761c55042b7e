"""Limits, stopping, and what a search says that was interrupted."""

from __future__ import annotations

import itertools
import sys
import threading
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.game import following
from minimaxer.tree import game_tree as tree
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala, kalah_benchmark

from ..oracle import minimax
from ..random_trees import RandomTree


class Endless:
    """A game that never ends: walk along the integers."""

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield from (1, -1)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> None:
        return None


class Corridor(Endless):
    """A game of one move a ply that ends after `length` plies with a win for player 0."""

    length = 20_000

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield 1

    def outcome(self, state: tuple[int, int]) -> int | None:  # type: ignore[override]  # it does end
        return mx.WIN if state[0] == self.length else None


class Slow(Endless):
    """An evaluation that takes 10 ms of a clock that nothing else moves."""

    now = 0.0

    def evaluate(self, state: tuple[int, int]) -> int:
        Slow.now += 0.01
        return state[0]


def assert_consistent(game: Any, state: Any, result: mx.SearchResult[Any]) -> None:
    """The move is legal, the line too, and what is said of moves and value fits together."""
    assert result.move in list(game.moves(state))
    assert result.pv[0] == result.move
    here = state
    for move in result.pv:
        assert game.outcome(here) is None
        assert move in list(game.moves(here))
        here = game.play(here, move)
    assert sorted(str(row.move) for row in result.moves) == sorted(str(move) for move in game.moves(state)) or result.depth == 0
    assert abs(result.value) <= mx.WIN
    assert result.finished == (game.outcome(here) is not None)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"depth": 3}, mx.StopReason.DEPTH),
        ({"nodes": 500}, mx.StopReason.NODES),
        ({"seconds": 0.02}, mx.StopReason.SECONDS),
        ({"depth": 60, "nodes": 500, "seconds": 600}, mx.StopReason.NODES),
        ({"depth": 2, "nodes": 10_000_000, "seconds": 600}, mx.StopReason.DEPTH),
    ],
)
def test_the_first_limit_met_ends_the_search(limits: dict[str, Any], reason: mx.StopReason) -> None:
    """Limits work alone and together, and the result says which one it was."""
    result = mx.search(Endless(), **limits)
    assert result.stop is reason
    assert_consistent(Endless(), (0, 0), result)


@pytest.mark.parametrize("algorithm", ["fixed", "alphabeta", "pvs", "mtdf", "minimax"])
@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 1000])
def test_the_node_limit_is_exact(algorithm: str, nodes: int) -> None:
    """Not one node more than allowed is visited."""
    result = mx.search(Endless(), nodes=nodes, algorithm=algorithm)
    assert result.nodes == nodes
    assert result.move in (1, -1)


@pytest.mark.parametrize("algorithm", ["fixed", "alphabeta"])
def test_a_stop_at_the_last_node_counts_no_further_one(algorithm: str) -> None:
    """Where `stop()` and the limit of nodes come together, as for workers that share a limit, the count stays within it."""
    engine: mx.Search[Any, Any]

    class Stopping(Endless):
        def evaluate(self, state: tuple[int, int]) -> int:
            engine.stop()
            return state[0]

    engine = mx.Search(Stopping(), algorithm=algorithm)
    assert engine.run(limits=mx.Limits(nodes=2)).nodes == 2


def test_without_limits_a_second_is_taken() -> None:
    """No limit at all means a second."""
    result = mx.search(Endless())
    assert result.stop is mx.StopReason.SECONDS
    assert result.seconds >= 1


def test_a_slow_evaluation_does_not_overrun_the_deadline_by_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at more often where nodes take long: a few evaluations late at the most."""
    monkeypatch.setattr(time, "perf_counter", lambda: Slow.now)
    result = mx.search(Slow(), seconds=2)
    assert 2 <= result.seconds < 2 + 4 * 0.01


def test_depth_one_unfinished_still_gives_a_move() -> None:
    """With a single node there is a legal move, depth 0 and the static evaluation."""
    game = Mancala()
    result = mx.search(game, nodes=1)
    assert (result.depth, result.value) == (0, game.evaluate(game.initial()))
    assert_consistent(game, game.initial(), result)


def test_the_same_search_twice_visits_the_same_nodes() -> None:
    """Searches are reproducible."""
    one, other = (mx.search(kalah_benchmark(), depth=7) for _ in range(2))
    assert (one.nodes, one.created, one.pv) == (other.nodes, other.created, other.pv)


def test_fixed_and_alphabeta_visit_the_same_nodes() -> None:
    """The fixed-option search is alpha-beta with the default options, node for node."""
    games: tuple[Any, ...] = (kalah_benchmark(), Mancala(), ConnectFour())
    for game in games:
        options = mx.AlphaBetaOptions(ignore={"bounds", "search_moves"})
        fixed = mx.search(game, depth=6, algorithm="fixed", options=options)
        configurable = mx.search(game, depth=6, algorithm="alphabeta", options=options)
        assert (fixed.nodes, fixed.created, fixed.pv, fixed.value) == (
            configurable.nodes,
            configurable.created,
            configurable.pv,
            configurable.value,
        )


def test_a_game_of_twenty_thousand_plies() -> None:
    """It is searched to its end in one go."""
    options = mx.AlphaBetaOptions(deepening=False)
    for algorithm in ("fixed", "alphabeta", "pvs", "mtdf", "minimax"):
        result = mx.search(Corridor(), depth=20_000, options=options, algorithm=algorithm)
        assert (result.winner, result.plies_to_end, len(result.pv)) == (0, 20_000, 20_000)
        assert result.solved


def test_the_recursion_limit_is_never_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that is high enough stays."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 5_000)
    try:
        mx.search(Endless(), depth=3)
        assert sys.getrecursionlimit() == before + 5_000
    finally:
        sys.setrecursionlimit(before)


def test_an_endless_game_ends_by_its_limits() -> None:
    """`solve` too gives up when told to."""
    result = mx.solve(Endless(), seconds=0.05)
    assert (result.solved, result.stop) == (False, mx.StopReason.SECONDS)


def test_iterate_gives_a_result_for_each_depth() -> None:
    """One result a depth, each as a search to that depth alone would give it."""
    game = kalah_benchmark()
    results = list(mx.Search(game).iterate(limits=mx.Limits(depth=6)))
    assert [result.depth for result in results] == [1, 2, 3, 4, 5, 6]
    assert [result.value for result in results] == [minimax(game, game.initial(), depth) for depth in range(1, 4)] + [
        mx.search(game, depth=depth, algorithm="pvs").value for depth in (4, 5, 6)
    ]
    assert results[-1].nodes > results[0].nodes


def test_iterate_can_be_left_and_taken_up_again() -> None:
    """Leaving the loop frees the search, and what it found stays in the tree."""
    engine = mx.Search(kalah_benchmark())
    for result in engine.iterate(limits=mx.Limits(depth=20)):
        if result.depth == 5:
            break
    again = engine.run(limits=mx.Limits(depth=6))
    assert again.value == 1
    assert again.created < mx.search(kalah_benchmark(), depth=6).created


def test_on_depth_is_called_for_each_finished_depth() -> None:
    """The callback sees what `iterate` gives, the unfinished last one left out."""
    seen: list[int] = []
    result = mx.search(Endless(), nodes=5_000, on_depth=lambda result: seen.append(result.depth))
    assert seen == list(range(1, result.depth + 1))


def test_stop_from_another_thread() -> None:
    """`stop()` ends a search without limits, and it keeps its answer."""
    engine = mx.Search(Endless())
    timer = threading.Timer(0.05, engine.stop)

    def start_once(result: mx.SearchResult[Any]) -> None:
        if result.depth == 1:
            timer.start()

    result = engine.run(limits=mx.Limits(depth=100_000), on_depth=start_once)
    timer.join()
    assert result.stop is mx.StopReason.STOPPED
    assert_consistent(Endless(), (0, 0), result)


def test_stop_without_a_search_does_nothing() -> None:
    """It does not end the next search."""
    engine = mx.Search(Endless())
    engine.stop()
    assert engine.run(limits=mx.Limits(depth=2)).stop is mx.StopReason.DEPTH


def test_one_search_at_a_time() -> None:
    """A busy `Search` refuses a second search and a move."""
    engine = mx.Search(Endless())
    loop = engine.iterate(limits=mx.Limits(depth=3))
    next(loop)
    with pytest.raises(mx.errors.SearchBusyError, match="this Search is searching already"):
        engine.run(limits=mx.Limits(depth=1))
    with pytest.raises(mx.errors.SearchBusyError, match="expected no search to be running while a move is played"):
        engine.advance(1)
    loop.close()
    assert engine.run(limits=mx.Limits(depth=1)).depth == 1


def stop_by_nodes(engine: mx.Search[Any, Any], state: Any, rng: Random) -> mx.SearchResult[Any]:
    return engine.run(state, mx.Limits(nodes=rng.randrange(1, 3_000)))


def stop_by_time(engine: mx.Search[Any, Any], state: Any, rng: Random) -> mx.SearchResult[Any]:
    return engine.run(state, mx.Limits(seconds=rng.uniform(1e-5, 0.01)))


def stop_by_thread(engine: mx.Search[Any, Any], state: Any, rng: Random) -> mx.SearchResult[Any]:
    timer = threading.Timer(rng.uniform(0, 0.01), engine.stop)
    timer.start()
    try:
        return engine.run(state, mx.Limits(seconds=0.05))
    finally:
        timer.join()


@pytest.mark.parametrize("stop", [pytest.param(stop_by_nodes, marks=pytest.mark.thorough), stop_by_time, stop_by_thread])
def test_stops_at_random_moments(stop: Any) -> None:
    """However and whenever a search ends, its answer is legal and consistent, and the tree still gives right values."""
    rng = Random(7)
    algorithms = itertools.cycle(["fixed", "alphabeta", "pvs", "mtdf"])
    for round_ in range(105):
        game: Any = (Mancala(), ConnectFour(), kalah_benchmark())[round_ % 3]
        options = mx.AlphaBetaOptions(
            exact_moves=round_ % 5 == 0,
            memory="150KB" if round_ % 7 == 0 else "64MB",
            ignore={"bounds", "search_moves"},
        )
        engine = mx.Search(game, options, algorithm=next(algorithms))
        state = game.initial()
        for _ in range(rng.randrange(8)):
            state = game.play(state, rng.choice(list(game.moves(state))))
        if game.outcome(state) is not None:
            continue
        result = stop(engine, state, rng)
        assert_consistent(game, state, result)
        if round_ % 10 == 0:
            assert engine.run(state, mx.Limits(depth=2)).value == minimax(game, state, 2)


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ["fixed", "alphabeta", "pvs", "mtdf", "minimax"])
def test_an_interrupted_search_loses_no_move(algorithm: str) -> None:
    """Cut off anywhere, every node opened has its moves as children or still to come; going on gives the rows of a new search."""
    for seed in range(30):
        tree = RandomTree(seed=seed, branching=4, length=6, spread=20, ends=5)
        options = mx.AlphaBetaOptions(exact_moves=True)
        fresh = mx.search(tree, depth=5, algorithm=algorithm, options=options)
        for nodes in (2, 3, 5, 9, 17, 30, 60):
            cut = mx.Search(tree, options, algorithm=algorithm)
            cut.run(limits=mx.Limits(nodes=nodes))
            for node in cut.tree.walk():
                if node.pending is not None:
                    moves = [child.move for child in node.children] + cut.tree.untried(node)
                    assert sorted(moves, key=repr) == sorted(tree.moves(node.state), key=repr)
            engine = mx.Search(tree, options, algorithm=algorithm)
            engine.run(limits=mx.Limits(nodes=nodes))
            deeper = engine.run(limits=mx.Limits(depth=5))
            assert deeper.value == fresh.value
            assert rows(deeper) == rows(fresh)


def rows(result: mx.SearchResult[Any]) -> dict[Any, tuple[float | None, mx.Bound | None]]:
    """What is said of each move."""
    return {row.move: (row.value, row.bound) for row in result.moves}


def test_an_unfinished_depth_improves_the_answer_only_with_proof() -> None:
    """On random trees cut off anywhere: a move other than the last finished depth's best is better at the next depth."""
    improved = 0
    for seed in range(200):
        tree = RandomTree(seed=seed, branching=4, length=6, spread=20, ends=5)
        root = tree.initial()
        for nodes in (20, 45, 80, 160):
            result = mx.search(tree, nodes=nodes)
            if result.stop is not mx.StopReason.NODES or result.depth == 0:
                continue
            finished = mx.search(tree, depth=result.depth)
            if result.move == finished.move:
                continue
            improved += 1
            assert finished.move is not None
            assert result.move is not None
            sign = 1 if tree.player(root) == 0 else -1
            new, old = (minimax(tree, tree.play(root, move), result.depth, ply=1) for move in (result.move, finished.move))
            assert sign * new > sign * old
    assert improved > 10


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": 0}, "expected depth to be a whole number from 1, got 0"),
        ({"depth": 2.5}, "expected depth to be a whole number from 1, got 2.5"),
        ({"depth": 100_001}, "expected a depth of at most 100000 plies, got 100001"),
        ({"nodes": -3}, "expected nodes to be a whole number from 1, got -3"),
        ({"nodes": True}, "expected nodes to be a whole number from 1, got True"),
        ({"seconds": 0}, "expected seconds to be a number above 0, got 0"),
        ({"seconds": float("nan")}, "expected seconds to be a number above 0, got nan"),
        ({"seconds": "1"}, "expected seconds to be a number above 0, got '1'"),
    ],
)
def test_bad_limits(limits: dict[str, Any], message: str) -> None:
    """Limits out of range are refused at once."""
    with pytest.raises(mx.OptionError, match=message):
        mx.search(Endless(), **limits)


class EndlessMoves:
    """Its generator of moves never ends; with `order` all moves are asked for at once."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> Iterator[int]:
        yield from itertools.count(1)

    def play(self, state: int, move: int) -> int:
        return state + 1

    def outcome(self, state: int) -> int | None:
        return None if state < 4 else 0


class EndlessOrderedMoves(EndlessMoves):
    """The same with an order."""

    def order(self, state: int, move: int) -> int:
        return -move


@pytest.mark.parametrize("options", [{}, {"exact_moves": True}, {"lazy_children": False}, {"ordering": "lazy_pick"}])
@pytest.mark.parametrize("limits", [{"nodes": 1000}, {"depth": 1}, {"depth": 3}])
@pytest.mark.parametrize("game", [EndlessMoves(), EndlessOrderedMoves()])
def test_moves_without_an_end_are_told(
    game: EndlessMoves, limits: dict[str, int], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the limit, and wherever the moves are listed: the search ends with an error that names the method."""
    for module in (tree, following):
        monkeypatch.setattr(module, "MOST_MOVES", 2_000)
    expected = r"moves\([0-3]\) gave more than 2,000 moves; expected a list that ends"
    with pytest.raises(mx.RulesError, match=expected):
        mx.search(game, options=mx.AlphaBetaOptions(**options), **limits)  # type: ignore[arg-type]  # whole numbers
    engine = mx.Search(game)
    with pytest.raises(mx.RulesError, match=expected):
        engine.advance(0)
