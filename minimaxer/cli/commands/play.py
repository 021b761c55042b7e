"""Play against the AI in the terminal."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing
from typing import Any

from ...errors import IllegalMoveError, NotationError, OptionError
from ...game.notation import Notation
from ...game.protocol import players_of
from ...game.registry import did_you_mean
from ...game.typed import beginning_so
from ...play.book import open_book
from ...play.levels.level import ADAPTIVE, take_result
from ...play.session import Session
from ..arguments import add_game, add_search, limits_of
from ..terminal.game import Leaving, TerminalGame, ask, editing, is_live, wanted_colours
from ..terminal.players import Opponent, add_seating, add_strength, clock_from, dice_from, level_from, sides_from
from ..terminal.requests import BY_WORD, REQUESTS, begun_so
from ..tiers import game_in_tier, options_from, search_in_tier


def converse(terminal: TerminalGame) -> None:
    """Plays until the game is over; raises Leaving if the person leaves before."""
    with editing(lambda: candidates(terminal)):
        while True:
            _show(terminal)
            if terminal.session.is_over:
                terminal.opponent.rest()
                return
            _go_on(terminal)


def look_back(terminal: TerminalGame) -> None:
    """Takes requests after the end until a game runs again; raises Leaving if the person leaves. It returns at once without a
    person at a terminal.
    """
    with editing(lambda: candidates(terminal)):
        while terminal.people and is_live() and terminal.session.is_over:
            _ask(terminal)
            if terminal.session.is_over:
                _show(terminal)


def candidates(terminal: TerminalGame) -> list[str]:
    """The legal moves and words that may be typed now."""
    return [*_moves(terminal), *(request.word for request in REQUESTS)]


def _moves(terminal: TerminalGame) -> list[str]:
    session = terminal.session
    return beginning_so(session.notation, session.state, session.legal)


def _show(terminal: TerminalGame) -> None:
    if terminal.is_shown:
        print(f"\n{terminal.board()}\n")
        if counts := terminal.counts():
            print(counts)
    if terminal.session.is_over:
        print(terminal.end())


def _go_on(terminal: TerminalGame) -> None:
    session = terminal.session
    if session.is_chance and terminal.dice is not None:
        print(terminal.draw(terminal.dice))
    elif session.is_chance or session.mover in terminal.people:
        _ask(terminal)
    else:
        print(terminal.answer())


def _ask(terminal: TerminalGame) -> None:
    """Asks until the game changes: a move is played or taken back, or another game is set up."""
    began = time.perf_counter()
    while True:
        text = ask(terminal.question())
        if text and _is_done(terminal, text, time.perf_counter() - began):
            return


def _is_done(terminal: TerminalGame, text: str, seconds: float) -> bool:
    """Carries out the input; True if the game changed."""
    word, _, rest = text.removeprefix("/").partition(" ")
    request = BY_WORD.get(word.lower())
    if request is not None and (text.startswith("/") or text not in _moves(terminal)):
        return bool(request.do(terminal, rest.strip()))
    try:
        message = _played(terminal, text, seconds)
    except NotationError as error:
        request = begun_so(word)
        if request is not None:
            return bool(request.do(terminal, rest.strip()))
        hint = did_you_mean(word.lower(), BY_WORD) or ("; help lists them" if terminal.session.is_over else "")
        print(f"  {terminal.colours.error(f'{error}{hint}')}")
        return False
    except IllegalMoveError as error:
        print(f"  {terminal.colours.error(str(error))}")
        return False
    if message:
        print(message)
    return True


def _played(terminal: TerminalGame, text: str, seconds: float) -> str:
    """Plays a move, and gives what is said of it; errors as in `TerminalGame.play`, and NotationError once the game is over."""
    if terminal.session.is_over:
        raise NotationError(f"expected a command, since the game is over, got {text!r}")
    return terminal.play(text, seconds)


def add_arguments(command: ArgumentParser) -> None:
    add_game(command)
    add_seating(command)
    add_strength(command)
    about = "let the AI think while you do, about the move that it expects of you: in compiled games for two without dice"
    command.add_argument("--ponder", action="store_true", help=about)
    add_search(command)


def run(given: Namespace) -> int:
    """Plays a game to its end."""
    if given.side != "none" and sys.stdin is None:
        raise OptionError("standard input is closed, from which moves are read; give --side none")
    try:
        terminal = _sitting(given)
        with closing(terminal.opponent):
            _play(terminal, is_adaptive=given.level == ADAPTIVE)
    except Leaving:
        print("bye")
    return 0


def _play(terminal: TerminalGame, *, is_adaptive: bool) -> None:
    """Plays games until one ends and no other is begun; each counts once for an adaptive level."""
    counted: set[int] = set()
    if terminal.people:
        print("Type a move, or help.")
    while True:
        level = terminal.opponent.level
        converse(terminal)
        is_counted = id(terminal.session) in counted or terminal.opponent.level is not level or len(terminal.people) != 1
        if is_adaptive and level is not None and not is_counted:
            counted.add(id(terminal.session))
            following = take_result(terminal.session.game, level, terminal.points)
            print(f"Your next game is against {following.name}.")
            terminal.opponent.take_level(following)
        look_back(terminal)
        if terminal.session.is_over:
            return


def _sitting(given: Namespace) -> TerminalGame:
    """The game given on the command line, ready to be played."""
    game, tiered = game_in_tier(given, waits=given.ponder)
    people = sides_from(given.side, players_of(game))
    engine = search_in_tier(given, game, tiered, options_from(given.options, given.algorithm), is_playing=True)
    limits, clock = limits_of(given), clock_from(given.clock)
    clocks = [] if clock is None else [clock] * players_of(game)
    session: Session[Any, Any] = Session(game, Notation(game).read_position(given.position), clocks=clocks)
    level = level_from(given, game, people)
    if given.ponder and len(people) != 1:
        raise OptionError("expected --side to be 0 or 1 with --ponder, which is thinking while a person does; leave --ponder out")
    if given.ponder and level is not None:
        raise OptionError("contradictory options: a level knows how long it thinks; leave --ponder out")
    book = None if given.book is None else open_book(game, given.book)
    return TerminalGame(
        session=session,
        opponent=Opponent(engine, tiered, limits, level=level, book=book, ponder=given.ponder),
        people=people,
        dice=dice_from(given.dice),
        name=given.game,
        begin=lambda state: Session(game, state, clocks=clocks),
        colours=wanted_colours(),
    )
