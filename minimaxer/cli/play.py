"""`minimaxer play`: a person against the AI in the terminal."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any, Final

from ..engine import Search
from ..errors import IllegalMoveError, NotationError, OptionError
from ..play.book import Book, open_book
from ..play.levels.adaptive import next_level, take_result
from ..play.levels.level import Level
from ..play.players import Chooser, Searcher
from ..play.record import read_records, record_of
from ..play.session import Session
from ..rules.capability import capabilities
from ..rules.hidden import hides
from ..rules.notation import Notation
from ..rules.players import players_of
from ..terms.limits import Limits
from ..terms.result import SearchResult
from .arguments import add_game, add_limits, add_method, add_threads, limits_of, number
from .interrupts import ending_early
from .options import options_from
from .progress import clear, live_line
from .seating import add_seating, clock_from, dice_from, sides_from
from .tiers import game_in_tier, search_in_tier

_HELP: Final = """\
  a move       play it
  moves        list the legal moves
  hint         ask the AI for a move and its reasons
  undo         take back your last move
  board        show the board again
  seconds T    let the AI think T seconds a move
  save FILE    write the game to a file
  load FILE    take up a game from a file
  help         show this
  quit         leave
  Ctrl-C makes the AI move at once while it thinks; it leaves at any other time."""


class _Quit(Exception):  # noqa: N818  # a signal, not an error
    """The person wants to leave."""


ADAPTIVE: Final = "adaptive"
"""The level that follows a person's results."""
ABOUT: Final = "play against the AI in the terminal"


def add_arguments(command: ArgumentParser) -> None:
    """Adds what the command takes."""
    add_game(command)
    add_seating(command)
    command.add_argument("--book", metavar="F", help="an opening book, as `minimaxer book` makes it, by which the AI begins")
    add_limits(command)
    command.add_argument(
        "--level",
        metavar="L",
        help="play against a level of the game rather than the strongest: a number, also between two, or adaptive, which follows "
        "your results from game to game",
    )
    command.add_argument("--elo", type=number, metavar="E", help="the same by strength, in Elo above random play")
    add_method(command)
    add_threads(command)


def run(given: Namespace) -> int:
    """Plays a game to its end."""
    if given.side != "none" and sys.stdin is None:
        raise OptionError("standard input is closed, from which moves are read; give --side none")
    game, tiered = game_in_tier(given)
    people = sides_from(given.side, players_of(game))
    engine = search_in_tier(given, game, tiered, options_from(given.options, given.algorithm))
    limits, clock = limits_of(given), clock_from(given.clock)
    notation = Notation(game, capabilities(game))
    state = notation.read_position(given.position)
    session: Session[Any, Any] = Session(game, state, clocks=[] if clock is None else [clock] * players_of(game))
    level = _level(given, game, people)
    book = None if given.book is None else open_book(game, given.book)
    opponent = None if level is None else (level.name, level.opened(tiered, Random().getrandbits(31)))
    table = _Table(session, engine, opponent, book, limits, people, dice_from(given.dice), given.game)
    try:
        table.play()
    except _Quit:
        print("bye")
    else:
        if given.level == ADAPTIVE and level is not None:
            _adapt(game, level, table.points(people))
    return 0


def _level(given: Namespace, game: Any, people: set[int]) -> Level | None:
    """The level that was asked for; None for the strongest that there is."""
    if given.level is None and given.elo is None:
        return None
    if limits_of(given) != Limits():
        raise OptionError("contradictory options: a level knows how long it thinks; leave --depth, --seconds and --nodes out")
    if given.level == ADAPTIVE and given.elo is None:
        if len(people) != 1:
            raise OptionError("an adaptive level follows one person; let --side name one")
        return next_level(game)
    return Level(None if given.level is None else _number(given.level), elo=given.elo)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"expected --level to be a number or adaptive, got {text!r}") from None


def _adapt(game: Any, level: Level, points: float) -> None:
    """Remembers what the person made, and says what comes next."""
    print(f"Your next game is against {take_result(game, level, points).name}.")


class _Table:
    """One game at one table."""

    def __init__(
        self,
        session: Session[Any, Any],
        engine: Search[Any, Any],
        level: tuple[str, Chooser] | None,
        book: Book | None,
        limits: Limits,
        people: set[int],
        dice: Random | None,
        name: str,
    ) -> None:
        self._session = session
        self._searcher: Final = Searcher(engine, limits)
        self._level: Final = level
        self._book: Final = book
        self._lots: Final = Random()
        self._limits = limits
        self._people: Final = people
        self._dice: Final = dice
        self._name: Final = name

    def play(self) -> None:
        """Plays until the game is over."""
        if self._people:
            print("Type a move, or help.")
        while True:
            session = self._session
            if self._is_shown:
                print(f"\n{session.notation.draw(session.state)}\n")
            if session.is_over:
                print(f"The game is over: {session.result}.")
                return
            if session.is_chance:
                self._draw()
            elif session.mover in self._people:
                self._ask()
            else:
                self._answer()

    @property
    def _is_shown(self) -> bool:
        """Whether the board is shown: not after a forfeit, nor while somebody else has cards that the person must not see."""
        session = self._session
        if session.is_over:
            return session.result is None or not session.result.ending.is_forfeit
        return not self._people or session.mover in self._people or not hides(session.game)

    def points(self, people: set[int]) -> float:
        """What the person made of the finished game."""
        result = self._session.result
        assert result is not None
        return sum(result.points[player] for player in people)

    def _answer(self) -> None:
        session, began = self._session, time.perf_counter()
        state, mover = session.state, session.mover
        name = "AI" if self._level is None else self._level[0]
        chosen, reasons = None if self._book is None else self._book.draw(state, self._lots), ", from the book"
        if chosen is None and self._level is not None:
            chosen, reasons = self._level[1].choose(session).move, ""
        elif chosen is None:
            result = self._think()
            chosen, reasons = result.move, f": {self._reasons(state, result)}"
        session.play(chosen, time.perf_counter() - began)
        print(f"Player {mover} ({name}) plays {session.notation.write_move(state, chosen)}{reasons}{self._left(mover)}")

    def _draw(self) -> None:
        """Lets chance decide, or asks what the dice on the table show."""
        if self._dice is None:
            self._ask()
            return
        state = self._session.state
        move = self._session.draw(self._dice)
        print(f"Chance brings {self._session.notation.write_move(state, move)}.")

    def _think(self) -> SearchResult[Any]:
        session = self._session
        limits = session.limits_of(self._limits)
        with ending_early(self._searcher.search) if self._people else nullcontext():
            result = self._searcher.think(session, limits, live_line())
        clear()
        return result

    def _reasons(self, state: Any, result: SearchResult[Any]) -> str:
        line = " ".join(self._session.notation.write_line(state, result.pv))
        return f"{result.told}, depth {result.depth}, line {line}"

    def _left(self, mover: int | None) -> str:
        """What a clock shows; nothing without clocks."""
        left = None if mover is None else self._session.clocks[mover]
        return "" if left is None else f", {left:.1f} s left"

    def _ask(self) -> None:
        """Asks until something has happened: a move was played, taken back, or another game put up."""
        session, began = self._session, time.perf_counter()
        while True:
            mover = session.mover
            asked = "The dice show: " if session.is_chance else f"Player {mover}{self._left(mover)}, your move: "
            try:
                text = input(asked).strip()
            except EOFError:
                raise _Quit from None
            if not text:
                continue
            word, _, rest = text.partition(" ")
            command = getattr(self, f"_do_{word.lower()}", None)
            if command is None:
                if self._move(text, time.perf_counter() - began):
                    return
            elif command(rest.strip()):
                return

    def _move(self, text: str, seconds: float) -> bool:
        session = self._session
        try:
            session.play(session.notation.read_move(session.state, text), seconds)
        except (NotationError, IllegalMoveError) as error:
            print(f"  {error}")
            return False
        return True

    def _do_moves(self, rest: str) -> bool:
        session = self._session
        print("  " + " ".join(session.notation.write_move(session.state, move) for move in session.legal))
        return False

    def _do_hint(self, rest: str) -> bool:
        session = self._session
        result = self._think()
        move = "chance decides" if result.move is None else session.notation.write_move(session.state, result.move)
        print(f"  {move}: {self._reasons(session.state, result)}")
        return False

    def _do_undo(self, rest: str) -> bool:
        session = self._session
        earlier = session.turn_before(self._people)
        if earlier is None:
            print("  there is nothing to take back")
            return False
        session.undo(earlier)
        return True

    def _do_board(self, rest: str) -> bool:
        print(self._session.notation.draw(self._session.state))
        return False

    def _do_seconds(self, rest: str) -> bool:
        try:
            self._limits = Limits(seconds=float(rest))
        except ValueError:
            print(f"  expected a number of seconds above 0, got {rest!r}")
        else:
            print(f"  the AI now thinks {float(rest):g} s a move")
        return False

    def _do_save(self, rest: str) -> bool:
        """Writes the game to a file."""
        names = ["person" if player in self._people else "AI" for player in range(self._session.players)]
        try:
            Path(rest).write_text(record_of(self._session, self._name, names).text, encoding="utf-8")
        except OSError as error:
            print(f"  cannot write {rest or 'a file without a name'}: {error.strerror}")
        else:
            print(f"  written to {rest}; load {rest} takes it up again")
        return False

    def _do_load(self, rest: str) -> bool:
        """Takes up the last game of a file."""
        try:
            records = read_records(Path(rest).read_text(encoding="utf-8"))
            if not records:
                raise NotationError("it holds no game")
            self._session = records[-1].session(self._session.game)
        except (OSError, ValueError) as error:
            print(f"  cannot take up {rest or 'a file without a name'}: {error}")
            return False
        return True

    def _do_help(self, rest: str) -> bool:
        print(_HELP)
        return False

    def _do_quit(self, rest: str) -> bool:
        raise _Quit

    _do_q = _do_exit = _do_quit
