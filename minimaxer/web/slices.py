"""Searches and jobs in slices, for a Python without threads, as in a browser: between slices others have their turn."""

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
from .thinkers import Thinkers, Told

SLICE: Final = 0.25
"""Seconds after which a search lets others have their turn."""


def sliced(search: Search[Any, Any], state: Any, limits: Limits, seconds: float = SLICE) -> Iterator[SearchResult[Any]]:
    """A search in slices, each of which goes on with the tree that the one before has left.

    Args:
        search: The search, on a tree.
        state: Where to search; None: where the search is.
        limits: When to end: a depth, seconds, or both.
        seconds: How long a slice is.

    Yields:
        What is known after each slice, with the nodes and the seconds of all so far.

    Raises:
        OptionError: A limit is neither depth nor seconds, or neither is given.

    Examples:
        >>> from minimaxer_games.nim import Nim
        >>> *_, last = sliced(Search(Nim()), None, Limits(seconds=60), seconds=0.001)
        >>> last.told
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
    """Jobs that go on whenever `go_on` is called, a slice at a time."""

    _work: Work
    _rest = 0.0

    def begin(self, kind: Kind, work: Work) -> None:
        """Notes what is to be done."""
        self.current, self._work = Job(kind, self._stop), work

    def interrupt(self, seconds: float = PATIENCE) -> None:
        """Ends the job that goes on."""
        if self.current is not None:
            self.current.cancel()
            self.current = None

    def pause(self, job: Job, seconds: float) -> None:
        """Has whoever calls `go_on` wait for so long."""
        self._rest = seconds

    def go_on(self) -> float | None:
        """Does a slice of the job.

        Returns:
            Seconds to wait before the next slice; None where there is nothing to do.
        """
        if self.current is None:
            return None
        self._rest = 0.0
        try:
            self._run(self.current, self._work)
        except Unfinished:
            return 0.0
        return self._rest if self.current is not None else None


class SlicedThinkers(Thinkers):
    """Whoever at a table is no person, thinking in slices.

    Args:
        open_search: As for `Thinkers`.

    Attributes:
        work: The jobs of the table; there once it is.
    """

    work: SlicedJobs

    def __init__(self, open_search: Callable[[bool], Search[Any, Any]]) -> None:
        super().__init__(open_search)
        self._going: tuple[Job, Iterator[SearchResult[Any]]] | None = None
        self._known: SearchResult[Any] | None = None

    def jobs(self, changed: Any, failed: Any, after: Any) -> SlicedJobs:
        """How the work of the table is done: in slices."""
        self.work = SlicedJobs(changed, self.stop, failed, after)
        return self.work

    def think(self, session: Session[Any, Any], limits: Limits, job: Job, told: Told) -> SearchResult[Any]:
        """What the search finds.

        Raises:
            Unfinished: It goes on.
        """

        def begin() -> Iterator[SearchResult[Any]]:
            searcher = self._following(job, limits)
            return sliced(searcher.search, searcher.followed(session), limits)

        return self._thought(job, told, begin)

    def value_moves(self, state: Any, limits: Limits, job: Job, told: Told) -> SearchResult[Any]:
        """A result whose rows have the value of every move.

        Raises:
            Unfinished: It goes on.
        """
        return self._thought(job, told, lambda: sliced(self._valuing(job), state, limits))

    def _thought(self, job: Job, told: Told, begin: Callable[[], Iterator[SearchResult[Any]]]) -> SearchResult[Any]:
        """The result of a job's search, a slice of which is done."""
        if self._going is None or self._going[0] is not job:
            self._going, self._known = (job, begin()), None
        result = None if job.is_hurried and self._known is not None else next(self._going[1], None)
        if result is None:
            assert self._known is not None
            return self._known
        self._known = result
        told(result)
        raise Unfinished

    def _begin(self, work: Callable[[], None]) -> None:
        work()
