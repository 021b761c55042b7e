"""Tables of a compiled game with `banked`, tier by tier, on several threads: a byte a position and nothing else."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from ...errors import GameError, RulesError
from ...rules.capability import Capabilities
from ...scale import PLIES
from ...tables.graph import Meter, Naming
from ...tables.settling import MOST_RESULTS
from ...tables.table import Table
from ...tables.tiering import Summed, Tier, check_memory, table_of
from ...terms.limits import Limits
from ..faults import raise_fault
from ..native import header as h
from ..native.memory import Memory
from ..native.runner import Runner, Stopped
from ..native.worker import Job
from ..variant import Variant
from . import words as w

_POLLED: Final = 0.02
_LITTLE: Final = 1 << 14
"""Numbers of a tier that one thread settles sooner than several are woken."""
_STRETCH: Final = 1 << 20
"""Numbers that are translated at once."""
_WITHOUT_GAPS: Final = bytes(range(w.NO_POSITION)) + b"\1"
"""The first result in place of numbers that are no position's."""


class NativeTiers:
    """Makes tier after tier.

    Args:
        variant: The compiled game.
        game: The rules in Python.
        found: Their capabilities that are used.
        tiers: The tiers.
        threads: How many threads settle positions.
        meter: Tells how far it has come.
    """

    def __init__(
        self,
        variant: Variant,
        game: Any,
        found: Capabilities[Any, Any],
        tiers: Sequence[Tier],
        threads: int,
        meter: Meter,
    ) -> None:
        self._game: Final = game
        self._found: Final = found
        self._meter: Final = meter
        self._end: Final = tiers[-1].end
        self._shared: Final = Memory(8 * w.SHARED_WORDS)
        self.results: Final = Memory(-(-self._end // 8) * 8, large_pages=True)
        self._errors: Final[list[BaseException]] = []
        machine, words = variant.machine("tiers"), w.words(variant.shapes.state.words)
        self._runners: Final = [Runner(machine, variant.shapes, words) for _ in range(threads)]
        for runner in self._runners:
            runner.limit(Limits(), 0.0)
            runner.words[w.SHARED], runner.words[w.NODES] = self._shared.address, self.results.address

    def close(self) -> None:
        """Gives back all but the results."""
        for runner in self._runners:
            runner.close()
        self._shared.close()

    def settle(self, tier: Tier) -> None:
        """Settles a tier.

        Raises:
            GameError: There are more results than a table tells apart.
            RulesError: The game breaks the protocol, a move raises the tier, or play goes round.
        """
        runners = self._runners if len(tier) > _LITTLE else self._runners[:1]
        self._shared.words[w.NEXT] = self._shared.words[w.DONE] = tier.first
        for runner in runners:
            runner.words[w.SIZE], runner.words[w.TIER], runner.words[h.STOP] = tier.end, tier.tier, 0
        jobs = [runner.launch(self._failed) for runner in runners]
        try:
            while not all(job.has_ended for job in jobs):
                time.sleep(_POLLED if len(tier) > _LITTLE else _POLLED / 50)
                self._meter.tell("settling", min(self._shared.words[w.DONE], self._end), self._end, self._end)
                self._end_all_where_one_has(runners, jobs)
        except BaseException:
            self._stop(runners)
            for runner in runners:
                runner.wait()
            raise
        for runner in runners:
            if runner.words[h.STOP] not in (0, h.BY_CALLER):
                self._refuse(runner, tier)
        if self._errors:
            raise self._errors[0]

    def _end_all_where_one_has(self, runners: list[Runner], jobs: list[Job[int]]) -> None:
        if any(job.has_ended and runner.words[h.STOP] for job, runner in zip(jobs, runners, strict=True)):
            self._stop(runners)

    def _stop(self, runners: Sequence[Runner]) -> None:
        for runner in runners:
            if runner.words[h.STOP] == 0:
                runner.words[h.STOP] = h.BY_CALLER

    def _failed(self, runner: Any, error: BaseException) -> None:
        if not isinstance(error, Stopped):
            self._errors.append(error)
        self._stop(self._runners)

    def _refuse(self, runner: Runner, tier: Tier) -> NoReturn:
        """Raises what a thread stopped for."""
        why = runner.words[h.STOP]
        if why == h.BY_RULES:
            state = runner.fault_state()
            outcome = self._game.outcome(state)
            if outcome is not None:
                Naming[Any](self._game, self._found, shares=True).rest(PLIES.outcome(outcome, state), state)
            raise_fault(self._game, self._found, runner.words[h.FAULT], state)
        if why == w.MANY_RESULTS:
            raise GameError(f"a table tells {MOST_RESULTS} results apart, and these positions have more")
        if why == h.BY_PLIES:
            raise RulesError(
                f"play within tier {tier.tier} goes round, or on for too long, between positions with one index that differ in "
                "what is banked; put what is banked into index"
            )
        raise RulesError(
            f"index, unindex and tier do not agree about {runner.words[w.WHERE]:,}; expected each position to have a number "
            "below size, and that number to be its own; lower tiers to have the lower numbers; and no move to raise the tier"
        )

    def count(self, tier: Tier, summed: Summed) -> None:
        """Counts the results of a tier."""
        given = self._shared.bytes.cast("d")[w.VALUES + 1 : w.VALUES + 1 + self._shared.words[w.VALUES]].tolist()
        summed.values[1:] = [int(value) if value == int(value) else value for value in given]
        for first in range(tier.first, tier.end, _STRETCH):
            part = self.results.bytes[first : min(first + _STRETCH, tier.end)].tobytes()
            summed.add_counts({result: count for result in range(1, len(given) + 1) if (count := part.count(result))})


def tiers_made_natively(
    variant: Variant,
    game: Any,
    found: Capabilities[Any, Any],
    tiers: list[Tier],
    *,
    memory: int,
    threads: int,
    meter: Meter,
) -> Table[Any, Any]:
    """The table of the tiers; Ctrl-C ends it with those that are finished. Arguments as of `tables.tiering.made_by_tiers`.

    Args:
        variant: The compiled game.
        game: The rules in Python.
        found: Their capabilities, with `banked`.
        tiers: The tiers.
        memory: The most bytes to take.
        threads: How many threads settle positions.
        meter: Tells how far it has come.

    Raises:
        GameError: The table does not fit.
        RulesError: A method of the game gave something that no rules can mean.
        KeyboardInterrupt: Ctrl-C was pressed before the first tier was finished.
    """
    check_memory(tiers, memory, 1, 0)
    making = NativeTiers(variant, game, found, tiers, threads, meter)
    summed, finished, interrupted = Summed(0), list[Tier](), False
    try:
        for tier in tiers:
            making.settle(tier)
            making.count(tier, summed)
            finished.append(tier)
    except KeyboardInterrupt:
        if not finished:
            raise
        interrupted = True
    finally:
        making.close()
    results = making.results.bytes[: finished[-1].end]
    translate(results, _WITHOUT_GAPS)
    return table_of(game, found, summed, finished, results, None, interrupted=interrupted)


def translate(results: memoryview, table: bytes) -> None:
    """Puts in place of each byte what the table of 256 has for it."""
    for first in range(0, len(results), _STRETCH):
        results[first : first + _STRETCH] = results[first : first + _STRETCH].tobytes().translate(table)
