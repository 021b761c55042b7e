"""Searches games that are not compiled with several processes, or with threads if this Python runs them in parallel.

All workers search the same position, each on its own tree, with a shared table and marks of the searches each is running.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from attrs import evolve

from .....base.sizes import parse_size
from .....errors import OptionError
from .....game.protocol import M, S
from .....searching.details import AlphaBetaDetails, Workers
from .....searching.limits import Control, Limits, StopReason
from .....searching.options import AUTO, has_use
from .....searching.result import SearchResult
from .....searching.saved import Saved, not_kept
from .....searching.setup import Setup
from ..tree_search import SOLVE_TABLE
from .shared_memory import Reply, SharedMemory, SharingTreeSearch
from .team import ProcessTeam, Team, ThreadTeam

FIRST_PATIENCE: Final = 0.2
"""Seconds that a search runs alone before processes are started for it, which takes about as long."""
PATIENCE: Final = 0.01
"""Seconds that a search runs alone if the processes were started before."""
TOO_SHORT: Final = (
    "the search was over, or its limit of nodes too near, before others could join: the first time they do after "
    f"{FIRST_PATIENCE:g} s, then after {PATIENCE:g} s"
)
ENDED: Final = "its helping processes have ended by themselves; close the Search to start others"
ASK_AGAIN: Final = 0.005
"""Seconds after which helpers that are starting are checked again."""
LEAST_SHARE: Final = 100
"""Nodes per worker below which a node limit is not shared."""
_ENTRY_BYTES: Final = 24
_UNDECIDED: Final = (StopReason.SECONDS, StopReason.NODES, StopReason.STOPPED)


class TeamSearch(SharingTreeSearch[S, M]):
    """The tree tier with helpers, two or more workers in all. `parallel` determines if helpers are processes, to which the rules
    must be sent, and if they share only the table, without marks. The table has 64 MB by default; raises OptionError if the
    options exclude one, or the rules cannot be sent.
    """

    def __init__(self, setup: Setup[S, M]) -> None:
        options, algorithm = setup.alphabeta, setup.algorithm
        if not has_use("table", "tree", algorithm) or options.table is None:
            what = "table=None" if options.table is None else f"algorithm={algorithm!r}"
            raise OptionError(f"contradictory options: several workers share a table, and {what} has none; leave it out")
        options = evolve(options, table=SOLVE_TABLE) if options.table == AUTO else options
        setup = evolve(setup, options=options)
        super().__init__(setup)
        self._workers: Final = setup.threads
        in_processes = setup.parallel == "processes"
        table = options.table
        size = table * _ENTRY_BYTES if isinstance(table, int) else parse_size(str(table))
        self._make_team: Final[Callable[[], Team]] = partial(
            ProcessTeam if in_processes else ThreadTeam, setup, setup.threads - 1, size
        )
        self._scheme: Final = "processes" if in_processes else "threads"
        self._team: Team | None = None
        self._state: S | None = None

    def _results(self, state: S | None, limits: Limits, control: Control) -> Iterator[SearchResult[M]]:
        """The results of a search, which the helpers join once it has run for a while."""
        team = self._ready_team()
        team.prepare()
        self._state = self._ready(state).root.state
        try:
            for result in super()._results(state, limits, control):
                if result.stop is StopReason.DEPTH and result.depth != limits.depth:
                    yield self._with_workers(result)
                    continue
                replies = team.end()
                for reply in replies:
                    if reply.error is not None:
                        raise reply.error
                yield self._with_workers(_vote(result, replies))
        finally:
            self._end(team)

    def _end(self, team: Team) -> None:
        """Ends the helpers' searches; if communication with them was interrupted, ends the helpers themselves."""
        try:
            if team.is_sound:
                team.end()
        finally:
            if not team.is_sound:
                team.close()
                self._team = None

    def close(self) -> None:
        """Frees tree and table, and ends the helpers."""
        super().close()
        if self._team is not None:
            self._team.close()
            self._team = None

    def saved(self) -> Saved:
        """Always raises OptionError, since the table lies in memory that is shared."""
        raise not_kept(self.game, self.algorithm, f"threads={self._workers}")

    def _board(self) -> SharedMemory:
        return self._ready_team().board

    def _ready_team(self) -> Team:
        if self._team is None:
            self._team = self._make_team()
        return self._team

    def _new_control(self, limits: Limits) -> Control:
        is_started = self._team is not None and self._team.is_started
        return _Control(limits, PATIENCE if is_started else FIRST_PATIENCE, self._join, self._workers)

    def _join(self, limits: Limits) -> bool:
        return self._ready_team().join(self._state, limits)

    def _with_workers(self, result: SearchResult[M]) -> SearchResult[M]:
        team = self._ready_team()
        shares = (result.nodes, *(team.board.nodes(number) for number in team.took_part))
        if len(shares) == 1:
            note = TOO_SHORT if team.is_whole else ENDED
            workers = Workers(asked=self._workers, scheme=None, nodes=shares, note=note)
        else:
            workers = Workers(asked=self._workers, scheme=self._scheme, nodes=shares, note=None)
        statistics = evolve(result.statistics, nodes=sum(shares), workers=workers)
        details = result.details if len(shares) == 1 else AlphaBetaDetails(table_key=result.table_key)
        return evolve(result, statistics=statistics, details=details)


class _Control(Control):
    """Ends the search, and lets helpers join it once it has run for a while, each as soon as it is ready."""

    def __init__(self, limits: Limits, patience: float, join: Callable[[Limits], bool], workers: int) -> None:
        super().__init__(limits)
        self._limits: Final = limits
        self._patience = patience
        self._join: Final = join
        self._workers: Final = workers
        self._share: Limits | None = None

    def poll(self, nodes: int) -> int:
        if self.seconds >= self._patience:
            self._patience = self.seconds + ASK_AGAIN
            if self._share is None:
                self._share = self._shared(nodes)
            if self._share is None or self._join(self._share):
                self._patience = math.inf
        return super().poll(nodes)

    def _shared(self, nodes: int) -> Limits | None:
        """The limits of each helper: its share of the remaining nodes; None if that is too small."""
        share = None
        if self._limits.nodes is not None:
            share = (self._limits.nodes - nodes) // self._workers
            if share < LEAST_SHARE:
                return None
            self._nodes_allowed = nodes + share
        return Limits(depth=self._limits.depth, nodes=share)


def _vote(last: SearchResult[M], replies: list[Reply]) -> SearchResult[M]:
    """The result, or that of a helper that searched deeper in the same time."""
    if last.stop not in _UNDECIDED:
        return last
    best = last
    for reply in replies:
        found = reply.result
        if found is not None and found.move is not None and found.depth > best.depth:
            best = evolve(found, stop=last.stop, statistics=last.statistics)
    return best
