"""Pondering: a search on the other player's time, which serves for one's own move if the reply was predicted.

Source: S. Meyer-Kahlen, "Description of the universal chess interface", 2006: `go ponder`, `ponderhit`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator
from contextlib import closing
from threading import Condition, Thread
from typing import Any, Final, Generic

from ..api.search import Search
from ..errors import OptionError
from ..families.montecarlo.options import MonteCarloOptions
from ..game.following import final_outcome
from ..game.protocol import M, hides, players_of
from ..native import CompiledGame
from ..searching.limits import Limits, StopReason
from ..searching.options import AlphaBetaOptions, Options
from ..searching.pace import pace_of
from ..searching.result import SearchResult
from .session import Session

_AGAIN: Final = 0.005
"""Seconds between stop requests to a running search: the first may come before it has begun."""


class Pondering(Generic[M]):
    """A search on its own thread, without a time limit until its result is wanted.

    Attribute `error` is the exception that the search raised, or None.

    Args:
        results: Gives the results of the search; called on the thread.
        stop: Stops the running search; called repeatedly until it has ended.
    """

    def __init__(
        self, results: Callable[[], Generator[SearchResult[M], None, None]], stop: Callable[[], object], options: Options
    ) -> None:
        self._results: Final = results
        self._stop: Final = stop
        self._options: Final = options
        self._began: Final = time.perf_counter()
        self._changed: Final = Condition()
        self._found: Final[list[SearchResult[M]]] = []
        self._pace: Callable[[SearchResult[M]], bool] = lambda _: False  # nobody waits for it yet
        self._until = math.inf
        self._is_ended = self._is_over = False
        self.error: BaseException | None = None
        self._thread: Final = Thread(target=self._run, name="minimaxer pondering", daemon=True)

    def begin(self) -> None:
        """Starts the search."""
        self._thread.start()

    def hit(self, limits: Limits) -> None:
        """Applies limits to the search as if it had begun with them; from any thread, also before it begins."""
        pace = pace_of(limits, self._options)
        seconds = (limits.for_one_move if pace is None else pace.limits).seconds
        with self._changed:
            self._until = math.inf if seconds is None else self._began + seconds
            if pace is not None:
                self._pace = pace.is_enough
            if any(self._pace(found) for found in self._found):
                self._until = 0.0
            self._changed.notify_all()

    def result(self, on_depth: Callable[[SearchResult[M]], object] | None = None) -> SearchResult[M] | None:
        """Waits for the end of the search, which it stops if interrupted; None if the search was stopped before its first result.
        `on_depth` is called on the thread that waits. Raises the exception that the search raised.
        """
        reported, is_over = 0, False
        try:
            while not is_over:
                with self._changed:
                    if not self._is_over and reported == len(self._found):
                        left = self._until - time.perf_counter()
                        self._changed.wait(None if left == math.inf else max(_AGAIN, min(left, _LONG)))
                    is_over, new = self._is_over, self._found[reported:]
                reported += len(new)
                for each in new:
                    if on_depth is not None and each.stop in (StopReason.DEPTH, StopReason.SOLVED):
                        on_depth(each)
                if not is_over and self._is_due:
                    self._stop()
        except BaseException:
            self.end()
            raise
        self._thread.join()
        if self.error is not None:
            raise self.error
        return self._found[-1] if self._found else None

    def end(self) -> None:
        """Stops the search and waits for its end; its knowledge stays in its table or tree."""
        with self._changed:
            self._is_ended, self._until = True, 0.0
        while self._thread.is_alive():
            self._stop()
            self._thread.join(_AGAIN)

    @property
    def _is_due(self) -> bool:
        return time.perf_counter() >= self._until

    def _run(self) -> None:
        try:
            if not self._is_ended:
                with closing(self._results()) as results:
                    for result in results:
                        if self._take(result):
                            break
        except BaseException as error:  # rules may raise anything; who waits for the result is told
            self.error = error
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _take(self, result: SearchResult[M]) -> bool:
        """Adds a result; True if the search is due to end."""
        with self._changed:
            self._found.append(result)
            if self._pace(result):
                self._until = 0.0
            self._changed.notify_all()
            return self._is_due


_LONG: Final = 3600.0
"""Longest wait at a time, in seconds; longer ones are split."""


def check_pondering(search: Search[Any, Any]) -> None:
    """Raises OptionError if a search cannot ponder."""
    game = search.game
    if not isinstance(game, CompiledGame):
        raise OptionError(
            "expected a compiled game for ponder: a search on a tree and the other player would take each other's time, since "
            "Python runs one of them at a time; compile the game, or leave ponder out"
        )
    for reason, is_so in (
        ("for two players", players_of(game) == 2),
        ("without chance", search.found.chances is None),
        ("in which nothing is hidden", not hides(game)),
    ):
        if not is_so:
            raise OptionError(f"expected a game {reason} for ponder, got {game.game!r}; leave ponder out")
    if not isinstance(search.options, AlphaBetaOptions | MonteCarloOptions):
        raise OptionError(
            f"expected a search by alpha-beta or montecarlo for ponder, got {search.algorithm}; name another algorithm, or leave "
            "ponder out"
        )


def foreseen(session: Session[Any, M], result: SearchResult[M], options: Options) -> list[M] | None:
    """The moves after which to ponder: the move of a result, not yet played, perhaps with the replies expected after it.

    Alpha-beta ponders on the position in which its player has the move again, if the other plays as expected; where the principal
    variation is too short, on that in which the other has the move. Playouts always do the latter: their tree keeps what follows
    each reply. None if the other player does not get a turn.
    """
    state, mover, line = session.state, session.mover, list(result.pv)
    for count, move in enumerate(line, 1):
        state = session.game.play(state, move)
        is_over = final_outcome(session.game, session.found, state) is not None
        if is_over or session.game.player(state) == mover:
            return None if count == 1 else line[:1] if is_over else line[:count]
        if not isinstance(options, AlphaBetaOptions):
            break
    return line[:1] or None
