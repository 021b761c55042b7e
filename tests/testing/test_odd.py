"""The doctor on odd states and hostile methods: what is sound is not accused, and nothing brings it down."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from minimaxer.testing import Report, check_game
from minimaxer.testing.laws import keys, tiers

from ..needs import HAS_NUMPY, needs_llvmlite, needs_numpy
from . import odd as o
from .broken import Sound
from .test_doctor import usable

pytestmark = pytest.mark.thorough

if HAS_NUMPY:
    from . import arrays as a


def examined(game: Any, games: int = 120) -> Report:
    """The report on a game's Python rules."""
    return check_game(usable(game), games=games, compiled=False, longest=200)


def told(report: Report, severity: str) -> dict[str, str]:
    """What was found with that severity, by law."""
    return {finding.law: finding.diagnosis for finding in report.findings if finding.severity == severity}


@pytest.mark.parametrize("game", [o.HiddenStates(), o.HiddenStatesWithKey(), o.NumberedStatesWithKey(), o.LazyStates()], ids=repr)
def test_states_that_compare_by_identity_are_not_accused(game: Any) -> None:
    """Their keys are equal, or all that the game says of them is; a cache that is filled is no change."""
    assert examined(game).findings == ()


def test_states_that_look_different_are_a_hint() -> None:
    """Where they compare by identity, there is no key, and the game says the same of them."""
    report = examined(o.NumberedStates())
    assert report.ok
    assert list(told(report, "hint")) == ["states-can-be-compared"]
    assert re.search(
        r"play\(state, 3\) gives a state that holds {'left': 6, 'player': 1, 'serial': \d+}, and {.*} when asked again\. What the "
        r"game says of the two is the same, and they compare by identity: give them an __eq__, or the game a method key\(state\), "
        "so that equal states are known",
        told(report, "hint")["states-can-be-compared"],
    )


@pytest.mark.parametrize(
    ("game", "law", "diagnosis"),
    [
        (o.HiddenLots(), "play-is-a-function", "when asked again; chance and memory have no place in rules"),
        (
            o.HiddenInPlace(),
            "play-leaves-its-argument",
            "changes its argument <.*Hidden object at .*>, of which the game then says something else; it must make a new state",
        ),
        (o.LazyOnesThatCount(), "play-leaves-its-argument", "'cached_moves': None} to .*'cached_moves': \\[1, 2, 3\\]}"),
        (
            o.EndlessMoves(),
            "moves-come-to-an-end",
            r"^moves\(\) gives more than 100,000 moves in one state; does its loop end\?$",
        ),
        (o.EndlessNoise(), "moves-come-to-an-end", r"^noisy_moves\(\) gives more than 100,000 moves in one state"),
        (o.Exits(), "methods-do-not-raise", r"^play\(\) raised SystemExit: goodbye$"),
        (o.ShyTwice(), "no-move-twice", r"^moves\(\) offers 1 twice"),
    ],
    ids=["lots", "in place", "lazy", "endless", "noise", "exits", "twice"],
)
def test_odd_games_that_are_broken(game: Any, law: str, diagnosis: str) -> None:
    """States of which nothing is seen, and methods that do not end, end the program, or cannot be shown."""
    errors = told(examined(game), "error")
    assert law in errors, errors
    assert re.search(diagnosis, errors[law]), errors[law]


@pytest.mark.parametrize("game", [o.Exits(), o.EndlessMoves()], ids=repr)
def test_where_a_method_raises_is_told(game: Any) -> None:
    """The state in which it was called, not one from which a law looks ahead."""
    (finding,) = examined(game).errors
    assert (finding.state, len(finding.moves or ()), finding.is_shortest) == ("5/0", 2, True)


def test_a_repr_that_raises_is_a_warning() -> None:
    """The report says so, can be printed, and shows what it can."""
    report = examined(o.ShyStates())
    assert report.ok
    assert told(report, "warning") == {
        "repr-does-not-raise": "__repr__() of a state raised LookupError: not today; errors and reports show it by that method"
    }
    assert check_game(o.ShyGame(), games=5, compiled=False).game == "<ShyGame, whose __repr__ raised SystemExit: goodbye>"
    assert "in the initial state: <Shy, whose __repr__ raised LookupError: not today>" in str(report)
    assert json.loads(json.dumps(report.to_dict()))["ok"] is True


@needs_llvmlite
def test_what_is_raised_while_tiers_are_compared_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In states that no random game met."""

    def late(*arguments: Any) -> int:
        raise LookupError("late")

    monkeypatch.setattr(tiers, "perft", late)
    assert told(check_game(Sound(), games=20), "error") == {
        "methods-do-not-raise": "a method raised LookupError: late while compiled rules were compared with Python's"
    }


@pytest.mark.parametrize("game", [o.ManyPlayers(), o.LoudStates()], ids=repr)
def test_what_cannot_be_compared_brings_nothing_down(game: Any) -> None:
    """Players that are lists, and states whose equality and hash raise exceptions."""
    assert not examined(game).ok


# --- results and evaluations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "diagnosis"),
    [
        (
            o.AlwaysWon(),
            r"^player 1 never won in 300 decided games, \d+ of which ended by a move of player 1\. outcome\(\) is for player 0, not "
            "for the player who moved last: give mx.LOSS, or a margin below 0, where player 1 has won",
        ),
        (
            o.AlwaysLost(),
            r"^player 0 never won in 300 decided games, \d+ of which ended by a move of player 0\. outcome\(\) is for player 0, not "
            "for the player whose turn it would be: give mx.WIN, or a margin above 0, where player 0 has won",
        ),
    ],
    ids=["won", "lost"],
)
def test_results_for_the_mover_are_a_hint(game: Any, diagnosis: str) -> None:
    """One player wins all games, although both end some."""
    hints = told(examined(game, 300), "hint")
    assert re.search(diagnosis, hints["both-players-win"])


def test_results_of_few_games_say_nothing() -> None:
    """A dozen games may all be won by one player, by chance."""
    assert "both-players-win" not in told(examined(o.AlwaysWon(), 12), "hint")


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_evaluations_for_the_mover_are_found_in_short_card_games(seed: int) -> None:
    """Six plies, with one deal that leaves little to chance; the same game is not accused where it evaluates for player 0."""
    found = {finding.law: finding for finding in examined(o.MoversTricks(seed=seed), 300).findings}
    assert found["evaluation-is-for-player-0"].diagnosis.startswith("evaluate() looks like it is for the player to move")
    assert "evaluation-is-for-player-0" not in {finding.law for finding in examined(o.Tricks(seed=seed), 300).findings}


def test_games_that_are_dealt_anew() -> None:
    """What is found is shown where it was met, since another game may not come there."""
    report = examined(o.DealtTwice(), 60)
    (finding,) = report.errors
    assert finding.law == "no-move-twice"
    assert (len(finding.moves or ()), finding.is_shortest) == (3, False)
    led = (finding.moves or ())[-1]
    assert f"led={led}" in (finding.state or "")
    assert examined(o.DealtTricks(), 60).ok


# --- keys -------------------------------------------------------------------------------------------------------------------------


def test_a_key_that_leaves_something_out_is_found_by_values() -> None:
    """Outcome and moves are alike; best play gives another result."""
    errors = told(examined(o.Ring(), 300), "error")
    assert re.search(
        r"^key\(\) gives \(\d, \d\) for two states with different values under best play, -?\d+ and -?\d+: Lap",
        errors["equal-keys-mean-equal-futures"],
    )


def test_a_key_that_leaves_something_out_is_no_cycle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no difference shows in time, the hint is that the states differ, not that a position comes again."""
    monkeypatch.setattr(keys, "_MOST_PAIRS", 0)
    hints = told(examined(o.Ring(), 60), "hint")
    assert "positions-come-again" not in hints
    assert re.search(
        r"^key\(\) gives \(\d, \d\) for two states of one game that differ: Lap\(.*\), and Lap\(.*\) after the moves [12 ]+\. If what "
        "it leaves out matters later on, a table takes one for the other: put it into the key",
        hints["keys-hold-all-that-matters"],
    )


# --- arrays -----------------------------------------------------------------------------------------------------------------------


@needs_numpy
@pytest.mark.parametrize("name", ["InAnArray", "ArrayMoves", "Holders", "ObjectArrays"])
def test_arrays_are_compared_safely(name: str) -> None:
    """States that are arrays or hold them, and moves that are arrays."""
    assert examined(getattr(a, name)()).findings == ()


@needs_numpy
@pytest.mark.parametrize(
    ("name", "law", "diagnosis"),
    [
        ("ArrayInPlace", "play-leaves-its-argument", r"play\(state, 1\) changes its argument from \[9, 0\] to \[8, 0\]"),
        ("ArrayLots", "play-is-a-function", "when asked again; chance and memory have no place in rules"),
        ("EndlessArray", "games-end", "a random game was not over after 200 plies; no state was seen to come twice"),
    ],
)
def test_arrays_in_broken_games(name: str, law: str, diagnosis: str) -> None:
    """What is broken is found as with other states."""
    assert re.search(diagnosis, told(examined(getattr(a, name)()), "error")[law])
