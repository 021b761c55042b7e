"""chessprogramming.org, "Lazy SMP": playing strength, what the helpers' extra ply gives, and more threads than two.

Work is counted in nodes: those that the first worker visits until a depth is done stand for the time to it. That flatters where
workers have fewer processors than there are of them, or share them with other work: those that take turns hand one another all that
they found, while those that work at the same time also do some things twice.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from typing import Any, Final
from unittest.mock import patch

from attrs import frozen

import minimaxer as mx
from minimaxer.families.alphabeta.native import tasks, team
from minimaxer.play.playing import openings
from minimaxer.searching.validators import Parallel

DEPTHS: Final = {"connect_four": 16, "mancala": 16, "breakthrough": 7}
"""Plies that one worker searches in some tenths of a second."""
ROUNDS: Final = 150
"""Openings of a match."""
NODES: Final = 20_000
"""What one thread has for a move in a match."""
PARTS: Final = {
    "nothing": (False, False),
    "one ply deeper": (True, False),
    "another order of the root's moves": (False, True),
    "both": (True, True),
}
"""What sets the helper apart: whether it looks deeper, whether it shuffles."""
RIVALS: Final[dict[str, tuple[int, Parallel]]] = {
    "lazy SMP, two threads": (2, "lazy_smp"),
    "ABDADA, two threads": (2, "abdada"),
    "one thread": (1, "auto"),
}
"""Who plays, with twice the nodes, against one thread."""


@frozen
class Work:
    """What one search took.

    Attributes:
        first: Nodes of the first worker.
        total: Nodes of all.
    """

    first: int
    total: int


def _no_deeper(root: Any, depth: int, low: float, high: float, _: object, rng: Any, *, lazy: bool) -> tasks.Searching:
    return tasks.Searching(root, depth, low, high, depth, rng, lazy=lazy)


@contextmanager
def helpers(*, deepens: bool, shuffles: bool) -> Iterator[None]:
    """Helpers of lazy SMP do no more than this within the block."""
    with ExitStack() as stack:
        if not deepens:
            stack.enter_context(patch.object(team, "Searching", _no_deeper))
        if not shuffles:
            stack.enter_context(patch.object(tasks, "shuffle", lambda items, _: list(items)))
        yield


def work(game: Any, state: Any, depth: int, threads: int) -> Work:
    """One search from an empty table."""
    scheme: Parallel = "lazy_smp" if threads > 1 else "auto"
    with closing(mx.Search(game, threads=threads, parallel=scheme)) as engine:
        result = engine.run(state, mx.Limits(depth=depth))
    shares = (result.nodes,) if result.workers is None else result.workers.nodes
    return Work(shares[0], sum(shares))


def to_depth(name: str, states: Sequence[Any], depth: int, threads: Sequence[int], repeat: int) -> list[dict[str, Any]]:
    """What helpers save on the way to a depth, against one worker, by number of threads and by what sets them apart."""
    game = mx.compile(mx.find_game(name))
    alone = sum(work(game, state, depth, 1).total for state in states)
    settings = [(count, part) for count in threads for part in (PARTS if count == 2 else ["both"])]
    runs: dict[tuple[int, str], list[tuple[float, float]]] = {setting: [] for setting in settings}
    for _ in range(repeat):
        for count, part in settings:
            deepens, shuffles = PARTS[part]
            with helpers(deepens=deepens, shuffles=shuffles):
                found = [work(game, state, depth, count) for state in states]
            runs[count, part].append((alone / sum(each.first for each in found), sum(each.total for each in found) / alone))
    return [
        {
            "game": name,
            "depth": depth,
            "positions": len(states),
            "threads": count,
            "part": part,
            "speed_up": statistics.median(saved for saved, _ in pairs),
            "low": min(saved for saved, _ in pairs),
            "high": max(saved for saved, _ in pairs),
            "nodes": statistics.median(nodes for _, nodes in pairs),
        }
        for (count, part), pairs in runs.items()
    ]


def strength(name: str, rival: str, nodes: int, rounds: int) -> dict[str, Any]:
    """A match of somebody with twice the nodes against one thread, two games from each opening."""
    threads, scheme = RIVALS[rival]
    players: list[mx.Player[Any, Any]] = [
        mx.Player(name="rival", limits=mx.Limits(nodes=2 * nodes), threads=threads, parallel=scheme),
        mx.Player(name="one", limits=mx.Limits(nodes=nodes)),
    ]
    game = mx.compile(mx.find_game(name))
    match = mx.play_match(game, players, rounds=rounds, openings=4, seed=2_026, workers=1)
    return {
        "game": name,
        "rival": rival,
        "nodes": nodes,
        "rounds": match.pairs.number,
        "score": match.pairs.score,
        "elo": match.pairs.elo.value,
        "error": match.pairs.elo.error,
    }


def measure() -> dict[str, Any]:
    """All of it; some minutes."""
    depths: list[dict[str, Any]] = []
    for name, depth in DEPTHS.items():
        states = openings(mx.find_game(name), 4, 8, seed=1)
        depths += to_depth(name, states, depth, (2, 4, 8), 5)
    matches = [strength(name, rival, NODES, ROUNDS) for name in ("connect_four", "breakthrough") for rival in RIVALS]
    return {"depths": depths, "matches": matches}
