"""The AIs at a table, prepared in the background: the search, its levels, and the search that values every move; long work on a
thread of its own, which can be hurried or cancelled.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, Protocol

from ..api.search import Search
from ..base.overdue import bounded
from ..errors import RulesError
from ..native import PendingGame, rules_of
from ..play.audience import typical_value
from ..play.book import open_book
from ..play.levels.level import Level
from ..play.players import Choice, Chooser, Searcher
from ..play.session import Session
from ..searching.limits import Limits
from ..searching.result import SearchResult
from .seats import level_of

Kind = Literal["move", "hint", "values", "review"]
"""The purpose of a job: the AI's move, a hint, the value of every move, or a review of the game."""
LONGEST: Final = 2.0
"""Seconds after which a slow call of the rules is interrupted while others wait for it."""
PATIENCE: Final = 5.0
"""Seconds to wait for the table's lock, or for a job to end."""
ENDLESS: Final = "the rules were asked something and have not come back; make sure that none of their methods runs for ever"


class After(Protocol):
    """A callback after a job."""

    def __call__(self, *, is_wanted: bool) -> None:
        """Goes on after a job; `is_wanted` is False if the job was cancelled or its result could not be used."""


class Cancelled(Exception):  # noqa: N818  # a signal, not an error
    """The job was cancelled."""


class Unfinished(BaseException):  # a signal, which no rules may catch
    """The job has more to do and must be called again. Only for jobs in slices."""


class Job:
    """One piece of work. `stop` ends the running searches.

    Attributes:
        progress: The findings so far, as plain data; None before there are any.
        is_hurried: True if the job must end with its result so far.
        is_cancelled: True if the result is no longer wanted.
    """

    def __init__(self, kind: Kind, stop: Callable[[], object]) -> None:
        self.kind: Final = kind
        self.progress: dict[str, Any] | None = None
        self._stop: Final = stop
        self.is_hurried = False
        self.is_cancelled = False

    @cached_property
    def since(self) -> float:
        """The time at which thinking began, by `time.perf_counter`: that of the first read."""
        return time.perf_counter()

    def hurry(self) -> None:
        """Makes the job end soon, with its result so far."""
        self.is_hurried = True
        self._stop()

    def cancel(self) -> None:
        """Makes the job end soon; its result is discarded."""
        self.is_cancelled = True
        self._stop()

    def keep_up(self) -> None:
        """Checks for a stop, and raises Cancelled if the job was cancelled. Jobs call it between searches, since a stop has no
        effect on a search that has not begun.
        """
        if self.is_cancelled:
            raise Cancelled
        if self.is_hurried:
            self._stop()


Work = Callable[[Job], Callable[[], object]]
"""The work of a job; it returns the function that applies its result to the table."""


class Jobs:
    """The jobs of a table; at most one runs at a time: `current`, or None. `stop` ends the running searches. `changed` is the
    table's lock, held by callers of methods. `failed` is called with a job's exception, `after` after each job.
    """

    def __init__(
        self, changed: threading.Condition, stop: Callable[[], object], failed: Callable[[Exception], object], after: After
    ) -> None:
        self.current: Job | None = None
        self._changed: Final = changed
        self._stop: Final = stop
        self._failed: Final = failed
        self._after: Final = after

    def begin(self, kind: Kind, work: Work) -> None:
        """Starts work on a thread of its own, without the lock; the function it returns is then called with the lock held."""
        self.current = job = Job(kind, self._stop)
        threading.Thread(target=self._run, args=(job, work), name=f"minimaxer {kind}", daemon=True).start()

    def interrupt(self, seconds: float = PATIENCE) -> None:
        """Cancels the running job and waits for its end; raises RulesError if it does not end in time."""
        until = time.perf_counter() + seconds
        while self.current is not None:
            if time.perf_counter() > until:
                self.current.is_cancelled = False
                raise RulesError(ENDLESS)
            self.current.cancel()
            self._changed.wait(0.02)

    def pause(self, job: Job, seconds: float) -> None:
        """Makes a job wait for that time, or until it is cancelled."""
        with self._changed:
            self._changed.wait_for(lambda: job.is_cancelled, seconds)

    def _run(self, job: Job, work: Work) -> None:
        finish: Callable[[], object] | None = None  # as of a cancelled job
        try:
            with suppress(Cancelled):
                finish = work(job)
        except Exception as error:  # rules and players may raise anything; people are told
            finish = partial(self._failed, error)
        with self._changed:
            self.current = None
            try:
                bounded(LONGEST, partial(self._finish, job, finish))
            except Exception as error:
                with suppress(Exception):  # what is asked of the rules to tell it may fail as well
                    bounded(LONGEST, partial(self._failed, error))
                self._after(is_wanted=False)

    def _finish(self, job: Job, finish: Callable[[], object] | None) -> None:
        if finish is not None and not job.is_cancelled:
            finish()
        self._after(is_wanted=not job.is_cancelled)


OnResult = Callable[[SearchResult[Any]], object]
"""A callback for the result of each finished depth."""


class Thinkers:
    """The AIs at a table; `typical` is the size of evaluations, by `typical_value`, and 1 until a search is ready.

    `open_search` makes a search: with False the one that plays, with True one that values every move exactly. It may take long,
    since it may compile the game. `book` is the file of an opening book for the AIs, or None.
    """

    def __init__(self, open_search: Callable[[bool], Search[Any, Any]], *, book: str | Path | None = None) -> None:
        self.has_book: Final = book is not None
        self._open_search: Final = open_search
        self._book: Final = book
        self._is_begun = self._is_closed = False
        self._ready: Final = threading.Event()
        self._failure: Exception | None = None
        self._search: Search[Any, Any] | None = None
        self._analyst: Search[Any, Any] | None = None
        self._searcher: Searcher | None = None
        self._levels: Final[dict[str, Chooser]] = {}
        self._rng: Final = Random()
        self.typical = 1.0

    def jobs(self, changed: threading.Condition, failed: Callable[[Exception], object], after: After) -> Jobs:
        """Makes the jobs of a table; the arguments are those of `Jobs`."""
        return Jobs(changed, self.stop, failed, after)

    def prepare(self) -> None:
        """Starts to make the search on a thread of its own, once; the caller holds the table's lock."""
        if self._is_begun:
            return
        self._is_begun = True
        self._begin(self._prepare)

    def _begin(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="minimaxer prepare", daemon=True).start()

    @property
    def is_ready(self) -> bool:
        """True once the search is made, or has failed."""
        return self._ready.is_set()

    @property
    def compiling(self) -> str | None:
        """How far compiling the rules in the background is, or why they cannot be compiled; None once they are."""
        game = None if self._search is None else self._search.game
        if not isinstance(game, PendingGame) or (game.ready and game.reason is None):
            return None
        return str(game.progress) if game.reason is None else f"not compiled: {game.reason}"

    def _prepare(self) -> None:
        try:
            self._search = self._open_search(False)
            self._search.ready()
            self.typical = typical_value(rules_of(self._search.game))
        except Exception as error:  # rules may raise anything; the job that needs the search tells it
            self._failure = error
        self._ready.set()
        if self._is_closed and self._search is not None:
            self._search.close()

    def search(self, job: Job) -> Search[Any, Any]:
        """The search, once it is ready; raises Cancelled with its job, or the error for which it could not be made."""
        while not self._ready.wait(0.02):
            if job.is_cancelled:
                raise Cancelled
        if self._failure is not None:
            raise self._failure
        assert self._search is not None
        return self._search

    def look_up(self, session: Session[Any, Any]) -> Choice[Any] | None:
        """A move from the book; None if there is no book, or no move in it."""
        if self._book is None:
            return None
        with open_book(session.game, self._book) as book:  # by each job anew, since SQLite keeps to one thread
            move = book.draw(session.state, self._rng)
        return None if move is None else Choice(move)

    def choose(self, seat: str, session: Session[Any, Any], limits: Limits, job: Job, on_result: OnResult) -> Choice[Any]:
        """Chooses the move of the AI in a seat."""
        search = self.search(job)
        level = level_of(seat)
        if level is None:
            result = self.think(session, session.limits_of(limits), job, on_result)
            return Choice(result.move, result)
        if seat not in self._levels:
            self._levels[seat] = Level(level).create(search.game, self._rng.getrandbits(31))
        return self._levels[seat].choose(session)

    def think(self, session: Session[Any, Any], limits: Limits, job: Job, on_result: OnResult) -> SearchResult[Any]:
        """Searches for the best move in the session's position."""
        return self._following(job, limits).think(session, limits, _watched(job, on_result))

    def _following(self, job: Job, limits: Limits) -> Searcher:
        if self._searcher is None:
            self._searcher = Searcher(self.search(job), limits)
        return self._searcher

    def value_moves(self, state: Any, limits: Limits, job: Job, on_result: OnResult) -> SearchResult[Any]:
        """Searches for the values of all moves, as exact as the method allows."""
        return self._valuing(job).run(state, limits, on_depth=_watched(job, on_result))

    def _valuing(self, job: Job) -> Search[Any, Any]:
        """The search that values every move, made on first use."""
        if self._analyst is None:
            self.search(job)  # games are compiled once
            self._analyst = self._open_search(True)
        return self._analyst

    def stop(self) -> None:
        """Ends the running searches; they keep their results."""
        for each in (self._search, self._analyst):
            if each is not None:
                each.stop()

    def close(self) -> None:
        """Frees the memory of the AIs, that of a search still being made when it is there; no job may be running."""
        self._is_closed = True
        kept = [self._search, self._analyst, *self._levels.values()]
        self._levels.clear()
        for each in kept:
            if each is not None:
                each.close()


def _watched(job: Job, on_result: OnResult) -> OnResult:
    """A callback that reports a result, and ends a search that was hurried before it began."""

    def watch(result: SearchResult[Any]) -> None:
        on_result(result)
        job.keep_up()

    return watch
