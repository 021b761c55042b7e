"""Rules in Python that never come back: searches end when they are told to, by every method, and say which one it was."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.testing import check_game

from ..late import Count
from ..needs import needs_llvmlite
from ..processes import PATIENCE

FAR = 20
"""From this total on the rules go wrong."""
LATE = " had not come to its end 0.3 s after it was told to stop"


class Looping(Count):
    """A loop without an end, which catches every Exception."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        while state[0] > FAR:
            try:
                int("1")
            except Exception:
                continue
        return super().play(state, move)


class Giving(Count):
    """A generator that never ends, nor gives anything more."""

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        move = 1
        while move < 4 or state[0] > FAR:
            if move < 4:
                yield move
            move += 1


class Sleeping(Count):
    """A call to the system that takes longer than anybody waits."""

    def outcome(self, state: tuple[int, int]) -> Any:
        if state[0] > FAR:
            time.sleep(1000)
        return super().outcome(state)


class Calling(Count):
    """A loop without an end, nearly all of which is spent in a function of the package's."""

    def evaluate(self, state: tuple[int, int]) -> Any:
        ones = 0
        while state[0] > FAR:
            ones += mx.bits.popcount(state[0])
        return super().evaluate(state)


class Hidden:
    """What makes a game one of hidden cards."""

    def deal(self, state: tuple[int, int], viewer: int, rng: Any) -> tuple[int, int]:
        return state


KINDS = [Looping, Giving, Sleeping, Calling]
TWO = ("auto", "minimax", "alphabeta", "pvs", "mtdf", "montecarlo", "unevaluated")
THREE = ("maxn", "paranoid", "brs", "montecarlo")
STARTS = {"afar": (FAR + 1, 0), "near": (FAR - 12, 0)}


def told(work: Callable[[], object]) -> str | None:
    """What a search says that is called off; None where it has an answer."""
    try:
        work()
    except mx.RulesError as error:
        return str(error)
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_ends_with_the_last_answer_or_the_name_of_the_method(kind: type[Count]) -> None:
    """Whatever it knew before is given; and it goes on elsewhere as before."""
    engine = mx.Search(kind())
    limits = mx.Limits(seconds=0.2)
    assert str(told(lambda: engine.run(STARTS["afar"], limits))).endswith(LATE)
    result = engine.run(STARTS["near"], limits)
    assert result.depth > 0
    assert result.stop is mx.StopReason.SECONDS
    assert engine.run((0, 0), mx.Limits(depth=4)).value == mx.search(Count(), depth=4).value


@pytest.mark.parametrize("kind", KINDS)
def test_stop_ends_it(kind: type[Count]) -> None:
    """From another thread, without a limit of time."""
    engine = mx.Search(kind())
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    assert str(told(lambda: engine.solve(STARTS["afar"]))).endswith(LATE) or kind is Sleeping
    timer.join()


def test_what_comes_back_is_not_called_off() -> None:
    """A slow call, and rules that take their time in many calls, end the search late, and with an answer."""

    class Slow(Count):
        def evaluate(self, state: tuple[int, int]) -> int:
            time.sleep(0.005)
            return state[0] % 7

    result = mx.search(Slow(), seconds=0.05)
    assert result.move is not None


def test_nothing_is_raised_afterwards() -> None:
    """Neither in the code that asked nor by the signal that wakes: the handler is put in only where none is."""
    before = signal.getsignal(signal.SIGINT)
    for _ in range(3):
        told(lambda: mx.search(Looping(), STARTS["afar"], seconds=0.01))
        until = time.perf_counter() + 0.1
        while time.perf_counter() < until:
            pass
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(("kind", "method"), [(Looping, "play"), (Giving, "moves"), (Sleeping, "outcome"), (Calling, "evaluate")])
def test_the_doctor_names_the_method(kind: type[Count], method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the state, if it was given one; the examination ends there. Where it had less time, that is no fault of the rules."""

    class Near(kind):  # type: ignore[valid-type, misc]  # any of them
        def initial(self) -> tuple[int, int]:
            return FAR - 1, 0

    said = rf"{method}\(\) does not come back( in \(2\d, [01]\))?; does its loop end\?"
    report = check_game(Near(), seconds=0.5, compiled=False)
    assert report.ok
    assert re.fullmatch(f"time was up after 0.5 s: {said}", report.notes[-1])
    monkeypatch.setattr("minimaxer.testing.doctor.LONGEST_CALL", 0.3)
    report = check_game(Near(), compiled=False, on_progress=lambda _: time.sleep(0.5))
    assert [each.law for each in report.findings if each.severity == "error"] == ["methods-come-to-an-end"]
    assert re.fullmatch(said, report.findings[0].diagnosis)


@needs_llvmlite
@pytest.mark.parametrize(
    ("kind", "method"), [pytest.param(Looping, "play", marks=pytest.mark.thorough), (Giving, "moves"), (Calling, "evaluate")]
)
def test_compiling_ends(kind: type[Count], method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which plays at random, and compares what both tiers do."""

    class Near(kind):  # type: ignore[valid-type, misc]  # any of them
        def initial(self) -> tuple[int, int]:
            return FAR - 1, 0

    for module in ("base.overdue", "native.checking"):
        monkeypatch.setattr(f"minimaxer.{module}.LONGEST_CALL", 0.3)
    with pytest.raises(mx.RulesError, match=rf"^{kind.__name__}\.{method} does not come back; does its loop end\?$"):
        mx.compile(Near())
    assert mx.compile(Count(), check=False) is not None


def test_the_doctor_looks_at_texts_too() -> None:
    """Which are asked for by the way."""

    class Shown(Count):
        def __repr__(self) -> str:
            while self.players:
                pass
            return ""

    report = check_game(Shown(), seconds=0.5, compiled=False)
    assert (report.game, len(report.notes)) == ("Shown", 1)
    assert "Shown.__repr__() does not come back" in report.notes[0]


def test_functions_are_profiled_afterwards() -> None:
    """Python 3.11 never comes out of a function that is profiled while it takes something for sent that is not there."""
    code = (
        "import sys; import minimaxer as mx; from tests.base.test_overdue import STARTS, Looping, told\n"
        "print(told(lambda: mx.search(Looping(), STARTS['afar'], seconds=0.01)))\n"
        "sys.setprofile(lambda *_: None)\n"
        "told(lambda: None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.strip().endswith(LATE)


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "start"), [(Looping, "afar"), (Giving, "near"), (Sleeping, "near"), (Calling, "afar")])
def test_by_every_method(kind: type[Count], start: str) -> None:
    """Of two players, of three, with hidden cards, by processes, and where a game is solved, analysed or proven."""
    state: Any = STARTS[start]
    hidden: Any = type(f"Hidden{kind.__name__}", (Hidden, kind), {})()
    two, three = kind(), kind(3)
    limits: dict[str, Any] = {"seconds": 0.2}
    ways: list[Callable[[], object]] = [
        *(lambda name=name: mx.search(two, state, algorithm=name, **limits) for name in TWO),
        *(lambda name=name: mx.search(three, state, algorithm=name, **limits) for name in THREE),
        *(lambda name=name: mx.search(hidden, state, algorithm=name, **limits) for name in ("ismcts", "sampled")),
        lambda: mx.search(two, state, algorithm="proof", goal=0, **limits),
        lambda: mx.search(two, state, threads=2, parallel="processes", **limits),
        lambda: mx.solve(two, state, **limits),
        lambda: mx.analyse(two, state, **limits),
        lambda: mx.solve_by_jobs(two, state, workers=2, **limits),
    ]
    for way in ways:
        said = told(way)
        assert said is None or said.endswith(LATE)


LOOKING = """
import gc, sys, threading, time
from minimaxer.base.overdue import Guard

class Cycle:
    def __init__(self):
        self.itself = self
    def __del__(self):
        for _ in range(3):
            sum(range(30))

def items(depth):
    if depth:
        yield from items(depth - 1)
    for _ in range(3):
        yield [Cycle() for _ in range(1)]

def rules(depth):
    below = rules(depth - 1) if depth else items(3)
    return [item for item in below]

def work():
    guard.begin(0.0, sys._getframe(1))
    end = time.perf_counter() + 2.5
    while time.perf_counter() < end:
        for depth in range(8):
            rules(depth)
    guard.end()

sys.setswitchinterval(1e-5)
gc.set_threshold(20)
guard = Guard(1000.0)
thread = threading.Thread(target=work)
thread.start()
while thread.is_alive():
    guard.look_after(time.perf_counter())
print(gc.isenabled())
"""


def test_rules_may_leave_garbage_with_finalizers() -> None:
    """Python 3.11 crashes where another thread's frames are looked at while garbage is collected."""
    run = subprocess.run([sys.executable, "-c", LOOKING], capture_output=True, text=True, timeout=PATIENCE)
    assert (run.returncode, run.stdout) == (0, "True\n"), run.stderr
