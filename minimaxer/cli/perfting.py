"""`minimaxer perft`."""

from __future__ import annotations

import json
import time
from argparse import Namespace

from ..capability import capabilities
from ..movecount import perft
from ..notation import Notation
from .tiers import game_in_tier


def run(given: Namespace) -> int:
    """Counts the move sequences of every depth up to the one asked for."""
    game, tiered = game_in_tier(given)
    notation = Notation(game, capabilities(game))
    state = notation.read_position(given.position)
    text = notation.write_position(state) if given.position is None else given.position
    for depth in range(min(given.depth, 1), given.depth + 1):
        began = time.perf_counter()
        count = perft(tiered, state, depth, finished=given.finished)
        seconds = time.perf_counter() - began
        row = {"position": text, "depth": depth, "count": count, "finished": given.finished, "seconds": seconds}
        print(json.dumps(row) if given.json else f"{depth:3}  {count:>15,}  {seconds:.2f} s", flush=True)
    return 0
