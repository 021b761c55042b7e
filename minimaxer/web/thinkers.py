"""The AIs at a table: the search, its levels, and the search that values every move; prepared in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

from ..api.search import Search
from ..native import PendingGame, rules_of
from ..play.book import open_book
from ..play.levels.level import Level
from ..play.players import Choice, Chooser, Searcher
from ..play.session import Session
from ..play.worth import typical_value
from ..searching.limits import Limits
from ..searching.result import SearchResult
from .job import After, Cancelled, Job, Jobs
from .seats import level_of

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
        """The search that follows the game from move to move."""
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
