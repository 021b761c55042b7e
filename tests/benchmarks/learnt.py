"""Searches of games without an evaluation, by one that is learnt: `python -m tests.benchmarks.learnt connect_four FILE ...`.

For each game, with what it knows beyond its five methods ignored: the seconds that learning takes with compiling; games at depth 3
against random play, blind and learnt; depth 5 against depth 2; and the time of a node in searches of 20,000, learnt over blind.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final

import minimaxer as mx
from minimaxer.game.capability import capabilities
from minimaxer.game.following import final_outcome
from minimaxer.learning.automatic import taught

IGNORED: Final = ("evaluate", "order", "noisy_moves", "bounds", "prior")
PLIES: Final = 400
"""Plies after which a game is drawn."""
NODES: Final = 20_000
"""Nodes of each search whose time is taken."""
Mover = Callable[[Any], Any]


def played(game: Any, movers: tuple[Mover, Mover], opening: int, seed: int) -> float:
    """The outcome of a game that begins with some random moves."""
    rng, state, found = Random(seed), game.initial(), capabilities(game)
    for ply in range(PLIES):
        if (outcome := game.outcome(state)) is not None:
            return float(outcome)
        moves = list(game.moves(state))
        if not moves:
            return float(final_outcome(game, found, state))  # type: ignore[arg-type]  # of a game for two
        state = game.play(state, rng.choice(moves) if ply < opening else movers[game.player(state)](state))
    return 0.0


def match(game: Any, ours: Mover, theirs: Mover, games: int, opening: int) -> str:
    """Our wins, draws and losses; each opening is played from both sides."""
    found: Counter[int] = Counter()
    for number in range(games):
        movers = (theirs, ours) if number % 2 else (ours, theirs)
        outcome = played(game, movers, opening, number // 2)
        found[(outcome > 0) - (outcome < 0) if number % 2 == 0 else (outcome < 0) - (outcome > 0)] += 1
    return f"{found[1]}-{found[0]}-{found[-1]}"


def node_seconds(search: mx.Search[Any, Any], states: list[Any]) -> float:
    results = [search.run(state, mx.Limits(nodes=NODES)) for state in states]
    return sum(result.seconds for result in results) / sum(result.nodes for result in results)


def row(name: str, games: int, deeper: int) -> str:
    """The figures of a game, as a row of a table."""
    game = mx.compile(mx.find_game(name))
    known = frozenset(each for each in IGNORED if getattr(capabilities(game.game), each) is not None)
    began = time.perf_counter()
    learnt = taught(game, lambda: None)
    judged = mx.Search(game, mx.AlphaBetaOptions(ignore=known - {"evaluate"}), evaluate=learnt)
    judged.ready()
    seconds = time.perf_counter() - began
    blind = mx.Search(game, mx.AlphaBetaOptions(ignore=known))
    rng = Random(0)

    def random_move(state: Any) -> Any:
        return rng.choice(list(game.moves(state)))

    def mover(search: mx.Search[Any, Any], depth: int) -> Mover:
        return lambda state: search.run(state, mx.Limits(depth=depth)).move

    rivals = [match(game.game, mover(search, 3), random_move, games, 0) for search in (blind, judged)]
    deep = match(game.game, mover(judged, 5), mover(judged, 2), deeper, 4)
    states = mx.testing.random_states(game.game, 30, seed=1)
    running = [state for state in states if game.outcome(state) is None and any(True for _ in game.moves(state))]
    ratio = node_seconds(judged, running) / node_seconds(blind, running)
    return f"| {name.rpartition('/')[2]} | {' | '.join(rivals)} | {deep} | {ratio:.2f} | {seconds:.1f} |"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--games", type=int, default=200, dest="count")
    parser.add_argument("--deeper", type=int, default=60)
    given = parser.parse_args()
    print("| game | blind, depth 3 | learnt, depth 3 | learnt, depth 5 against 2 | time a node | seconds to learn |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in given.games:
        print(row(name, given.count, given.deeper), flush=True)


if __name__ == "__main__":
    main()
