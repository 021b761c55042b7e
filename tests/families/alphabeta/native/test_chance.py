"""Compiled games in which chance decides: every method against plain expectimax in Python, and beside the tree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer_games.pig import Pig

from ....native.random_places import Dice, Dicing, Place, place_of
from ....oracle import expectimax
from ....parts import QUARTERS

SEEDS = 2_000
METHODS = ("expectimax", "star1", "star2")
OPTIONS: tuple[dict[str, Any], ...] = (
    {"table": None},
    {"table": None, "deepening": False},
    {"table": 500, "table_depth": "exact"},
    {"table": "1MB", "table_depth": "exact", "killers": True, "ordering": "insertion"},
    {"table": None, "exact_moves": True},
    {"table": None, "aspiration": 2.5},
)


@pytest.fixture(scope="module")
def fast() -> Any:
    """The random trees, compiled and compared."""
    return mx.compile(Dice())


@pytest.mark.parametrize("part", QUARTERS)
@pytest.mark.parametrize("method", METHODS)
def test_values_are_those_of_plain_expectimax(fast: Any, method: str, part: int) -> None:
    """To rounding, whatever the options; the move is one of that value, and rows say what is true."""
    game = Dice()
    for seed in range(part * SEEDS // 4, (part + 1) * SEEDS // 4):
        state, depth = place_of(seed), 1 + seed % 5
        options = {} if method == "expectimax" else OPTIONS[seed % len(OPTIONS)]
        found = mx.search(fast, state, depth=depth, algorithm=method, options=mx.AlphaBetaOptions(**options))
        wanted = expectimax(game, state, found.depth)
        assert math.isclose(found.value, wanted, rel_tol=1e-12, abs_tol=1e-5), (seed, found)
        if found.solved:
            assert math.isclose(found.value, expectimax(game, state, 99), rel_tol=1e-12, abs_tol=1e-5), (seed, found)
        if found.move is not None:
            after = expectimax(game, game.play(state, found.move), found.depth - 1)
            assert math.isclose(after, wanted, rel_tol=1e-12, abs_tol=1e-5), (seed, found)
        for row in found.moves if options.get("exact_moves") else ():
            assert row.value is not None
            after = expectimax(game, game.play(state, row.move), found.depth - 1)
            assert math.isclose(row.value, after, rel_tol=1e-12, abs_tol=1e-5), (seed, row)


def test_both_tiers_visit_the_same_nodes(fast: Any) -> None:
    """Plain expectimax: the tree counts its root too."""
    for seed in range(60):
        state = place_of(seed)
        options = mx.AlphaBetaOptions(deepening=False)
        native = mx.search(fast, state, depth=5, algorithm="expectimax", options=options)
        tree = mx.search(Dice(), state, depth=5, algorithm="expectimax", options=options)
        assert (native.value, native.nodes + 1) == (tree.value, tree.nodes), seed
        assert native.meaning == "utility"  # a margin was met by one of the searches of this game


@pytest.mark.parametrize(
    "settings", [{}, {"threads": 2}, {"threads": 2, "parallel": "abdada"}, {"threads": 2, "parallel": "lazy_smp"}]
)
@pytest.mark.parametrize("algorithm", ["auto", "star1", "star2"])
def test_solving_and_threads(fast: Any, algorithm: str, settings: dict[str, Any]) -> None:
    """The value of the whole tree, with a table, by one worker and by two."""
    for seed in range(20):
        state = place_of(seed)
        found = mx.solve(fast, state, algorithm=algorithm, **settings)
        assert found.solved
        assert math.isclose(found.value, expectimax(Dice(), state, 99), rel_tol=1e-12, abs_tol=1e-5), seed


def test_a_second_worker_is_left_out_with_a_reason(fast: Any) -> None:
    """Unless its scheme was named."""
    one = mx.search(fast, depth=3, threads=2).workers
    assert one is not None
    assert (one.used, one.asked) == (1, 2)
    assert str(one.note).startswith("where chance decides, all workers look at the same outcomes and save nothing")
    two = mx.search(fast, depth=3, threads=2, parallel="abdada").workers
    assert two is not None
    assert "the same outcomes" not in str(two.note)


def test_what_a_result_says() -> None:
    """Chances of winning, the probability of each outcome, and a line up to where chance decides."""
    game = Pig(goal=20)
    fast = mx.compile(game)
    found = mx.search(fast, depth=6, algorithm="star1", options=mx.AlphaBetaOptions(table=None))
    tree = mx.search(game, depth=6, algorithm="star1")
    assert found.win_probability == pytest.approx(tree.win_probability)
    assert (found.meaning, found.pv, found.winner, found.plies_to_end) == ("chances", (7,), None, None)
    rolling = game.play(game.initial(), 7)
    rolled = mx.search(fast, rolling, depth=5)
    assert rolled.move is None
    assert [row.move for row in rolled.moves] == [1, 2, 3, 4, 5, 6]
    assert sum(row.probability or 0 for row in rolled.moves) == pytest.approx(1)
    assert rolled.value == pytest.approx(sum((row.probability or 0) * (row.value or 0) for row in rolled.moves))
    assert mx.perft(fast, depth=7) == mx.perft(game, depth=7)
    engine = mx.Search(fast)
    engine.run(limits=mx.Limits(depth=3))
    assert engine.advance(7).rolling
    assert engine.advance(4).total == 4


class Loaded(Dice):
    """What it gives goes wrong in later states only, which nobody meets who compares."""

    def __init__(self, fault: int) -> None:
        self.fault = fault

    def is_wrong(self, place: Place, fault: int) -> bool:
        return self.fault == fault and place.code == 777_777

    def player(self, place: Place) -> int:
        return -1 if place.code == 777_777 else super().player(place)

    def chances(self, place: Place) -> Iterator[tuple[int, float]]:
        if self.is_wrong(place, 1):
            yield 0, 0.5
        elif self.is_wrong(place, 2):
            yield 0, 1.5
        else:
            yield from super().chances(place)

    def evaluate(self, place: Place) -> int:
        return 3 * mx.WIN if self.fault == 3 and place.code % 1000 == 777 else 0


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("fault", "text"),
    [(1, "add up to 0.5; expected 1"), (2, "gave 0 the probability 1.5; expected a number above 0")],
)
def test_broken_protocols_raise_as_on_a_tree(method: str, fault: int, text: str) -> None:
    """The kernel notices, and the error is the tree tier's."""
    fast = mx.compile(Loaded(fault))
    with pytest.raises(mx.RulesError, match=text):
        mx.search(fast, Place(777_777, 0), depth=3, algorithm=method)


class Many(Dicing):
    """More outcomes than compiled games have room for, in later states; points from 10 on, and no evaluation."""

    value_range = (10, 30)

    def player(self, place: Place) -> int:
        return -1 if place.code == 777_777 else self.roll(place, 1, 3) - 1

    def chances(self, place: Place) -> Iterator[tuple[int, float]]:
        count = 5_000 if place.code == 777_777 else 3
        for number in range(count):
            yield number, 1 / count

    def outcome(self, place: Place) -> int | None:
        return None if place.ply < self.length else 10 + self.roll(place, 5, 21)


@pytest.mark.thorough
def test_ranges_without_nothing_and_limits() -> None:
    """Without an evaluation a state is worth the number of the range next to 0; too many outcomes are told."""
    game = Many()
    fast = mx.compile(game)
    for depth in (2, 5):
        for method in METHODS:
            native = mx.search(fast, depth=depth, algorithm=method)
            assert native.value == pytest.approx(mx.search(game, depth=depth, algorithm=method).value)
            assert native.value >= 10
    with pytest.raises(mx.RulesError, match=r"chances\(.*\) gave more than 4096 moves, the limit of compiled games"):
        mx.search(fast, Place(777_777, 0), depth=3)
    with pytest.raises(mx.GameError, match="reachable states were found"):
        mx.solve(fast, options=mx.AlphaBetaOptions(memory="100KB"))


def test_pairs_are_asked_for() -> None:
    """Anything else is refused when the game is compiled."""

    class Bare(Dice):
        """Forgot the probabilities."""

        def chances(self, place: Place) -> Iterator[int]:  # type: ignore[override]
            yield 0

    with pytest.raises(mx.CompileError, match=r"gives int; expected pairs \(move, probability\)"):
        mx.compile(Bare())


class Noisy(Dice):
    """With quiescence, which ends where chance decides."""

    def noisy_moves(self, place: Place) -> Iterator[int]:
        yield from range(self.roll(place, 7, 2 + self.roll(place, 2, 4)))


def quiet(game: Any, place: Place) -> float:
    """The static evaluation or the best noisy move; the evaluation alone where chance decides."""
    outcome = game.outcome(place)
    if outcome is not None:
        return float(outcome)
    standing = float(game.evaluate(place))
    if game.player(place) == mx.CHANCE:
        return standing
    values = [standing, *(quiet(game, game.play(place, move)) for move in game.noisy_moves(place))]
    return max(values) if game.player(place) == 0 else min(values)


def with_quiescence(game: Any, place: Place, depth: int) -> float:
    """Plain expectimax whose leaves are quiet."""
    if depth == 0 or game.outcome(place) is not None:
        return quiet(game, place)
    if game.player(place) == mx.CHANCE:
        pairs = game.chances(place)
        return float(sum(chance * with_quiescence(game, game.play(place, move), depth - 1) for move, chance in pairs))
    values = [with_quiescence(game, game.play(place, move), depth - 1) for move in game.moves(place)]
    return max(values) if game.player(place) == 0 else min(values)


def test_quiescence_ends_where_chance_decides() -> None:
    """In both tiers."""
    game = Noisy()
    fast = mx.compile(game)
    for seed in range(150):
        place, depth = place_of(seed), 1 + seed % 4
        wanted = with_quiescence(game, place, depth)
        for rules, methods in ((game, METHODS), (fast, METHODS[1:])):
            for method in methods:
                options: dict[str, Any] = {} if method == "expectimax" else {"table": None}
                found = mx.search(rules, place, depth=depth, algorithm=method, options=mx.AlphaBetaOptions(**options))
                assert found.depth < depth or math.isclose(found.value, wanted, rel_tol=1e-12, abs_tol=1e-5), (seed, method)


class Fortune(Dice):
    """The same trees, whose scores go far beyond a win."""

    value_range = (-1e9, 1e9)

    def outcome(self, place: Place) -> float | None:  # type: ignore[override]
        outcome = super().outcome(place)
        return None if outcome is None else outcome * 999.0

    def evaluate(self, place: Place) -> float:  # type: ignore[override]
        return super().evaluate(place) * 4e8


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS)
def test_values_may_be_large(method: str) -> None:
    """As large as `value_range` says, on either side of all windows."""
    game = Fortune()
    fast = mx.compile(game, check=False)
    for seed in range(100):
        state, depth = place_of(seed), 1 + seed % 5
        options = None if method == "expectimax" else mx.AlphaBetaOptions(table=None)
        found = mx.search(fast, state, depth=depth, algorithm=method, options=options)
        assert math.isclose(found.value, expectimax(game, state, found.depth), rel_tol=1e-9, abs_tol=1e-2), (seed, found)
