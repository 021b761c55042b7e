"""How much memory Monte Carlo tree search takes while it searches on and on: resident memory beside the budget.

Run `python -m tests.benchmarks.montecarlo_memory connect_four --tier tree --memory 64MB --seconds 3600`: it plays game after game,
each with one tree kept from move to move, and tells once a minute what the search reports and what the process takes, in MB. Linux
alone tells the latter.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import math
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

from attrs import define

import minimaxer as mx
from minimaxer.base.sizes import parse_size
from minimaxer.families.montecarlo.options import MonteCarloDetails

MEGABYTE: Final = 1 << 20
OPENING: Final = 2
"""Plies drawn by lot, so that no game is like another."""
STATUS: Final = Path("/proc/self/status")


def resident(which: str = "VmRSS") -> int:
    """Bytes that the process takes now; by `VmHWM`, the most since `forget_peak`."""
    (line,) = (line for line in STATUS.read_text(encoding="ascii").splitlines() if line.startswith(which))
    return int(line.split()[1]) * 1024


def forget_peak() -> None:
    """Begins to watch for the most that the process takes."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


@define
class Watch:
    """What a search took, beside what the process had before, in bytes.

    Attributes:
        before: What the process had.
        reported: The most that the search said.
        held: The most that the process took more than before, between moves.
        peak: The most at any moment.
        games: How many were begun.
        simulations: How many were done.
        told: Seconds after which to tell the next line.
    """

    before: int
    reported: int = 0
    held: int = 0
    peak: int = 0
    games: int = 0
    simulations: int = 0
    told: float = 0.0

    def look(self, search: mx.Search[Any, Any], found: mx.SearchResult[Any]) -> None:
        """Takes in what is so after a search."""
        assert isinstance(found.details, MonteCarloDetails)
        self.simulations += found.details.simulations
        self.reported = max(self.reported, search.size_bytes)
        self.held = max(self.held, resident() - self.before)
        self.peak = max(self.peak, resident("VmHWM") - self.before)

    def line(self, search: mx.Search[Any, Any], memory: str) -> str:
        """What is so by now, in MB."""
        parts = {
            "budget": parse_size(memory),
            "reported": search.size_bytes,
            "taken": resident() - self.before,
            "most reported": self.reported,
            "most taken": self.held,
            "peak": self.peak,
        }
        told = ", ".join(f"{name} {size / MEGABYTE:.1f}" for name, size in parts.items())
        return f"{self.games} games, {self.simulations:,} simulations: {told}"


def watched(
    name: str, tier: str, memory: str, limits: mx.Limits, *, seconds: float = math.inf, games: float = math.inf, seed: int = 1
) -> Watch:
    """Plays a game against itself, again and again, each time with one tree, and says what that took.

    Args:
        name: The game.
        tier: `tree` or `compiled`.
        memory: The budget.
        limits: Of a move.
        seconds: After how long to stop.
        games: After how many games.
        seed: For openings of two plies drawn by lot.
    """
    game: Any = mx.find_game(name)
    if tier == "compiled":
        game = mx.compile(game)
    rng, options = Random(seed), mx.MonteCarloOptions(memory=memory, seed=seed)
    with closing(mx.Search(game, mx.MonteCarloOptions(memory="64KB"), algorithm="montecarlo")) as warm:
        warm.run(None, mx.Limits(simulations=2_000))  # code, caches and threads are no part of a tree
    gc.collect()
    forget_peak()
    watch, began = Watch(resident()), time.monotonic()
    while watch.games < games and time.monotonic() - began < seconds:
        watch.games += 1
        with closing(mx.Search(game, options, algorithm="montecarlo")) as search:
            for ply in itertools.count():
                found = search.run(None, limits)
                watch.look(search, found)
                if time.monotonic() - began >= watch.told:
                    watch.told += 60.0
                    print(f"{time.monotonic() - began:.0f} s, {watch.line(search, memory)}", flush=True)
                if found.finished or found.move is None or time.monotonic() - began >= seconds:
                    break
                search.advance(rng.choice(found.moves).move if ply < OPENING else found.move)
    return watch


def main() -> None:
    """Plays as long as it is told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--tier", choices=("tree", "compiled"), default="compiled")
    parser.add_argument("--memory", default="64MB")
    parser.add_argument("--seconds", type=float, default=3_600.0, help="in all")
    parser.add_argument("--pace", type=float, default=20.0, help="seconds a move")
    given = parser.parse_args()
    watched(given.game, given.tier, given.memory, mx.Limits(seconds=given.pace), seconds=given.seconds)


if __name__ == "__main__":
    main()
