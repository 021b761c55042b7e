"""The speed-up by several workers on this machine: nodes per second, and time to the answer."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, Final

from attrs import asdict, frozen

from ...api.search import Search
from ...game.protocol import Game, M, S
from ...searching.limits import Limits
from ...searching.options import AlphaBetaOptions
from ...searching.schemes import Parallel

LONG_ENOUGH: Final = 0.3
"""Seconds that one worker must take at least for a depth to be measured."""


@frozen(kw_only=True)
class Scaling:
    """Measurements of a number of workers at the same work. Figures are medians over the repetitions.

    Attributes:
        seconds: Wall-clock time to the answer: until the depth was finished, or the value known.
        nodes: Nodes visited by all.
        speed_up: The time that one worker took, divided by `seconds`.
        efficiency: `speed_up` divided by `threads`.
        spread: The longest time of a repetition divided by the shortest.
        note: The reason that one worker did it all, if so.
    """

    threads: int
    seconds: float
    nodes: int
    nps: float
    speed_up: float
    efficiency: float
    spread: float
    note: str | None

    def to_dict(self) -> dict[str, Any]:
        """The measurements as plain data for JSON."""
        return asdict(self)


def scaling(
    game: Game[S, M],
    states: Sequence[S],
    *,
    threads: Sequence[int],
    depth: int | None = None,
    repeat: int = 3,
    algorithm: str = "auto",
    options: AlphaBetaOptions | None = None,
    parallel: Parallel = "auto",
    on_run: Callable[[int], object] | None = None,
) -> list[Scaling]:
    """Measures the same work with different numbers of workers, one after the other, repeatedly; one worker is always measured.

    The table is kept from one position to the next; they are solved if `depth`, in plies, is None. `on_run` is called before each
    measurement with the number of workers; the other options are those of `Search`.
    """
    counts = sorted({1, *threads})
    runs: dict[int, list[tuple[float, int, str | None]]] = {count: [] for count in counts}
    for _ in range(repeat):
        for count in counts:
            if on_run is not None:
                on_run(count)
            scheme: Parallel = parallel if count > 1 else "auto"
            with closing(Search(game, options, algorithm=algorithm, evaluate=None, threads=count, parallel=scheme)) as engine:
                runs[count].append(_run(engine, states, depth))
    alone = statistics.median(seconds for seconds, _, _ in runs[1])
    return [_row(count, runs[count], alone) for count in counts]


def fitting_depth(game: Game[S, M], state: S, algorithm: str = "auto", options: AlphaBetaOptions | None = None) -> int:
    """The first depth at which one worker takes `LONG_ENOUGH` seconds, or the deepest within a minute."""
    depth = 1
    with closing(Search(game, options, algorithm=algorithm, evaluate=None)) as engine:
        for result in engine.iterate(state, Limits(seconds=60)):
            depth = max(result.depth, 1)
            if result.seconds >= LONG_ENOUGH:
                break
    return depth


def _run(engine: Search[S, M], states: Sequence[S], depth: int | None) -> tuple[float, int, str | None]:
    engine.run(states[0], Limits(depth=1))  # loads code and takes memory
    nodes = 0
    notes: list[str | None] = []
    began = time.perf_counter()
    for state in states:
        result = engine.solve(state) if depth is None else engine.run(state, Limits(depth=depth))
        nodes += result.nodes
        notes.append(None if result.workers is None else result.workers.note)
    return time.perf_counter() - began, nodes, None if None in notes else notes[-1]


def _row(threads: int, runs: list[tuple[float, int, str | None]], alone: float) -> Scaling:
    times = [seconds for seconds, _, _ in runs]
    seconds = statistics.median(times)
    return Scaling(
        threads=threads,
        seconds=seconds,
        nodes=int(statistics.median(nodes for _, nodes, _ in runs)),
        nps=statistics.median(nodes / seconds for seconds, nodes, _ in runs),
        speed_up=alone / seconds,
        efficiency=alone / seconds / threads,
        spread=max(times) / min(times),
        note=runs[-1][2] if threads > 1 else None,
    )
