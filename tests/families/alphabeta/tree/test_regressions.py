"""Small games that once got a wrong answer, found by fuzzing against plain minimax."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.families.alphabeta.tree.tree import Node

from ....oracle import solved_value
from ....random_trees import BoundedGraph

WIN = mx.WIN


class Drawn:
    """A game drawn as lists: what each state leads to, who moves there, how it ends and what it looks like."""

    def __init__(
        self, outcomes: Mapping[int, float], evaluations: Sequence[float], ways: Sequence[Sequence[int]], players: Sequence[int]
    ) -> None:
        self.outcomes, self.evaluations, self.ways, self.players = outcomes, evaluations, ways, players

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return self.players[state]

    def moves(self, state: int) -> range:
        return range(len(self.ways[state]))

    def play(self, state: int, move: int) -> int:
        return self.ways[state][move]

    def outcome(self, state: int) -> float | None:
        return self.outcomes.get(state)

    def evaluate(self, state: int) -> float:
        return self.evaluations[state]


class DrawnWithBounds(Drawn):
    """The same with what is reachable from some states."""

    known: Mapping[int, tuple[float, float]]

    def bounds(self, state: int) -> tuple[float, float]:
        return self.known[state]


@pytest.mark.parametrize("algorithm", ["fixed", "alphabeta", "pvs", "mtdf"])
def test_a_leaf_is_not_solved_by_what_a_deeper_search_proved_of_it(algorithm: str) -> None:
    """After an interrupted search and an advance, a node that was solved with a bound is a plain leaf again."""
    game = Drawn({1: 2, 5: -WIN, 6: -1}, [2, -2, 0, 1, 1, -1, -1], [[1, 2], [], [3], [4, 5], [6], [], []], [0, 1, 1, 0, 1, 1, 0])
    for nodes in range(1, 40):
        engine = mx.Search(game, algorithm=algorithm)
        engine.run(limits=mx.Limits(nodes=nodes))
        engine.advance(1)
        result = engine.run(limits=mx.Limits(depth=3))
        assert (result.value, result.solved) == (-1, True)


@pytest.mark.parametrize("algorithm", ["auto", "pvs", "mtdf"])
def test_a_solved_bound_that_does_not_answer_is_searched_again(algorithm: str) -> None:
    """With `bounds`, a node solved by a lower bound is not taken for more than that."""
    game = DrawnWithBounds(
        {3: -2, 4: -WIN, 7: -WIN, 8: 0},
        [2, -2, 1, 0, 0, -2, 1, 0, 0],
        [[1, 2], [3, 4], [5], [], [], [6], [7, 8], [], []],
        [0, 1, 0, 1, 1, 0, 1, 1, 1],
    )
    game.known = {0: (2 - WIN, 0), 1: (1 - WIN, -2), 2: (3 - WIN, 0), 5: (2 - WIN, 0), 6: (1 - WIN, 0)}
    result = mx.search(game, depth=10, algorithm=algorithm)
    assert (result.value, result.solved) == (mx.loss_in(4), True)


@pytest.mark.parametrize("algorithm", ["auto", "pvs", "mtdf"])
def test_an_evaluation_outside_the_bounds_is_clamped(algorithm: str) -> None:
    """Where the static evaluation contradicts `bounds`, the search still ends and finds the win."""
    game = DrawnWithBounds({1: 0, 2: WIN}, [1, 0, 0], [[1, 2], [], []], [0, 0, 0])
    game.known = {0: (0, WIN - 1)}
    result = mx.solve(game, algorithm=algorithm)
    assert (result.move, result.value, result.solved) == (1, mx.win_in(1), True)
    assert result.nodes < 20


class Walk:
    """An endless walk whose middle is known to be worth nothing."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> tuple[int, int]:
        return (0, 1)

    def play(self, state: int, move: int) -> int:
        return state + 1

    def outcome(self, state: int) -> None:
        return None

    def bounds(self, state: int) -> tuple[float, float]:
        return (0, 0) if state >= 3 else (-5, 5)


def test_lines_of_values_proven_by_bounds_end() -> None:
    """A value that `bounds` proves far from the end of the game is no reason to look for that end."""
    result = mx.search(Walk(), depth=6)
    assert (result.value, result.solved, result.finished) == (0, True, False)
    assert len(result.pv) >= 3


@pytest.mark.parametrize("algorithm", ["fixed", "alphabeta"])
def test_an_unfinished_search_is_not_solved(algorithm: str) -> None:
    """A limit of two nodes sees one of two moves; nothing is proven."""
    game = Drawn({1: 0, 2: WIN}, [0, 0, 0], [[1, 2], [], []], [0, 0, 0])
    result = mx.solve(game, nodes=2, algorithm=algorithm, options=mx.AlphaBetaOptions())
    assert (result.stop, result.solved) == (mx.StopReason.NODES, False)


class Rows:
    """Eight plies of two moves each, drawn, as is known after the first."""

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        return len(state) % 2

    def moves(self, state: tuple[int, ...]) -> tuple[int, int]:
        return (0, 1)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def outcome(self, state: tuple[int, ...]) -> int | None:
        return 0 if len(state) >= 8 else None

    def bounds(self, state: tuple[int, ...]) -> tuple[float, float]:
        return (0, 0) if len(state) == 1 else (-5, 5)


@pytest.mark.parametrize("nodes", range(1, 12))
def test_a_line_interrupted_while_it_is_laid_out(nodes: int) -> None:
    """A search that knows its value at once and is stopped before it has a line still gives a legal move."""
    engine = mx.Search(Rows())
    engine.run(limits=mx.Limits(depth=2))
    engine.advance(1)
    assert engine.run(limits=mx.Limits(nodes=nodes)).move in (0, 1)
    assert engine.run(limits=mx.Limits(depth=3)).move in (0, 1)


def test_a_short_search_after_a_long_one_keeps_what_is_known() -> None:
    """Where the first depth is not finished, the answer is the move an earlier search found, not any move."""
    from minimaxer_games.connect_four import ConnectFour

    for move in range(7):
        engine = mx.Search(ConnectFour(), mx.AlphaBetaOptions(ignore={"bounds", "search_moves"}), algorithm="mtdf")
        engine.run(limits=mx.Limits(nodes=20_000))
        engine.advance(move)
        assert engine.run(limits=mx.Limits(nodes=5)).depth > 0


def test_a_deep_tree_under_a_small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shrinking takes one walk and is not repeated for nothing when the path alone fills the budget."""

    class Chain(Walk):
        bounds = None  # type: ignore[assignment]  # not here

        def moves(self, state: int) -> tuple[int, ...]:  # type: ignore[override]  # one way only
            return (0,)

        def outcome(self, state: int) -> int | None:  # type: ignore[override]  # this one ends
            return 1 if state == 5_000 else None

    shrink, sizes = mx.Tree.shrink, list[int]()

    def counted(tree: mx.Tree[Any, Any], current: Node[Any, Any]) -> None:
        shrink(tree, current)
        sizes.append(tree.live)

    monkeypatch.setattr(mx.Tree, "shrink", counted)
    options = mx.AlphaBetaOptions(deepening=False, memory="50KB", ignore={"bounds"})
    assert mx.search(Chain(), depth=5_000, options=options).value == 1
    assert len(sizes) > 3
    assert all(after > 1.5 * before for before, after in pairwise(sizes))


def test_what_states_share_is_not_counted_for_each() -> None:
    """A large table that every state refers to does not fill the budget."""
    shared = {number: str(number) for number in range(50_000)}

    class Sharing(Walk):
        bounds = None  # type: ignore[assignment]  # not here

        def initial(self) -> Any:
            return (0, shared)

        def player(self, state: Any) -> int:
            return int(state[0] % 2)

        def play(self, state: Any, move: int) -> Any:
            return (state[0] + 1, shared)

    options = mx.AlphaBetaOptions(memory="10MB", ignore={"bounds"})
    engine = mx.Search(Sharing(), options)
    engine.run(limits=mx.Limits(depth=10))
    assert engine.tree.live == engine.tree.made


def test_a_missing_key_is_reported_every_time() -> None:
    """The second call does not silently search without the table."""

    class Lists(Walk):
        bounds = None  # type: ignore[assignment]  # not here

        def initial(self) -> Any:
            return [0]

        def player(self, state: Any) -> int:
            return 0

        def play(self, state: Any, move: int) -> Any:
            return [state[0] + 1]

    engine = mx.Search(Lists(), mx.AlphaBetaOptions(table=100, ignore={"bounds"}))
    for _ in range(2):
        with pytest.raises(mx.GameError, match="a transposition table needs hashable keys"):
            engine.run(limits=mx.Limits(depth=2))


def test_any_exception_from_a_game_loses_no_move() -> None:
    """One that is no `Exception` too."""

    class Cancelled(BaseException):
        pass

    class Moody(Drawn):
        angry = True

        def play(self, state: int, move: int) -> int:
            if self.angry and move == 2:
                raise Cancelled
            return super().play(state, move)

    game = Moody({1: 0, 2: 0, 3: 5, 4: 0}, [0] * 5, [[1, 2, 3, 4], [], [], [], []], [0] * 5)
    engine = mx.Search(game)
    with pytest.raises(Cancelled):
        engine.run(limits=mx.Limits(depth=1))
    game.angry = False
    assert engine.run(limits=mx.Limits(depth=1)).move == 2


def test_deep_quiescence_has_room() -> None:
    """A long line of noisy moves does not run into Python's recursion limit."""

    class Noisy(Walk):
        bounds = None  # type: ignore[assignment]  # not here

        def noisy_moves(self, state: int) -> tuple[int]:
            return (0,)

    options = mx.AlphaBetaOptions(quiescence=5_000, ignore={"bounds"})
    assert mx.search(Noisy(), depth=1, options=options).value == 0


class Anything:
    """A move that equals nothing but itself."""


def test_moves_without_equality_are_listed_once() -> None:
    """Root moves are told apart by themselves."""

    class Odd(Drawn):
        def moves(self, state: int) -> Any:
            return [Anything() for _ in self.ways[state]]

        def play(self, state: int, move: Any) -> int:
            return self.ways[state][0]

    result = mx.search(Odd({1: 0}, [0, 0], [[1, 1, 1], []], [0, 0]), depth=1)
    assert len(result.moves) == 3


def test_none_is_no_move() -> None:
    """It would look like no move at all."""

    class Passing(Drawn):
        def moves(self, state: int) -> Any:
            return [None]

        def play(self, state: int, move: Any) -> int:
            return 1

    with pytest.raises(mx.RulesError, match=r"moves\(0\) gave None among the moves; take another value for a pass"):
        mx.search(Passing({1: 0}, [0, 0], [[1], []], [0, 0]), depth=1)


def test_deepening_off_needs_a_depth() -> None:
    """Without one it would dive to the end of a game that may have none."""
    with pytest.raises(mx.OptionError, match="contradictory options: deepening=False needs a limit of depth"):
        mx.search(Rows(), seconds=1, options=mx.AlphaBetaOptions(deepening=False))


def test_false_is_no_outcome() -> None:
    """`return won` without a value for running games is a common slip."""
    with pytest.raises(mx.errors.ScoreError, match="or None while the game runs; got False"):
        mx.search(Drawn({1: False}, [0, 0], [[1], []], [0, 0]), depth=1)


def test_a_bad_result_of_stuck_is_reported_every_time() -> None:
    """The second call does not take it for a finished game."""

    class Stuck(Drawn):
        def stuck(self, state: int) -> float:
            return float("nan")

    engine = mx.Search(Stuck({}, [0], [[]], [0]))
    for _ in range(2):
        with pytest.raises(mx.errors.ScoreError, match=r"stuck\(\) gave nan in 0"):
            engine.run(limits=mx.Limits(depth=1))


@pytest.mark.parametrize("seed", [2739913347, 3357224952, 1052031574])
def test_bounds_that_leave_the_root_no_window(seed: int) -> None:
    """Where `bounds` clip the root's null window to nothing, its children are searched with the whole of it."""
    size, branching, spread, repeats = {
        2739913347: (12, 1, 0, 30),
        3357224952: (11, 4, 2, 30),
        1052031574: (15, 4, 20, 50),
    }[seed]
    graph = BoundedGraph(seed=seed, size=size, branching=branching, spread=spread, repeats=repeats)
    for depth in (3, 12, 20):
        result = mx.search(graph, depth=depth, algorithm="mtdf")
        assert not result.solved or result.value == solved_value(graph, 0, {})
    assert mx.solve(graph, algorithm="mtdf").value == solved_value(graph, 0, {})


def test_quiescence_tries_the_moves_that_searches_try() -> None:
    """Where every move must be tried, that is every one of `search_moves`, as at any depth and in compiled games."""

    class Must:
        def initial(self) -> int:
            return 0

        def player(self, place: int) -> int:
            return 0

        def moves(self, place: int) -> list[int]:
            return [1] if place == 0 else [3, 2]

        def search_moves(self, place: int) -> list[int]:
            return [1] if place == 0 else [2]

        def play(self, place: int, move: int) -> int:
            return move

        def outcome(self, place: int) -> int | None:
            return {2: -1, 3: -9}.get(place)

        def noisy_moves(self, place: int) -> list[int]:
            return []

        def must_move(self, place: int) -> bool:
            return place == 1

        def evaluate(self, place: int) -> int:
            return 4

    played: list[int] = []

    class Watched(Must):
        def play(self, place: int, move: int) -> int:
            played.append(move)
            return move

    assert mx.search(Watched(), depth=1, algorithm="alphabeta").value == -1
    assert set(played) == {1, 2}
