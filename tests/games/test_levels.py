"""The levels that bundled games ship: there for every game for two, rising, and with enough of them."""

from __future__ import annotations

import pytest

import minimaxer as mx
from minimaxer.game.protocol import players_of
from minimaxer.play.levels.level import read_ladder

FEW = {"nim": 6, "pig": 7, "backgammon": 5}
"""Levels of games that small searches play perfectly, so that little lies between random and perfect play; and of one whose games
take long."""
NONE_YET = {"whist", "open_whist"}
"""Games without levels: the cards that are dealt decide most of them, whoever plays."""
NAMES = [name for name in mx.games() if players_of(mx.find_game(name)) == 2 and name not in NONE_YET]


@pytest.mark.parametrize("name", [*NAMES, "chess_lite:variant=losalamos"])
def test_levels_are_there(name: str) -> None:
    """At least eight, but for games that are soon solved; the first one is weak, and each may be played."""
    game = mx.find_game(name)
    ladder = read_ladder(game)
    assert len(ladder.elos) >= FEW.get(name, 8)
    assert ladder.games > 500
    assert ladder.elos[0] < ladder.elos[-1] / 3
    chooser = mx.Level(1.5).create(game, 3)
    session: mx.Session[object, object] = mx.Session(game)
    while session.is_chance:
        session.play(session.legal[0])
    assert chooser.choose(session).move in session.legal
    chooser.close()
