"""Connect four to depth 6 from the empty board, evaluation 0, against easyAI.

uv run --with easyAI==2.0.11 python tests/benchmarks/against_easyai.py
"""

from __future__ import annotations

import gc
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour

DEPTH, RUNS = 6, 5
PLAIN = mx.AlphaBetaOptions(ignore={"evaluate", "order", "bounds", "search_moves"})
"""The rules alone, as the other has them."""


def search(depth: int) -> object:
    """The move of easyAI's Negamax on the connect four that comes with it; no position there is lost yet."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour as Game

    ai = Negamax(depth)
    return ai(Game([AI_Player(ai), AI_Player(ai)]))


def timed(run: Callable[[], object]) -> float:
    """The median of its seconds."""
    seconds = []
    for _ in range(RUNS):
        gc.collect()
        began = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


def main() -> int:
    """Prints both medians and their ratio."""
    if importlib.util.find_spec("easyAI") is None:
        print("skipped: easyAI is not installed; add --with easyAI==2.0.11 to uv run")
        return 0
    mine = timed(lambda: mx.search(ConnectFour(), depth=DEPTH, options=PLAIN))
    other = timed(lambda: search(DEPTH))
    print(
        f"connect four, depth {DEPTH}, evaluation 0: {1000 * mine:.1f} ms, easyAI {1000 * other:.1f} ms: {other / mine:.0f} times faster"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
