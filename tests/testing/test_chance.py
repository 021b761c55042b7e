"""The doctor, random games and counts where chance decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.testing import check_game, random_states
from minimaxer.testing.play import play_random
from minimaxer.testing.suite import difference, record
from minimaxer_games.pig import Pig, Turn


def with_method(name: str, method: Callable[..., Any]) -> Any:
    """Pig with another method."""
    kind = type("Broken", (Pig,), {name: method})
    return kind(goal=12)


BROKEN = [
    ("chances", lambda self, turn: [(face, 1 / 7) for face in range(1, 7)], "chances-are-probabilities", "add up to 0.857"),
    ("chances", lambda self, turn: [1, 2], "chances-are-probabilities", r"gave 1; expected pairs \(move, probability\)"),
    ("chances", lambda self, turn: 1 / 0, "methods-do-not-raise", r"chances\(\) raised ZeroDivisionError"),
    ("evaluate", lambda self, turn: 3 * mx.WIN, "evaluation-is-below-wins", "from mx.LOSS to mx.WIN"),
    ("outcome", lambda self, turn: 3 * mx.WIN if sum(turn.banked) > 9 else None, "outcome-is-a-score", "from mx.LOSS to mx.WIN"),
]


@pytest.mark.parametrize(("name", "method", "law", "text"), BROKEN)
def test_broken_games_are_told(name: str, method: Callable[..., Any], law: str, text: str) -> None:
    """With the law and what is wrong."""
    report = check_game(with_method(name, method), games=40, compiled=False)
    found = {finding.law: str(finding) for finding in report.errors}
    assert law in found, str(report)
    with pytest.raises(AssertionError, match=text):
        raise AssertionError(found[law])


def test_a_sound_game_with_dice_breaks_no_law() -> None:
    """And is told neither to make repetition a draw nor that wins should count plies."""
    report = check_game(Pig(goal=20), games=80, compiled=False)
    assert report.ok, str(report)
    assert report.findings == ()
    assert "chances" in report.capabilities


def test_rolls_are_as_likely_as_the_game_says() -> None:
    """In random games."""
    game = with_method("chances", lambda self, turn: [(2, 0.75), (3, 0.25)])
    counts: Counter[int] = Counter()
    for seed in range(200):
        played = play_random(game, Random(seed))
        counts.update(move for state, move in zip(played.states, played.moves, strict=False) if state.rolling)
    share = counts[2] / (counts[2] + counts[3])
    assert 0.70 < share < 0.80


def test_states_counts_and_records() -> None:
    """Take what chance brings as they take moves."""
    game = Pig(goal=20)
    assert any(state.rolling for state in random_states(game, 30, seed=2))
    assert mx.perft(game, depth=4) == 41
    assert mx.divide(game, Turn((0, 0), 0, 0, True), depth=2) == {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}
    assert mx.perft(game, depth=6, finished=True) > mx.perft(game, depth=6) - 1
    recorded = record(game, seed=1)
    assert difference(game, recorded) is None
    assert recorded["plies"][1]["player"] == mx.CHANCE
