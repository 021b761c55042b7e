"""A game at the terminal from its first question to its end."""

from __future__ import annotations

import time

from ...errors import IllegalMoveError, NotationError
from ...game.registry import did_you_mean
from ...game.typed import beginning_so
from .editing import ask, editing, is_live
from .game import TerminalGame
from .requests import BY_WORD, REQUESTS, begun_so


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
    """Takes requests after the end until a game runs again; raises Leaving if the person leaves.

    It returns at once without a person at a terminal.
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
    """Plays one turn."""
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
