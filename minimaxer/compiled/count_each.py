"""Counting the move sequences of a compiled game on several threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from ..terms.limits import StopReason
from .counting import Counter
from .game import CompiledGame


def count_each(game: CompiledGame[Any, Any], tasks: Sequence[tuple[Any, int]], *, finished: bool, threads: int) -> list[int]:
    """The counts of sequences from each state, whoever of the threads is free taking the next.

    Args:
        game: The compiled game.
        tasks: States, each with a number of plies.
        finished: Count games that end earlier too.
        threads: Threads at the most.

    Raises:
        RulesError: The game goes on for more plies than the native code can follow.
    """
    counts = [0] * len(tasks)
    waiting = deque(range(len(tasks)))

    def work(counter: Counter) -> None:
        while waiting:
            try:
                number = waiting.popleft()
            except IndexError:  # another thread has just taken the last
                return
            try:
                counts[number] = counter.count(*tasks[number], finished=finished)
            except BaseException:
                waiting.clear()  # nobody needs the rest
                raise

    counters = [Counter(game) for _ in range(max(1, min(threads, len(tasks))))]
    try:
        jobs = [counter.kernel.start(lambda counter=counter: work(counter)) for counter in counters]  # type: ignore[misc]
        try:
            for job, counter in zip(jobs, counters, strict=True):
                job.wait(float("inf"), lambda counter=counter: counter.kernel.stop(StopReason.STOPPED))  # type: ignore[misc]
        except BaseException:
            waiting.clear()
            for counter in counters:
                counter.kernel.stop(StopReason.STOPPED)
            raise
    finally:
        for counter in counters:
            counter.close()
    return counts
