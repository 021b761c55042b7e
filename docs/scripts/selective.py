"""Plays selective search against search in full on chess-lite's boards, and at breakthrough.

    python docs/scripts/selective.py gardner --nodes 20000 --rounds 100
    python docs/scripts/selective.py losalamos --seconds 0.02 --rounds 60

Openings are four or five plies drawn by lot, of which those are taken that a search of 50,000 nodes holds for balanced, to
0.4 pawns or men. Both sides play each; after 200 plies nobody wins.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any, Final

import minimaxer as mx
from minimaxer_games.breakthrough import Breakthrough
from minimaxer_games.chess_lite import ChessLite

BALANCED: Final = 40
"""The greatest value of an opening, in hundredths of a pawn or a man."""
IN_FULL: Final = mx.AlphaBetaOptions(selective=False)


def openings(compiled: Any, seed: int = 3) -> Iterator[Any]:
    """Balanced openings, each once."""
    game, rng, seen = compiled.game, random.Random(seed), set()
    for number in range(1, 10_000):
        state = game.initial()
        for _ in range(4 + number % 2):
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, rng.choice(moves))
        else:
            if state not in seen and abs(mx.search(compiled, state, nodes=50_000, options=IN_FULL).value) <= BALANCED:
                yield state
            seen.add(state)


def main() -> None:
    """Plays one match and prints it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", choices=("gardner", "losalamos", "eight", "breakthrough"))
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    compiled: Any = mx.compile(Breakthrough() if asked.board == "breakthrough" else ChessLite(variant=asked.board))
    limits = mx.Limits(nodes=asked.nodes, seconds=asked.seconds)
    players = [
        mx.Player(name="selective", limits=limits),
        mx.Player(name="in full", limits=limits, options=IN_FULL),
    ]
    begun = openings(compiled)
    states = [next(begun) for _ in range(asked.rounds)]
    print(mx.play_match(compiled, players, rounds=asked.rounds, openings=states, seed=7, plies=200, workers=asked.workers))


if __name__ == "__main__":
    main()
