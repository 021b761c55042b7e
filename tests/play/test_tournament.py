"""Tournaments: everybody against everybody or the first against all, ratings, and resumed by file."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.play.statistics import score_of
from minimaxer.play.tournament import ratings
from minimaxer_games.chinese_checkers import ChineseCheckers
from minimaxer_games.tic_tac_toe import TicTacToe

from ..batch.test_analyse_many import Inline

PLAYERS = (mx.Limits(depth=6), mx.Limits(depth=1), "random")


def tournament(**settings: Any) -> Any:
    """A tournament played here."""
    usual: dict[str, Any] = {"players": PLAYERS, "rounds": 6, "openings": 2, "executor": Inline()}
    return mx.play_tournament(TicTacToe(), **(usual | settings))


def test_everybody_meets_everybody() -> None:
    """Points and ratings agree with the matches."""
    seen = []
    found = tournament(on_round=lambda so_far, done: seen.append((len(so_far.matches), done.number)))
    assert list(found.matches) == [(0, 1), (0, 2), (1, 2)]
    assert sum(found.points) == 36
    assert found.ratings[0].value > found.ratings[2].value
    assert sum(each.value for each in found.ratings) == pytest.approx(0, abs=1e-6)
    assert str(found).splitlines()[0].startswith("  depth=6  ")
    assert "depth=1 against random: " in str(found)
    assert [row["name"] for row in json.loads(json.dumps(found.to_dict()))["players"]] == ["depth=6", "depth=1", "random"]
    assert seen[-1] == (3, 5)


def test_a_gauntlet_and_files(tmp_path: Path) -> None:
    """The first against all; what the files hold is not played again."""
    found = tournament(kind="gauntlet", path=tmp_path / "cup")
    assert list(found.matches) == [(0, 1), (0, 2)]
    assert sorted(file.name for file in (tmp_path / "cup").iterdir()) == ["0-1.jsonl", "0-2.jsonl"]
    again = tournament(kind="gauntlet", path=tmp_path / "cup")
    assert again.points == found.points


def test_ratings_find_what_results_were_made_by() -> None:
    """Within their errors; a sweep has a number, who met nobody stays in the middle."""
    true, rng = (120.0, 30.0, -50.0, -100.0), Random(2)
    points: dict[tuple[int, int], float] = {}
    for one in range(4):
        for other in range(one):
            won = sum(rng.random() < score_of(true[one] - true[other]) for _ in range(2_000))
            points[one, other], points[other, one] = won, 2_000 - won
    for wanted, found in zip(true, ratings(4, points), strict=True):
        assert abs(found.value - wanted) < 1.5 * found.error < 20
    sweep = ratings(2, {(0, 1): 10, (1, 0): 0})
    assert 0 < sweep[0].value < 1_000
    alone = ratings(3, {(0, 1): 5, (1, 0): 5})
    assert [each.value for each in alone] == [0, 0, 0]
    assert math.isinf(alone[2].error)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"players": ["random"]}, r"expected two players or more, got \['random'\]"),
        ({"players": "ab"}, "expected two players or more, got 'ab'"),
        ({"kind": "cup"}, "expected kind to be one of round_robin, gauntlet, got 'cup'"),
        ({"sprt": mx.Sprt()}, "the sequential test is for matches of two; leave sprt out"),
    ],
)
def test_what_is_out_of_range_is_refused(settings: dict[str, Any], told: str) -> None:
    """Before anything is played."""
    with pytest.raises(mx.OptionError, match=told):
        tournament(**settings)
    with pytest.raises(mx.OptionError, match="tournaments are for games of two, and this one is for 3; take play_match"):
        mx.play_tournament(ChineseCheckers(size=1), PLAYERS)
