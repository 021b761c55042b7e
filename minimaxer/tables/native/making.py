"""Makes a table of a compiled game in one of three ways: as one graph, or tier by tier, with margins or without."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from typing import Any, Final, NoReturn

from ...compiler.runtime import header as h
from ...compiler.runtime.memory import Memory
from ...errors import GameError, RulesError
from ...game.capability import Capabilities
from ...native.runner import Runner
from ...native.variant import Variant
from ..contents import Summed
from ..graph import Indexed
from ..settling import BY_MARGIN_ALONE, LoopError
from ..table import Table
from ..tiering import Request, Tier, check_memory, made, settle_each, table_of
from . import layout as w
from .native_tables import POLLED, ROW, NativeMaking
from .native_threads import NativeThreads

_FEW_BY_MARGIN: Final = 1 << 14
"""Number of positions that one thread settles faster than several can be started, in a game with margins."""
_STRETCH: Final = 1 << 20
"""Count of numbers that are translated at once."""
_WITHOUT_GAPS: Final = bytes(range(w.NO_POSITION)) + b"\1"
"""A table that replaces `NO_POSITION` by the first result."""
_FEW_IN_GRAPH: Final = 1 << 12
"""Number of positions that one thread explores faster than several can be started, in a game without margins."""
_SAMPLED: Final = 64
"""Number of positions of a tier whose moves are counted, to estimate its memory."""
_MOST_EXITS: Final = ROW * (w.MOST_RESULTS + 1)
_A_NUMBER: Final = 12
"""Bytes for a number of a tier: a node, and its place in the queue."""


class NativeTiers(NativeThreads):
    """Makes a table of a game with margins tier by tier, on several threads, with only one byte for each position."""

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
        runners = self._runners if len(tier) > _FEW_BY_MARGIN else self._runners[:1]
        self._shared.words[w.NEXT] = self._shared.words[w.DONE] = tier.first
        for runner in runners:
            runner.words[w.SIZE], runner.words[w.TIER] = tier.end, tier.tier
        self._run_all(runners, lambda: POLLED if len(tier) > _FEW_BY_MARGIN else POLLED / 50, self._watch)
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


class NativeTierGraphs(NativeMaking):
    """Makes a table of a game without margins tier by tier: retrograde analysis of one tier, which ends in the lower ones.

    One number after those of the tier represents all positions of lower tiers with the same result at the same plies: moves
    that lead there meet in it. So a tier takes the memory of a table of it alone, and of lower tiers only their results and
    plies are kept.

    By the game's numbers, `results` is the number of the result, `ways` the plies to it; None if they are not kept.
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
        self._hold(w.EXIT_NUMBERS, Memory(4 * ROW * 256))
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
        self._run(w.EXPLORE, self._runners if len(tier) > _FEW_IN_GRAPH else self._runners[:1])
        found = self.found_values()
        self._spread(found, endless, len(tier))
        self._run(w.KEEP, self._runners[:1])
        counted = self._count(summed, [0, *summed.places(found)], tier.first, plies=self.ways is not None)
        for result, lengths in counted.items():  # what higher tiers may meet in this one
            self._exits.setdefault(result, set()).update({0} if self.ways is None else lengths)
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
                numbers[result * ROW + plies] = number
                nodes.words[number] = result << w.RESULT_AT | plies << w.PLIES_AT
                number += 1

    def _enter(self, result: int, size: int) -> None:
        """Enters the positions of lower tiers with that result."""
        first = size + sum(len(ways) for other, ways in self._exits.items() if other < result)
        words = self._runners[0].words
        words[w.EXIT], words[w.EXITS_END] = first, first + len(self._exits.get(result, ()))

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


def made_natively(
    request: Request[Any, Any], variant: Variant, roots: list[Any] | None, tiers: list[Tier] | None
) -> Table[Any, Any]:
    """Makes the table of a compiled game; in Python where positions that differ only in their margin can repeat.

    `roots` are the positions to start from; None: all that the game's `unindex` gives. `tiers` are made one after the other;
    Ctrl-C ends the table with those that are finished, or before the first raises KeyboardInterrupt. Raises GameError if the
    table does not fit or keys are not made of whole numbers alone, RulesError if a method of the game returned an invalid value.
    """
    if tiers is not None:
        make = tiers_made_natively if request.found.has_margins else tier_graphs_made_natively
        return make(request, variant, tiers)
    with suppress(LoopError), closing(NativeMaking(request, variant)) as making:
        if roots is None:
            making.enumerate()
        else:
            making.reach(roots)
        return making.table(request.endless, plies=request.plies)
    return made(request, roots)
