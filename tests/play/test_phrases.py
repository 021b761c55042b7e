"""Games in sentences."""

from __future__ import annotations

from minimaxer.play.audience import describe_end, describe_move, describe_next
from minimaxer.play.session import Ending, Session
from minimaxer_games.mancala import Mancala
from minimaxer_games.reversi import Reversi


def test_another_turn_is_told() -> None:
    """With the player's name, and who plays for it."""
    session = Session(Mancala())
    session.play(session.notation.read_move(session.state, "2"))
    assert describe_move(session, 0, "AI") == "South (AI) plays 2 and moves again"
    session.play(session.legal[0])
    assert describe_next(session, 1) == ""


def test_the_end_has_names() -> None:
    """Also of who resigned."""
    session = Session(Reversi())
    session.forfeit(1, Ending.RESIGNED)
    assert describe_end(session) == "The game is over: White resigned."
    assert session.result is not None
    assert session.result.points == (1.0, 0.0)
    assert session.result.ending.is_forfeit
