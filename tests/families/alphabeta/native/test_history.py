"""Where native searches learn history if nobody says whether they should."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import minimaxer as mx
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.domineering import Domineering


def nodes(game: Any, state: Any, history: bool | None, *, depth: int | None = None, ignore: frozenset[str] = frozenset()) -> int:
    """The nodes of a search to a depth, or of solving the position."""
    options = mx.AlphaBetaOptions(history=history, ignore=ignore)
    with closing(mx.Search(mx.compile(game, check=False), options)) as engine:
        return (engine.solve(state) if depth is None else engine.run(state, mx.Limits(depth=depth))).nodes


def test_games_with_bounds_are_solved_without_history() -> None:
    """The table finds more where moves keep their order; who asks for history gets it."""
    game = ConnectFour()
    state = game.parse("44444432233")
    counts = {history: nodes(game, state, history) for history in (None, True, False)}
    assert counts[None] == counts[False]
    assert counts[None] < counts[True]


def test_searches_to_a_depth_learn_history() -> None:
    """There the order that was learnt is used."""
    game = ConnectFour()
    counts = {history: nodes(game, game.initial(), history, depth=12) for history in (None, True, False)}
    assert counts[None] == counts[True]
    assert counts[None] != counts[False]


@pytest.mark.thorough
def test_games_without_bounds_are_solved_with_history() -> None:
    """They are solved depth by depth."""
    game = Domineering(rows=5, columns=5)
    counts = {history: nodes(game, game.initial(), history, ignore=frozenset({"bounds"})) for history in (None, True, False)}
    assert counts[None] == counts[True]
    assert counts[None] != counts[False]
