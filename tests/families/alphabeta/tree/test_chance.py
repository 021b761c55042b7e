"""Games in which chance decides, on a tree: every method against plain expectimax, and what the results say."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import minimaxer as mx
from minimaxer_games.pig import Pig, Turn

from .... import refdata
from ....oracle import expectimax
from ....parts import QUARTERS
from ....random_trees import ChanceTree, Place, RandomTree

SEEDS = 2_000
METHODS = ("expectimax", "star1", "star2")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"deepening": False},
    {"table": 500, "table_depth": "exact"},
    {"exact_moves": True},
    {"aspiration": 2},
    {"ordering": "lazy_pick", "lazy_children": False},
)


def tree_of(seed: int) -> ChanceTree:
    """The random tree of that number: ties, irregular turns, margins and wins, floats, paths that meet."""
    shape = {"branching": 2 + seed % 3, "length": 4 + seed % 3, "spread": 1 + seed % 4}
    return ChanceTree(RandomTree(seed=seed, fractions=seed % 5 == 0, merging=seed % 2 == 1, **shape), 30 + seed % 40)


def options_of(seed: int, method: str) -> mx.AlphaBetaOptions:
    """Options by turns; those that expectimax has no use for are left out there."""
    chosen = OPTIONS[seed % len(OPTIONS)]
    return mx.AlphaBetaOptions(**({} if method == "expectimax" else chosen))


@pytest.mark.parametrize("part", QUARTERS)
@pytest.mark.parametrize("method", METHODS)
def test_values_are_those_of_plain_expectimax(method: str, part: int) -> None:
    """At every depth that was finished, to rounding; moves are those of the value."""
    for seed in range(part * SEEDS // 4, (part + 1) * SEEDS // 4):
        game = tree_of(seed)
        depth = 1 + seed % 5
        found = mx.search(game, depth=depth, algorithm=method, options=options_of(seed, method))
        wanted = expectimax(game, game.initial(), found.depth)
        assert math.isclose(found.value, wanted, rel_tol=1e-12, abs_tol=1e-6), (seed, found)
        if found.solved:
            assert math.isclose(found.value, expectimax(game, game.initial(), 99), rel_tol=1e-12, abs_tol=1e-6), (seed, found)
        if found.move is not None:
            after = game.play(game.initial(), found.move)
            assert math.isclose(expectimax(game, after, found.depth - 1), wanted, rel_tol=1e-12, abs_tol=1e-6), (seed, found)


def test_solved_values_do_not_hang_on_the_method() -> None:
    """Trees that end are solved, by every method and from every state on the way."""
    for seed in range(150):
        game = tree_of(seed)
        values = [mx.solve(game, algorithm=method) for method in METHODS]
        assert all(each.solved for each in values), seed
        assert max(each.value for each in values) - min(each.value for each in values) < 1e-6, seed


class Detour:
    """A throw decides between the short way to a loss of 2 and a detour, on which one point is lost at once."""

    value_range = (-1000, 1000)

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return mx.CHANCE if state[0] in (3, 5) else 0

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [1]

    def chances(self, state: tuple[int, int]) -> list[tuple[int, float]]:
        return [(2, 0.5), (1, 0.5)] if state[0] == 3 else [(1, 1.0)]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, state[1] - (state[0] == 4)

    def outcome(self, state: tuple[int, int]) -> int | None:
        return state[1] - 2 if state[0] == 7 else None

    def evaluate(self, state: tuple[int, int]) -> int:
        return state[1]

    def bounds(self, state: tuple[int, int]) -> tuple[int, int]:
        return (-5, -2) if state[0] == 3 else (-600, 600)


@pytest.mark.parametrize("method", METHODS)
def test_a_sum_with_what_was_only_looked_at_is_not_solved(method: str) -> None:
    """However the sum of the others' values and of that bound came outside the window."""
    for depth in range(1, 9):
        found = mx.search(Detour(), depth=depth, algorithm=method)
        assert found.value == pytest.approx(-2.5) or not found.solved, depth


def test_pruning_saves_nodes() -> None:
    """Star1 visits fewer nodes than expectimax, with a range known for the values fewer still."""
    nodes = dict.fromkeys((*METHODS, "ranged"), 0)
    for seed in range(40):
        game = ChanceTree(RandomTree(seed=seed, branching=4, length=6, ends=0, spread=5), 40)
        for method in METHODS:
            nodes[method] += mx.search(game, depth=5, algorithm=method).nodes
        game.value_range = (-5, 5)  # type: ignore[attr-defined]
        if {mx.WIN, mx.LOSS} & set(map(game.outcome, _ends(game, game.initial(), 5))):
            nodes["ranged"] += mx.search(ChanceTree(game.tree, 40), depth=5, algorithm="star1").nodes
        else:
            nodes["ranged"] += mx.search(game, depth=5, algorithm="star1").nodes
    assert nodes["ranged"] <= nodes["star1"] < nodes["expectimax"]


def _ends(game: Any, place: Place, depth: int) -> Iterator[Place]:
    """All places to that depth."""
    yield place
    if depth and game.outcome(place) is None:
        moves = (move for move, _ in game.chances(place)) if game.player(place) == mx.CHANCE else game.moves(place)
        for move in moves:
            yield from _ends(game, game.play(place, move), depth - 1)


class Drawn:
    """A tree from the reference data, whose states are the ways to them."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.value_range = tuple(tree["range"])
        self._root = tree["tree"]

    def _at(self, way: tuple[int, ...]) -> dict[str, Any]:
        found: dict[str, Any] = self._root
        for move in way:
            found = found["children"][move]
        return found

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, way: tuple[int, ...]) -> int:
        return int(self._at(way)["player"])

    def moves(self, way: tuple[int, ...]) -> range:
        return range(len(self._at(way)["children"]))

    def chances(self, way: tuple[int, ...]) -> list[tuple[int, float]]:
        weights = self._at(way)["weights"]
        return [(number, weight / sum(weights)) for number, weight in enumerate(weights)]

    def play(self, way: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*way, move)

    def outcome(self, way: tuple[int, ...]) -> int | None:
        payoff = self._at(way).get("payoff")
        return None if payoff is None else int(payoff[0])


@pytest.mark.parametrize("method", METHODS)
def test_reference_trees(method: str) -> None:
    """Exact values of 200 trees that OpenSpiel's expectiminimax gave too."""
    for tree in json.loads(refdata.path("chance/random_chance_trees.json").read_text(encoding="utf-8"))["trees"]:
        found = mx.solve(Drawn(tree), algorithm=method)
        assert found.solved
        assert math.isclose(found.value, Fraction(tree["value"]), rel_tol=1e-12, abs_tol=1e-12), tree["id"]
        assert found.meaning == "utility"
        assert found.win_probability is None


# --- what results say ---------------------------------------------------------------------------------------------------------


def test_a_result_tells_how_likely_a_win_is() -> None:
    """Where outcomes are wins and losses; no average is taken for a win at a distance."""
    game = Pig(goal=10)
    found = mx.search(game, game.parse("8-9+0/0"), depth=2)
    assert found.meaning == "chances"
    assert found.win_probability is not None
    assert found.win_probability == pytest.approx((found.value / mx.WIN + 1) / 2)
    assert found.winner is None
    assert found.plies_to_end is None
    assert "player 0 wins with " in str(found)
    assert found.to_dict()["win_probability"] == found.win_probability
    assert mx.search(mx.find_game("tic_tac_toe"), depth=2).win_probability is None


def test_what_is_nearly_won_is_not_won() -> None:
    """An average within the band of wins is one; only what is certain has a winner."""

    class Lottery:
        """One draw: a loss is one in a hundred."""

        def initial(self) -> int:
            return 0

        def player(self, state: int) -> int:
            return mx.CHANCE

        def moves(self, state: int) -> list[int]:
            raise AssertionError

        def chances(self, state: int) -> list[tuple[int, float]]:
            return [(1, 0.99), (2, 0.01)]

        def play(self, state: int, move: int) -> int:
            return move

        def outcome(self, state: int) -> int | None:
            return {1: mx.WIN, 2: mx.LOSS}.get(state)

    found = mx.solve(Lottery())
    assert found.value == pytest.approx(0.98 * mx.WIN)
    assert found.winner is None
    assert found.solved
    assert found.move is None
    assert found.pv == ()
    assert [row.probability for row in found.moves] == [0.99, 0.01]
    assert str(found.moves[0]) == "1 (0.99): player 0 wins with 100.00 %"
    assert found.moves[1].to_dict()["probability"] == 0.01
    with pytest.raises(mx.errors.FinishedGameError, match="chance decides"):
        mx.best_move(Lottery())


def test_a_line_ends_where_chance_decides() -> None:
    """And what chance may bring stays in the game's own order, with what is known of each."""
    game = Pig(goal=20)
    found = mx.search(game, depth=4)
    assert found.pv == (7,)
    assert not found.finished
    rolled = mx.search(game, game.play(game.initial(), 7), depth=4)
    assert [row.move for row in rolled.moves] == [1, 2, 3, 4, 5, 6]
    assert sum(row.probability or 0 for row in rolled.moves) == pytest.approx(1)
    assert rolled.value == pytest.approx(sum((row.probability or 0) * (row.value or 0) for row in rolled.moves))


def test_a_search_goes_on_after_moves_and_rolls() -> None:
    """What the tree knows is kept from roll to roll."""
    game = Pig(goal=30)
    engine = mx.Search(game)
    engine.run(limits=mx.Limits(depth=4))
    assert engine.advance(7).rolling
    assert engine.run(limits=mx.Limits(depth=4)).move is None
    assert engine.advance(5) == Turn((0, 0), 5, 0, False)
    after = engine.run(limits=mx.Limits(depth=4))
    assert after.value == pytest.approx(mx.search(game, Turn((0, 0), 5, 0, False), depth=4).value)


# --- wrong input --------------------------------------------------------------------------------------------------------------


def with_chances(chances: Any) -> Any:
    """A game that asks chance at once."""
    game = ChanceTree(RandomTree(seed=1, length=1), 100)
    game.chances = chances  # type: ignore[method-assign]
    return game


@pytest.mark.parametrize(
    ("chances", "text"),
    [
        (lambda state: 3, "gave 3; expected pairs"),
        (lambda state: [0, 1], r"gave 0; expected pairs \(move, probability\)"),
        (lambda state: [(0, 0.5), (1, 0.4)], "add up to 0.9; expected 1"),
        (lambda state: [(0, 0.8), (1, 0.8)], "add up to 1.6; expected 1"),
        (lambda state: [(0, 1.5), (1, -0.5)], "gave 0 the probability 1.5; expected a number above 0, up to 1"),
        (lambda state: [(0, 0.0), (1, 1.0)], "gave 0 the probability 0.0"),
        (lambda state: [(0, "half"), (1, 0.5)], "the probability 'half'"),
        (lambda state: [], "add up to 0; expected 1"),
    ],
)
def test_chances_that_are_none_are_told(chances: Any, text: str) -> None:
    """With the state and what was given."""
    with pytest.raises(mx.RulesError, match=text):
        mx.search(with_chances(chances), depth=3)


def test_methods_know_what_they_are_for() -> None:
    """Those for chance, and those for games without it."""
    with pytest.raises(mx.OptionError, match="star2 is for games with chance, and this one has no method chances"):
        mx.search(mx.find_game("nim"), depth=2, algorithm="star2")
    with pytest.raises(mx.OptionError, match="pvs is for games without chance, and this one has chances"):
        mx.search(Pig(), depth=2, algorithm="pvs")
    with pytest.raises(mx.OptionError, match="expectimax has no use for table"):
        mx.search(Pig(), depth=2, algorithm="expectimax", options=mx.AlphaBetaOptions(table="1MB"))


def test_advice_can_be_taken() -> None:
    """Where an option has no use, a method is named that has one, or none."""
    with pytest.raises(mx.OptionError, match="expectimax has no use for table; leave out or take 'star1'"):
        mx.search(Pig(), depth=2, algorithm="expectimax", options=mx.AlphaBetaOptions(table="1MB"))
    with pytest.raises(mx.OptionError, match=r"star1 has no use for shorten; leave out$"):
        mx.search(Pig(), depth=2, algorithm="star1", options=mx.AlphaBetaOptions(shorten=True))


def test_best_move_tells_the_state() -> None:
    """Also that in which the game begins."""
    game = ChanceTree(RandomTree(seed=1), 100)
    with pytest.raises(mx.errors.FinishedGameError, match=r"got Place\(path=\(\), ply=0\), where chance decides"):
        mx.best_move(game, depth=1)


def test_without_an_evaluation_a_state_is_worth_what_is_next_to_nothing() -> None:
    """Within the range: pruning rests on it."""
    for seed in range(200):
        tree = RandomTree(seed=seed, length=5)
        parts: dict[str, Any] = {name: getattr(tree, name) for name in ("initial", "play", "moves")}
        dice = ChanceTree(tree, 40)
        parts |= {"player": dice.player, "chances": dice.chances, "value_range": (10, 30)}
        game: Any = SimpleNamespace(
            **parts, outcome=lambda place, tree=tree: None if place.ply < 5 else 10 + tree._roll(place, "points", 21)
        )
        values = {round(mx.search(game, depth=1 + seed % 6, algorithm=method).value, 6) for method in METHODS}
        assert len(values) == 1, seed
        assert 10 <= values.pop() <= 30


def test_chance_needs_chances() -> None:
    """A player that says so in a game that has none."""
    tree = RandomTree(seed=1)
    parts = {name: getattr(tree, name) for name in ("initial", "moves", "play", "outcome")}
    forgetful: Any = SimpleNamespace(**parts, player=lambda place: mx.CHANCE)
    with pytest.raises(mx.RulesError, match=r"gave mx\.CHANCE, but the game has no method chances\(state\), or it is ignored"):
        mx.search(forgetful, depth=2)


def test_values_outside_the_range_are_told() -> None:
    """Of outcomes and evaluations; and a range that is none."""
    game: Any = Drawn({"range": [-1, 1], "tree": {"player": 0, "children": [{"payoff": [3, -3]}]}})
    with pytest.raises(mx.errors.ScoreError, match=r"outcome\(\) gave 3 .* from -1 to 1, the game's value_range"):
        mx.search(game, depth=2)
    game.value_range = (1, 1)
    with pytest.raises(mx.GameError, match=r"Drawn.value_range is \(1, 1\); expected two numbers \(low, high\), low below high"):
        mx.search(game, depth=2)
    pig: Any = Pig()
    with pytest.raises(mx.errors.ScoreError, match=r"evaluate\(\) gave 2000000 .* from mx.LOSS to mx.WIN"):
        mx.search(pig, depth=2, evaluate=lambda state: 2 * mx.WIN)
