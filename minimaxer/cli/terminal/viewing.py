"""Requests while playing that leave the game as it is."""

from __future__ import annotations

from ...base.files import write_text
from ...errors import MinimaxerError
from ...game.protocol import CHANCE
from ...game.typed import beginning_so, may_be_numbered
from ...play.phrases import begun
from ...play.record import record_of
from .game import TerminalGame
from .opponent import reasons_of
from .screen import turned, width, wrapped


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


def show_board(terminal: TerminalGame, rest: str) -> None:
    """Shows the board again."""
    print(terminal.board())


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
