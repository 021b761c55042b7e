"""Value iteration: known values, graphs with circles against plain iteration, and what it says where it cannot answer."""

from __future__ import annotations

import csv
import gzip
import math
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

import minimaxer as mx
from minimaxer.families.value_iteration.iteration import components
from minimaxer.families.value_iteration.solving import IterationDetails
from minimaxer_games.pig import Pig, Turn

from ... import refdata
from ...oracle import expectimax
from ...random_trees import ChanceTree, RandomTree


@pytest.mark.parametrize(
    ("sides", "goal", "probability"),
    [(6, 2, 0.857142857143), (6, 3, 0.837209302326), (6, 5, 0.797047970480), (6, 10, 0.709424322598), (2, 2, 4 / 7)],
)
def test_pig(sides: int, goal: int, probability: float) -> None:
    """The first player's chances. Source: T. Neller and C. Presser, 2004, and the method of their paper."""
    found = mx.solve(Pig(goal=goal, sides=sides))
    assert found.solved
    assert found.win_probability == pytest.approx(probability, abs=1e-11)
    assert isinstance(found.details, IterationDetails)
    assert found.details.error < 1e-6


@pytest.mark.parametrize("name", ["piglet_2_full", "pig_20_full"])
def test_whole_tables_of_pig(name: str) -> None:
    """Some states of each, looked at by themselves."""
    game = Pig(goal=2, sides=2) if name.startswith("piglet") else Pig(goal=20)
    rows = [row for row in refdata.rows(f"chance/{name}.csv") if int(row["mine"]) + int(row["turn_total"]) < game.goal]
    for row in rows if len(rows) < 10 else Random(1).sample([row for row in rows if int(row["mine"]) > 11], 6):
        turn = Turn((int(row["mine"]), int(row["theirs"])), int(row["turn_total"]), 0, False)
        assert mx.solve(game, turn).win_probability == pytest.approx(float(row["win_probability"]), abs=1e-10), row


class Men(NamedTuple):
    """Backgammon men on each player's last six points, the dice left to play, and who moves."""

    points: tuple[tuple[int, ...], tuple[int, ...]]
    dice: tuple[int, ...]
    player: int


class BearOff:
    """Bearing off men, one die after the other; who has none left first wins."""

    def initial(self) -> Men:
        return Men(((1, 0, 0, 0, 0, 0),) * 2, (), 0)

    def player(self, men: Men) -> int:
        return men.player if men.dice else mx.CHANCE

    def chances(self, men: Men) -> Iterator[tuple[tuple[int, ...], float]]:
        for one in range(1, 7):
            for other in range(one, 7):
                yield ((one,) * 4, 1 / 36) if one == other else ((one, other), 2 / 36)

    def moves(self, men: Men) -> Iterator[tuple[int, int]]:
        mine = men.points[men.player]
        highest = max(point for point in range(6) if mine[point])
        for die in sorted(set(men.dice)):
            for point in range(6):
                if mine[point] and point + 1 >= die:
                    yield die, point
            if highest + 1 < die:
                yield die, highest

    def play(self, men: Men, move: Any) -> Men:
        if not men.dice:
            return men._replace(dice=move)
        die, point = move
        mine = list(men.points[men.player])
        mine[point] -= 1
        if point >= die:
            mine[point - die] += 1
        left = list(men.dice)
        left.remove(die)
        points = (tuple(mine), men.points[1]) if men.player == 0 else (men.points[0], tuple(mine))
        if not any(mine):
            return Men(points, (), men.player)
        return Men(points, tuple(left), men.player if left else 1 - men.player)

    def outcome(self, men: Men) -> int | None:
        if any(men.points[0]) and any(men.points[1]):
            return None
        return mx.WIN if not any(men.points[0]) else mx.LOSS


def test_bearing_off() -> None:
    """The roller's chances, as gnubg has them: positions of a few men."""
    rows = refdata.rows("chance/bearoff_two_sided.csv")
    small = [row for row in rows if sum(map(int, row["roller_p1..p6"] + row["other_p1..p6"])) <= 4]
    assert len(small) > 50
    for row in Random(2).sample(small, 12):
        points = tuple(int(each) for each in row["roller_p1..p6"]), tuple(int(each) for each in row["other_p1..p6"])
        found = mx.solve(BearOff(), Men(points, (), 0))
        assert found.solved
        assert found.win_probability == pytest.approx(float(row["roller_win_probability"]), abs=1e-9), row


class Alone(NamedTuple):
    """Men on a player's last six points, the dice left to play, and how often they were thrown."""

    points: tuple[int, ...]
    dice: tuple[int, ...]
    throws: int


class BearOffAlone:
    """Bearing off with as few throws as can be, for one player."""

    value_range = (-30, 0)

    def __init__(self) -> None:
        self._both = BearOff()

    def initial(self) -> Alone:
        return Alone((1, 0, 0, 0, 0, 0), (), 0)

    def player(self, men: Alone) -> int:
        return 0 if men.dice else mx.CHANCE

    def chances(self, men: Alone) -> Iterator[tuple[tuple[int, ...], float]]:
        yield from self._both.chances(Men((men.points, men.points), (), 0))

    def moves(self, men: Alone) -> Iterator[tuple[int, int]]:
        yield from self._both.moves(Men((men.points, men.points), men.dice, 0))

    def play(self, men: Alone, move: Any) -> Alone:
        if not men.dice:
            return Alone(men.points, move, men.throws + 1)
        after = self._both.play(Men((men.points, (1, 0, 0, 0, 0, 0)), men.dice, 0), move)
        return Alone(after.points[0], after.dice, men.throws)

    def outcome(self, men: Alone) -> int | None:
        return None if any(men.points) else -men.throws


def test_bearing_off_alone() -> None:
    """The fewest throws expected, as gnubg has them: one player, whose outcome is a number of points."""
    with gzip.open(refdata.path("chance/bearoff_one_sided_15.csv.gz"), "rt", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if 0 < sum(int(row[f"p{point}"]) for point in range(1, 7)) <= 4]
    for row in Random(3).sample(rows, 12):
        points = tuple(int(row[f"p{point}"]) for point in range(1, 7))
        found = mx.solve(BearOffAlone(), Alone(points, (), 0))
        assert found.solved
        assert found.value == pytest.approx(-float(row["minimal_expected_rolls"]), abs=1e-9), row


# --- graphs -------------------------------------------------------------------------------------------------------------------


class Circles:
    """A random graph of states in which play goes round until chance ends it."""

    value_range = (-9, 9)

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.count = rng.randrange(3, 14)
        self.players = [rng.choice((-1, 0, 1)) for _ in range(self.count)]
        self.after = [[rng.randrange(self.count) for _ in range(rng.randrange(1, 4))] for _ in range(self.count)]
        self.ends = [rng.randrange(-9, 10) for _ in range(self.count)]

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return -1 if state >= 100 else self.players[state]

    def moves(self, state: int) -> list[int]:
        return [100 * (self.after[state][place] + 1) + state for place in range(len(self.after[state]))]

    def chances(self, state: int) -> list[tuple[int, float]]:
        if state < 100:
            moves = self.moves(state)
            return [(move, 1 / len(moves)) for move in moves]
        return [(-1 - state % 100, 0.125), (state // 100 - 1, 0.875)]

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return None if state >= 0 else self.ends[-1 - state]


def iterated(game: Any) -> float:
    """Plain value iteration from one side, until nothing moves."""
    values: dict[int, float] = {}

    def value(state: int) -> float:
        outcome = game.outcome(state)
        return outcome if outcome is not None else values.get(state, 0.0)

    todo, states = [game.initial()], []
    while todo:
        state = todo.pop()
        if state in values or game.outcome(state) is not None:
            continue
        values[state] = 0.0
        states.append(state)
        todo += [move for move, _ in game.chances(state)] if game.player(state) == -1 else game.moves(state)
    for _ in range(600):
        for state in states:
            if game.player(state) == -1:
                values[state] = sum(chance * value(move) for move, chance in game.chances(state))
            else:
                values[state] = (max if game.player(state) == 0 else min)(map(value, game.moves(state)))
    return value(game.initial())


@pytest.mark.thorough
def test_graphs_with_circles() -> None:
    """Values are those of plain iteration, and both bounds come together."""
    for seed in range(100):
        game = Circles(seed)
        found = mx.solve(game)
        assert found.solved, seed
        assert found.value == pytest.approx(iterated(game), abs=1e-9), seed
        if found.move is not None:
            best = max if game.player(0) == 0 else min
            assert found.value == pytest.approx(best(row.value or 0.0 for row in found.moves), abs=1e-9), seed


def test_trees_are_solved_as_by_search() -> None:
    """Where nothing goes round, the values are those of expectimax to the end."""
    for seed in range(100):
        game = ChanceTree(RandomTree(seed=seed, length=5, merging=seed % 2 == 0), 40)
        found = mx.solve(game)
        assert found.engine == "graph/value_iteration"
        assert math.isclose(found.value, expectimax(game, game.initial(), 99), rel_tol=1e-12, abs_tol=1e-5), seed


def test_components_come_after_what_they_lead_to() -> None:
    """On random graphs; together they are all states, each once, and those in one lead to one another."""
    for seed in range(200):
        rng = Random(seed)
        count = rng.randrange(1, 12)
        after = [[rng.randrange(count) for _ in range(rng.randrange(3))] for _ in range(count)]
        found = list(components(after))
        place = {state: number for number, part in enumerate(found) for state in part}
        assert sorted(place) == list(range(count))
        assert all(place[other] <= place[state] for state in range(count) for other in after[state])
        reach = [_reach(after, state) for state in range(count)]
        for one in range(count):
            for other in range(count):
                together = one == other or (other in reach[one] and one in reach[other])
                assert (place[one] == place[other]) == together, (seed, one, other)


def _reach(after: list[list[int]], start: int) -> set[int]:
    seen, todo = set[int](), list(after[start])
    while todo:
        state = todo.pop()
        if state not in seen:
            seen.add(state)
            todo += after[state]
    return seen


# --- what it says -------------------------------------------------------------------------------------------------------------


def test_a_result() -> None:
    """Every move's value, the probability of each outcome, and a line up to where chance decides."""
    game = Pig(goal=10)
    found = mx.solve(game, Turn((5, 4), 4, 0, False))
    assert [row.move for row in found.moves] == [7, 0]
    assert found.move == 7
    assert found.pv == (7,)
    assert found.to_dict()["states"] == 398
    rolling = mx.solve(game, Turn((5, 4), 4, 0, True))
    assert rolling.move is None
    assert [row.probability for row in rolling.moves] == [1 / 6] * 6
    over = mx.solve(game, Turn((5, 4), 5, 0, False))
    assert (over.stop, over.value, over.pv) == (mx.StopReason.FINISHED, mx.WIN, ())


def test_circles_that_chance_never_ends() -> None:
    """Players who may go round for ever leave the bounds apart, and nothing is claimed."""
    after = {"a": ["b", "win"], "b": ["a", "c"], "c": []}
    game: Any = SimpleNamespace(
        initial=lambda: "b",
        player=lambda state: {"a": 0, "b": 1, "c": -1}[state],
        moves=after.__getitem__,
        chances=lambda state: [("win", 0.5), ("loss", 0.5)],
        play=lambda state, move: move,
        outcome=lambda state: {"win": 8, "loss": -8}.get(state),
    )
    game.value_range = (-8, 8)
    found = mx.solve(game)
    assert found.solved
    assert found.value == pytest.approx(0)
    after["b"] = ["a"]
    after["a"] = ["b"]
    lost = mx.solve(game)
    assert not lost.solved
    assert isinstance(lost.details, IterationDetails)
    assert lost.details.error == 8
    assert (lost.value, lost.bound, lost.stop) == (8, mx.Bound.UPPER, mx.StopReason.PLY_LIMIT)


def test_waiting_for_ever_is_worth_nothing() -> None:
    """Where a player may wait or gamble, the value is what he can be sure of, a bound, and the move is to gamble."""
    after = {"start": ["wait", "die"], "wait": ["start"]}
    game: Any = SimpleNamespace(
        initial=lambda: "start",
        player=lambda state: -1 if state == "die" else 0,
        moves=after.__getitem__,
        chances=lambda state: [("win", 0.75), ("loss", 0.25)],
        play=lambda state, move: move,
        outcome=lambda state: {"win": mx.WIN, "loss": mx.LOSS}.get(state),
    )
    found = mx.solve(game)
    assert (found.move, found.bound, found.solved) == ("die", mx.Bound.LOWER, False)
    assert found.win_probability == pytest.approx(0.75)
    assert [(row.move, row.bound) for row in found.moves] == [("die", mx.Bound.EXACT), ("wait", mx.Bound.LOWER)]


def test_limits_end_it() -> None:
    """With a move, and the evaluation."""
    found = mx.solve(Pig(), nodes=100)
    assert (found.stop, found.solved, found.move) == (mx.StopReason.NODES, False, 7)


def test_what_does_not_fit_is_told() -> None:
    """With how many states were found."""
    with pytest.raises(
        mx.GameError, match=r"[\d,]+ reachable states were found, and more are to come, which do not fit 1,048,576"
    ):
        mx.solve(Pig(), options=mx.AlphaBetaOptions(memory="1MB"))


def test_options_without_a_use_are_refused() -> None:
    """And so are states that cannot be hashed."""
    with pytest.raises(mx.OptionError, match="value iteration, by which games with chance are solved, has no use for table"):
        mx.solve(Pig(goal=5), options=mx.AlphaBetaOptions(table="1MB"))
    assert mx.solve(Pig(goal=2), nodes=3000, algorithm="star1").engine == "tree/star1"
    tree = ChanceTree(RandomTree(seed=3), 40)
    listed: Any = SimpleNamespace(
        initial=lambda: [tree.initial()],
        player=lambda state: tree.player(state[0]),
        moves=lambda state: tree.moves(state[0]),
        chances=lambda state: tree.chances(state[0]),
        play=lambda state, move: [tree.play(state[0], move)],
        outcome=lambda state: tree.outcome(state[0]),
    )
    with pytest.raises(mx.GameError, match="value iteration needs hashable states, got one like"):
        mx.solve(listed)
    listed.key = lambda state: state[0]
    assert mx.solve(listed).value == pytest.approx(expectimax(tree, tree.initial(), 99))
