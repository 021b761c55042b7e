"""Solves a game with chance: finds the values of all reachable states, and reads off the result for the first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from ...base.scores import Bound, Scale
from ...base.sizes import parse_size
from ...errors import OptionError
from ...game.capability import Capabilities
from ...game.following import scale_of, static_value
from ...game.protocol import CHANCE, FINISHED, Game, M, S, players_of
from ...game.reprs import View
from ...searching.details import Statistics
from ...searching.limits import Control, StopReason, StopSearch
from ...searching.mover import for_mover
from ...searching.options import AlphaBetaOptions
from ...searching.result import RootMove, SearchResult
from .iteration import PRECISION, Reachable, ValueIteration

if TYPE_CHECKING:
    from .native.native_graph import NativeGraph

ENGINE: Final = "graph/value_iteration"
_LONGEST_LINE: Final = 1_000
_USED: Final = frozenset({"memory", "ignore"})


@frozen(kw_only=True, slots=False)
class IterationDetails:
    """Result details of value iteration.

    Attributes:
        states: The number of reachable states.
        sweeps: The most sweeps over one component.
        error: The largest distance between the value and the true one, by its bounds.
    """

    states: int
    sweeps: int
    error: float

    def to_dict(self) -> dict[str, Any]:
        """The details as plain data for JSON."""
        return {"states": self.states, "sweeps": self.sweeps, "error": self.error}


def check_options(options: AlphaBetaOptions) -> None:
    """Raises OptionError for changed options that value iteration does not use."""
    if unused := sorted(set(options.changed()) - _USED):
        raise OptionError(
            f"contradictory options: value iteration, by which games with chance are solved, has no use for {', '.join(unused)}; "
            "leave out, or name a method such as 'star1', which looks deeper and deeper"
        )


def solved(game: Game[S, M], found: Capabilities[S, M], state: S, options: AlphaBetaOptions, control: Control) -> SearchResult[M]:
    """The result over all states reachable from one; raises GameError if they cannot be hashed, or do not fit `memory`."""
    scale = scale_of(game)
    size = None if options.memory is None else parse_size(options.memory)
    try:
        graph = Reachable(game, found, state, scale, size, control)
        values = ValueIteration(graph, scale, control)
    except StopSearch:
        return unsolved(game, found, state, scale, control)
    return Solution(graph, values, scale, players_of(game)).result(game, found, control)


@frozen
class Solution:
    """The reader of the result from the values of states."""

    _graph: Reachable[Any, Any] | NativeGraph
    _values: ValueIteration | NativeGraph
    _scale: Scale
    _players: int

    def result(self, game: Game[Any, Any], found: Capabilities[Any, Any], control: Control) -> SearchResult[Any]:
        """The result for the first state."""
        graph, values = self._graph, self._values
        over = graph.players[0] == FINISHED
        places = [] if over or graph.players[0] == CHANCE else self._line()
        rows = () if over else self._rows()
        pv = tuple(graph.move(one, graph.following(one).index(other)) for one, other in pairwise([0, *places]))
        sure = over or self._is_sure(0)
        return SearchResult(
            value=self._value(0),
            pv=pv,
            bound=self._bound(0),
            depth=0 if over else max(1, len(pv)),
            stop=StopReason.FINISHED if over else StopReason.SOLVED if sure else StopReason.PLY_LIMIT,
            moves=rows,
            solved=sure,
            finished=graph.players[places[-1] if places else 0] == FINISHED,
            engine=ENGINE,
            statistics=Statistics(nodes=len(graph) + values.nodes, created=len(graph), seconds=control.seconds),
            details=IterationDetails(states=len(graph), sweeps=values.sweeps, error=values.error(0)),
            meaning=self._scale.meaning,
            players=self._players,
            view=View(graph.state(0), game, found),
        )

    def _is_sure(self, number: int) -> bool:
        return self._values.error(number) <= 10 * PRECISION * (self._scale.high - self._scale.low)

    def _value(self, number: int) -> float:
        """The middle of a state's bounds; if they stay apart, the bound that is worse for the root's mover."""
        values = self._values
        if self._is_sure(number):
            return (values.low[number] + values.high[number]) / 2
        return values.high[number] if self._graph.players[0] == 1 else values.low[number]

    def _bound(self, number: int) -> Bound:
        """The type of bound that `_value` gives: exact if the bounds of the state have met."""
        return Bound.EXACT if self._is_sure(number) else Bound.UPPER if self._graph.players[0] == 1 else Bound.LOWER

    def _best(self, number: int) -> int:
        """The place of the best move of a state among its moves; among equals the one with the smallest error."""
        player, after = self._graph.players[number], self._graph.following(number)

        def worth(place: int) -> tuple[float, float]:
            return for_mover(player, self._value(after[place])), -self._values.error(after[place])

        return max(range(len(after)), key=worth)

    def _line(self) -> list[int]:
        """The states of the principal variation after the first, up to a chance node, a finished or a repeated state."""
        graph, seen = self._graph, {0}
        line = list[int]()
        number = 0
        while graph.players[number] not in (CHANCE, FINISHED) and len(line) < _LONGEST_LINE:
            number = graph.following(number)[self._best(number)]
            line.append(number)
            if number in seen:
                break
            seen.add(number)
        return line

    def _rows(self) -> tuple[RootMove[Any], ...]:
        graph = self._graph
        chances: Sequence[float | None] = graph.chances.get(0, [None] * len(graph.first_moves))
        rows = [
            RootMove(
                move=move,
                value=self._value(number),
                bound=self._bound(number),
                depth=1,
                pv=(move,),
                meaning=self._scale.meaning,
                players=self._players,
                probability=chance,
            )
            for move, number, chance in zip(graph.first_moves, graph.following(0), chances, strict=True)
        ]
        if graph.players[0] == CHANCE:
            return tuple(rows)
        best = rows.pop(self._best(0))
        return (best, *sorted(rows, key=lambda row: for_mover(graph.players[0], row.value or 0), reverse=True))


def unsolved(game: Game[S, M], found: Capabilities[S, M], state: S, scale: Scale, control: Control) -> SearchResult[M]:
    """The result if a limit came first: any move, and the static evaluation."""
    moves = [] if game.outcome(state) is not None or game.player(state) == CHANCE else list(game.moves(state))
    assert control.reason is not None
    return SearchResult(
        value=static_value(found, scale, state),
        pv=tuple(moves[:1]),
        bound=Bound.EXACT,
        depth=0,
        stop=control.reason,
        moves=tuple(RootMove(move=move, value=None, bound=None, depth=0, pv=(move,), meaning=scale.meaning) for move in moves),
        solved=False,
        finished=False,
        engine=ENGINE,
        statistics=Statistics(nodes=control.nodes, created=control.nodes, seconds=control.seconds),
        meaning=scale.meaning,
        players=players_of(game),
        view=View(state, game, found),
    )
