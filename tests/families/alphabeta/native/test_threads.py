"""Several threads on a compiled game: the same values as one, however the search ends, and nothing left behind."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.families.alphabeta.native import team
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe

from .... import refdata
from ....native.games import (
    BoundedGame,
    FloatGame,
    HashedGame,
    MirroredGame,
    NoisyGame,
    OrderedGame,
    PassingGame,
    StuckGame,
)
from ....oracle import best_moves, check_line, minimax
from ....processes import PATIENCE, comes_true, started, threads_since

SCHEMES: tuple[Any, ...] = ("abdada", "lazy_smp")
TABLES: tuple[Any, ...] = (2, 64, "1MB")
EXACT = mx.AlphaBetaOptions(table_depth="exact", null_move=False, ignore={"bounds", "search_moves"}, table="1MB")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers join from the first node on, so that small searches are shared too."""
    monkeypatch.setattr(team, "PATIENCE", 0)
    monkeypatch.setattr(team, "LEAST_SHARE", 1)


@cache
def compiled(game: Any) -> Any:
    """The game, compiled once for all tests."""
    return mx.compile(game, check=False)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        pytest.param(HashedGame(), 150, marks=pytest.mark.thorough),
        pytest.param(HashedGame(merging=True, length=7), 150, marks=pytest.mark.thorough),
        (HashedGame(spread=0, repeats=60), 80),
        (FloatGame(), 80),
        (OrderedGame(), 80),
        (StuckGame(), 80),
        (MirroredGame(length=5), 50),
        (NoisyGame(), 80),
    ],
    ids=["plain", "merging", "ties", "floats", "ordered", "stuck", "mirrored", "noisy"],
)
def test_fixed_depths_equal_plain_minimax(game: Any, seeds: int) -> None:
    """With `table_depth="exact"`, value and move of two to four workers are those of plain minimax."""
    rng = Random(5)
    for seed in range(seeds):
        state, depth = game.start(seed), rng.randint(2, 7)
        options = mx.AlphaBetaOptions(
            table=rng.choice(TABLES),
            table_depth="exact",
            exact_moves=rng.random() < 0.2,
            enhanced_cutoffs=rng.random() < 0.3,
            ordering=rng.choice(["lazy_pick", "insertion", "none"]),
            quiescence=rng.choice([0, 32]),
        )
        quiescence = options.quiescence if hasattr(game, "noisy_moves") else 0
        algorithm = rng.choice(["pvs", "alphabeta"])
        threads, scheme = rng.randint(2, 4), rng.choice(SCHEMES)
        result = mx.search(
            compiled(game), state, depth=depth, options=options, algorithm=algorithm, threads=threads, parallel=scheme
        )
        value, moves = best_moves(game, state, depth, quiescence=quiescence)
        assert (result.value, result.move in moves) == (value, True), (state, depth, options, scheme)
        check_line(game, state, result)


@pytest.mark.thorough
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    "game",
    [HashedGame(merging=True, length=7), StuckGame(), PassingGame(length=7), BoundedGame(), MirroredGame(length=5), FloatGame()],
    ids=["merging", "stuck", "passing", "bounded", "mirrored", "floats"],
)
def test_solved_values_are_true(game: Any) -> None:
    """Whatever the scheme and the number of workers."""
    rng = Random(6)
    for seed in range(60):
        state = game.start(seed)
        options = mx.AlphaBetaOptions(table=rng.choice(TABLES), exact_moves=rng.random() < 0.2)
        result = mx.solve(compiled(game), state, options=options, threads=rng.randint(2, 4), parallel=rng.choice(SCHEMES))
        expected = minimax(game, state, 99)
        assert (result.solved, result.value) == (True, expected), (state, options)
        assert minimax(game, game.play(state, result.move), 99, ply=1) == expected


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("game", "depth"),
    [
        (ConnectFour(), 12),
        (Mancala(), 11),
        pytest.param(Nim(heaps=(3, 4, 5, 6)), 9, marks=pytest.mark.thorough),
        pytest.param(TicTacToe(), 8, marks=pytest.mark.thorough),
    ],
)
def test_fixed_depths_of_the_bundled_games(game: Any, depth: int, scheme: Any) -> None:
    """Values equal those of one worker, from the start and a few plies on."""
    rng, fast = Random(4), compiled(game)
    for _ in range(6):
        state: Any = game.initial()
        for _ in range(rng.randrange(4)):
            state = game.play(state, rng.choice(list(game.moves(state))))
        if game.outcome(state) is not None:
            continue
        alone = mx.search(fast, state, depth=depth, options=EXACT)
        shared = mx.search(fast, state, depth=depth, options=EXACT, threads=3, parallel=scheme)
        assert (shared.value, shared.depth) == (alone.value, alone.depth)
        check_line(game, state, shared)


def test_connect_four_is_solved_right() -> None:
    """Positions of the reference set, by two workers."""
    game = ConnectFour()
    engine = mx.Search(compiled(game), threads=2)
    used = set()
    for row in refdata.path("connect4/Test_L1_R1").read_text().splitlines()[:300]:
        text, score = row.split()
        state = game.parse(text)
        result = engine.solve(state)
        assert result.solved
        assert result.plies_to_end is not None
        last = len(text) + result.plies_to_end
        found = 0 if result.value == 0 else (44 - last) // 2
        mine = (result.value > 0) == (game.player(state) == 0)
        assert (found if mine else -found) == int(score), text
        assert result.workers is not None
        used.add(result.workers.used)
    assert used == {1, 2}
    engine.close()


def test_stopped_at_random_moments() -> None:
    """Two hundred times, by nodes, by the clock and from another thread: the answer is legal, no thread is left."""
    rng, begun = Random(7), threads_since()
    games: tuple[Any, ...] = (ConnectFour(), Mancala())
    engines = [mx.Search(compiled(game), threads=3, parallel=scheme) for game in games for scheme in SCHEMES]
    for round_ in range(200):
        engine, game = engines[round_ % 4], games[round_ % 4 // 2]
        state: Any = game.initial()
        for _ in range(rng.randrange(6)):
            state = game.play(state, rng.choice(list(game.moves(state))))
        if game.outcome(state) is not None:
            continue
        limits = mx.Limits(seconds=rng.choice([1e-6, 1e-4, 1e-3, 3e-3, 1e-2]))
        timer = None
        if round_ % 3 == 0:
            limits = mx.Limits(nodes=rng.choice([1, 50, 2_000, 5_000, 30_000]))
        elif round_ % 3 == 1:
            timer = threading.Timer(rng.choice([0.0, 0.001, 0.01]), engine.stop)
            limits = mx.Limits(depth=60, seconds=0.03)
            timer.start()
        result = engine.solve(state, limits) if rng.random() < 0.3 else engine.run(state, limits)
        if timer is not None:
            timer.join()
        check_line(game, state, result)
        assert len({row.move for row in result.moves}) == len(list(game.moves(state)))
        if limits.nodes is not None:
            assert result.nodes <= limits.nodes + 3 * 14
    for engine in engines:
        engine.close()
    assert begun() == 0


def test_a_limit_of_nodes_holds_for_all_together() -> None:
    """To within the moves of one position for each."""
    for nodes in (10, 1_000, 10_000, 200_000):
        result = mx.search(compiled(ConnectFour()), nodes=nodes, threads=2)
        assert result.stop is mx.StopReason.NODES
        assert result.nodes <= nodes + 14


def test_who_worked_is_told() -> None:
    """How many, how, and how much each did; where there was one, why."""
    fast = compiled(ConnectFour())
    shared = mx.search(fast, depth=13, threads=2).workers
    assert shared is not None
    assert (shared.asked, shared.used, shared.scheme, shared.note) == (2, 2, "abdada", None)
    assert str(shared) == f"2 workers (abdada): {shared.nodes[0]:,} + {shared.nodes[1]:,} nodes"
    assert mx.search(fast, depth=3).workers is None
    lazy = mx.search(fast, depth=13, threads=2, parallel="lazy_smp").workers
    assert lazy is not None
    assert lazy.scheme == "lazy_smp"


@pytest.mark.parametrize(
    ("given", "note"),
    [
        ({"depth": 3}, "the search was over, or its limit of nodes too near, before others could join, 1,000 nodes on"),
        (
            {"depth": 12, "options": mx.AlphaBetaOptions(table=None)},
            "without a table workers cannot share what they find; leave the option table as it is",
        ),
        (
            {"depth": 9, "algorithm": "fixed"},
            "fixed has no table through which workers could share what they find; take algorithm='pvs'",
        ),
    ],
)
def test_why_one_worked_alone(given: dict[str, Any], note: str) -> None:
    """Where several cannot help, there is one, and the result says why."""
    workers = mx.search(compiled(ConnectFour()), threads=2, **given).workers
    assert workers is not None
    assert (workers.used, workers.scheme, workers.note) == (1, None, note)
    assert str(workers) == f"1 of 2 workers: {note}"
    assert workers.to_dict() == {"asked": 2, "used": 1, "scheme": None, "nodes": [workers.nodes[0]], "note": note}


def test_what_was_asked_for_by_name_is_done_without_a_table_too() -> None:
    """Lazy SMP without a table visits more nodes, and finds the same value."""
    options = mx.AlphaBetaOptions(table=None)
    alone = mx.search(compiled(ConnectFour()), depth=11, options=options)
    result = mx.search(compiled(ConnectFour()), depth=11, options=options, threads=2, parallel="lazy_smp")
    assert result.value == alone.value
    assert result.workers is not None
    assert result.workers.used == 2


def test_processes_are_not_for_compiled_games() -> None:
    """They would only cost more."""
    with pytest.raises(mx.OptionError) as caught:
        mx.search(compiled(ConnectFour()), threads=2, parallel="processes")
    assert str(caught.value) == "compiled games run on threads, which cost less than processes; leave parallel out"


OUTCOME, PLAYER, ERROR = range(3)


class Place(NamedTuple):
    number: int
    ply: int
    player: int
    kind: int


class Trap:
    """Long, and wrong somewhere in its depths, in the way that the state says."""

    def initial(self) -> Place:
        return Place(1, 0, 0, OUTCOME)

    def player(self, place: Place) -> int:
        return 2 if place.kind == PLAYER and place.ply > 9 and place.number % 977 == 0 else place.player

    def moves(self, place: Place) -> Iterator[int]:
        yield 1
        yield 2
        yield 3

    def play(self, place: Place, move: int) -> Place:
        return Place((place.number * 31 + move * 7) % 1_000_003, place.ply + 1, 1 - place.player, place.kind)

    def outcome(self, place: Place) -> int | None:
        if place.kind == OUTCOME and place.ply > 9 and place.number % 977 == 0:
            return mx.WIN + 5
        if place.kind == ERROR and place.ply > 9:
            return 100 // (place.number % 7)
        return None

    def evaluate(self, place: Place) -> int:
        return place.number % 19 - 9


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("kind", "error"), [(OUTCOME, mx.errors.ScoreError), (PLAYER, mx.RulesError), (ERROR, ZeroDivisionError)]
)
def test_an_error_in_one_worker_ends_all(kind: int, error: type[Exception]) -> None:
    """Whoever meets it, it is raised as with one worker, and the same object can be used again."""
    fast = mx.compile(Trap(), check=False)
    place = Trap().initial()._replace(kind=kind)
    begun = threads_since()
    for scheme in SCHEMES:
        engine = mx.Search(fast, threads=4, parallel=scheme)
        for _ in range(5):
            with pytest.raises(error):
                engine.run(place, mx.Limits(depth=30))
        assert engine.run(place, mx.Limits(depth=4)).depth == 4
        engine.close()
    assert begun() == 0


def test_no_thread_outlives_its_search() -> None:
    """Helpers go when their `Search` is closed, and when it is forgotten."""
    begun = threads_since()
    mx.search(compiled(ConnectFour()), depth=13, threads=4)
    assert begun() == 0
    engine = mx.Search(compiled(ConnectFour()), threads=4)
    engine.run(limits=mx.Limits(depth=13))
    assert begun() == 4
    engine.close()
    assert engine.run(limits=mx.Limits(depth=13)).depth == 13
    del engine
    assert comes_true(lambda: begun() == 0)


def test_leaving_a_loop_over_depths_early() -> None:
    """Ends the helpers too."""
    begun = threads_since()
    engine = mx.Search(compiled(ConnectFour()), threads=3)
    for result in engine.iterate(limits=mx.Limits(depth=40)):
        if result.depth == 13:
            break
    assert engine.run(limits=mx.Limits(depth=4)).depth == 4
    engine.close()
    assert begun() == 0


def test_ctrl_c_ends_all_workers() -> None:
    """The interpreter gets its KeyboardInterrupt while all are at work."""
    source = """
import threading
import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from tests.processes import tell_when_at_work
fast = mx.compile(ConnectFour())
mx.search(fast, depth=4)
engine = mx.Search(fast, threads=3)
tell_when_at_work(engine)
try:
    engine.run(limits=mx.Limits(depth=60))
except KeyboardInterrupt:
    engine.close()
    print("interrupted", threading.active_count(), mx.search(fast, depth=13, threads=2).depth, flush=True)
"""
    process = started([sys.executable, "-c", source])
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert out == "interrupted 1 13\n"
