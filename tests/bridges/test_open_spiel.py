"""Games of OpenSpiel: values of its own search, by every game that fits; the doctor, matches, notation, and what does not fit."""

from __future__ import annotations

import pickle
import subprocess
import sys
import zlib
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search

import minimaxer as mx
from minimaxer.bridges.open_spiel import OpenSpielGame

from ..batch.test_analyse_many import Inline
from ..oracle import expectimax

TYPE = pyspiel.GameType
NAMES = [
    kind.short_name
    for kind in pyspiel.registered_games()
    if kind.default_loadable
    and kind.information == TYPE.Information.PERFECT_INFORMATION
    and kind.dynamics == TYPE.Dynamics.SEQUENTIAL
    and kind.reward_model == TYPE.RewardModel.TERMINAL
]


def judge(state: Any) -> float:
    """A number from 0 to 1 that every state has."""
    return zlib.crc32(state.history_str().encode()) % 1001 / 1001


def agree(name: str, depth: int) -> None:
    """Fails where our value, or the value of our move, is not that of a plain search of OpenSpiel's states."""
    game = OpenSpielGame(name, judge)
    found = mx.search(game, depth=depth)
    if hasattr(game, "chances"):
        assert found.value == pytest.approx(expectimax(game, game.initial(), depth), abs=1e-9)
    elif game.players == 2:
        theirs = pyspiel.load_game(name)
        value, _ = alpha_beta_search(theirs, value_function=judge, maximum_depth=depth, maximizing_player_id=0)
        assert found.value == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_values_are_those_of_its_own_search(name: str) -> None:
    """To depth 2, or 1 where there are very many moves."""
    width = len(OpenSpielGame(name).moves(OpenSpielGame(name).initial())) if name != "y" else 121  # type: ignore[arg-type]
    agree(name, 2 if width < 60 else 1)


def test_there_are_many() -> None:
    """More than thirty, dice among them."""
    assert len(NAMES) >= 31
    assert hasattr(OpenSpielGame("pig"), "chances")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "connect_four", "chinese_checkers(players=3)", "einstein_wurfelt_nicht"])
def test_the_doctor_finds_nothing(name: str) -> None:
    """In random games."""
    try:
        game = OpenSpielGame(name)
    except mx.OptionError as error:
        pytest.skip(str(error))
    report = mx.testing.check_game(game, games=3, seed=1)
    assert report.ok, report


def test_positions_moves_and_rules_can_be_kept_and_sent() -> None:
    """Equal where the same was played; moves by their names."""
    game = OpenSpielGame("tic_tac_toe", judge)
    state = game.play(game.initial(), 4)
    assert state == game.play(game.initial(), 4) != game.play(game.initial(), 5)
    assert hash(state) == hash(pickle.loads(pickle.dumps(state)))
    assert pickle.loads(pickle.dumps(state)) == state
    again = pickle.loads(pickle.dumps(game))
    assert again.evaluate(state) == game.evaluate(state)
    assert repr(again) == "OpenSpielGame('tic_tac_toe')"
    assert (repr(game.initial()), repr(state)) == ("Position(start)", "Position(4)")
    assert game.render(state) == "...\n.x.\n..."
    assert [game.parse_move(state, game.format_move(state, move)) for move in game.moves(state)] == list(game.moves(state))
    with pytest.raises(mx.NotationError, match="expected an action of tic_tac_toe, got 'z'"):
        game.parse_move(state, "z")
    dice = OpenSpielGame("pig")
    thrown = dice.play(dice.initial(), next(iter(dice.moves(dice.initial()))))
    outcome, _ = next(iter(dice._chances(thrown)))
    assert dice.parse_move(thrown, dice.format_move(thrown, outcome)) == outcome


def test_they_are_played() -> None:
    """In matches, by their results: wins where they are 1 and -1, points where they are more."""
    match = mx.play_match(OpenSpielGame("tic_tac_toe"), [mx.Limits(depth=4), "random"], rounds=2, openings=2, executor=Inline())
    assert not match.forfeits
    assert match.points[0] > match.points[1]
    game, rng = OpenSpielGame("oware"), Random(1)
    session: mx.Session[Any, Any] = mx.Session(game)
    while not session.is_over:
        session.play(rng.choice(list(session.legal)))
    assert session.result is not None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no_such_game", "OpenSpiel cannot load 'no_such_game': "),
        ("kuhn_poker", "expected a game of perfect information, one move after the other, but kuhn_poker has hidden information"),
        ("matrix_rps", "but matrix_rps has (hidden information|moves at the same time)"),
        ("goofspiel", "but goofspiel has "),
    ],
)
def test_what_does_not_fit_is_refused(name: str, told: str) -> None:
    """With what does not."""
    with pytest.raises(mx.OptionError, match=told):
        OpenSpielGame(name)


def test_the_package_is_asked_for() -> None:
    """Where it is not installed."""
    code = (
        "import sys; sys.modules['pyspiel'] = None\nfrom minimaxer.bridges.open_spiel import OpenSpielGame\nOpenSpielGame('nim')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MissingExtraError: games of OpenSpiel need the package open_spiel: pip install open_spiel" in run.stderr
