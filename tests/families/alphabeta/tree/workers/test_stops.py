"""`stop()` at every moment of a search on a tree: it ends that search, and no other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.families.alphabeta.tree import search
from minimaxer.families.alphabeta.tree.workers import team
from minimaxer.families.alphabeta.tree.workers.shared_memory import SharedMemory

Step = tuple[int, int]
NODES = 20_000
"""A search that misses its stop ends here, as one that met another limit."""


class Clock:
    """Counts moments, and has another thread call something at one of them."""

    def __init__(self) -> None:
        self._moments: Iterator[int] = iter(())
        self._call: Callable[[], None] = lambda: None

    def set(self, moments: int, call: Callable[[], None]) -> None:
        """Has it called at the moment of that number, from 1."""
        self._moments, self._call = iter(range(moments - 1, -1, -1)), call

    def tick(self) -> None:
        """A moment passes, on any thread."""
        if next(self._moments, None) == 0:
            thread = threading.Thread(target=self._call)
            thread.start()
            thread.join()


CLOCK = Clock()


class Watched:
    """A walk along the integers that never ends, each call of which is a moment; so is being sent to another process."""

    def initial(self) -> Step:
        CLOCK.tick()
        return 0, 0

    def player(self, step: Step) -> int:
        CLOCK.tick()
        return step[1]

    def moves(self, step: Step) -> Iterator[int]:
        CLOCK.tick()
        yield from (1, -1)

    def play(self, step: Step, move: int) -> Step:
        CLOCK.tick()
        return step[0] + move, 1 - step[1]

    def outcome(self, step: Step) -> None:
        CLOCK.tick()

    def evaluate(self, step: Step) -> int:
        CLOCK.tick()
        return step[0] % 7

    def key(self, step: Step) -> Step:
        CLOCK.tick()
        return step

    def __reduce__(self) -> Any:
        CLOCK.tick()
        return Watched, ()


def stopped(engine: mx.Search[Step, int], moments: int, *, solve: bool) -> mx.SearchResult[int]:
    """The result of a search that is stopped after so many moments, and one of a search afterwards, which must not be."""
    CLOCK.set(moments, engine.stop)
    limits = mx.Limits(nodes=NODES)
    result = engine.solve((0, 0), limits) if solve else engine.run((0, 0), limits)
    CLOCK.set(0, engine.stop)
    engine.stop()
    assert engine.run((1, 1), mx.Limits(depth=2)).stop is mx.StopReason.DEPTH
    return result


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ["auto", "fixed", "pvs"])
def test_a_search_on_a_tree_hears_every_stop(algorithm: str) -> None:
    """At the first moments, and at 200 random ones of each kind of search."""
    rng = Random(3)
    for round_ in range(200):
        engine = mx.Search(Watched(), algorithm=algorithm)
        moments = 1 + round_ // 2 if round_ < 20 else rng.randrange(1, 2_000)
        result = stopped(engine, moments, solve=round_ % 2 == 1)
        assert (result.stop, moments) == (mx.StopReason.STOPPED, moments)


@pytest.fixture
def watched_team(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers join from the first node on, and each step of getting them ready is a moment."""
    monkeypatch.setattr(team, "FIRST_PATIENCE", 0.0)
    monkeypatch.setattr(team, "PATIENCE", 0.0)
    monkeypatch.setattr(team, "LEAST_SHARE", 1)
    for owner, name in ((SharedMemory, "begin"), (team.Team, "join"), (team.ProcessTeam, "start"), (team.ThreadTeam, "start")):
        monkeypatch.setattr(owner, name, _as_moments(getattr(owner, name)))


def _as_moments(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, with a moment before and one after it."""

    def ticking(*arguments: Any) -> Any:
        CLOCK.tick()
        try:
            return method(*arguments)
        finally:
            CLOCK.tick()

    return ticking


@pytest.mark.thorough
@pytest.mark.usefixtures("watched_team")
@pytest.mark.parametrize("solve", [False, True], ids=["run", "solve"])
def test_a_search_by_processes_hears_every_stop(monkeypatch: pytest.MonkeyPatch, solve: bool) -> None:
    """While rules are sent, the board is made ready, processes are started, and they search."""
    for moments in (*range(1, 16), 40, 200, 2_000):
        monkeypatch.setattr(team, "START_SECONDS", 0.0 if moments < 40 else 600.0)
        engine = mx.Search(Watched(), mx.AlphaBetaOptions(table="1MB"), threads=2, parallel="processes")
        result = stopped(engine, moments, solve=solve)
        assert (result.stop, moments) == (mx.StopReason.STOPPED, moments)
        engine.close()


@pytest.mark.usefixtures("watched_team")
def test_a_search_by_threads_hears_every_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same on a Python that runs them side by side."""
    monkeypatch.setattr(search, "is_free_threaded", lambda: True)
    rng = Random(4)
    for round_ in range(60):
        engine = mx.Search(Watched(), mx.AlphaBetaOptions(table="64KB"), threads=3)
        moments = round_ + 1 if round_ < 30 else rng.randrange(1, 2_000)
        result = stopped(engine, moments, solve=round_ % 2 == 1)
        assert (result.stop, moments) == (mx.StopReason.STOPPED, moments)
        engine.close()
