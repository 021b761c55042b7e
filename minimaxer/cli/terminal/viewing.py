"""Requests while playing that leave the game as it is."""

from __future__ import annotations

from ...base.writing import write_text
from ...errors import MinimaxerError
from ...game.protocol import CHANCE
from ...game.typed import beginning_so, may_be_numbered
from ...play.phrases import begun
from ...play.record import record_of
from .game import TerminalGame
from .opponent import reasons_of
from .screen import turned, width, wrapped


def show_moves(sitting: TerminalGame, rest: str) -> bool:
    """Lists the legal moves, or those that begin with a text."""
    session = sitting.session
    found = beginning_so(session.notation, session.state, session.legal, rest)
    if session.is_over:
        print("  the game is over, so there are no moves")
    elif not found:
        print(f"  expected the beginning of a legal move, got {rest!r}; moves alone lists them all")
    else:
        if not rest and may_be_numbered(session.notation, session.state, session.legal):
            found = [f"{number} {text}" for number, text in enumerate(found, 1)]
        print(wrapped(found, width()))
    return False


def show_hint(sitting: TerminalGame, rest: str) -> bool:
    """Prints the AI's choice of move, with its reasons."""
    session = sitting.session
    if session.is_over:
        print("  the game is over, so there is no move to advise")
        return False
    if not sitting.audience.sees_board:
        print("  only the player who is to move gets advice, since it tells what is hidden")
        return False
    result = sitting.opponent.think(sitting.audience)
    move = "chance decides" if result.move is None else session.notation.write_move(session.state, result.move)
    print(f"  {move}: {reasons_of(session, result)}")
    return False


def show_board(sitting: TerminalGame, rest: str) -> bool:
    """Shows the board again."""
    print(sitting.board())
    return False


def flip_board(sitting: TerminalGame, rest: str) -> bool:
    """Shows the board from the other side from now on."""
    if turned(sitting.audience.board(sitting.session.state)) is None:
        print("  this board has words in it, so it cannot be turned round")
        return False
    sitting.is_turned = not sitting.is_turned
    print(sitting.board())
    return False


def show_history(sitting: TerminalGame, rest: str) -> bool:
    """Lists the moves so far that the audience may see."""
    session = sitting.session
    told = []
    for number, (state, move) in enumerate(zip(session.states, session.moves, strict=False), 1):
        player = session.game.player(state)
        if not sitting.audience.sees_move_of(player):
            continue
        who = "chance" if player == CHANCE else begun(sitting.names[player])
        told.append(f"{number}. {who} {session.notation.write_move(state, move)}")
    print(wrapped(told, width()) if told else "  nothing was played yet")
    return False


def save_game(sitting: TerminalGame, rest: str) -> bool:
    """Writes the game to a file."""
    seats = ["person" if player in sitting.people else sitting.opponent.name for player in range(sitting.session.players)]
    try:
        sitting.audience.check("a game is saved")
        write_text(rest, record_of(sitting.session, sitting.name, seats).text)
    except MinimaxerError as error:
        print(f"  {error}")
    else:
        print(f"  written to {rest}; load {rest} takes it up again")
    return False
