"""Makes a table in Python, of any hashable states."""

from __future__ import annotations

from typing import Any, Generic

from attrs import evolve, frozen

from ..errors import GameError
from ..game.capability import Capabilities
from ..game.data import Sample
from ..game.protocol import Game, M, S
from .contents import Contents, Longest, Summed
from .graph import Graph, Indexed, Meter, Naming, Reached
from .settling import LoopError, Settled, settled, settled_in_order, settled_without_loops
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
