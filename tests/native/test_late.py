"""Compiled rules that never come back: searches end when they are told to, and say which method it was."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx

from ..late import Count
from ..needs import HAS_LLVMLITE, thorough_but
from ..processes import PATIENCE

pytestmark = pytest.mark.skipif(not HAS_LLVMLITE, reason="needs llvmlite, which compiles")

FAR = 900_000
"""From this total on, which no random game comes to that is compared with Python, the rules go wrong."""


class Looping(Count):
    """A loop without an end."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        total = state[0] + move
        while total > FAR:
            total |= 1 << 20
        return total, (state[1] + 1) % self.players


class Rounds(Count):
    """A loop without an end around one with an end."""

    def evaluate(self, state: tuple[int, int]) -> Any:
        count = 0
        if state[0] > FAR:
            while state[0] > count % 100:
                for other in range(state[0] % 7):
                    count += other
                count %= 50
        return count % 7 if self.players == 2 else (count % 7, 0, 0)


class Far(Count):
    """A loop that counts to where nobody waits for it, in numbers known only at run time, and known before."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        total = state[0] + move
        if state[0] > FAR:
            for number in range(state[0] << 40):
                total = (total * 5 ^ number) & 0xFFFFF
            for number in range(1 << 60):
                total = (total * 5 ^ number) & 0xFFFFF
        return total, (state[1] + 1) % self.players


class Adding(Count):
    """A sum of as many numbers."""

    def evaluate(self, state: tuple[int, int]) -> Any:
        value = state[0] % 7
        if state[0] > FAR:
            value = sum(state[0] ^ number for _, number in enumerate(range(1 << 60)) if number % state[0] == 1) % 7
        return value if self.players == 2 else (value, 0, 0)


class Giving(Count):
    """A generator that never ends."""

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        move = 1
        while move < 4 or state[0] > FAR:
            if move < 4:
                yield move
            move += 1


class Calling(Count):
    """A function that calls itself for ever, as a loop of the machine's."""

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        total = self.deeper(state[0] + move) if state[0] > FAR else state[0] + move
        return total, (state[1] + 1) % self.players

    def deeper(self, total: int) -> int:
        return self.deeper(total + 2 if total % 2 else total + 4)


class Diving(Calling):
    """Likewise, until the stack is full."""

    def deeper(self, total: int) -> int:
        return self.deeper(total + 1) ^ self.deeper(total + 2)


START = FAR - 2, 0
KINDS = [Looping, Rounds, Far, Adding, Giving, Calling]
WAYS: dict[str, Callable[[Any, Any], object]] = {
    "alphabeta": lambda game, state: mx.search(game, state, seconds=0.5),
    "without limits": lambda game, state: mx.search(game, state, depth=30),
    "two threads": lambda game, state: mx.search(game, state, seconds=0.5, threads=2),
    "lazy SMP": lambda game, state: mx.search(game, state, seconds=0.5, threads=2, parallel="lazy_smp"),
    "solve": lambda game, state: mx.solve(game, state, seconds=0.5),
    "analyse": lambda game, state: mx.analyse(game, state, seconds=0.5),
    "perft": lambda game, state: mx.perft(game, state, 12),
    "perft by two": lambda game, state: mx.perft(game, state, 12, threads=2),
}
THREE: dict[str, Callable[[Any, Any], object]] = {
    algorithm: lambda game, state, algorithm=algorithm: mx.search(game, state, seconds=0.5, algorithm=algorithm)  # type: ignore[misc]
    for algorithm in ("maxn", "paranoid", "brs")
}
_COMPILED: dict[Any, Any] = {}


def compiled(kind: type[Count], players: int = 2) -> Any:
    """The game, compiled once."""
    if (kind, players) not in _COMPILED:
        _COMPILED[kind, players] = mx.compile(kind(players))
    return _COMPILED[kind, players]


def interrupted(work: Callable[[], object]) -> None:
    """Does it, and presses Ctrl-C until it ends: Python drops one that comes in a callback of a weak reference."""
    over = threading.Event()

    def press() -> None:
        while not over.wait(0.2):
            os.kill(os.getpid(), signal.SIGINT)

    finger = threading.Thread(target=press)
    finger.start()
    try:
        try:
            work()
        finally:
            over.set()
    finally:
        over.set()
        finger.join()


def ended(work: Callable[[], object]) -> str | None:
    """Does it; gives what was told, None where it had a move to give before it was late, or the stack was full."""
    try:
        work()
    except mx.RulesError as error:
        return str(error)
    except RecursionError:
        pass
    return None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", thorough_but(KINDS, Looping, Far, Calling))
@pytest.mark.parametrize("way", thorough_but(WAYS, "alphabeta", "without limits"))
def test_time_and_interrupts_reach_rules(way: str, kind: type[Count]) -> None:
    """By time the method is named; without a limit of time, Ctrl-C is heard."""
    game, work = compiled(kind), WAYS[way]
    evaluates = way in ("alphabeta", "without limits", "two threads", "lazy SMP", "analyse")
    if kind in (Rounds, Adding) and not evaluates:
        pytest.skip("nothing is evaluated")
    if way in ("without limits", "perft", "perft by two"):
        with pytest.raises((KeyboardInterrupt, RecursionError)):
            interrupted(lambda: work(game, START))
    else:
        work(game, (0, 0))  # compiles, which takes time
        told = ended(lambda: work(game, START))
        assert told is None or re.fullmatch(
            rf"{kind.__name__}\.\w+ had not come to its end 0.3 s after it was told to stop", told
        )
    assert mx.search(game, (0, 0), depth=4).depth == 4, "and is searched elsewhere as before"


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [Looping, Giving])
@pytest.mark.parametrize("algorithm", THREE)
def test_of_three_players_too(algorithm: str, kind: type[Count]) -> None:
    """In the searches that only they have."""
    THREE[algorithm](compiled(kind, 3), (0, 0))
    told = ended(lambda: THREE[algorithm](compiled(kind, 3), START))
    assert told is None or told.endswith(" had not come to its end 0.3 s after it was told to stop")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_function_without_an_end_finds_the_stack_full(threads: int) -> None:
    """As in Python, though deeper; a search from elsewhere goes on."""
    with pytest.raises(RecursionError, match=r"^maximum recursion depth exceeded$"):
        mx.search(compiled(Diving), START, depth=10, threads=threads)
    assert mx.search(compiled(Diving), (0, 0), depth=4).depth == 4


def test_a_stop_reaches_rules() -> None:
    """From another thread."""
    engine = mx.Search(compiled(Looping))
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    told = ended(lambda: engine.run(START, mx.Limits(depth=30)))
    timer.join()
    assert told is None or told.startswith("Looping.play had not come to its end")


class Filling(Count):
    """Calls itself some ten thousand times, as a flood fill does."""

    def evaluate(self, state: tuple[int, int]) -> Any:
        return self.deep(state[0] % 3, 20_000 if state[0] > FAR else 0)

    def deep(self, total: int, left: int) -> int:
        return total if left == 0 else self.deep(total, left - 1) ^ left & 1


class Shallow(Count):
    """What those calls come to."""

    def evaluate(self, state: tuple[int, int]) -> Any:
        return state[0] % 3


def test_deep_functions_are_moved_to_a_deep_stack() -> None:
    """From the thread that asked, whose stack is small."""
    results = [mx.search(compiled(Filling), START, depth=3, threads=threads) for threads in (1, 2)]
    assert results[0].value == results[1].value == mx.search(Shallow(), START, depth=3).value


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_a_search_goes_on_after_a_fork() -> None:
    """In the child, where its thread is not; whether it is asked on the first thread or on another, by one worker or two."""
    code = (
        "import os, threading; import minimaxer as mx\n"
        "game = mx.compile(mx.find_game('connect_four')); engines = [mx.Search(game, threads=count) for count in (1, 2)]\n"
        "def look():\n for each in engines: print(each.run(limits=mx.Limits(depth=6, seconds=1000)).depth, flush=True)\n"
        "def aside(): thread = threading.Thread(target=look); thread.start(); thread.join()\n"
        "look(); aside()\n"
        "if os.fork() == 0: look(); aside(); os._exit(0)\n"
        "os.wait()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.split() == ["6"] * 8


LOCKED = """
import importlib, os, pkgutil, threading
import minimaxer
from llvmlite.binding import ffi
from minimaxer.base.overdue import WATCH
from minimaxer.compiler.runtime.machine import identity

def held(lock, begun):
    with lock:
        begun.set()
        threading.Event().wait(0.2)

names = [each.name for each in pkgutil.walk_packages(minimaxer.__path__, "minimaxer.")]
brief = "native.pool", "__main__"  # the pool's lock is held for a few instructions, and never while another thread can run long
modules = [importlib.import_module(each) for each in names if not each.endswith(brief)]
kinds = type(threading.Lock()), type(threading.RLock())
locks = {id(lock): (name, lock) for each in modules for name, lock in vars(each).items() if isinstance(lock, kinds)}
identity()
for name, lock in [*locks.values(), ("watch", WATCH._lock), ("llvm", ffi.lib._lock._lock)]:
    begun = threading.Event()
    thread = threading.Thread(target=held, args=(lock, begun))
    thread.start()
    begun.wait()
    if os.fork() == 0:
        print(name, lock.acquire(timeout=5), flush=True)
        os._exit(0)
    os.wait()
    thread.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_no_lock_of_a_module_is_held_for_ever_in_a_child() -> None:
    done = subprocess.run([sys.executable, "-c", LOCKED], capture_output=True, text=True, timeout=PATIENCE, check=True)
    names, free = done.stdout.split()[::2], done.stdout.split()[1::2]
    assert free == ["True"] * len(names)
    assert {"watch", "llvm", "_IMPORTING", "_STACK_LOCK"} < {*names}


IMPORTING = """
import os, sys, threading, time
import minimaxer as mx

class Slow:
    def find_spec(self, name, path, target=None):
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            time.sleep(0.05)

def look():
    return mx.search(game, nodes=50, algorithm="montecarlo").stop.name

game = mx.compile(mx.find_game("nim"))
begun = threading.Event()
sys.meta_path.insert(0, Slow())
thread = threading.Thread(target=look)
thread.start()
begun.wait()
if os.fork() == 0:
    print(look(), flush=True)
    os._exit(0)
os.wait()
thread.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
@pytest.mark.thorough
def test_a_child_searches_that_was_forked_while_another_thread_imported_the_search() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTING], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout == "NODES\n"


LOGGING = """
import os, threading, time
import minimaxer.base.forks
import logging, sys
from minimaxer.base.lazy import imported

class Slow:
    def find_spec(self, name, path, target=None):
        if name == "minimaxer.web":
            begun.set()
            time.sleep(0.3)
            logging.getLogger("another")  # takes the lock that forks take too

begun = threading.Event()
sys.meta_path.insert(0, Slow())
thread = threading.Thread(target=imported, args=("minimaxer.web",))
thread.start()
begun.wait()
if os.fork() == 0:
    print("forked", flush=True)
    os._exit(0)
os.wait()
thread.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_a_fork_waits_for_imports_before_it_holds_the_lock_of_logging() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGING], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout == "forked\n"


FREEING = """
import os, threading
import minimaxer as mx
from minimaxer.compiler.runtime.machine import Machine

def load():
    while going:
        Machine(code)

codes, init = [], Machine.__init__
Machine.__init__ = lambda self, code, weights=(): (codes.append(code), init(self, code, weights))[1]
mx.search(mx.compile(mx.find_game("nim")), depth=2)
Machine.__init__ = init
code, going = codes[0], True
thread = threading.Thread(target=load)
thread.start()
for _ in range(40):
    if os.fork() == 0:
        Machine(code)
        print("loaded", flush=True)
        os._exit(0)
    os.wait()
going = False
thread.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_a_child_loads_code_that_was_forked_while_another_thread_freed_some() -> None:
    """It is freed outside of the compiler's lock, and within llvmlite's."""
    done = subprocess.run([sys.executable, "-c", FREEING], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.split() == ["loaded"] * 40


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_a_child_compiles_that_was_forked_while_another_thread_did() -> None:
    """The lock is not held for ever there."""
    code = (
        "import os, threading; import minimaxer as mx; from minimaxer.native import variant\n"
        "for number in range(3):\n"
        " game = mx.find_game(f'connect_four:width={4 + number},height=4')\n"
        " thread = threading.Thread(target=lambda: mx.compile(game)); thread.start()\n"
        " while thread.is_alive() and variant._LOCK.acquire(blocking=False): variant._LOCK.release()\n"
        " if os.fork() == 0: print(mx.search(mx.compile(mx.find_game('nim')), depth=3).depth, flush=True); os._exit(0)\n"
        " os.wait(); thread.join()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.split() == ["3"] * 3


FORKED = """
import os, signal, threading, time
from minimaxer.native import variant

def compile():
    with variant._LOCK:
        begun.set()
        time.sleep(1)

begun = threading.Event()
threading.Thread(target=compile).start()
begun.wait()
threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    if os.fork() == 0:
        print("child", variant._LOCK.acquire(timeout=5), flush=True)
        os._exit(0)
    os.wait()
    time.sleep(60)
except KeyboardInterrupt:
    print("parent", variant._LOCK.acquire(timeout=5))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")
def test_an_interrupt_while_a_fork_waits_for_the_compiler_comes_afterwards() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert (done.stdout, done.stderr) == ("child True\nparent True\n", "")


PRESSED = """
import os, signal, threading, time
import minimaxer as mx
from minimaxer.compiler.compiling import AT_WORK

def is_compiling():
    return any(thread.name == AT_WORK for thread in threading.enumerate())

def press():
    rounds = 0
    while rounds < 50:  # in the midst of something large
        rounds = rounds + 1 if is_compiling() else 0
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=press, daemon=True).start()
try:
    mx.search(mx.compile(mx.find_game("chess_lite")), depth=1)
except KeyboardInterrupt:
    print(is_compiling())
print(mx.search(mx.compile(mx.find_game("nim")), depth=1).depth)
"""


@pytest.mark.thorough
def test_ctrl_c_is_heard_while_llvm_compiles(tmp_path: Path) -> None:
    """It goes on for nothing beside what is done next; the process ends well."""
    settings = os.environ | {"MINIMAXER_CACHE_DIR": str(tmp_path), "MINIMAXER_OPTIMISE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PRESSED], capture_output=True, text=True, timeout=PATIENCE, check=True, env=settings
    )
    assert done.stdout.split() == ["True", "1"]
