"""Tuning options: the walk by itself, small games in Python, files that go on, errors, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.play.tuning.spsa import OptionTuning, _Walk
from minimaxer_games.nim import Nim
from minimaxer_games.tic_tac_toe import TicTacToe


class Triad(TicTacToe):
    players = 3


PLAYER: mx.Player[Any, Any] = mx.Player(
    algorithm="montecarlo", limits=mx.Limits(simulations=10), options=mx.MonteCarloOptions(exploration=2.5, playout_plies=9)
)
RANGES: dict[str, Any] = {"exploration": (0.1, 3.0), "playout_plies": (1, 20)}
SETTINGS: dict[str, Any] = {"player": PLAYER, "steps": 2, "pairs": 2, "test_rounds": 2}


@pytest.fixture
def team() -> Iterator[Executor]:
    """One thread, so that nothing is sent anywhere."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


def test_a_walk_finds_where_points_are_made() -> None:
    """With noise as of sixteen pairs of games, where the best is at 0.6 and 15; nobody knows how far from there one is."""

    def points(player: mx.Player[Any, Any]) -> float:
        options: Any = player.options
        return float(-abs(options.exploration - 0.6) - abs(options.playout_plies - 15) / 10)

    rng, steps = Random(1), 200
    walk = _Walk(PLAYER, RANGES, steps, seed=1)
    for _ in range(steps):
        plus, minus = walk.tried()
        walk.learn(max(-1.0, min(1.0, points(plus) - points(minus) + rng.gauss(0, 0.2))))
    found = walk.result()
    assert abs(found.values["exploration"] - 0.6) < 0.3
    assert abs(found.values["playout_plies"] - 15) <= 2
    assert dict(found.before) == {"exploration": 2.5, "playout_plies": 9}
    assert isinstance(found.values["playout_plies"], int)


def test_it_ends_with_a_match(team: Executor) -> None:
    """Of the player with the new options, and all its other settings, against the old one."""
    told: list[str] = []
    seen: list[OptionTuning] = []
    found = mx.tune_options(TicTacToe(), RANGES, **SETTINGS, executor=team, tell=told.append, on_step=seen.append)
    assert [len(each.steps) for each in seen] == [1, 2]
    assert told[0] == "step 1 of 2: exploration 2.5, playout_plies 9"
    assert found.match is not None
    assert found.match.names == ("new", "old")
    assert (found.player.limits, found.player.algorithm, found.verdict) == (PLAYER.limits, "montecarlo", "not shown")
    lines = str(found).splitlines()
    assert lines[0] == "after 2 steps"
    assert lines[-1] == "it is not shown that the new options are stronger; keep the old ones, or play more games"
    assert json.loads(json.dumps(found.to_dict()))["values"] == dict(found.values)


def test_it_goes_on_from_its_file(team: Executor, tmp_path: Path) -> None:
    """With the same result as at one go."""
    whole = mx.tune_options(TicTacToe(), RANGES, **SETTINGS, executor=team, seed=3)
    path = tmp_path / "mine.json"

    def stop(found: OptionTuning) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mx.tune_options(TicTacToe(), RANGES, **SETTINGS, executor=team, seed=3, path=path, on_step=stop)
    told: list[str] = []
    found = mx.tune_options(TicTacToe(), RANGES, **SETTINGS, executor=team, seed=3, path=path, tell=told.append)
    assert found.steps == whole.steps
    assert told[0].startswith("step 2 of 2")
    with pytest.raises(mx.NotationError, match=r"mine\.json holds a tuning of options with other settings: .* name another file"):
        mx.tune_options(TicTacToe(), RANGES, **SETTINGS, executor=team, path=path)
    path.write_text("{}")
    with pytest.raises(mx.NotationError, match=r"expected .*mine\.json to be the file of a tuning of options; name another one"):
        mx.tune_options(TicTacToe(), RANGES, **SETTINGS, executor=team, path=path)


@pytest.mark.parametrize(
    ("ranges", "text"),
    [
        ({}, r"expected ranges of options, as in \{\"exploration\": \(0\.1, 2\.0\)\}, got \{\}"),
        ({"depth": (1, 2)}, "expected an option of MonteCarloOptions, one of .*, got 'depth'"),
        ({"seed": (1, 2)}, "expected an option of MonteCarloOptions, one of .*, got 'seed'"),
        (
            {"exploration": (3.0, 0.1)},
            r"expected the range of exploration to be two numbers, the lower one first, got \(3\.0, 0\.1\)",
        ),
        ({"exploration": 3.0}, "expected the range of exploration to be two numbers, the lower one first, got 3.0"),
        ({"solver": (0, 1)}, "expected an option that is a number, got solver, which is True"),
        ({"exploration": (3.0, 4.0)}, r"expected the range of exploration to hold its value 2\.5, where tuning begins, got"),
        ({"implicit": (0.0, 2.0)}, "expected implicit to be a number from 0 to 1, got 2.0"),
    ],
)
def test_what_is_no_range(ranges: Any, text: str) -> None:
    """Is said before anything is played."""
    with pytest.raises(mx.OptionError, match=text):
        mx.tune_options(TicTacToe(), ranges, player=PLAYER)


def test_what_cannot_be_tuned() -> None:
    """A game for three, and no steps."""
    with pytest.raises(mx.GameError, match="expected a game for two, whose players take points off each other, got one for 3"):
        mx.tune_options(Triad(), RANGES, player=PLAYER)
    with pytest.raises(mx.OptionError, match="expected steps to be a whole number from 1 to 10,000,000, got 0"):
        mx.tune_options(Nim(), RANGES, player=PLAYER, steps=0)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Prints what came of it, as text or JSON; what is for weights is refused."""
    few = [
        "--algorithm",
        "montecarlo",
        "--nodes",
        "20",
        "--steps",
        "1",
        "--pairs",
        "1",
        "--test",
        "1",
        "--workers",
        "1",
        "--tier",
        "tree",
    ]
    assert main(["tune", "tic_tac_toe", "--options", "exploration=0.2:2,implicit=0.0:1.0", *few, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["before"] == {"exploration": 1.1, "implicit": 0.3}
    for given, text in (
        (["--options", "exploration=a:b"], "expected --options to be ranges as in exploration=0.2:2, got 'exploration=a:b'"),
        (
            ["--options", "exploration=0:1", "--rounds", "2"],
            "--rounds is for tuning weights, and --options tunes options; leave it out",
        ),
        (["--steps", "2"], "contradictory options: --steps goes with --options; leave it out"),
    ):
        assert main(["tune", "tic_tac_toe", *given]) == 2
        assert text in capsys.readouterr().err
