"""Perft of a compiled game, on one or several threads."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any

from ..compiler.runtime import header as h
from ..compiler.runtime.layout import flat
from ..errors import RulesError
from ..searching.limits import Limits, StopReason
from .game import CompiledGame
from .runner import Runner, Stopped


class Counter:
    """One kernel that counts the move sequences of a compiled game."""

    def __init__(self, game: CompiledGame[Any, Any]) -> None:
        variant = game.variant()
        self.kernel = Runner(variant.machine("perft"), variant.shapes)
        self.kernel.limit(Limits(), 0.0)
        self.kernel.is_long = True

    def count(self, state: Any, depth: int, *, finished: bool) -> int:
        """Counts the sequences of that many plies from a state.

        Raises:
            RulesError: The game goes on for more plies than the native code can follow.
        """
        words = self.kernel.words
        words[h.DEPTH], words[h.FLAGS] = depth, int(finished)
        self.kernel.put(h.STATE, flat(self.kernel.shapes.state, state))
        try:
            self.kernel.run()
        except Stopped as stopped:
            raise RulesError(
                f"counting stopped ({stopped.reason.value}): the game goes on for more plies than native code can follow, or "
                "gave an outcome that no rules can mean"
            ) from None
        return words[h.NODES]

    def close(self) -> None:
        """Ends the thread and frees the memory."""
        self.kernel.close()


def count_each(game: CompiledGame[Any, Any], tasks: Sequence[tuple[Any, int]], *, finished: bool, threads: int) -> list[int]:
    """Counts the sequences from each state; every free thread takes the next state.

    Args:
        game: The compiled game.
        tasks: States, each with a number of plies.
        finished: Count games that end earlier too.
        threads: Most threads.

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
                job.wait(math.inf, lambda counter=counter: counter.kernel.stop(StopReason.STOPPED))  # type: ignore[misc]
        except BaseException:
            waiting.clear()
            for counter in counters:
                counter.kernel.stop(StopReason.STOPPED)
            raise
    finally:
        for counter in counters:
            counter.close()
    return counts
