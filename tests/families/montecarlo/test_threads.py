"""Monte Carlo tree search by several threads on one tree: nothing is lost or counted twice, and what is proven is true."""

from __future__ import annotations

import signal
import struct
import sys
import threading
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.errors import RulesError, ScoreError
from minimaxer.families.montecarlo.native import layout as w, team
from minimaxer.families.montecarlo.native.team import Team
from minimaxer.families.montecarlo.options import MonteCarloDetails
from minimaxer.native import compile_game

from ...native.games import FloatGame
from ...native.random_places import Dice, Duel, Five, Three, place_of
from ...processes import PATIENCE, comes_true, started, threads_since
from .test_montecarlo import best, equilibria

pytestmark = pytest.mark.thorough

Options = mx.MonteCarloOptions


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers join from the first node on, so that small searches are shared too."""
    monkeypatch.setattr(team, "PATIENCE", 0)
    monkeypatch.setattr(team, "LEAST_SHARE", 1)


@cache
def compiled(kind: Any) -> Any:
    """The game, compiled once for all tests."""
    return compile_game(mx.find_game(kind) if isinstance(kind, str) else kind(), check=False)


def opened(kind: Any, threads: int, **options: Any) -> mx.Search[Any, Any]:
    """A search by that many workers."""
    given: dict[str, Any] = {"seed": 1, "memory": "64MB"} | options
    return mx.Search(compiled(kind), Options(**given), algorithm="montecarlo", threads=threads)


def kernel_of(engine: Any) -> Team:
    """The kernel of a search that has begun."""
    kernel: Team = engine._tier._kernel
    return kernel


class Node(NamedTuple):
    """The words of a node."""

    visits: int
    link: int
    totals: tuple[float, ...]


def node_at(kernel: Team, number: int) -> Node:
    """What stands in the memory of a node."""
    place, sums = number * kernel._node, w.sums(kernel._players)
    totals = struct.unpack_from(f"<{sums}{kernel._score}", kernel._tree.bytes, 8 * (place + w.TOTALS))
    return Node(kernel._tree.words[place + w.VISITS], kernel._tree.words[place + w.LINK], totals)


def check_counts(kernel: Team, *, solver: bool = False) -> None:
    """Nothing is pending, and visits and totals are those of the children and of the node's own playouts.

    A result that is bettered on its way up, since a better move is proven, is not the same at all nodes.
    """
    low, high = kernel.spread
    slack = 1e-6 * max(1.0, abs(low), abs(high))
    for number in range(kernel.words[w.USED]):
        node = node_at(kernel, number)
        assert 0 <= node.visits < 1 << 40, (number, node)
        count, first = node.link >> w.COUNT_SHIFT & w.COUNT_MASK, node.link >> w.FIRST_SHIFT
        assert bool(node.link & w.GROWING) == (count > 0), (number, node)
        assert bool(node.link & w.PROVING) == bool(node.link & w.PROVEN), (number, node)
        if not count:
            continue
        children = [node_at(kernel, child) for child in range(first, first + count)]
        own = node.visits - sum(child.visits for child in children)
        assert own >= (1 if number else 0), (number, node, children)
        for place, total in enumerate(node.totals):
            rest = total - sum(child.totals[place] for child in children)
            least, most = (low, high) if len(node.totals) > 1 else (min(low, -high), max(high, -low))
            assert solver or own * least - slack * node.visits <= rest <= own * most + slack * node.visits, (number, node)


# --- counting ---------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("threads", [pytest.param(2, marks=pytest.mark.thorough), 4])
@pytest.mark.parametrize(
    "kind", ["connect_four", "pig:goal=15", Duel, FloatGame, Three, pytest.param(Five, marks=pytest.mark.thorough)]
)
def test_visits_and_totals_add_up(kind: Any, threads: int) -> None:
    """Two players, dice, margins, floats, three players, and five with both."""
    engine = opened(kind, threads, solver=False)
    for simulations in (1, 7, 500, 6_000):
        engine.close()
        found = engine.run(None, mx.Limits(simulations=simulations))
        assert isinstance(found.details, MonteCarloDetails)
        assert (found.details.simulations, found.details.visits) == (simulations, simulations)
        assert found.stop is mx.StopReason.SIMULATIONS
        check_counts(kernel_of(engine))
        assert sum(row.visits or 0 for row in found.moves) <= simulations  # the others end at the root while it gets children
        assert found.workers is not None
        assert (found.workers.used, sum(found.workers.nodes)) == (threads, found.nodes)
    engine.close()


@pytest.mark.usefixtures("at_once")
def test_memory_is_bounded() -> None:
    """The tree fills what it may, and no more; simulations go on."""
    engine = opened("connect_four", 4, memory="256KB")
    found = engine.run(None, mx.Limits(simulations=20_000))
    assert isinstance(found.details, MonteCarloDetails)
    assert found.details.simulations == 20_000
    assert 0.9 < found.details.memory_full <= 1
    check_counts(kernel_of(engine), solver=True)
    engine.close()


def test_what_several_workers_do_is_told() -> None:
    """By worker, with the scheme; a short search has one, and says why."""
    engine = opened("connect_four", 3)
    found = engine.run(None, mx.Limits(simulations=20_000))
    assert found.workers is not None
    assert (found.workers.asked, found.workers.used, found.workers.scheme, found.workers.note) == (3, 3, "threads", None)
    assert all(found.workers.nodes)
    short = engine.run(mx.find_game("connect_four").initial(), mx.Limits(simulations=5))
    assert str(short.workers) == (
        "1 of 3 workers: the search was over, or its limit of nodes too near, before others could join, 1,000 nodes on"
    )
    state: Any = mx.find_game("connect_four").parse("xxxx/ooo/////")  # type: ignore[attr-defined]
    over = engine.run(state)
    assert (over.stop, over.workers is not None and over.workers.used) == (mx.StopReason.FINISHED, 1)
    engine.close()


def test_limits_hold_for_all_together() -> None:
    """Nodes are no more than allowed, by as much as one playout a worker; results come as the search goes on; time ends all."""
    engine = opened("connect_four", 2)
    found = engine.run(None, mx.Limits(nodes=50_000))
    assert found.stop is mx.StopReason.NODES
    assert 49_000 < found.nodes < 50_000 + 2 * 50
    few = engine.run(None, mx.Limits(nodes=500))
    assert (few.stop, few.nodes < 550) == (mx.StopReason.NODES, True)
    told = [each.details for each in engine.iterate(None, mx.Limits(simulations=9_000))]
    assert [each.simulations for each in told if isinstance(each, MonteCarloDetails)] == [1_024, 2_048, 4_096, 8_192, 9_000]
    assert engine.run(None, mx.Limits(seconds=0.02)).stop is mx.StopReason.SECONDS
    check_counts(kernel_of(engine), solver=True)
    engine.close()


# --- what is proven ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("at_once")
def test_what_is_proven_is_true() -> None:
    """Of random trees with wins, margins and irregular turns: the root, and each of its moves; all are proven in the end."""
    game: Any = Duel()
    engine = opened(Duel, 2)
    for seed in range(100):
        state = place_of(seed)
        if game.outcome(state) is not None:
            continue
        found = engine.run(state, mx.Limits(simulations=20 + 13 * seed))
        for row in found.moves:
            if row.bound is mx.Bound.EXACT:
                assert row.value == best(game, game.play(state, row.move)), (seed, row)
        if found.solved:
            assert found.value == best(game, state), seed
            assert best(game, game.play(state, found.move)) == found.value, seed
        check_counts(kernel_of(engine), solver=True)
        solved = engine.solve(state)
        assert (solved.solved, solved.value) == (True, best(game, state)), seed
    engine.close()


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("name", ["connect_four:width=4,height=4", "tic_tac_toe"])
def test_what_is_proven_is_what_the_solver_says(name: str) -> None:
    """Positions of random games: every move that is proven, and the root."""
    game, rng = mx.find_game(name), Random(1)
    engine, exact = opened(name, 2), mx.Search(compiled(name), mx.AlphaBetaOptions(exact_moves=True))
    for _ in range(60):
        state = game.initial()
        for _ in range(rng.randint(2, 9)):
            if game.outcome(state) is None:
                state = game.play(state, rng.choice(list(game.moves(state))))
        if game.outcome(state) is not None:
            continue
        found = engine.run(state, mx.Limits(simulations=rng.choice((50, 500, 5_000))))
        values = {row.move: row.value for row in exact.solve(state).moves}
        for row in found.moves:
            value = values[row.move]
            if row.bound is mx.Bound.EXACT and value is not None:
                winner = (value > 0) - (value < 0)
                assert row.value == (mx.WIN * winner if mx.is_decisive(value) else value), (state, row)
    engine.close()
    exact.close()


@pytest.mark.usefixtures("at_once")
def test_payoffs_of_three_that_are_proven_are_an_equilibrium() -> None:
    """Whatever way ties are broken; and some are proven."""
    engine, proven = opened(Three, 4), 0
    for seed in range(30):
        found = engine.run(place_of(seed), mx.Limits(simulations=3_000))
        if found.solved and found.stop is not mx.StopReason.FINISHED:
            proven += 1
            assert found.payoffs is not None
            assert tuple(found.payoffs) in equilibria(Three(), place_of(seed)), (seed, found)
    assert proven > 5
    engine.close()


@pytest.mark.usefixtures("at_once")
def test_float_scores_and_dice_are_proven_too() -> None:
    """A position is solved exactly as one worker solves it."""
    for kind in (FloatGame, Dice):
        one, many = opened(kind, 1), opened(kind, 3)
        for seed in range(20):
            state = FloatGame().start(seed) if kind is FloatGame else place_of(seed)
            alone = one.run(state, mx.Limits(simulations=20_000))
            shared = many.run(state, mx.Limits(simulations=20_000))
            if alone.solved and shared.solved:
                assert shared.value == pytest.approx(alone.value), seed
            elif kind is FloatGame:
                assert alone.solved == shared.solved
        one.close()
        many.close()


# --- how it ends ------------------------------------------------------------------------------------------------------------


def test_stops_and_moves_leave_nothing_behind() -> None:
    """Two hundred at random moments: counts stay right, results legal, and threads end with the search."""
    rng, game, begun = Random(7), compiled("connect_four"), threads_since()
    engine = opened("connect_four", 3, memory="128KB")
    state = game.initial()
    for round_ in range(200):
        timer = threading.Timer(rng.random() * 0.004, engine.stop)
        timer.start()
        found = engine.run(state, mx.Limits(seconds=0.05))  # the stop may come before the search
        timer.join()
        if round_ % 20 == 0:
            check_counts(kernel_of(engine), solver=True)
        assert found.move in game.moves(state)
        state = engine.advance(rng.choice(list(game.moves(state))))
        if game.outcome(state) is not None:
            state = game.initial()
    engine.close()
    assert begun() == 0


@pytest.mark.usefixtures("at_once")
def test_the_tree_is_kept_through_a_game() -> None:
    """What is below the move that was played is known at once, and counts on."""
    engine = opened("connect_four", 2, solver=False)
    for _ in range(6):
        found = engine.run(None, mx.Limits(simulations=2_000))
        row = found.moves[0]
        engine.advance(row.move)
        after = engine.run(None, mx.Limits(simulations=100))
        assert isinstance(after.details, MonteCarloDetails)
        assert after.details.visits == (row.visits or 0) + 100
        check_counts(kernel_of(engine))
    engine.close()


def test_no_thread_outlives_its_search() -> None:
    """Helpers go when their `Search` is closed, and when it is forgotten."""
    begun = threads_since()
    mx.search(compiled("connect_four"), simulations=20_000, algorithm="montecarlo", threads=4)
    assert begun() == 0
    engine = opened("connect_four", 4)
    engine.run(None, mx.Limits(simulations=20_000))
    assert begun() == 4
    engine.close()
    assert engine.run(None, mx.Limits(simulations=20_000)).move in range(7)
    del engine
    assert comes_true(lambda: begun() == 0)


OUTCOME, PLAYER, ERROR, FINE = range(4)


class Step(NamedTuple):
    number: int
    ply: int
    kind: int


class Trap:
    """Wrong somewhere, in the way that the state says; each worker goes its own way there."""

    def initial(self) -> Step:
        return Step(1, 0, FINE)

    def player(self, step: Step) -> int:
        return 2 if step.kind == PLAYER and self.is_wrong(step) else step.ply % 2

    def moves(self, step: Step) -> Iterator[int]:
        yield from range(4)

    def play(self, step: Step, move: int) -> Step:
        return Step((step.number * 31 + move * 7) % 1_000_003, step.ply + 1, step.kind)

    def outcome(self, step: Step) -> int | None:
        if step.kind == OUTCOME and self.is_wrong(step):
            return mx.WIN + 5
        if step.kind == ERROR and self.is_wrong(step):
            return 100 // (step.number - step.number)
        return step.number % 3 - 1 if step.ply == 20 else None

    def is_wrong(self, step: Step) -> bool:
        return step.ply > 3 and step.number % 97_777 == 5


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("kind", "error"), [(OUTCOME, ScoreError), (PLAYER, RulesError), (ERROR, ZeroDivisionError)])
def test_an_error_in_one_worker_ends_all(kind: int, error: type[Exception]) -> None:
    """Whoever meets it, it is raised as with one worker, and the same object can be used again."""
    begun = threads_since()
    engine = opened(Trap, 4)
    for _ in range(10):
        with pytest.raises(error):
            engine.run(Step(1, 0, kind), mx.Limits(simulations=10_000_000))
        assert engine.size_bytes < 100
        assert engine.run(Step(1, 0, FINE), mx.Limits(simulations=3_000)).stop is mx.StopReason.SIMULATIONS
        check_counts(kernel_of(engine), solver=True)
    engine.close()
    assert begun() == 0


def test_ctrl_c_ends_all_workers() -> None:
    """The interpreter gets its KeyboardInterrupt while all are at work, and the search goes on afterwards with what it knows."""
    source = """
import threading
import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from tests.processes import tell_when_at_work
fast = mx.compile(ConnectFour())
mx.search(fast, simulations=100, algorithm="montecarlo", threads=3)
engine = mx.Search(fast, algorithm="montecarlo", threads=3)
tell_when_at_work(engine)
try:
    engine.run(limits=mx.Limits(seconds=600))
except KeyboardInterrupt:
    engine.advance(3)
    found = engine.run(limits=mx.Limits(simulations=5_000))
    engine.close()
    print("interrupted", threading.active_count(), found.details.simulations, found.details.visits > 5_000, flush=True)
"""
    process = started([sys.executable, "-c", source])
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert out == "interrupted 1 5000 True\n"


# --- one worker -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "state", "nodes", "visits"),
    [
        ("connect_four", None, 275_656, [13_063, 4_309, 986, 479, 440, 404, 319]),
        (Dice, place_of(3), 49_645, [13_358, 6_642]),
        (FloatGame, None, 54, [9, 1]),
        (Three, place_of(3), 4_292, [1, 639]),
    ],
)
def test_one_worker_searches_as_ever(kind: Any, state: Any, nodes: int, visits: list[int]) -> None:
    """With a seed and the defaults, nodes and the visits of the root's moves are always these: others mean another search."""
    found = opened(kind, 1).run(state, mx.Limits(simulations=20_000))
    assert found.workers is None
    assert (found.nodes, [row.visits for row in found.moves]) == (nodes, visits)


def test_schemes_are_refused() -> None:
    """There is one way to share the tree; processes and tables have no part in it."""
    schemes: tuple[Any, ...] = ("lazy_smp", "abdada", "processes")
    for scheme in schemes:
        with pytest.raises(mx.OptionError) as caught:
            mx.Search(compiled("connect_four"), algorithm="montecarlo", threads=2, parallel=scheme)
        assert str(caught.value) == (
            f"contradictory options: parallel={scheme!r}: Monte Carlo tree search shares its tree in one way; leave parallel out"
        )
