"""Simulations a second of Monte Carlo tree search beside OpenSpiel's `MCTSBot` in C++, from the first position.

Both choose by UCT and play each game out to its end by lot: ours leaves `evaluate` and `order` aside, by which it would end playouts
after 8 plies and choose by PUCT.

Run `python -m tests.benchmarks.against_mcts`; `taskset -c 1` keeps it on one processor. Both are timed in turn by
processor time, several times, and the median of each is taken.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any, Final

import pyspiel

import minimaxer as mx

GAMES: Final = {
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "reversi": "othello",
    "tic_tac_toe": "tic_tac_toe",
}
"""Our game and theirs."""


def ours(game: Any, simulations: int) -> float:
    """Our simulations a second of processor time; the tree is proven at no point, so that all are made."""
    options = mx.MonteCarloOptions(solver=False, ignore={"evaluate", "order"})
    engine: mx.Search[Any, Any] = mx.Search(game, options, algorithm="montecarlo")
    engine.ready()
    began = time.process_time()
    engine.run(None, mx.Limits(simulations=simulations))
    seconds = time.process_time() - began
    engine.close()
    return simulations / seconds


def theirs(name: str, simulations: int, seed: int) -> float:
    """Their simulations a second of processor time."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 4_000, False, seed, False)
    began = time.process_time()
    bot.mcts_search(game.new_initial_state())
    return simulations / (time.process_time() - began)


def main() -> None:
    """Prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    for name, other in GAMES.items():
        game = mx.compile(mx.find_game(name))
        ours(game, 1_000)
        pairs = [(ours(game, 10 * given.simulations), theirs(other, given.simulations, seed)) for seed in range(given.repeat)]
        mine, peer = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{name}: {mine:,.0f} simulations/s, OpenSpiel {peer:,.0f}, {mine / peer:.1f} times")


if __name__ == "__main__":
    main()
