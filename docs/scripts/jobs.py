"""What sharing one position out as jobs costs, as in docs/how-to/many-machines.md: nodes, times, messages, idle workers.

`python docs/scripts/jobs.py GAME [--position P] [--job-nodes N] [--workers 1 2] [--algorithm proof] [--apart]`. Each row solves
the position anew with so many processes, which share a table, or have one each with `--apart`. Busy is the processor time of
their jobs, so that other work on the machine does not count. A worker is idle while it has no job: told as a share of workers
times seconds, and in seconds until each has had its first.
"""

from __future__ import annotations

import argparse
import os
import pickle
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

from attrs import define, field

import minimaxer as mx
from minimaxer.api.methods import create, defaults_for
from minimaxer.batch.jobs.team import share_memory
from minimaxer.batch.workforce import started_pool
from minimaxer.families.proof.options import ProofDetails
from minimaxer.searching.setup import Setup, Sharing


@define
class Timed:
    """What a job gave back, and when."""

    found: Any
    worker: int
    began: float
    ended: float
    busy: float


def timed(call: Callable[..., Any], *given: Any) -> Timed:
    """Does a job in a worker."""
    began, busy = time.monotonic(), time.process_time()
    found = call(*given)
    return Timed(found, os.getpid(), began, time.monotonic(), time.process_time() - busy)


@define(slots=False, eq=False)
class Watching(Executor):
    """An executor that notes how long jobs take and how large their messages are."""

    pool: Executor
    jobs: list[Timed] = field(factory=list)
    sent: int = 0
    returned: int = 0

    def submit(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Hands a job out."""
        self.sent += len(pickle.dumps((call, given)))
        outer: Future[Any] = Future()
        outer.set_running_or_notify_cancel()

        def note(inner: Future[Timed]) -> None:
            if (error := inner.exception()) is not None:
                outer.set_exception(error)
                return
            done = inner.result()
            self.jobs.append(done)
            self.returned += len(pickle.dumps(done.found))
            outer.set_result(done.found)

        self.pool.submit(timed, call, *given).add_done_callback(note)
        return outer


def row(game: Any, state: Any, workers: int, job_nodes: int, method: dict[str, Any], *, apart: bool) -> str:
    """A row of the table."""
    search = create(Setup(game=game, **method))
    memory = search.shared_memory() if isinstance(search, Sharing) and not apart else None
    with started_pool(workers, partial(share_memory, memory)) as pool:
        watch = Watching(pool)
        began, mine = time.monotonic(), time.process_time()
        result = mx.solve_by_jobs(game, state, executor=watch, workers=workers, job_nodes=job_nodes, **method)
        seconds, mine = time.monotonic() - began, time.process_time() - mine
    jobs, last = watch.jobs, began + seconds
    with_job = sum(min(each.ended, last) - each.began for each in jobs)
    firsts: dict[int, float] = {}
    for each in jobs:
        firsts[each.worker] = min(each.began, firsts.get(each.worker, last))
    waited = sum(first - began for first in firsts.values()) + seconds * (workers - len(firsts))
    busy = sum(each.busy for each in jobs)
    details = result.details
    assert isinstance(details, ProofDetails)
    cells = (
        f"{result.value_text}",
        f"{workers}",
        f"{len(jobs):,}",
        f"{result.nodes:,}",
        f"{seconds:.1f}",
        f"{busy:.1f}",
        f"{with_job:.1f}",
        f"{100 * (1 - with_job / (workers * seconds)):.1f} %",
        f"{waited:.1f}",
        f"{1000 * mine / max(1, len(jobs)):.2f}",
        f"{watch.sent // max(1, len(jobs)):,}",
        f"{watch.returned // max(1, len(jobs)):,}",
        f"{result.statistics.created:,}",
        f"{details.expanded:,}",
    )
    return f"| {' | '.join(cells)} |"


HEAD = (
    "value", "workers", "jobs", "nodes", "seconds", "busy, s", "with a job, s", "idle", "before the first job, s",
    "master, ms a job", "bytes sent a job", "bytes back", "positions", "expanded",
)  # fmt: skip


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--position")
    parser.add_argument("--job-nodes", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--algorithm", default="proof")
    parser.add_argument("--apart", action="store_true")
    given = parser.parse_args()
    rules = mx.find_game(given.game)
    game: Any = mx.compile(rules, check=False)
    state = None if given.position is None else game.parse(given.position)
    method = {"algorithm": given.algorithm, "options": defaults_for(given.algorithm, game)}
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for workers in given.workers:
        print(row(game, state, workers, given.job_nodes, method, apart=given.apart), flush=True)


if __name__ == "__main__":
    main()
