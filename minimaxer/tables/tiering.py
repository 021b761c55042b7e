"""Makes tables in Python, of any hashable states; also tier by tier, of games in which seeds, pieces or the like become fewer,
and no move brings any back.

A position depends on its own tier and lower ones, which are finished before. Only the values of these are kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic

from attrs import evolve, frozen

from ..errors import GameError, RulesError
from ..game.capability import Capabilities
from ..game.data import Sample
from ..game.protocol import FINISHED, Game, M, S
from .contents import Contents, Longest, Summed
from .graph import BESIDE, MOST_POSITIONS, Graph, Indexed, Meter, Naming, Reached
from .settling import DRAWN, LoopError, Settled, settled, settled_in_order, settled_without_loops
from .table import Table, as_text


@frozen(kw_only=True)
class Request(Generic[S, M]):
    """A table to be made from the rules in Python, in at most `memory` bytes.

    Attributes:
        endless: The value of endless play.
        plies: True to store the plies to each result.
        threads: The number of threads that look for positions of a compiled game.
    """

    game: Game[S, M]
    found: Capabilities[S, M]
    endless: float
    plies: bool
    memory: int
    threads: int
    meter: Meter


def made(request: Request[S, M], roots: list[S] | None) -> Table[S, M]:
    """Makes the table of all positions reachable from `roots`, or (None) of all that the game's `unindex` gives; raises GameError
    if states are not hashable or the table does not fit, RulesError if a method of the game returned an invalid value.
    """
    shares, endless, meter = request.found.has_margins, request.endless, request.meter
    graph, places = _found(request, roots, shares=shares)
    if shares:
        try:
            values = settled_without_loops(graph, meter) if roots is None else settled_in_order(graph, meter)
        except LoopError:
            assert roots is not None
            graph, places = _found(request, roots, shares=False)
            values = settled(graph, endless, meter)
    else:
        values = settled(graph, endless, meter)
    return _table(request, graph, places, values if request.plies else Settled(values.values, values.results, None))


def _found(request: Request[S, M], roots: list[S] | None, *, shares: bool) -> tuple[Graph[S, M], Reached[S] | Indexed[S]]:
    game, found = request.game, request.found
    graph = Graph(game, found, Naming(game, found, shares=shares), request.memory, request.meter)
    return graph, graph.enumerate() if roots is None else graph.reach(roots)


def _table(request: Request[S, M], graph: Graph[S, M], places: Reached[S] | Indexed[S], settled: Settled) -> Table[S, M]:
    """The table, with its statistics; frees the states."""
    summed = Summed(*settled.values)
    summed.add(settled.results, settled.plies, graph.movers)
    statistics = summed.statistics(is_sorted=True)
    contents = Contents(values=settled.values, results=settled.results, plies=settled.plies, statistics=statistics)
    table = Table(request.game, request.found, graph.naming, places, contents)
    if summed.where is not None:
        table = with_longest(table, places.state(summed.where))
    places.forget_states()
    return table


def with_longest(table: Table[S, M], state: S | None) -> Table[S, M]:
    """The table, with the longest way to a result, which begins in that state, in its statistics."""
    assert state is not None
    plies = table.plies(state)
    assert plies is not None
    longest = Longest(plies, table.value(state), *as_text(table.game, table.found, state, table.line(state)))
    contents = evolve(table.contents, statistics=evolve(table.contents.statistics, longest=longest))
    return Table(table.game, table.found, table.naming, table.places, contents)


def check_numbers(game: Any, found: Capabilities[Any, Any]) -> None:
    """Raises GameError if numbers, in some random games, lack what is banked although `banked` is to be ignored."""
    banked = getattr(game, "banked", None)
    if banked is None or found.has_margins or found.index is None or found.unindex is None:
        return
    for state, _, _ in Sample(game, found).positions():
        number = found.index(state)
        other = found.unindex(number) if number < game.size else None
        if other is not None and banked(other) != banked(state):
            raise GameError(
                f"index({state!r}) is {number}, and unindex({number}) gives {other!r}, where something else is banked; with "
                "'banked' ignored a table needs numbers that hold what is banked, or 'index', 'unindex' and 'tier' ignored too"
            )


def check_game(game: Any, found: Capabilities[Any, Any], players: int, *, hidden: bool) -> None:
    """Raises GameError if a game is of a kind that has no tables."""
    if players > 2:
        raise GameError(f"expected a game for one or two players, got one for {players}; tables hold one number a position")
    if found.chances is not None:
        raise GameError("expected a game without chance; mx.solve finds the values of all positions there, by value iteration")
    if hidden:
        raise GameError("expected a game in which nothing is hidden; a position has no value where players see different things")


_PROBES: Final = 64
"""Numbers between two others that are probed for a position, before a long gap is assumed."""
_SCANNED: Final = 1 << 10
"""Numbers that are scanned from each end of a gap."""
_STRIDE: Final = 0x9E37_79B9_7F4A_7C15


@frozen
class Tier:
    """The numbers of one tier's positions, from `first` to before `end`; the game's `tier` gives `tier` for them."""

    tier: int
    first: int
    end: int

    def __len__(self) -> int:
        return self.end - self.first


def tiers_of(game: Any, found: Capabilities[Any, Any], highest: int | None, memory: int) -> list[Tier]:
    """The tiers from the lowest to the highest that is wanted (None: all), or to the first that does not fit the memory; raises
    GameError if no tier is so low or `size` is invalid, RulesError if `tier` returns something other than whole numbers.
    """
    assert found.tier is not None
    indexed = Indexed[Any](game, found)
    tiers: list[Tier] = []
    place = 0
    while place < min(len(indexed), memory):
        number = next((each for each in range(place, len(indexed)) if indexed.state(each) is not None), None)
        if number is None:
            break
        tier = _tier_of(indexed, found, number)
        if highest is not None and tier > highest:
            break
        high = _end_of(indexed, found, number)
        tiers.append(Tier(tier, place, high))
        place = high
    if not tiers:
        raise GameError(f"expected tiers={highest} to leave something to tabulate; no position is of so low a tier")
    return tiers


def _end_of(indexed: Indexed[Any], found: Capabilities[Any, Any], low: int) -> int:
    """The number after the last of a tier, given the number of one of its positions. It is found by bisection. At a long stretch
    without positions, the ends of the stretch are scanned.
    """
    tier, high = _tier_of(indexed, found, low), len(indexed)
    while True:
        size = high - low - 1
        probes = ((size // 2 + each * _STRIDE) % size for each in range(_PROBES)) if size else ()
        other = next((low + 1 + each for each in probes if indexed.state(low + 1 + each) is not None), None)
        if other is None:
            break
        if _tier_of(indexed, found, other) > tier:
            high = other
        else:
            low = other
    at = low + 1
    while at < min(high, low + _SCANNED):
        if indexed.state(at) is not None:
            if _tier_of(indexed, found, at) > tier:
                return at
            low = at
        at += 1
    at = high - 1
    while at > max(low, high - _SCANNED):
        if indexed.state(at) is not None:
            if _tier_of(indexed, found, at) <= tier:
                return at + 1
            high = at
        at -= 1
    return high


def _tier_of(indexed: Indexed[Any], found: Capabilities[Any, Any], number: int) -> int:
    assert found.tier is not None
    state = indexed.state(number)
    tier = found.tier(state)
    if type(tier) is not int:
        raise RulesError(f"tier({state!r}) gave {tier!r}; expected a whole number")
    return tier


def check_memory(tiers: Sequence[Tier], memory: int, each: int, beside: int) -> None:
    """Raises GameError if the bytes exceed `memory`: `each` per number, and `beside` per number of the tier being made."""
    needed = [each * tier.end + beside * len(tier) for tier in tiers]
    fitting = [tier.tier for tier, size in zip(tiers, needed, strict=True) if size <= memory and tier.end <= MOST_POSITIONS]
    if len(fitting) < len(tiers):
        advice = f"or tiers={fitting[-1]}, the highest that fits" if fitting else "of which not even the lowest tier fits"
        raise GameError(
            f"a table of tiers up to {tiers[-1].tier} has {tiers[-1].end:,} numbers and takes about {needed[-1]:,} bytes, and "
            f"memory allows {memory:,}; give memory= more, {advice}"
        )


def table_of(
    request: Request[S, M],
    summed: Summed,
    tiers: Sequence[Tier],
    results: Sequence[int],
    plies: Sequence[int] | None,
    *,
    interrupted: bool,
) -> Table[S, M]:
    """The table of the finished tiers."""
    game, found = request.game, request.found
    naming = Naming[S](game, found, shares=found.has_margins)
    places = Indexed[S](game, found, count=tiers[-1].end)
    contents = Contents(
        values=summed.values, results=results, plies=plies, statistics=summed.statistics(), interrupted=interrupted
    )
    table = Table(game, found, naming, places, contents)
    return table if summed.where is None or plies is None else with_longest(table, places.state(summed.where))


def settle_each(tiers: Sequence[Tier], settle: Callable[[Tier], None]) -> tuple[list[Tier], bool]:
    """Settles tier after tier; gives those that are finished, and True if Ctrl-C ended it with them. Before the first is
    finished, Ctrl-C raises KeyboardInterrupt.
    """
    finished: list[Tier] = []
    try:
        for tier in tiers:
            settle(tier)
            finished.append(tier)
    except KeyboardInterrupt:
        if not finished:
            raise
        return finished, True
    return finished, False


def made_by_tiers(request: Request[S, M], tiers: list[Tier]) -> Table[S, M]:
    """Makes the table of the tiers in Python; Ctrl-C ends it with those that are finished, or before the first raises
    KeyboardInterrupt. Raises GameError if the table does not fit, RulesError if a method of the game returned an invalid value.
    """
    game, found, memory, meter, endless = request.game, request.found, request.memory, request.meter, request.endless
    shares = found.has_margins
    counts = request.plies and not shares
    check_memory(tiers, memory, 5 if counts else 1, BESIDE)
    naming = Naming[S](game, found, shares=shares)
    indexed = Indexed[S](game, found)
    results, ways, summed = bytearray(), array("I") if counts else None, Summed(0 if shares else endless)

    def settle(tier: Tier) -> None:
        graph = TierGraph(game, found, naming, memory, meter)
        graph.fill(tier, tiers[-1].end, indexed, summed.values, results, ways)
        given = settled_without_loops(graph, meter) if shares else settled(graph, endless, meter)
        mine = bytes(given.results[: len(tier)]).translate(bytes(summed.places(given.values)).ljust(256, b"\0"))
        plies = None if given.plies is None or ways is None else given.plies[: len(tier)]
        summed.add(mine, plies, graph.movers[: len(tier)], tier.first)
        if ways is not None and plies is not None:
            ways.extend(plies)
        results.extend(mine)

    finished, interrupted = settle_each(tiers, settle)
    return table_of(request, summed, finished, results, ways, interrupted=interrupted)


class TierGraph(Graph[S, M]):
    """The positions of one tier, followed by those of lower tiers that moves lead to, as ends."""

    def fill(
        self,
        tier: Tier,
        end: int,
        indexed: Indexed[S],
        values: Sequence[float],
        results: Sequence[int],
        plies: Sequence[int] | None,
    ) -> None:
        """Adds the positions of the tier with their edges, and the lower positions that these lead to; raises RulesError if a
        move raises the tier, or numbers are inconsistent.

        By lower number, `results` has the index of its value among `values`, and `plies` those to it, None if they are not
        stored. `end` is the number after the last of all tiers, for reports of progress.
        """
        lower: dict[int, int] = {}

        def number_of(state: S) -> int:
            number = indexed.number(state)
            if number is None or number >= tier.end:
                raise RulesError(
                    f"a move from tier {tier.tier} leads to {state!r}, which is of a higher one; no move raises the tier"
                )
            return number - tier.first if number >= tier.first else len(tier) + lower.setdefault(number, len(lower))

        for number in range(tier.first, tier.end):
            self._meter.tell("settling", number, end, len(results))
            if (state := indexed.state(number)) is None:
                self.skip()
                continue
            indexed.check(number, state)
            if (other := _tier_of(indexed, self._found, number)) != tier.tier:
                raise RulesError(
                    f"unindex({number}) is of tier {other}, among positions of tier {tier.tier}; expected lower tiers to have "
                    "the lower numbers"
                )
            self.note(*self.naming.identity(state)[:2])
            self._follow(number - tier.first, state, number_of)
        for number in lower:
            result = results[number]
            is_drawn = result == DRAWN and plies is not None
            self.note(FINISHED, None if is_drawn else values[result])
            self.starts.append(len(self.after))
            if plies is not None and not is_drawn:
                self.distances[len(self) - 1] = plies[number]
