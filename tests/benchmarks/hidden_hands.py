"""Tricks that searches of deals take at whist: `python -m tests.benchmarks.hidden_hands --games 1000`.

Each deal is played twice, with sides changed, so that good cards are nobody's merit. What is told is the mean difference of tricks
a game, with half the width of the interval in which it lies in 95 of 100 cases.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from random import Random
from typing import Any

import minimaxer as mx
from minimaxer_games.whist import Whist

EVERY_DEPTH = mx.Limits(depth=60)


def sampled(deals: int, combine: Any = "average") -> Any:
    return "sampled", mx.SampledOptions(deals=deals, combine=combine), EVERY_DEPTH


def trees(simulations: int, **options: Any) -> Any:
    return "ismcts", mx.InformationSetOptions(**options), mx.Limits(simulations=simulations)


def timed(entry: Any, seconds: float) -> Any:
    return entry[0], entry[1], mx.Limits(seconds=seconds)


PLAYERS: dict[str, Any] = {
    "random": None,
    "one": sampled(1),
    "five": sampled(5),
    "twenty": sampled(20),
    "vote": sampled(20, "vote"),
    "hundred": sampled(100),
    "tree1000": trees(1_000),
    "tree10000": trees(10_000),
    "tree0.4": trees(10_000, exploration=0.4),
    "tree0.7": trees(10_000, exploration=0.7),
    "tree1.4": trees(10_000, exploration=1.4),
    "tree1": trees(10_000, per_deal=1),
    "tree50ms": timed(trees(1), 0.05),
    "sampled50ms": timed(sampled(20), 0.05),
    "cheat": ("auto", mx.AlphaBetaOptions(ignore={"deal"}), EVERY_DEPTH),
}


def play(game: Any, state: Any, engines: list[Any], rng: Random) -> int:
    """The difference of tricks for side 0."""
    while game.outcome(state) is None:
        engine, limits = engines[game.player(state)]
        moves = list(game.moves(state))
        if len(moves) == 1:
            move = moves[0]
        elif engine is None:
            move = rng.choice(moves)
        else:
            move = engine.run(state, limits).move
        state = game.play(state, move)
    outcome = game.outcome(state)
    assert outcome is not None
    return int(outcome)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", default="twenty,one;twenty,random")
    parser.add_argument("--ranks", type=int, default=6)
    parser.add_argument("--cards", type=int, default=6)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--trumps", default="S")
    parser.add_argument("--seconds", type=float, default=500)
    given = parser.parse_args()
    shape: dict[str, Any] = {"ranks": given.ranks, "cards": given.cards, "seats": given.seats, "trumps": given.trumps}
    game = mx.compile(Whist(**shape))
    engines: dict[str, Any] = {}
    for pair in given.players.split(";"):
        names = pair.split(",")
        for name in names:
            if name not in engines:
                entry = PLAYERS[name]
                engines[name] = (None, None) if entry is None else (mx.Search(game, entry[1], algorithm=entry[0]), entry[2])
        margins = []
        began, rng = time.perf_counter(), Random(1)
        for seed in range(given.games // 2):
            state = Whist(**shape, seed=seed).initial()
            first = play(game, state, [engines[names[0]], engines[names[1]]], rng)
            second = play(game, state, [engines[names[1]], engines[names[0]]], rng)
            margins.append((first - second) / 2)
            if time.perf_counter() - began > given.seconds:
                break
        error = 1.96 * statistics.stdev(margins) / math.sqrt(len(margins))
        seconds = (time.perf_counter() - began) / len(margins) / 2
        mean = statistics.mean(margins)
        print(
            json.dumps(
                {
                    "players": names,
                    **shape,
                    "games": 2 * len(margins),
                    "tricks": round(mean, 3),
                    "error": round(error, 3),
                    "seconds": round(seconds, 3),
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
