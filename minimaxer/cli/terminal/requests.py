"""Requests that can be typed while playing, and the help that lists them: those that look, and those that change the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn

from attrs import frozen

from ...base.files import read_text, write_text
from ...errors import MinimaxerError, NotationError, OptionError
from ...game.protocol import CHANCE
from ...game.typed import beginning_so, may_be_numbered
from ...play.audience import begun
from ...play.levels.level import Level, read_ladder
from ...play.record import read_records, record_of
from ...play.session import Ending
from ...searching.limits import Limits
from .game import Leaving, TerminalGame, turned, width, wrapped
from .players import number_in, reasons_of, sides_from


def undo(terminal: TerminalGame, rest: str) -> bool:
    """Takes back the person's last move and all moves after it."""
    session = terminal.session
    earlier = session.turn_before(terminal.people)
    if earlier is None:
        print("  there is nothing to take back")
        return False
    session.undo(earlier)
    return True


def redo(terminal: TerminalGame, rest: str) -> bool:
    """Replays the moves taken back, up to the person's next turn."""
    session = terminal.session
    if not session.undone:
        print("  there is nothing to play again")
        return False
    session.redo()
    while session.undone and session.mover not in terminal.people:
        session.redo()
    return True


def begin_anew(terminal: TerminalGame, rest: str) -> bool:
    """Begins a new game, with other sides if given."""
    try:
        people = sides_from(rest, terminal.session.players) if rest else terminal.people
    except OptionError as error:
        print(f"  {str(error).replace('--side', 'what follows new')}")
        return False
    terminal.people = people
    terminal.session = terminal.begin(terminal.session.states[0])
    return True


def position(terminal: TerminalGame, rest: str) -> bool:
    """Prints the position as text, or begins a game from another."""
    session = terminal.session
    if not rest and not terminal.audience.knows_all:
        print("  the position tells what is hidden, so it is not shown")
        return False
    if not rest:
        print(f"  {session.notation.write_position(session.state)}")
        return False
    try:
        terminal.session = terminal.begin(session.notation.read_position(rest))
    except (MinimaxerError, ValueError) as error:
        print(f"  {error}")
        return False
    return True


def load_game(terminal: TerminalGame, rest: str) -> bool:
    """Loads the last game of a file."""
    try:
        records = read_records(read_text(rest))
        if not records:
            raise NotationError("it holds no game")
        terminal.session = records[-1].session(terminal.session.game)
    except ValueError as error:
        print(f"  cannot take up {rest or 'a file without a name'}: {error}")
        return False
    return True


def resign(terminal: TerminalGame, rest: str) -> bool:
    """Resigns for the person to move, or for the first person if the AI or chance is to move."""
    session = terminal.session
    if session.is_over:
        print("  the game is over already")
        return False
    mover = session.mover
    player = mover if mover in terminal.people else min(terminal.people, default=None)
    if player is None:
        print("  nobody sits at the board who may resign")
        return False
    session.forfeit(player, Ending.RESIGNED)
    return True


def take_level(terminal: TerminalGame, rest: str) -> None:
    """Prints the AI's level, or sets another."""
    opponent = terminal.opponent
    if not rest:
        print(f"  you play against the {_strength(terminal)}")
        return
    try:
        expected = "level to be followed by a number, or by best for the strongest AI"
        opponent.take_level(None if rest == "best" else Level(number_in(rest, expected)))
    except MinimaxerError as error:
        print(f"  {error}")
    else:
        print(f"  you now play against the {_strength(terminal)}")


def _strength(terminal: TerminalGame) -> str:
    if terminal.opponent.level is not None:
        return f"AI of {terminal.opponent.name}; level best is the strongest"
    try:
        return f"strongest AI; there are levels 0 to {len(read_ladder(terminal.session.game).elos)}"
    except MinimaxerError:
        return "strongest AI; this game has no levels"


def take_seconds(terminal: TerminalGame, rest: str) -> None:
    """Sets the AI's time per move, unless it plays at a level."""
    if terminal.opponent.level is not None:
        print(f"  {terminal.opponent.name} knows how long it thinks; level best lets you set seconds")
        return
    try:
        terminal.opponent.limits = Limits(seconds=float(rest))
    except ValueError:
        print(f"  expected a number of seconds above 0, got {rest!r}")
    else:
        print(f"  the AI now thinks {float(rest):g} s a move")


def leave(terminal: TerminalGame, rest: str) -> NoReturn:
    """Leaves the game."""
    raise Leaving


def show_moves(terminal: TerminalGame, rest: str) -> None:
    """Lists the legal moves, or those that begin with a text."""
    session = terminal.session
    found = beginning_so(session.notation, session.state, session.legal, rest)
    if session.is_over:
        print("  the game is over, so there are no moves")
    elif not found:
        print(f"  expected the beginning of a legal move, got {rest!r}; moves alone lists them all")
    else:
        if not rest and may_be_numbered(session.notation, session.state, session.legal):
            found = [f"{number} {text}" for number, text in enumerate(found, 1)]
        print(wrapped(found, width()))


def show_hint(terminal: TerminalGame, rest: str) -> None:
    """Prints the AI's choice of move, with its reasons."""
    session = terminal.session
    if session.is_over:
        print("  the game is over, so there is no move to advise")
        return
    if not terminal.audience.sees_board:
        print("  only the player who is to move gets advice, since it tells what is hidden")
        return
    result = terminal.opponent.think(terminal.audience)
    move = "chance decides" if result.move is None else session.notation.write_move(session.state, result.move)
    print(f"  {move}: {reasons_of(session, result)}")


def flip_board(terminal: TerminalGame, rest: str) -> None:
    """Shows the board from the other side from now on."""
    if turned(terminal.audience.board(terminal.session.state)) is None:
        print("  this board has words in it, so it cannot be turned round")
        return
    terminal.is_turned = not terminal.is_turned
    print(terminal.board())


def show_history(terminal: TerminalGame, rest: str) -> None:
    """Lists the moves so far that the audience may see."""
    session = terminal.session
    lines = []
    for number, (state, move) in enumerate(zip(session.states, session.moves, strict=False), 1):
        player = session.game.player(state)
        if not terminal.audience.sees_move_of(player):
            continue
        who = "chance" if player == CHANCE else begun(terminal.names[player])
        lines.append(f"{number}. {who} {session.notation.write_move(state, move)}")
    print(wrapped(lines, width()) if lines else "  nothing was played yet")


def save_game(terminal: TerminalGame, rest: str) -> None:
    """Writes the game to a file."""
    seats = ["person" if player in terminal.people else terminal.opponent.name for player in range(terminal.session.players)]
    try:
        terminal.audience.check("a game is saved")
        write_text(rest, record_of(terminal.session, terminal.name, seats).text)
    except MinimaxerError as error:
        print(f"  {error}")
    else:
        print(f"  written to {rest}; load {rest} takes it up again")


@frozen
class Request:
    """A request that can be typed while playing: `usage`, its word and arguments, or one of `others`. `do` carries it out, given
    the arguments; gives True if the game changed.
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
    Request("moves [X]", "list the legal moves, or those that begin with X", show_moves),
    Request("hint", "ask the AI for a move and its reasons", show_hint),
    Request("undo", "take back your last move", undo),
    Request("redo", "play again what was taken back", redo),
    Request("board", "show the board again", lambda terminal, rest: print(terminal.board())),
    Request("flip", "show the board from the other side", flip_board),
    Request("history", "list the moves so far", show_history),
    Request("position [P]", "tell the position as text, or begin from another (fen does the same)", position, ("fen",)),
    Request("seconds T", "let the AI think T seconds a move", take_seconds),
    Request("level [L]", "tell how strong the AI is, or set it: a level, or best", take_level),
    Request("resign", "give the game up", resign),
    Request("new [S]", "begin a new game, as side S if it is given", begin_anew),
    Request("save FILE", "write the game to a file", save_game),
    Request("load FILE", "take up a game from a file", load_game),
    Request("help", "show this", lambda terminal, rest: print(described()), ("?",)),
    Request("quit", "leave", leave, ("q", "exit")),
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
    rows = [("a move", "play it; its beginning will do if no other move begins so"), *((it.usage, it.about) for it in REQUESTS)]
    return "\n".join([*(f"  {usage:<13} {about}" for usage, about in rows), *_NOTES])


_NOTES: Final = (
    "  The beginning of a word will do, but for new, load, position, resign and quit.",
    "  Where a move has the name of one of these, a slash before it asks for this one, as in /undo.",
    "  Ctrl-C makes the AI move at once while it thinks; at any other time it asks whether to leave.",
)
