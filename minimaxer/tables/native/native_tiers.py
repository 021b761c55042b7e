"""Tables of a compiled game with margins, tier by tier, on several threads, with only one byte for each position."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any, Final, NoReturn

from ...compiler.runtime import header as h
from ...compiler.runtime.memory import Memory
from ...errors import RulesError
from ...native.runner import Runner
from ...native.variant import Variant
from ..making import Request
from ..settling import BY_MARGIN_ALONE
from ..table import Table
from ..tiering import Summed, Tier, check_memory, settle_each, table_of
from . import layout as w
from .native_threads import NativeThreads

_POLLED: Final = 0.02
_LITTLE: Final = 1 << 14
"""Number of positions that one thread settles faster than several can be started."""
_STRETCH: Final = 1 << 20
"""Count of numbers that are translated at once."""
_WITHOUT_GAPS: Final = bytes(range(w.NO_POSITION)) + b"\1"
"""A table that replaces `NO_POSITION` by the first result."""


class NativeTiers(NativeThreads):
    """Makes a table tier by tier."""

    def __init__(self, request: Request[Any, Any], variant: Variant, tiers: Sequence[Tier]) -> None:
        super().__init__(request, variant, "tiers")
        self._end: Final = tiers[-1].end
        self._tier = tiers[0]
        self.results: Final = Memory(-(-self._end // 8) * 8, large_pages=True)
        self._set(w.KEPT, self.results.address)

    def settle(self, tier: Tier, summed: Summed) -> None:
        """Settles a tier, and adds its results to the statistics; raises GameError if there are more results than a table can
        distinguish, RulesError if the game breaks the protocol, a move raises the tier, or play repeats positions.
        """
        self._tier = tier
        runners = self._runners if len(tier) > _LITTLE else self._runners[:1]
        self._shared.words[w.NEXT] = self._shared.words[w.DONE] = tier.first
        for runner in runners:
            runner.words[w.SIZE], runner.words[w.TIER] = tier.end, tier.tier
        self._run_all(runners, lambda: _POLLED if len(tier) > _LITTLE else _POLLED / 50, self._watch)
        found = self.found_values()
        summed.values[1:] = found
        for first in range(tier.first, tier.end, _STRETCH):
            part = self.results.bytes[first : min(first + _STRETCH, tier.end)].tobytes()
            summed.add_counts({result: count for result in range(1, len(found) + 1) if (count := part.count(result))})

    def _watch(self) -> None:
        self._meter.tell("settling", min(self._shared.words[w.DONE], self._end), self._end, self._end)

    def _refuse(self, runner: Runner) -> NoReturn:
        if runner.words[h.STOP] == h.BY_PLIES:
            raise RulesError(f"play within tier {self._tier.tier} goes round, or on for too long, {BY_MARGIN_ALONE}")
        super()._refuse(runner)


def tiers_made_natively(request: Request[Any, Any], variant: Variant, tiers: list[Tier]) -> Table[Any, Any]:
    """Makes the table of the tiers of a game with margins, as `made_natively` does."""
    check_memory(tiers, request.memory, 1, 0)
    summed = Summed(0)
    with closing(NativeTiers(request, variant, tiers)) as making:
        finished, interrupted = settle_each(tiers, lambda tier: making.settle(tier, summed))
    results = making.results.bytes[: finished[-1].end]
    translate(results, _WITHOUT_GAPS)
    return table_of(request, summed, finished, results, None, interrupted=interrupted)


def translate(results: memoryview, table: bytes) -> None:
    """Replaces each byte by its entry in the table of 256."""
    for first in range(0, len(results), _STRETCH):
        results[first : first + _STRETCH] = results[first : first + _STRETCH].tobytes().translate(table)
