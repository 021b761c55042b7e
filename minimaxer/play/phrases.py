"""Sentences about the events of a game, with the players' names; shared by the terminal and the browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game.names import with_names
from ..game.protocol import CHANCE
from .session import Session


def begun(text: str) -> str:
    """Capitalizes the first letter of a text."""
    return text[:1].upper() + text[1:]


def describe_move(session: Session[Any, Any], number: int, seat: str = "") -> str:
    """Describes a move, numbered from 0, and the next mover if that is unusual; without a full stop.

    `seat` is who plays for the player, such as `AI`; empty to leave that out.

    Examples:
        >>> from minimaxer_games.tic_tac_toe import TicTacToe
        >>> session = Session(TicTacToe())
        >>> session.play(4)
        >>> describe_move(session, 0), describe_move(session, 0, "AI")
        ('X plays 5', 'X (AI) plays 5')
    """
    before = session.states[number]
    player, text = session.game.player(before), session.notation.write_move(before, session.moves[number])
    if player == CHANCE:
        return f"Chance brings {text}"
    who = begun(session.names[player]) + (f" ({seat})" if seat else "")
    text = "passes" if text.lower() == "pass" else f"plays {text}"
    return f"{who} {text}{describe_next(session, number)}"


def describe_next(session: Session[Any, Any], number: int) -> str:
    """Names the next mover if it is the same player again or one out of turn; else empty."""
    if number + 1 == len(session.moves) and session.is_over:
        return ""
    names, player = session.names, session.game.player(session.states[number])
    mover = session.game.player(session.states[number + 1])
    if mover < 0 or len(names) == 1 or mover == (player + 1) % len(names):
        return ""
    return " and moves again" if mover == player else f"; {names[mover]} is next"


def describe_end(session: Session[Any, Any]) -> str:
    """Describes the result of a finished game."""
    return f"The game is over: {with_names(str(session.result), session.names)}."


def with_side(text: str, names: Sequence[str]) -> str:
    """A value in words, with the players' names; a number is marked as player 0's.

    Examples:
        >>> with_side("-3", ("White", "Black")), with_side("player 1 wins in 2 plies", ("White", "Black"))
        ('-3 for White', 'Black wins in 2 plies')
    """
    is_number = len(names) == 2 and text.strip("<>= +-").replace(".", "").isdecimal()
    return f"{text} for {names[0]}" if is_number and text.strip("<>= ") != "0" else with_names(text, names)
