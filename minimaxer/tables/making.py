"""Making a table in Python, of any hashable states."""

from __future__ import annotations

from typing import Any, TypeVar

from attrs import evolve

from ..errors import GameError
from ..rules.capability import Capabilities
from ..rules.game import Game
from ..terms.data import Sample
from .graph import Graph, Indexed, Meter, Naming, Reached
from .settling import LoopError, Settled, settled, settled_in_order, without_loops
from .table import Contents, Longest, Table, as_text, counted

S = TypeVar("S")
M = TypeVar("M")


def made(
    game: Game[S, M],
    found: Capabilities[S, M],
    roots: list[S] | None,
    *,
    endless: float,
    plies: bool,
    memory: int,
    meter: Meter,
) -> Table[S, M]:
    """The table of all positions that can be reached, or of all that the game numbers.

    Args:
        game: The rules.
        found: Its capabilities.
        roots: Where to begin; None: everywhere, by the game's `unindex`.
        endless: What endless play is worth.
        plies: Whether to keep how far results are.
        memory: The most bytes to take.
        meter: Tells how far it has come.

    Raises:
        GameError: States cannot be hashed, or the table does not fit.
        RulesError: A method of the game gave something that no rules can mean.
    """
    shares = found.banked is not None
    graph, places = _found(game, found, roots, memory, meter, shares=shares)
    if shares:
        try:
            values = without_loops(settled_in_order, graph, meter) if roots is None else settled_in_order(graph, meter)
        except LoopError:
            assert roots is not None
            graph, places = _found(game, found, roots, memory, meter, shares=False)
            values = settled(graph, endless, meter)
    else:
        values = settled(graph, endless, meter)
    return _table(game, found, graph, places, values if plies else Settled(values.values, values.results, None))


def _found(
    game: Game[S, M], found: Capabilities[S, M], roots: list[S] | None, memory: int, meter: Meter, *, shares: bool
) -> tuple[Graph[S, M], Reached[S] | Indexed[S]]:
    """The positions, and how they are numbered."""
    graph = Graph(game, found, Naming(game, found, shares=shares), memory, meter)
    return graph, graph.enumerate() if roots is None else graph.reach(roots)


def _table(
    game: Game[S, M], found: Capabilities[S, M], graph: Graph[S, M], places: Reached[S] | Indexed[S], settled: Settled
) -> Table[S, M]:
    """The table, with its statistics; states are forgotten."""
    statistics, where = counted(settled.values, settled.results, settled.plies, graph.movers)
    contents = Contents(values=settled.values, results=settled.results, plies=settled.plies, statistics=statistics)
    table = Table(game, found, graph.naming, places, contents)
    if where is not None:
        state = places.state(where)
        assert state is not None
        longest = longest_from(table, found, state)
        contents = evolve(contents, statistics=evolve(statistics, longest=longest))
        table = Table(game, found, graph.naming, places, contents)
    places.forget_states()
    return table


def longest_from(table: Table[Any, Any], found: Capabilities[Any, Any], state: Any) -> Longest:
    """The longest way to a result, which begins in that state."""
    plies = table.plies(state)
    assert plies is not None
    value = table.value(state)
    return Longest(plies, value, *as_text(table.game, found, state, table.line(state)))


def check_numbers(game: Any, found: Capabilities[Any, Any]) -> None:
    """Raises GameError where the numbers of positions leave out what is banked, although `banked` is to be ignored.

    They are looked at in some games played by lot.
    """
    banked = getattr(game, "banked", None)
    if banked is None or found.banked is not None or found.index is None or found.unindex is None:
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
    """Raises GameError where a game is of a kind that has no tables."""
    if players > 2:
        raise GameError(f"expected a game for one or two players, got one for {players}; tables hold one number a position")
    if found.chances is not None:
        raise GameError("expected a game without chance; mx.solve finds the values of all positions there, by value iteration")
    if hidden:
        raise GameError("expected a game in which nothing is hidden; a position has no value where players see different things")
