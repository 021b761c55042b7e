"""Tables of a compiled game without margins, tier by tier: retrograde analysis of one tier, which ends in the lower ones.

One number after those of the tier represents all positions of lower tiers with the same result at the same plies: moves
that lead there meet in it. So a tier takes the memory of a table of it alone, and of lower tiers only their results and
plies are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any, Final, NoReturn

from ...compiler.runtime import header as h
from ...compiler.runtime.memory import Memory
from ...errors import GameError
from ...game.capability import Capabilities
from ...native.runner import Runner
from ...native.variant import Variant
from ..graph import Indexed
from ..making import Request
from ..table import Table
from ..tiering import Summed, Tier, check_memory, settle_each, table_of
from . import layout as w
from .native_tables import NativeMaking
from .native_threads import NativeThreads
from .native_tiers import translate

_LITTLE: Final = 1 << 12
"""Number of positions that one thread explores faster than several can be started."""
_SAMPLED: Final = 64
"""Number of positions of a tier whose moves are counted, to estimate its memory."""
_ROW: Final = w.MOST_PLIES + 1
_MOST_EXITS: Final = _ROW * (w.MOST_RESULTS + 1)
_A_NUMBER: Final = 12
"""Bytes for a number of a tier: a node, and its place in the queue."""


class NativeTierGraphs(NativeMaking):
    """Makes a table tier by tier. By the game's numbers, `results` is the number of the result, `ways` the plies to it; None if
    they are not kept.
    """

    def __init__(self, request: Request[Any, Any], variant: Variant, tiers: Sequence[Tier]) -> None:
        super().__init__(request, variant)
        self._end: Final = tiers[-1].end
        self._each: Final = 3 if request.plies else 1
        self._exits: Final[dict[int, set[int]]] = {}
        self._tier: Tier = tiers[0]
        self._highest: int | None = None
        """The highest tier that was finished."""
        longest = max(map(len, tiers))
        self.results: Final = Memory(-(-self._end // 8) * 8)
        self.ways: Final = Memory(-(-self._end // 4) * 8) if request.plies else None
        self._take({w.NODES: 8 * (longest + _MOST_EXITS)})
        self._hold(w.EXIT_NUMBERS, Memory(4 * _ROW * 256))
        self._hold(w.QUEUE, Memory(8 * (longest // 2 + 1)))
        self._set(w.IS_INDEXED, 1)
        self._set(w.KEPT, self.results.address)
        self._set(w.KEPT_PLIES, 0 if self.ways is None else self.ways.address)

    def settle(self, tier: Tier, endless: float, summed: Summed) -> None:
        """Settles a tier, and adds its positions to the statistics; raises GameError if it does not fit or there are more results
        than a table can distinguish, RulesError if the game breaks the protocol or a move raises the tier.
        """
        self._tier = tier
        self._begin(tier)
        self._run(w.EXPLORE, self._runners if len(tier) > _LITTLE else self._runners[:1])
        found = self.found_values()
        self._spread(found, endless, len(tier))
        self._run(w.KEEP, self._runners[:1])
        self._count(found, endless, tier, summed)
        self._highest = tier.tier

    def _begin(self, tier: Tier) -> None:
        """Prepares for the positions of a tier, and enters the lower ones to which its moves may lead."""
        size, shared, nodes = len(tier), self._shared.words, self._arrays[w.NODES]
        nodes.forget(0, 8 * (shared[w.MOST] + sum(map(len, self._exits.values()))))
        shared[w.FOUND] = shared[w.MOST] = size
        shared[w.NEXT] = shared[w.DONE] = 0
        shared[w.USED] = 8
        for place, word in ((w.FIRST, tier.first), (w.SIZE, size), (w.TIER, tier.tier), (w.FROM, 0), (w.TO, 0)):
            self._set(place, word)
        numbers, number = self._arrays[w.EXIT_NUMBERS].bytes.cast("I"), size
        for result, ways in sorted(self._exits.items()):
            for plies in sorted(ways):
                numbers[result * _ROW + plies] = number
                nodes.words[number] = result << w.RESULT_AT | plies << w.PLIES_AT
                number += 1

    def _enter(self, result: int, size: int) -> None:
        """Enters the positions of lower tiers with that result."""
        first = size + sum(len(ways) for other, ways in self._exits.items() if other < result)
        words = self._runners[0].words
        words[w.EXIT], words[w.EXITS_END] = first, first + len(self._exits.get(result, ()))

    def _count(self, found: list[float], endless: float, tier: Tier, summed: Summed) -> None:
        """Counts the positions of a tier, and notes the results and plies that higher tiers may meet in it."""
        runner, places = self._runners[0], [0, *summed.places(found)]
        self._hold(w.HISTOGRAM, Memory(8 * _ROW * 256))
        runner.words[w.RESULT] = found.index(endless) + 1 if endless in found else 0
        self._run(w.COUNT, [runner])
        for result, place in enumerate(places):
            ways = self._arrays[w.HISTOGRAM].words[_ROW * result : _ROW * (result + 1)].tolist()
            lengths = {plies: count for plies, count in enumerate(ways) if count}
            if lengths:
                summed.add_counts({place: sum(ways)})
            if not place or not lengths:
                continue
            if self.ways is None:
                self._exits[result] = {0}
                continue
            summed.add_lengths(place, lengths)
            self._exits.setdefault(result, set()).update(lengths)
        if self.ways is not None and runner.words[w.LONGEST] >= 0:
            summed.record_longest(runner.words[w.LONGEST], tier.first + runner.words[w.WHERE])

    def _watch(self, task: int, runners: list[Runner]) -> None:
        """Reports the progress; raises GameError if the tier does not fit."""
        used, shared = self._used(), self._shared.words
        self._meter.tell("settling", self._tier.first + shared[w.DONE], self._end, used)
        if used > self._size:
            raise self._too_large(shared[w.FOUND], used)

    def _used(self) -> int:
        """The bytes of the results kept, and of the tier being made."""
        shared = self._shared.words
        return self._each * self._end + _A_NUMBER * shared[w.FOUND] + self._edge_bytes * shared[w.USED]

    def _too_large(self, found: int, used: int) -> GameError:
        highest = self._highest
        advice = "not one was finished" if highest is None else f"or tiers={highest}, the highest that was finished"
        return GameError(
            f"tier {self._tier.tier} has {found:,} numbers and takes more than {used:,} bytes, and memory allows {self._size:,}; "
            f"give memory= more, {advice}"
        )

    def _refuse(self, runner: Runner) -> NoReturn:
        if runner.words[h.STOP] == w.ODD_INDEX:
            NativeThreads._refuse(self, runner)
        super()._refuse(runner)


def _beside(game: Any, found: Capabilities[Any, Any], tiers: Sequence[Tier]) -> int:
    """The estimated bytes for a number of the largest tier while it is made, by some of its positions."""
    tier, indexed = max(tiers, key=len), Indexed[Any](game, found)
    step = max(1, len(tier) // _SAMPLED)
    states = [state for number in range(tier.first, tier.end, step) if (state := indexed.state(number)) is not None]
    moves = [sum(1 for _ in game.moves(state)) for state in states if game.outcome(state) is None]
    share = len(moves) / max(1, len(range(tier.first, tier.end, step)))
    return round(_A_NUMBER + 4 * share * (1 + sum(moves) / max(1, len(moves))))


def tier_graphs_made_natively(request: Request[Any, Any], variant: Variant, tiers: list[Tier]) -> Table[Any, Any]:
    """Makes the table of the tiers of a game without margins, as `made_natively` does."""
    check_memory(tiers, request.memory, 3 if request.plies else 1, _beside(request.game, request.found, tiers))
    summed = Summed(request.endless)
    with closing(NativeTierGraphs(request, variant, tiers)) as making:
        finished, interrupted = settle_each(tiers, lambda tier: making.settle(tier, request.endless, summed))
        places = [0, *summed.places(making.found_values())]
    end = finished[-1].end
    results, ways = making.results.bytes[:end], None if making.ways is None else making.ways.bytes.cast("H")[:end]
    translate(results, bytes(places).ljust(256, b"\0"))  # the kernel's numbers of values; what is no position is endless play
    return table_of(request, summed, finished, results, ways, interrupted=interrupted)
