"""Nothing that is compiled depends on the clock, on the order of a set, or on another process."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.native import build, samples

RULES = '''
from typing import NamedTuple

SQUARES = frozenset({"north", "east", "south", "west", "centre"})
GOOD = {"north", "south", "centre"}


class Taken(NamedTuple):
    mine: frozenset = frozenset()
    theirs: frozenset = frozenset()
    mover: int = 0


class Compass:
    """Take squares in turn; whoever took more of the good ones wins."""

    def initial(self):
        return Taken()

    def player(self, state):
        return state.mover

    def moves(self, state):
        return SQUARES - state.mine - state.theirs

    def play(self, state, move):
        if state.mover == 0:
            return Taken(state.mine | {move}, state.theirs, 1)
        return Taken(state.mine, state.theirs | {move}, 0)

    def outcome(self, state):
        if SQUARES != state.mine | state.theirs:
            return None
        lead = 0
        for square in GOOD:
            lead += 1 if square in state.mine else -1
        return lead
'''
_PROGRAM = """
import sys, time
real, calls = time.perf_counter, [0]

def clock():
    calls[0] += 1
    return real() + calls[0] * float(sys.argv[1])

time.perf_counter = time.monotonic = time.time = clock
import minimaxer as mx
import compass

mx.perft(mx.compile(compass.Compass()), depth=1)
"""


def _digests(folder: Path, seed: str, seconds: str) -> dict[str, str]:
    """Compiles the rules in a process of its own, whose clock jumps ahead at each look; gives the digests of what it keeps."""
    cache = folder / seed
    environment = os.environ | {
        "PYTHONHASHSEED": seed,
        "MINIMAXER_CACHE_DIR": str(cache),
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
    }
    subprocess.run([sys.executable, "-c", _PROGRAM, seconds], env=environment, check=True)
    files = [path for path in cache.rglob("*") if path.is_file()]
    return {str(path.relative_to(cache)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.thorough
def test_equal_code_in_all_processes(tmp_path: Path) -> None:
    """Processes with other hashes of texts, one of them very slow, compile the same bytes."""
    (tmp_path / "compass.py").write_text(RULES, encoding="utf-8")
    quick, slow = _digests(tmp_path, "1", "0"), _digests(tmp_path, "77", "5")
    assert len(quick) >= 2
    assert quick == slow


class Words:
    """Six turns of a word each; some come late only."""

    def initial(self) -> tuple[int, str]:
        return (0, "begin")

    def player(self, state: tuple[int, str]) -> int:
        return state[0] % 2

    def moves(self, state: tuple[int, str]) -> list[int]:
        return [0, 1]

    def play(self, state: tuple[int, str], move: int) -> tuple[int, str]:
        return (state[0] + 1, ("odd", "even")[move])

    def outcome(self, state: tuple[int, str]) -> int | None:
        return None if state[0] < 6 else int(state[1] == "odd")


class Slow(Words):
    """The same with many moves, counting what is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def moves(self, state: tuple[int, str]) -> list[int]:
        self.asked += 1
        return [0, 1] * 100


def test_sampled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Variants, guarded code and kernels see types from one sample."""
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    real, games = samples.sample_states, []

    def noted(game: Any) -> list[Any]:
        games.append(game)
        return real(game)

    monkeypatch.setattr(build, "sample_states", noted)
    fast = mx.compile(Words())
    mx.search(fast, depth=2)
    mx.perft(fast, depth=2)
    fast.variant(["key"])
    assert len(games) == 1


def test_another_decision_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Code whose types were seen from other states is not mixed with code that exists."""
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", str(tmp_path))
    mx.compile(Words())
    monkeypatch.setattr(build, "sample_states", lambda game: [(0, "begin"), (1, "new")])
    with pytest.raises(
        mx.CompileError, match=r"random play gives states and moves of other types or texts than when its code was"
    ):
        mx.perft(mx.compile(Words()), depth=1)


def test_the_sample_is_bounded_by_moves() -> None:
    """Rules that give many moves are asked for fewer states; the first game is played to its end all the same."""
    game = Slow()
    assert len(samples.sample_states(game)) == 1 + game.asked
    assert game.asked == 30
