"""Answers of endgame tables in searches: for positions inside the tree, and for the root."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..base.scores import Bound, shifted
from ..errors import OptionError
from ..game.capability import Capabilities
from ..game.comparing import equal
from ..game.following import final_outcome
from ..game.view import View
from ..searching.limits import Control, StopReason
from ..searching.options import AUTO, AlphaBetaOptions
from ..searching.result import RootMove, SearchResult
from ..searching.statistics import Statistics
from .table import Table

ENGINE: Final = "tree/table"
LOOKING_UP: Final = ("alphabeta", "pvs", "mtdf")
"""The algorithms that look positions up in endgame tables."""


def looking_up(algorithm: str, best: str) -> str:
    """The algorithm of a search with endgame tables, `best` for `auto`; raises OptionError if it does not use tables."""
    if algorithm == AUTO:
        return best
    if algorithm not in LOOKING_UP:
        raise OptionError(f"contradictory options: {algorithm} looks nothing up in tables; take one of {', '.join(LOOKING_UP)}")
    return algorithm


class Tables:
    """The endgame tables of a search, probed one after the other; the rules are not compiled. Raises OptionError if a table has
    other rules or does not count plies to wins, or the options do not fit.
    """

    def __init__(self, tables: Sequence[Table[Any, Any]], game: Any, options: AlphaBetaOptions) -> None:
        for table in tables:
            if not isinstance(table, Table) or (table.game is not game and table.game != game):
                raise OptionError(f"expected tables of {game!r}, as mx.tabulate and mx.Table.load give them, got {table!r}")
            if table.names_wins and not table.has_plies:
                raise OptionError(f"expected a table that counts plies to wins, got {table!r}; tabulate with plies=True")
        if options.shorten:
            raise OptionError("contradictory options: shorten counts plies to margins, which tables do not; leave one out")
        self._tables: Final = tables

    def probe(self, state: Any) -> float | None:
        """The value of a state, with wins counted in plies from there; None if no table has it."""
        values = (table.probe(state) for table in self._tables)
        return next((value for value in values if value is not None), None)

    def line(self, state: Any) -> list[Any]:
        """The principal variation from a state; empty if no table has it."""
        return next((table.line(state) for table in self._tables if state in table), [])

    def answer(self, state: Any, found: Capabilities[Any, Any], control: Control) -> SearchResult[Any] | None:
        """The result that a search of a running state would find; None if no table has it."""
        return next((_answer(table, state, found, control) for table in self._tables if state in table), None)


def _answer(table: Table[Any, Any], state: Any, found: Capabilities[Any, Any], control: Control) -> SearchResult[Any]:
    """The result by a table; the best move comes first, then the others by value."""
    game = table.game
    best = table.best_moves(state)[0]
    first = game.player(state) == 0
    rows = [_row(table, state, move) for move in game.moves(state)]
    rows.sort(key=lambda row: (not equal(row.move, best), -(row.value or 0) if first else row.value or 0))
    line = table.line(state)
    last = state
    for move in line:
        last = game.play(last, move)
    return SearchResult(
        value=table.value(state),
        pv=tuple(line),
        bound=Bound.EXACT,
        depth=max(1, len(line)),
        stop=StopReason.SOLVED,
        moves=tuple(rows),
        solved=True,
        finished=final_outcome(game, table.found, last) is not None,
        engine=ENGINE,
        statistics=Statistics(nodes=1, created=1, seconds=control.seconds),
        view=View(state, game, found),
    )


def _row(table: Table[Any, Any], state: Any, move: Any) -> RootMove[Any]:
    child = table.game.play(state, move)
    line = (move, *table.line(child))
    return RootMove(move=move, value=shifted(table.value(child), 1), bound=Bound.EXACT, depth=len(line), pv=line)
