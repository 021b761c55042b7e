"""How much more is searched where many workers share no table, as in docs/how-to/many-machines.md, without many processors.

`python docs/scripts/virtual_jobs.py GAME [--job-nodes N] [--workers 1 2 4] [--algorithm pvs]`. Jobs are done here one after the
other, each with the table of the worker whose job it would be, and are given back in the order of a clock that counts nodes.
"""

from __future__ import annotations

import argparse
import heapq
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from typing import Any
from unittest import mock

import minimaxer as mx
from minimaxer.batch.jobs import solving, team as job


class Virtual(Executor):
    """Workers that there are not.

    Args:
        size: How many.
    """

    def __init__(self, size: int) -> None:
        self.now = 0
        self._free = list(range(size))
        self._benches = [job._Bench() for _ in range(size)]
        self._out: list[tuple[int, int, int, Future[Any], Any]] = []
        self._count = 0

    def submit(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Does a job at once, which is said to end later."""
        began = self.now if self._free else self._end()[0]
        worker = self._free.pop(0)
        with mock.patch.object(job, "_BENCH", self._benches[worker]):
            found = call(*given, **named)
        future: Future[Any] = Future()
        self._count += 1
        heapq.heappush(self._out, (began + found.nodes, self._count, worker, future, found))
        return future

    def _end(self) -> tuple[int, Future[Any]]:
        """Ends the job that is done first."""
        end, _, worker, future, found = heapq.heappop(self._out)
        self._free.append(worker)
        if not future.cancelled():
            future.set_result(found)
        return end, future

    def first_of(self, futures: dict[Future[Any], Any], seconds: float | None) -> Generator[tuple[Any, Future[Any]], None, None]:
        """The first of these that is done, and moves the clock on."""
        future = None
        while future not in futures:
            self.now, future = self._end()
        yield futures.pop(future), future

    def close(self) -> None:
        """Frees all tables."""
        for bench in self._benches:
            if bench.search is not None:
                bench.search.close()


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--job-nodes", type=int, default=50_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--algorithm", default="pvs")
    given = parser.parse_args()
    game: Any = mx.compile(mx.find_game(given.game), check=False)
    print("| value | workers | nodes | clock, nodes | speed-up |\n|---|---|---|---|---|")
    first = None
    for size in given.workers:
        pool = Virtual(size)
        with mock.patch.object(solving, "first_of", pool.first_of):
            how = {"job_nodes": given.job_nodes, "algorithm": given.algorithm}
            found = mx.solve_by_jobs(game, executor=pool, workers=size, **how)
        pool.close()
        first = first or pool.now
        print(f"| {found.value_text} | {size} | {found.nodes:,} | {pool.now:,} | {first / pool.now:.2f} |", flush=True)


if __name__ == "__main__":
    main()
