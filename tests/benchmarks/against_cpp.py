"""Games written in plain Python, compiled, against the same rules and the same search written in C++.

    uv run python tests/benchmarks/against_cpp.py

Both sides search to the same depth by plain alpha-beta: no table, the game's own order of moves. The C++ stands in the folder `cpp`
and is compiled by `g++ -O2`. Both run by turns on one core; each figure is the best of the rounds, in CPU time. Interpreted Python
searches less deep.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import minimaxer as mx

SOURCES = Path(__file__).with_name("cpp")
GAMES = Path(__file__).parents[3] / "shared" / "natural_games"
"""Where the games in Python stand, which are no part of this project."""
FLAGS = ("-std=c++17", "-O2")
PLAIN = mx.AlphaBetaOptions(deepening=False)


class Setting(NamedTuple):
    """How one game is measured.

    Attributes:
        rules: The class with its rules.
        depth: Plies that compiled code searches.
        interpreted: Plies that interpreted Python searches.
    """

    rules: str
    depth: int
    interpreted: int


SETTINGS = {
    "hex": Setting("Hex", 8, 6),
    "draughts": Setting("Checkers", 16, 11),
    "morris": Setting("NineMensMorris", 9, 6),
    "onitama": Setting("Onitama", 8, 6),
}


class Run(NamedTuple):
    """One search: its value for player 0, the nodes below its root, its CPU time in seconds."""

    value: float
    nodes: int
    seconds: float

    @property
    def nps(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds

    def same_as(self, other: Run) -> bool:
        """Whether both found the same value with the same nodes."""
        return self[:2] == other[:2]


Search = Callable[[int], Run]
"""Searches the initial position to a depth."""


def missing() -> str | None:
    """What is not here that a comparison needs; None where all is."""
    if not GAMES.is_dir():
        return f"the games in Python are not at {GAMES}"
    if shutil.which("g++") is None:
        return "g++ is not installed"
    if importlib.util.find_spec("llvmlite") is None:
        return "compiled games need the extra 'compiled'"
    return None


def game_of(name: str) -> Any:
    """The rules in Python."""
    spec = importlib.util.spec_from_file_location(name, GAMES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, SETTINGS[name].rules)()


def in_python(game: Any) -> Search:
    """The search of a game in this process, compiled or not."""
    search = mx.Search(game, PLAIN, algorithm="fixed")
    root = 0 if isinstance(game, mx.CompiledGame) else 1  # the tree counts the root

    def run(depth: int) -> Run:
        began = time.process_time()
        result = search.run(limits=mx.Limits(depth=depth))
        seconds = time.process_time() - began
        assert result.value is not None
        return Run(result.value, result.nodes - root, seconds)

    return run


def in_cpp(name: str, folder: Path) -> Search:
    """The search of the program in C++, once it is compiled into the folder."""
    program = folder / name
    subprocess.run(["g++", *FLAGS, "-o", str(program), str(SOURCES / f"{name}.cpp")], check=True)

    def run(depth: int) -> Run:
        told = subprocess.run([str(program), str(depth)], capture_output=True, text=True, check=True).stdout
        value, nodes, seconds = told.split()
        return Run(int(value), int(nodes), float(seconds))

    return run


def best_of(rounds: int, depth: int, *searches: Search) -> list[Run]:
    """The quickest run of each search; they run by turns."""
    runs = [[search(depth) for search in searches] for _ in range(rounds)]
    return [min(each, key=lambda run: run.seconds) for each in zip(*runs, strict=True)]


def compare(name: str, folder: Path, rounds: int) -> str:
    """One line on one game."""
    depth, interpreted = SETTINGS[name][1:]
    game = game_of(name)
    native, cpp = in_python(mx.compile(game)), in_cpp(name, folder)
    same = all(native(each).same_as(cpp(each)) for each in range(1, depth))  # which warms both up too
    mine, theirs = best_of(rounds, depth, native, cpp)
    slow = in_python(game)(interpreted)
    same = same and mine.same_as(theirs) and slow.same_as(native(interpreted))
    return (
        f"{name:9} depth {depth:2}, nodes equal: {'yes' if same else 'no'}; "
        f"native {mine.nps / 1e6:6.2f} M/s, C++ {theirs.nps / 1e6:6.2f} M/s, ratio {mine.nps / theirs.nps:.2f}; "
        f"Python {slow.nps / 1e6:.3f} M/s at depth {interpreted}, speed-up {mine.nps / slow.nps:.0f}"
    )


def main() -> int:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(SETTINGS)}; all where none is named")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    if unknown := set(given.games) - set(SETTINGS):
        parser.error(f"expected games of {', '.join(SETTINGS)}, got {', '.join(sorted(unknown))}")
    if reason := missing():
        print(f"skipped: {reason}")
        return 0
    if hasattr(os, "sched_setaffinity"):  # programs that are started from here stay on that core too
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        for name in given.games or SETTINGS:
            print(compare(name, Path(folder), given.rounds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
