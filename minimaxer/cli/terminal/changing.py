"""Requests while playing that change the game, or the way it is played."""

from __future__ import annotations

from typing import NoReturn

from ...base.files import read_text
from ...errors import MinimaxerError, NotationError, OptionError
from ...play.levels.ladder import read_ladder
from ...play.levels.level import Level
from ...play.record import read_records
from ...play.session import Ending
from ...searching.limits import Limits
from .editing import Leaving
from .game import TerminalGame
from .players import number_in, sides_from


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
    if terminal.opponent.level is None:
        return f"strongest AI{_known_levels(terminal)}"
    return f"AI of {terminal.opponent.name}; level best is the strongest"


def _known_levels(terminal: TerminalGame) -> str:
    try:
        return f"; there are levels 0 to {len(read_ladder(terminal.session.game).elos)}"
    except MinimaxerError:
        return "; this game has no levels"


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
