"""Simulations a second of Monte Carlo tree search by one thread and by two on one tree, with random playouts, from the first position.

Run `python -m tests.benchmarks.montecarlo_threads`. Both are timed in turn, and the median of each is taken. Runs in which the threads
had less than nine tenths of a processor each, since others worked on the machine too, are left out and counted.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any, Final

import minimaxer as mx

GAMES: Final = {"connect_four": 800_000, "breakthrough": 300_000, "reversi": 300_000, "tic_tac_toe": 3_000_000}
"""Each game, and how many simulations a run has: some 0.4 s."""
FEW: Final = 2_000
"""Simulations after which all threads are there."""
SHARE: Final = 0.9


def speed(engine: mx.Search[Any, Any], simulations: int, threads: int) -> float | None:
    """Simulations a second in a tree of its own; None where the threads did not have the processors to themselves."""
    engine.close()
    engine.run(None, mx.Limits(simulations=FEW))
    used, began = time.process_time(), time.perf_counter()
    engine.run(None, mx.Limits(simulations=simulations))
    used, seconds = time.process_time() - used, time.perf_counter() - began
    return simulations / seconds if used >= SHARE * threads * seconds else None


def speeds(name: str, simulations: int, threads: int, repeat: int) -> dict[int, list[float]]:
    """Speeds of one thread and of several, in turn; the tree is proven at no point, so that all simulations are made."""
    game = mx.compile(mx.find_game(name))
    options = mx.MonteCarloOptions(solver=False, seed=1)
    engines = {each: mx.Search(game, options, algorithm="montecarlo", threads=each) for each in (1, threads)}
    found: dict[int, list[float]] = {each: [] for each in engines}
    for _ in range(repeat):
        for each, engine in engines.items():
            rate = speed(engine, simulations, each)
            found[each] += [] if rate is None else [rate]
    for engine in engines.values():
        engine.close()
    return found


def main() -> None:
    """Prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--games", default=",".join(GAMES))
    given = parser.parse_args()
    for name in given.games.split(","):
        found = speeds(name, GAMES[name], given.threads, given.repeat)
        if not all(found.values()):
            print(f"{name}: no run was left to itself")
            continue
        one, many = (statistics.median(each) for each in found.values())
        kept = " and ".join(str(len(each)) for each in found.values())
        print(f"{name}: {one:,.0f} simulations/s, {given.threads} threads {many:,.0f}, {many / one:.2f} times ({kept} runs kept)")


if __name__ == "__main__":
    main()
