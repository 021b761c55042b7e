"""A table in a page that runs Python itself: without a server, threads or processes, so that searches run in slices."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import evolve

from ..api.functions import valuing_moves
from ..api.methods import defaults_to_play, family_of
from ..api.search import Search
from ..errors import OptionError
from ..game.protocol import players_of
from ..play.session import Session
from ..searching.limits import Limits, StopReason
from ..searching.result import SearchResult
from .actions import ACTIONS, act, recording_of
from .seats import AI, PERSON, Setting, describe_error, levels_of
from .table import Table
from .thinkers import PATIENCE, Job, Jobs, Kind, OnResult, Thinkers, Unfinished, Work
from .view import curve_of, picture_of, view_of

SLICE: Final = 0.25
"""Seconds after which a search yields to other work."""


def sliced(search: Search[Any, Any], state: Any, limits: Limits, seconds: float = SLICE) -> Iterator[SearchResult[Any]]:
    """Runs a search on a tree in slices of `seconds`, each of which continues the tree of the one before.

    Without a state it begins with the search's current one. The limits are a depth, seconds, or both; others raise OptionError.
    Yields the result after each slice, with the nodes and the seconds of all slices until then.
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


class Alone:
    """A person against the AI, at level 1 where the game has levels. All input and output is text.

    Raises GameError if the game lacks a method, or one has the wrong signature.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> there = Alone(TicTacToe(), "tic_tac_toe")
        >>> json.loads(there.ask("play", '{"move": 4, "at": 0}'))["turn"]
        'O (level 1) thinks.'
        >>> while there.go_on() is not None:
        ...     pass
        >>> json.loads(there.look())["turn"]
        'X to move.'
    """

    def __init__(self, game: Any, name: str) -> None:
        def open_search(exact: bool) -> Search[Any, Any]:
            exactly = valuing_moves(game, "auto", family_of("auto", game).defaults) if exact else None
            return Search(game, exactly or defaults_to_play("auto", game))

        self._thinkers: Final = SlicedThinkers(open_search)
        opponents = [f"level {min(1, levels_of(game))}" if levels_of(game) else AI] * (players_of(game) - 1)
        self._table: Final = Table(game, name, self._thinkers, Setting(seats=(PERSON, *opponents)))

    @property
    def version(self) -> int:
        """The version of the table, which grows with every change."""
        return self._table.version

    def look(self) -> str:
        """The table as JSON; an error as `{"error": ...}`."""
        return self._answer(lambda: view_of(self._table))

    def ask(self, action: str, body: str) -> str:
        """Does one of `ACTIONS` at the table, as the server does, with its fields in JSON; gives the new table as `look` does."""

        def ask() -> dict[str, Any]:
            if action not in ACTIONS:
                raise OptionError(f"there is nothing to do by the name {action!r}; known: {', '.join(ACTIONS)}")
            return act(self._table, action, body.encode())

        return self._answer(ask)

    def text(self, name: str, at: int | None = None) -> str | None:
        """A file of the page: `board.svg`, `curve.svg`, `record` or `steps.html`; None if it is not available now. `at` asks for
        the board after that number of moves. Raises OptionError if there is no such file.
        """
        table = self._table
        if name == "board.svg":
            return picture_of(table, at)
        if name == "curve.svg":
            return curve_of(table)
        if name == "record":
            return table.record().text if table.audience.knows_all else None
        if name == "steps.html":
            return recording_of(table.game, table.session.state, table.advised_depth) if table.explains else None
        raise OptionError(f"expected board.svg, curve.svg, record or steps.html, got {name!r}")

    def go_on(self) -> float | None:
        """Does a slice of the AI's work; gives the seconds to wait before the next call, or None if there is nothing to do."""
        return self._thinkers.work.go_on()

    def close(self) -> None:
        """Closes the table and frees the memory of the AIs."""
        self._table.close()

    def _answer(self, ask: Any) -> str:
        try:
            with self._table.changed:
                return json.dumps(ask())
        except Exception as error:  # rules may raise anything
            return json.dumps({"error": describe_error(error, is_open=self._table.audience.knows_all)})
