"""However a native search ends, it ends: with a reason, a legal move, and a process that lives on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer.families.alphabeta.native import pool
from minimaxer.native.runner import SHORT_NODES
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala
from minimaxer_games.nim import Nim

from ....oracle import check_line
from ....processes import PATIENCE, await_work, started, threads_since

ROUND, CORRIDOR, NOISY = range(3)


class Place(NamedTuple):
    number: int
    player: int
    kind: int


class Endless:
    """Three games in one: round and round, twenty thousand plies straight ahead, and quiescence that never comes to rest."""

    def initial(self) -> Place:
        return self.start(ROUND)

    def start(self, kind: int) -> Place:
        return Place(0, 0, kind)

    def player(self, place: Place) -> int:
        return place.player

    def moves(self, place: Place) -> Iterator[int]:
        yield 1
        if place.kind != CORRIDOR:
            yield 2

    def play(self, place: Place, step: int) -> Place:
        return Place((place.number + step) % 1_000_003, 1 - place.player, place.kind)

    def outcome(self, place: Place) -> int | None:
        return mx.WIN if place.kind == CORRIDOR and place.number == 20_000 else None

    def evaluate(self, place: Place) -> int:
        return place.number % 7

    def noisy_moves(self, place: Place) -> Iterator[int]:
        if place.kind == NOISY:
            yield 1
            yield 2

    def must_move(self, place: Place) -> bool:
        return place.kind == NOISY


def test_an_endless_game_ends_by_the_clock() -> None:
    """No node limit and no depth would end it."""
    fast = mx.compile(Endless())
    result = mx.search(fast, seconds=0.3, options=mx.AlphaBetaOptions(table=None))
    assert result.stop is mx.StopReason.SECONDS
    check_line(Endless(), Endless().initial(), result)


@pytest.mark.parametrize("algorithm", ["pvs", "fixed"])
def test_a_search_without_an_end_meets_the_ply_limit(algorithm: str) -> None:
    """Straight to a depth no stack holds: a reason, not a dead process."""
    fast, start = mx.compile(Endless()), Endless().start(CORRIDOR if algorithm == "fixed" else ROUND)
    if algorithm == "pvs":
        options = mx.AlphaBetaOptions(deepening=False, table=None)
    else:
        options = mx.AlphaBetaOptions(deepening=False, ignore={"noisy_moves"})
    result = mx.search(fast, start, depth=100_000, options=options, algorithm=algorithm, seconds=2)
    assert result.stop in (mx.StopReason.PLY_LIMIT, mx.StopReason.SOLVED, mx.StopReason.SECONDS)
    assert result.move == 1


def test_a_game_of_twenty_thousand_plies() -> None:
    """It is searched to its end in one go, or says that it is too long."""
    fast, start = mx.compile(Endless()), Endless().start(CORRIDOR)
    result = mx.search(fast, start, depth=20_001, options=mx.AlphaBetaOptions(deepening=False))
    assert result.stop in (mx.StopReason.SOLVED, mx.StopReason.PLY_LIMIT)
    if result.stop is mx.StopReason.SOLVED:
        assert (result.winner, result.plies_to_end) == (0, 20_000)


def test_quiescence_without_rest() -> None:
    """With as many plies as one can ask for, limits still hold."""
    fast, start = mx.compile(Endless()), Endless().start(NOISY)
    result = mx.search(fast, start, seconds=0.3, options=mx.AlphaBetaOptions(quiescence=100_000))
    assert result.stop in (mx.StopReason.SECONDS, mx.StopReason.PLY_LIMIT)
    assert result.move in (1, 2)


@pytest.mark.thorough
@pytest.mark.parametrize("exact", [False, True])
def test_stops_at_random_moments(exact: bool) -> None:
    """By nodes, by the clock, from another thread: the answer is legal, and the same object searches on."""
    rng = Random(3)
    game: Any
    for game in (ConnectFour(), Mancala()):
        engine = mx.Search(mx.compile(game), mx.AlphaBetaOptions(exact_moves=exact, table="1MB"))
        for round_ in range(30):
            state: Any = game.initial()
            for _ in range(rng.randrange(6)):
                state = game.play(state, rng.choice(list(game.moves(state))))
            if game.outcome(state) is not None:
                continue
            kind = round_ % 3
            if kind == 0:
                limits = mx.Limits(nodes=rng.choice([1, 3, 50, 2_000, 30_000]))
            else:
                limits = mx.Limits(seconds=rng.choice([1e-6, 1e-4, 2e-3, 1e-2]))
            if kind == 2:
                timer = threading.Timer(rng.choice([0.0, 0.001, 0.01]), engine.stop)
                timer.start()
                limits = mx.Limits(depth=60, seconds=0.3)
            result = engine.run(state, limits)
            if kind == 2:
                timer.join()
            check_line(game, state, result)
            assert len({row.move for row in result.moves}) == len(list(game.moves(state)))
        assert engine.run(game.initial(), mx.Limits(depth=4)).depth == 4
        engine.close()


def test_a_limit_of_nodes_is_kept() -> None:
    """To within the moves of one position and the completion of the line."""
    fast = mx.compile(ConnectFour())
    for nodes in (10, 1_000, 100_000):
        result = mx.search(fast, nodes=nodes)
        assert result.stop is mx.StopReason.NODES
        assert nodes <= result.nodes <= nodes + 7


def test_stop_is_heard_while_native_code_runs() -> None:
    """From another thread; nothing else would end the search."""
    engine = mx.Search(mx.compile(ConnectFour()))

    def stop() -> None:
        await_work(engine)
        engine.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    result = engine.run(limits=mx.Limits(depth=60))
    thread.join()
    assert result.stop is mx.StopReason.STOPPED


def test_ctrl_c_ends_a_native_search() -> None:
    """The interpreter gets its KeyboardInterrupt while native code is at work."""
    source = """
import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from tests.processes import tell_when_at_work
fast = mx.compile(ConnectFour())
mx.search(fast, depth=4)
engine = mx.Search(fast)
tell_when_at_work(engine)
try:
    engine.run(limits=mx.Limits(depth=60))
except KeyboardInterrupt:
    print("interrupted", mx.search(fast, depth=4).depth, flush=True)
"""
    process = started([sys.executable, "-c", source])
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert out == "interrupted 4\n"


def test_threads_are_started_for_long_searches_only_and_kept_for_the_next() -> None:
    """A short search runs on the thread that asks; a long one's thread and table wait for another search, and end on demand."""
    fast = mx.compile(ConnectFour())
    pool.close()
    begun = threads_since()
    engine = mx.Search(fast)
    engine.run(limits=mx.Limits(depth=4))
    assert begun() == 0
    assert engine.run(limits=mx.Limits(depth=14)).nodes > SHORT_NODES
    assert begun() == 1
    engine.close()
    assert mx.search(fast, depth=14).depth == 14
    assert begun() == 1
    pool.close()
    assert begun() == 0
    assert engine.run(limits=mx.Limits(depth=4)).depth == 4
    engine.close()


def test_kernels_kept_for_another_search_are_as_good_as_new() -> None:
    """Node counts are those of the first search, whatever was searched in between; and only a few are kept."""
    game = mx.compile(ConnectFour())
    pool.close()
    first = mx.search(game, depth=9).nodes
    for table in (2, "1MB", "2MB", "4MB", "64MB", "64MB"):
        mx.search(game, depth=12, options=mx.AlphaBetaOptions(table=table, killers=True, countermoves=True))
    assert mx.search(game, depth=9).nodes == first
    assert len(pool._kept) == pool.MOST_KEPT


@pytest.mark.thorough
def test_a_table_takes_no_more_memory_than_asked_for() -> None:
    """A full table of 64 MB means at most 80 MB more resident memory, in a process of its own."""
    source = """
import resource, minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
fast = mx.compile(ConnectFour())
plain = mx.AlphaBetaOptions(table=None)
mx.search(fast, depth=10, options=plain)
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
before = resident()
engine = mx.Search(fast, mx.AlphaBetaOptions(table="64MB"))
result = engine.run(limits=mx.Limits(nodes=20_000_000))
print((resident() - before) / 2**20, result.table_full)
"""
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("memory is measured in /proc")
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=PATIENCE, check=True)
    used, full = map(float, done.stdout.split())
    assert used <= 80
    assert full > 0.1


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_stopped_before_it_began_tells_nothing_of_the_last(threads: int) -> None:
    """Between two depths or before the first: moves, line and values are those of this position and of the depth finished."""
    rng = Random(11)
    game: Any
    for game in (ConnectFour(), Mancala()):
        engine = mx.Search(mx.compile(game), threads=threads)
        for _ in range(40):
            states: list[Any] = [game.initial()]
            for _ in range(rng.randrange(8)):
                moves = list(game.moves(states[-1])) if game.outcome(states[-1]) is None else []
                states += [game.play(states[-1], rng.choice(moves))] if moves else []
            state = states[-1]
            if game.outcome(state) is not None:
                continue
            engine.run(game.initial(), mx.Limits(depth=rng.randint(1, 9)))
            for limits in (mx.Limits(seconds=1e-9), mx.Limits(seconds=1e-5)):
                for result in (engine.run(state, limits), engine.solve(state, limits)):
                    check_line(game, state, result)
                    assert {row.move for row in result.moves} == set(game.moves(state))
            last: Any = None
            for result in engine.iterate(state, mx.Limits(depth=5)):
                if result.depth == 3:
                    engine.stop()
                last = result if result.stop is mx.StopReason.DEPTH else last
                if result.stop is mx.StopReason.STOPPED:
                    assert (result.value, result.bound, result.moves) == (last.value, last.bound, last.moves)
        engine.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_interrupts_at_any_moment(threads: int) -> None:
    """A hundred KeyboardInterrupts anywhere in the Python around a search: none is lost, nothing hangs, and it goes on."""
    source = f"""
import random, signal
import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
rng = random.Random(1)
fast = mx.compile(ConnectFour())
engine = mx.Search(fast, threads={threads})
engine.run(limits=mx.Limits(depth=9))
def interrupt(number, frame):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
interrupts = 0
while interrupts < 100:
    try:
        signal.setitimer(signal.ITIMER_REAL, rng.random() * 0.004 + 1e-5)
        for result in engine.iterate(fast.initial(), mx.Limits(depth=10)):
            pass
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        interrupts += 1
signal.setitimer(signal.ITIMER_REAL, 0)
print(engine.run(fast.initial(), mx.Limits(depth=8)).depth)
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=PATIENCE, env={**os.environ})
    assert done.stdout == "8\n", done.stderr[-2000:]


def test_stop_while_it_is_closed() -> None:
    """`stop` from another thread does nothing then, rather than fail."""
    engine = mx.Search(mx.compile(ConnectFour()))
    failed: list[BaseException] = []
    ended = threading.Event()

    def stop() -> None:
        while not ended.is_set():
            try:
                engine.stop()
            except BaseException as error:
                failed.append(error)

    thread = threading.Thread(target=stop)
    thread.start()
    for _ in range(100):
        engine.run(limits=mx.Limits(depth=2))
        engine.close()
    ended.set()
    thread.join()
    assert failed == []


def test_shuffled_root_moves_come_in_another_order() -> None:
    """With `shuffle` the moves that are no better than others are tried in another order for another seed."""
    game = mx.compile(Nim(heaps=(3, 4, 5)))

    def tried(options: mx.AlphaBetaOptions) -> tuple[Any, ...]:
        return tuple(row.move for row in mx.search(game, depth=1, options=options).moves)

    assert len({tried(mx.AlphaBetaOptions(shuffle=True, seed=seed)) for seed in range(12)}) > 3
    assert len({tried(mx.AlphaBetaOptions()) for _ in range(3)}) == 1
