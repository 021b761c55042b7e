"""Lists of all moves: of every bundled game that has one, also on boards of other sizes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.game.following import is_chance
from minimaxer_games.breakthrough import Breakthrough, Step
from minimaxer_games.domineering import Domineering
from minimaxer_games.reversi import PASS, Reversi

OTHERS = (
    "tic_tac_toe", "connect_four", "connect_four:width=5,height=4", "breakthrough", "breakthrough:columns=4,rows=5,men=1", "reversi",
    "reversi:size=4", "domineering", "domineering:rows=3,columns=5", "dots_and_boxes", "dots_and_boxes:rows=1,columns=3", "pig:goal=20",
    "2048", "einstein", "einstein:size=3", "mancala", "mancala:houses=3", "kalah_paper", "chinese_checkers:size=1,rounds=9",
    "chinese_checkers:players=2", "whist:ranks=4", "open_whist:seats=2,ranks=5,cards=6", "higher_lower",
)  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_every_legal_move_is_there(name: str) -> None:
    """In random games; and each is there once, in the same order each time."""
    game: Any = mx.find_game(name)
    listed = list(game.all_moves())
    known = set(listed)
    assert len(known) == len(listed)
    assert list(mx.find_game(name).all_moves()) == listed  # type: ignore[attr-defined]
    rng = Random(1)
    for _ in range(10):
        session: mx.Session[Any, Any] = mx.Session(game)
        while not session.is_over:
            if is_chance(game, session.state):
                session.draw(rng)
                continue
            assert known.issuperset(session.legal)
            session.play(rng.choice(list(session.legal)))


def test_nothing_else_is_there() -> None:
    """Where it is easy to say."""
    assert Breakthrough(columns=2, rows=3, men=1).all_moves()[:4] == [Step(0, 2), Step(0, 3), Step(1, 2), Step(1, 3)]
    assert len(Breakthrough().all_moves()) == 2 * 7 * (8 + 7 + 7)
    assert Reversi(size=4).all_moves() == [*range(16), PASS]
    assert Domineering(rows=2, columns=2).all_moves() == [0, 1, 2]
