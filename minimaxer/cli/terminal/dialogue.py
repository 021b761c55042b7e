"""A game at the terminal from its first question to its end."""

from __future__ import annotations

import time

from ...errors import IllegalMoveError, NotationError
from ...game.typed import beginning_so
from .editing import ask, editing, is_live
from .game import TerminalGame
from .requests import BY_WORD, REQUESTS


def converse(sitting: TerminalGame) -> None:
    """Plays until the game is over.

    Raises:
        Leaving: The person left before the end.
    """
    with editing(lambda: candidates(sitting)):
        while True:
            _show(sitting)
            if sitting.session.is_over:
                sitting.opponent.rest()
                return
            _go_on(sitting)


def look_back(sitting: TerminalGame) -> None:
    """Takes requests after the end until a game runs again; returns at once without a person at a terminal.

    Raises:
        Leaving: The person leaves.
    """
    with editing(lambda: candidates(sitting)):
        while sitting.people and is_live() and sitting.session.is_over:
            _ask(sitting)
            if sitting.session.is_over:
                _show(sitting)


def candidates(sitting: TerminalGame) -> list[str]:
    """The legal moves and words that may be typed now."""
    return [*_moves(sitting), *(request.word for request in REQUESTS)]


def _moves(sitting: TerminalGame) -> list[str]:
    session = sitting.session
    return beginning_so(session.notation, session.state, session.legal)


def _show(sitting: TerminalGame) -> None:
    if sitting.is_shown:
        print(f"\n{sitting.board()}\n")
        if counts := sitting.counts():
            print(counts)
    if sitting.session.is_over:
        print(sitting.end())


def _go_on(sitting: TerminalGame) -> None:
    """Plays one turn."""
    session = sitting.session
    if session.is_chance and sitting.dice is not None:
        print(sitting.draw(sitting.dice))
    elif session.is_chance or session.mover in sitting.people:
        _ask(sitting)
    else:
        print(sitting.answer())


def _ask(sitting: TerminalGame) -> None:
    """Asks until the game changes: a move is played or taken back, or another game is set up."""
    began = time.perf_counter()
    while True:
        text = ask(sitting.question())
        if text and _is_done(sitting, text, time.perf_counter() - began):
            return


def _is_done(sitting: TerminalGame, text: str, seconds: float) -> bool:
    """Carries out the input; True if the game changed."""
    word, _, rest = text.removeprefix("/").partition(" ")
    request = BY_WORD.get(word.lower())
    if request is not None and (text.startswith("/") or text not in _moves(sitting)):
        return request.do(sitting, rest.strip())
    if sitting.session.is_over:
        print(sitting.colours.error(f"  expected a command, since the game is over, got {text!r}; help lists them"))
        return False
    try:
        told = sitting.play(text, seconds)
    except (NotationError, IllegalMoveError) as error:
        print(f"  {sitting.colours.error(str(error))}")
        return False
    if told:
        print(told)
    return True
