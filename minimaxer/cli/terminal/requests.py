"""Requests that can be typed while playing, and the help that lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from . import changing, viewing as looking
from .game import TerminalGame


@frozen
class Request:
    """A request that can be typed while playing: `usage`, its word and arguments, or one of `others`.

    `do` carries it out, given the arguments; gives True if the game changed.
    """

    usage: str
    about: str
    do: Callable[[TerminalGame, str], bool | None]
    others: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The word to type."""
        return self.usage.split()[0]


REQUESTS: Final = (
    Request("moves [X]", "list the legal moves, or those that begin with X", looking.show_moves),
    Request("hint", "ask the AI for a move and its reasons", looking.show_hint),
    Request("undo", "take back your last move", changing.undo),
    Request("redo", "play again what was taken back", changing.redo),
    Request("board", "show the board again", looking.show_board),
    Request("flip", "show the board from the other side", looking.flip_board),
    Request("history", "list the moves so far", looking.show_history),
    Request("position [P]", "tell the position as text, or begin from another (fen does the same)", changing.position, ("fen",)),
    Request("seconds T", "let the AI think T seconds a move", changing.take_seconds),
    Request("level [L]", "tell how strong the AI is, or set it: a level, or best", changing.take_level),
    Request("resign", "give the game up", changing.resign),
    Request("new [S]", "begin a new game, as side S if it is given", changing.begin_anew),
    Request("save FILE", "write the game to a file", looking.save_game),
    Request("load FILE", "take up a game from a file", changing.load_game),
    Request("help", "show this", lambda terminal, rest: print(described()), ("?",)),
    Request("quit", "leave", changing.leave, ("q", "exit")),
)
"""All requests, in the order of the help."""
BY_WORD: Final = {word: request for request in REQUESTS for word in (request.word, *request.others)}
"""All requests by word."""

_WHOLE: Final = frozenset({"resign", "new", "load", "quit", "position"})
"""Requests that end a game, whose words must be typed whole."""


def begun_so(word: str) -> Request | None:
    """The only request that begins with `word`; None for a single letter, or a request that ends the game."""
    found = [request for request in REQUESTS if request.word.startswith(word.lower())]
    return found[0] if len(word) > 1 and len(found) == 1 and found[0].word not in _WHOLE else None


def described() -> str:
    """The help."""
    rows = [("a move", "play it; its beginning will do if no other move begins so")]
    rows += [(request.usage, request.about) for request in REQUESTS]
    listed = [f"  {usage:<13} {about}" for usage, about in rows]
    return "\n".join([*listed, *_NOTES])


_NOTES: Final = (
    "  The beginning of a word will do, but for new, load, position, resign and quit.",
    "  Where a move has the name of one of these, a slash before it asks for this one, as in /undo.",
    "  Ctrl-C makes the AI move at once while it thinks; at any other time it asks whether to leave.",
)
