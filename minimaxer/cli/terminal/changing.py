"""Requests while playing that change the game, or the way it is played."""

from __future__ import annotations

from ...base.reading import read_text
from ...errors import MinimaxerError, NotationError, OptionError
from ...play.levels.ladder import read_ladder
from ...play.levels.level import Level
from ...play.record import read_records
from ...searching.limits import Limits
from .editing import Leaving
from .game import TerminalGame
from .players import sides_from


def undo(sitting: TerminalGame, rest: str) -> bool:
    """Takes back the person's last move and all moves after it."""
    session = sitting.session
    earlier = session.turn_before(sitting.people)
    if earlier is None:
        print("  there is nothing to take back")
        return False
    session.undo(earlier)
    return True


def redo(sitting: TerminalGame, rest: str) -> bool:
    """Replays the moves taken back, up to the person's next turn."""
    session = sitting.session
    if not session.undone:
        print("  there is nothing to play again")
        return False
    session.redo()
    while session.undone and session.mover not in sitting.people:
        session.redo()
    return True


def begin_anew(sitting: TerminalGame, rest: str) -> bool:
    """Begins a new game, with other sides if given."""
    try:
        people = sides_from(rest, sitting.session.players) if rest else sitting.people
    except OptionError as error:
        print(f"  {str(error).replace('--side', 'what follows new')}")
        return False
    sitting.people = people
    sitting.session = sitting.opened(sitting.session.states[0])
    return True


def position(sitting: TerminalGame, rest: str) -> bool:
    """Prints the position as text, or begins a game from another."""
    session = sitting.session
    if not rest and not sitting.audience.knows_all:
        print("  the position tells what is hidden, so it is not shown")
        return False
    if not rest:
        print(f"  {session.notation.write_position(session.state)}")
        return False
    try:
        state = session.notation.read_position(rest)
        sitting.session = sitting.opened(state)
    except (MinimaxerError, ValueError) as error:
        print(f"  {error}")
        return False
    return True


def load_game(sitting: TerminalGame, rest: str) -> bool:
    """Loads the last game of a file."""
    try:
        records = read_records(read_text(rest))
        if not records:
            raise NotationError("it holds no game")
        sitting.session = records[-1].session(sitting.session.game)
    except ValueError as error:
        print(f"  cannot take up {rest or 'a file without a name'}: {error}")
        return False
    return True


def resign(sitting: TerminalGame, rest: str) -> bool:
    """Resigns for the person to move, or for the first person if the AI or chance is to move."""
    session = sitting.session
    if session.is_over:
        print("  the game is over already")
        return False
    mover = session.mover
    player = mover if mover in sitting.people else min(sitting.people, default=None)
    if player is None:
        print("  nobody sits at the board who may resign")
        return False
    sitting.resign(player)
    return True


def take_level(sitting: TerminalGame, rest: str) -> bool:
    """Prints the AI's level, or sets another."""
    opponent = sitting.opponent
    if not rest:
        print(f"  you play against the {_strength(sitting)}")
        return False
    try:
        opponent.take_level(None if rest == "best" else Level(_number(rest)))
    except MinimaxerError as error:
        print(f"  {error}")
    else:
        print(f"  you now play against the {_strength(sitting)}")
    return False


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"expected level to be followed by a number, or by best for the strongest AI, got {text!r}") from None


def _strength(sitting: TerminalGame) -> str:
    if sitting.opponent.level is None:
        return f"strongest AI{_known_levels(sitting)}"
    return f"AI of {sitting.opponent.name}; level best is the strongest"


def _known_levels(sitting: TerminalGame) -> str:
    try:
        return f"; there are levels 0 to {len(read_ladder(sitting.session.game).elos)}"
    except MinimaxerError:
        return "; this game has no levels"


def take_seconds(sitting: TerminalGame, rest: str) -> bool:
    """Sets the AI's time per move, unless it plays at a level."""
    if sitting.opponent.level is not None:
        print(f"  {sitting.opponent.name} knows how long it thinks; level best lets you set seconds")
        return False
    try:
        sitting.opponent.limits = Limits(seconds=float(rest))
    except ValueError:
        print(f"  expected a number of seconds above 0, got {rest!r}")
    else:
        print(f"  the AI now thinks {float(rest):g} s a move")
    return False


def leave(sitting: TerminalGame, rest: str) -> bool:
    """Leaves the game."""
    raise Leaving
