"""The AI at the terminal: the strongest one or a level, with or without an opening book."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from random import Random
from typing import Any, Final

from ...api.search import Search
from ...game.names import names_of
from ...native import PendingGame
from ...play.audience import Audience
from ...play.book import Book
from ...play.levels.level import Level
from ...play.phrases import with_side
from ...play.players import Chooser, Searcher
from ...play.session import Session
from ...searching.limits import Limits
from ...searching.result import SearchResult
from ..progress import clear, live_line
from .interrupts import ending_early


class Opponent:
    """Chooses moves for the players that are not people, in the game `tiered` as the search has it.

    The limits may be set later. Without a level the strongest plays; with `ponder` it thinks while people do.
    """

    def __init__(
        self,
        engine: Search[Any, Any],
        tiered: Any,
        limits: Limits,
        *,
        level: Level | None = None,
        book: Book | None = None,
        ponder: bool = False,
    ) -> None:
        self._searcher: Final = Searcher(engine, limits, ponder=ponder)
        self._ponders: Final = ponder
        self._tiered: Final = tiered
        self._pending = tiered if isinstance(tiered, PendingGame) else None
        self._book: Final = book
        self._rng: Final = Random()
        self._chooser: Chooser | None = None
        self.limits = limits
        self.level: Level | None = None
        self.take_level(level)

    @property
    def name(self) -> str:
        """The AI's name."""
        return "AI" if self.level is None else self.level.name

    def take_level(self, level: Level | None) -> None:
        """Sets the level of play, None for the strongest; raises OptionError if the game has no such level."""
        self.rest()
        self._chooser = None if level is None else level.create(self._tiered, Random().getrandbits(31))
        self.level = level

    def choose(self, audience: Audience) -> tuple[Any, str]:
        """The move to play in the audience's game, and the reasons in words; Ctrl-C makes it play at once if there are people."""
        if (reason := self._reason()) is not None:
            print(f"minimaxer: searched on a tree, since: {reason}", file=sys.stderr, flush=True)
        session = audience.session
        move = None if self._book is None else self._book.draw(session.state, self._rng)
        if move is not None:
            return move, ", from the book"
        if self._chooser is not None:
            return self._chooser.choose(session).move, ""
        is_secret = not audience.knows_all
        result = self.think(audience, is_secret=is_secret)
        if self._ponders:
            self._searcher.ponder(session, result, self.limits)
        return result.move, "" if is_secret else f": {reasons_of(session, result)}"

    def _reason(self) -> str | None:
        """Why the game is not compiled, the first time that it is known."""
        game = self._pending
        if game is None or game.reason is None:
            return None
        self._pending = None
        return game.reason

    def think(self, audience: Audience, *, is_secret: bool = False) -> SearchResult[Any]:
        """Searches the current state; `is_secret` hides the live line, if the audience must not see it."""
        session = audience.session
        notation, names, state = session.notation, names_of(session.game), session.state
        written = live_line(lambda moves: notation.write_line(state, moves), lambda value: with_side(value, names))
        show = None if is_secret else written
        with ending_early(self._searcher.search) if audience.people else nullcontext():
            result = self._searcher.think(session, session.limits_of(self.limits), show)
        clear()
        return result

    def rest(self) -> None:
        """Stops pondering."""
        self._searcher.rest()

    def close(self) -> None:
        """Frees the search."""
        self._searcher.close()


def reasons_of(session: Session[Any, Any], result: SearchResult[Any]) -> str:
    """The value, depth and line that the search found, in words."""
    line = " ".join(session.notation.write_line(session.state, result.pv))
    return f"{with_side(result.value_text, names_of(session.game))}, depth {result.depth}, line {line}"
