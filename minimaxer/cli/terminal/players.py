"""The people and the AI of a game at the terminal: the strongest one or a level, with or without an opening book."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from random import Random
from typing import Any, Final

from ...api.search import Search
from ...errors import OptionError
from ...game.notation import names_of
from ...native import PendingGame
from ...play.audience import Audience, with_side
from ...play.book import Book
from ...play.levels.level import ADAPTIVE, Level, next_level
from ...play.players import Chooser, Searcher
from ...play.session import Session
from ...searching.limits import Limits
from ...searching.result import SearchResult
from ..arguments import add_number, limits_of
from ..progress import clear, ending_early, live_line


class Opponent:
    """Chooses moves for the players that are not people, in the game `tiered` as the search has it. The limits may be set later.
    Without a level the strongest plays; with `ponder` it thinks while people do.
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
        if self._pending is not None and self._pending.reason is not None:
            print(f"minimaxer: searched on a tree, since: {self._pending.reason}", file=sys.stderr, flush=True)
            self._pending = None  # it is told once
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


def add_seating(command: ArgumentParser) -> None:
    """Adds `--side`, `--position`, `--dice` and `--clock`."""
    command.add_argument(
        "--side",
        default="0",
        metavar="S",
        help="which player you are (default 0, who begins): a number, several as in 0+2, all (or both), or none, where Ctrl-C "
        "ends the game",
    )
    command.add_argument("--position", metavar="P", help="where to start, in the game's notation")
    about = "where chance decides: roll, ask for what real dice show, or a number, which makes the rolls the same each time"
    command.add_argument("--dice", default="roll", metavar="D", help=about)
    about = "seconds that each player has for the game, and gets back after each move, as 300+5"
    command.add_argument("--clock", metavar="T[+I]", help=about)


def add_strength(command: ArgumentParser) -> None:
    """Adds the AI's opening book and strength: `--book`, `--level` and `--elo`."""
    command.add_argument("--book", metavar="F", help="an opening book, as `minimaxer book` makes it, by which the AI begins")
    command.add_argument(
        "--level",
        metavar="L",
        help="play against a level of the game rather than the strongest: a number, also between two, or adaptive, which follows "
        "your results from game to game",
    )
    add_number(command, "--elo", "E", "the same by strength, in Elo above random play")


def level_from(given: Namespace, game: Any, people: set[int]) -> Level | None:
    """The level given on the command line; None for the strongest play."""
    if given.level is None and given.elo is None:
        return None
    if limits_of(given) != Limits():
        raise OptionError("contradictory options: a level knows how long it thinks; leave --depth, --seconds and --nodes out")
    if given.level == ADAPTIVE and given.elo is None:
        if len(people) != 1:
            raise OptionError("an adaptive level follows one person; let --side name one")
        return next_level(game)
    return Level(None if given.level is None else number_in(given.level, "--level to be a number or adaptive"), elo=given.elo)


def number_in(text: str, expected: str) -> float:
    """The number that a text is; raises OptionError with what was expected if it is none."""
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"expected {expected}, got {text!r}") from None


def sides_from(given: str, players: int) -> set[int]:
    """The players that are people."""
    if given in ("both", "all"):
        return set(range(players))
    parts = [] if given == "none" else given.split("+")
    if not all(part.isdecimal() and int(part) < players for part in parts):
        known = "0" if players == 1 else f"a player from 0 to {players - 1}, several as in 0+1"
        raise OptionError(f"expected --side to be {known}, all or none, got {given!r}")
    return set(map(int, parts))


def dice_from(given: str) -> Random | None:
    """The generator of dice rolls; None if people roll."""
    if given in ("ask", "roll"):
        return None if given == "ask" else Random()
    if not given.isdecimal():
        raise OptionError(f"expected --dice to be roll, ask or a whole number, got {given!r}")
    return Random(int(given))


def clock_from(given: str | None) -> Limits | None:
    """The clock of each player; None without clocks."""
    if given is None:
        return None
    clock, plus, increment = given.partition("+")
    try:
        return Limits(clock=float(clock), increment=float(increment) or None if plus else None)
    except ValueError:
        raise OptionError(f"expected --clock to be seconds above 0, as in 300 or 300+5, got {given!r}") from None
