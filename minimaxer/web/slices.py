"""Searches and jobs in slices, for Python without threads, as in a browser: other work runs between slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import evolve

from ..api.search import Search
from ..errors import OptionError
from ..play.session import Session
from ..searching.limits import Limits, StopReason
from ..searching.result import SearchResult
from .job import PATIENCE, Job, Jobs, Kind, Unfinished, Work
from .thinkers import OnResult, Thinkers

SLICE: Final = 0.25
"""Seconds after which a search yields to other work."""


def sliced(search: Search[Any, Any], state: Any, limits: Limits, seconds: float = SLICE) -> Iterator[SearchResult[Any]]:
    """Runs a search on a tree in slices of `seconds`, each of which continues the tree of the one before.

    Without a state it begins with the search's current one. The limits are a depth, seconds, or both; others raise OptionError.
    Yields the result after each slice, with the nodes and the seconds of all slices until then.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> *_, last = sliced(Search(Nim()), None, Limits(seconds=60), seconds=0.001)
        >>> last.value_text
        'player 0 wins in 11 plies'
    """
    limits = limits.for_one_move
    if limits != Limits(depth=limits.depth, seconds=limits.seconds) or limits == Limits():
        raise OptionError(f"expected limits of depth or seconds for a search in slices, got {limits!r}")
    nodes = created = 0
    spent = 0.0
    while True:
        left = seconds if limits.seconds is None else min(seconds, limits.seconds - spent)
        began = time.perf_counter()
        result = search.run(state, evolve(limits, seconds=left))
        spent += time.perf_counter() - began
        nodes, created = nodes + result.nodes, created + result.statistics.created
        yield evolve(result, statistics=evolve(result.statistics, nodes=nodes, created=created, seconds=spent))
        if result.stop is not StopReason.SECONDS or (limits.seconds is not None and spent >= limits.seconds):
            return


class SlicedJobs(Jobs):
    """Jobs that run a slice on each call of `go_on`."""

    _work: Work
    _rest = 0.0

    def begin(self, kind: Kind, work: Work) -> None:
        """Sets the job, which `go_on` runs."""
        self.current, self._work = Job(kind, self._stop), work

    def interrupt(self, seconds: float = PATIENCE) -> None:
        """Cancels and drops the current job."""
        if self.current is not None:
            self.current.cancel()
            self.current = None

    def pause(self, job: Job, seconds: float) -> None:
        """Sets the time to wait that `go_on` returns."""
        self._rest = seconds

    def go_on(self) -> float | None:
        """Does a slice of the job; gives the seconds to wait before the next slice, or None if there is nothing to do."""
        if self.current is None:
            return None
        self._rest = 0.0
        try:
            self._run(self.current, self._work)
        except Unfinished:
            return 0.0
        return self._rest if self.current is not None else None


class SlicedThinkers(Thinkers):
    """The AIs at a table, which think in slices; `work` is set when the table is made."""

    work: SlicedJobs

    def __init__(self, open_search: Callable[[bool], Search[Any, Any]]) -> None:
        super().__init__(open_search)
        self._going: tuple[Job, Iterator[SearchResult[Any]]] | None = None
        self._known: SearchResult[Any] | None = None

    def jobs(self, changed: Any, failed: Any, after: Any) -> SlicedJobs:
        """Makes the jobs of the table, which run in slices."""
        self.work = SlicedJobs(changed, self.stop, failed, after)
        return self.work

    def think(self, session: Session[Any, Any], limits: Limits, job: Job, on_result: OnResult) -> SearchResult[Any]:
        """Does a slice of the search for a move; gives the result once it is finished, and raises Unfinished before."""

        def begin() -> Iterator[SearchResult[Any]]:
            searcher = self._following(job, limits)
            return sliced(searcher.search, searcher.followed(session), limits)

        return self._thought(job, on_result, begin)

    def value_moves(self, state: Any, limits: Limits, job: Job, on_result: OnResult) -> SearchResult[Any]:
        """Does a slice of the search for the values of all moves; gives the result or raises Unfinished, as `think`."""
        return self._thought(job, on_result, lambda: sliced(self._valuing(job), state, limits))

    def _thought(self, job: Job, on_result: OnResult, begin: Callable[[], Iterator[SearchResult[Any]]]) -> SearchResult[Any]:
        """Does a slice of a job's search; gives the result once it is finished, else raises `Unfinished`."""
        if self._going is None or self._going[0] is not job:
            self._going, self._known = (job, begin()), None
        result = None if job.is_hurried and self._known is not None else next(self._going[1], None)
        if result is None:
            assert self._known is not None
            return self._known
        self._known = result
        on_result(result)
        raise Unfinished

    def _begin(self, work: Callable[[], None]) -> None:
        work()
