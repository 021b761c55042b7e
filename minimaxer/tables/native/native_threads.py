"""Threads that make a table together, on shared memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from ...base.scores import PLIES
from ...compiler.runtime import header as h
from ...compiler.runtime.memory import Memory
from ...errors import GameError, RulesError
from ...native.game import raise_fault
from ...native.runner import Runner, Stopped
from ...native.variant import Variant
from ...searching.limits import Limits
from ..graph import Naming
from ..settling import MOST_RESULTS
from ..tiering import Request
from . import layout as w


class NativeThreads:
    """The threads that make a table with the kernel of that name, and their shared memory."""

    def __init__(self, request: Request[Any, Any], variant: Variant, kernel: str) -> None:
        game, found = request.game, request.found
        self._game: Final = game
        self._found: Final = found
        self._meter: Final = request.meter
        self._naming: Final[Naming[Any]] = Naming(game, found, shares=found.has_margins)
        self._shared: Final = Memory(8 * w.SHARED_WORDS)
        self._errors: Final[list[BaseException]] = []
        machine, words = variant.machine(kernel), w.words(variant.shapes.state.words)
        self._runners: Final = [Runner(machine, variant.shapes, words) for _ in range(request.threads)]
        for runner in self._runners:
            runner.limit(Limits(), 0.0)
        self._set(w.SHARED, self._shared.address)

    def close(self) -> None:
        """Releases memory and threads."""
        for runner in self._runners:
            runner.close()
        self._shared.close()

    def found_values(self) -> list[float]:
        """The results found so far, in the order of their numbers."""
        given = self._shared.bytes.cast("d")[w.VALUES + 1 : w.VALUES + 1 + self._shared.words[w.VALUES]].tolist()
        return [int(value) if value == int(value) else value for value in given]

    def _set(self, place: int, word: int) -> None:
        for runner in self._runners:
            runner.words[place] = word

    def _run_all(self, runners: Sequence[Runner], pause: Callable[[], float], watch: Callable[[], None]) -> None:
        """Runs the threads' task, and waits until all have ended; if one fails, all stop. `pause` returns the seconds until the
        next check of the threads, at each of which `watch` is called.
        """
        for runner in runners:
            runner.words[h.STOP] = 0
        jobs = [runner.launch(self._failed) for runner in runners]
        try:
            while not all(job.has_ended for job in jobs):
                time.sleep(pause())
                if any(job.has_ended and runner.words[h.STOP] for job, runner in zip(jobs, runners, strict=True)):
                    self._stop(runners)
                watch()
        except BaseException:
            self._stop(runners)
            for runner in runners:
                runner.wait()
            raise
        for runner in runners:
            if runner.words[h.STOP] not in (0, h.BY_CALLER):
                self._refuse(runner)
        if self._errors:
            raise self._errors[0]

    def _stop(self, runners: Sequence[Runner]) -> None:
        for runner in runners:
            if runner.words[h.STOP] == 0:
                runner.words[h.STOP] = h.BY_CALLER

    def _failed(self, runner: Any, error: BaseException) -> None:
        if not isinstance(error, Stopped):
            self._errors.append(error)
        self._stop([each for each in self._runners if each is not runner])

    def _refuse(self, runner: Runner) -> NoReturn:
        if runner.words[h.STOP] == w.MANY_RESULTS:
            raise GameError(f"a table tells {MOST_RESULTS} results apart, and these positions have more")
        if runner.words[h.STOP] != h.BY_RULES:
            raise RulesError(
                f"index, unindex and tier do not agree about {runner.words[w.WHERE]:,}; expected each position to have a number "
                "below size, and that number to be its own; lower tiers to have the lower numbers; and no move to raise the tier"
            )
        state = runner.fault_state()
        outcome = self._game.outcome(state) if self._found.has_margins else None
        if outcome is not None:
            self._naming.rest(PLIES.outcome(outcome, state), state)
        raise_fault(self._game, self._found, runner.words[h.FAULT], state)
