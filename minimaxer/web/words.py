"""What happens at a table, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..play.session import Session
from ..rules.game import CHANCE
from ..rules.names import names_of, with_names
from .seats import PERSON


def begun(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def describe_last(session: Session[Any, Any]) -> str:
    """The last move, and whether its player moves again or somebody is passed over; empty before the first."""
    if not session.moves:
        return ""
    before, names = session.states[-2], names_of(session.game)
    player, text = session.game.player(before), session.notation.write_move(before, session.moves[-1])
    if player == CHANCE:
        return f"Chance brings {text}."
    told = f"{begun(names[player])} passes" if text.lower() == "pass" else f"{begun(names[player])} plays {text}"
    return f"{told}{_follows(player, session, names)}."


def _follows(player: int, session: Session[Any, Any], names: Sequence[str]) -> str:
    """What is unusual about who moves next."""
    mover = session.mover
    if mover is None or mover < 0 or session.players == 1 or mover == (player + 1) % session.players:
        return ""
    return " and moves again" if mover == player else f"; {names[mover]} is next"


def describe_turn(session: Session[Any, Any], seats: Sequence[str], *, held: bool) -> str:
    """What is expected now, or how the game ended."""
    names, mover = names_of(session.game), session.mover
    if mover is None:
        return f"The game is over: {with_names(str(session.result), names)}."
    if mover == CHANCE:
        return "Enter what the dice show." if not held else "Chance decides next."
    if seats[mover] == PERSON:
        return f"{begun(names[mover])} to move."
    return f"{begun(names[mover])} ({seats[mover]}) is next." if held else f"{begun(names[mover])} ({seats[mover]}) thinks."
