"""Threads that play a compiled game against itself and learn from it, all into the same numbers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from attrs import evolve

from ...compiler.runtime import header as h
from ...compiler.runtime.intrinsics import bits_of, float_of
from ...compiler.runtime.layout import flat
from ...compiler.runtime.machine import Job
from ...compiler.runtime.memory import Memory
from ...errors import RulesError
from ...native.game import CompiledGame
from ...native.runner import R, Runner, Stopped
from ...native.variant import Variant
from ...searching.limits import Limits, StopReason
from ..result import Lesson, TrainingOptions
from ..source import Scale
from . import layout as w


class TrainingTeam:
    """Threads that share the numbers of an evaluation, `count` in all. `codes` is a function that gives the places of the numbers
    that add up to a state's value, `patterns` of them.
    """

    def __init__(
        self,
        game: CompiledGame[Any, Any],
        codes: Callable[[Any], Any],
        count: int,
        patterns: int,
        options: TrainingOptions,
        scale: Scale,
        threads: int,
        seed: int,
    ) -> None:
        variant = coding(game, codes)
        self._count: Final = count
        self._shapes: Final = variant.shapes
        self._state: Final = flat(variant.shapes.state, game.initial())
        machine = variant.machine("training")
        self._numbers: Final = Memory(8 * 3 * count, large_pages=True)
        self._runners: Final = [Runner(machine, variant.shapes, w.SIZE) for _ in range(threads)]
        for number, runner in enumerate(self._runners):
            words = runner.words
            words[w.TABLE], words[w.COUNT] = self._numbers.address, count
            words[w.RNG] = Random(f"training {seed} {number}").getrandbits(62) | 1
            words[w.OPENING], words[w.PLIES], words[w.MARGINS] = options.opening, w.MOST_PLIES, int(scale.margins)
            words[w.RATE], words[w.EXPLORE] = bits_of(options.rate / patterns), bits_of(options.explore)
            words[w.TRACE], words[w.SCALE] = bits_of(options.trace), bits_of(scale.most)

    def part(self, number: int) -> memoryview[float]:
        """A view of the numbers (0), the sums of their errors (1), or of their absolute values (2), as floats."""
        return self._numbers.bytes[8 * number * self._count : 8 * (number + 1) * self._count].cast("d")

    @property
    def games(self) -> int:
        """Games learnt from since `teach` was called last."""
        return int(sum(runner.words[w.DONE] for runner in self._runners))

    def teach(self, *, games: int | None = None, seconds: float | None = None) -> Lesson:
        """Learns from `games` games or `seconds` of play; raises RulesError if the game breaks the protocol, or is not native."""
        began = time.perf_counter()
        shares = [None if games is None else (games + number) // len(self._runners) for number in range(len(self._runners))]
        for runner, share in zip(self._runners, shares, strict=True):
            words = runner.words
            words[w.GAMES] = (1 << 62) if share is None else share
            words[w.DONE] = words[w.MOVED] = words[w.WRONG] = 0
            runner.put(h.STATE, self._state)
            runner.limit(Limits(seconds=seconds), began)
            runner.reset()
            runner.is_long = True
        together({runner: runner.run for runner in self._runners}, began + seconds if seconds is not None else math.inf)
        moved = sum(runner.words[w.MOVED] for runner in self._runners)
        wrong = sum(float_of(runner.words[w.WRONG]) for runner in self._runners)
        return Lesson(games=self.games, positions=moved, error=math.sqrt(wrong / max(1, moved)))

    def close(self) -> None:
        """Ends the threads and frees the memory."""
        for runner in self._runners:
            runner.close()
        self._numbers.close()


def together(work: Mapping[R, Callable[[], object]], until: float) -> None:
    """Does the work of each runner on its thread, until that time (`time.perf_counter`); on an error, ends all of it before it is
    raised. Raises RulesError if the game breaks the protocol, or is not native.
    """
    jobs = dict[R, Job[object]]()
    try:
        for runner, call in work.items():
            jobs[runner] = runner.start(call)
        for runner, job in jobs.items():
            try:
                job.wait(until, partial(runner.stop, StopReason.SECONDS))
            except Stopped as stopped:
                _check(stopped, runner)
    except BaseException:
        for runner in jobs:
            runner.stop(StopReason.STOPPED)
        for runner in jobs:
            runner.wait()
        raise


def _check(stopped: Stopped, runner: Runner) -> None:
    if stopped.fault:
        raise RulesError(f"the game broke a rule of the protocol in {runner.fault_state()!r}; minimaxer check finds out which")
    if stopped.reason not in (StopReason.SECONDS, StopReason.STOPPED):
        raise RulesError("training stopped: the game has positions with more moves than native code can follow")


def coding(game: CompiledGame[Any, Any], codes: Callable[[Any], Any]) -> Variant:
    """The code of a game with the capabilities that kernels of training use, and the codes in place of the key."""
    whole = game.variant()
    kept = ("stuck", "chances")
    left = tuple(each for each in whole.found if each.name in kept)
    changed: dict[str, Any] = {each.name: None for each in whole.found if each.name not in kept}
    found = evolve(whole.found, **changed | {"found": left, "key": codes})
    return Variant(game.game, found, check=game.check, states=whole.states, varying=whole.varying)
