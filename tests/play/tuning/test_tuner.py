"""Tuning as a whole: small games in Python, files that go on, errors, and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.play.tuning.result import Tuning
from minimaxer.play.tuning.samples import Reader, Sample, SelfPlay

State = tuple[int, int, int, int]
"""What each player has, moves left, and who moves."""


@frozen
class Gathering:
    """Each takes from 0 to 2, which chance in the guise of the position makes worth something; who has more at the end wins."""

    weights: mx.Weights = mx.Weights(lead=1.0, noise=3.0)

    def initial(self) -> State:
        return 0, 0, 12, 0

    def player(self, state: State) -> int:
        return state[3]

    def moves(self, state: State) -> range:
        return range(3)

    def play(self, state: State, move: int) -> State:
        one, other, left, player = state
        worth = (move * (one + 2 * other + 3 * left) + move) % 5
        return (one + worth, other, left - 1, 1) if player == 0 else (one, other + worth, left - 1, 0)

    def outcome(self, state: State) -> int | None:
        one, other, left, _ = state
        return None if left else mx.WIN if one > other else mx.LOSS if one < other else mx.DRAW

    def features(self, state: State) -> tuple[int, int]:
        return state[0] - state[1], (5 * state[0] + 3 * state[1]) % 7 - 3


GATHERING = f"{__name__}:Gathering"
"""Its name on the command line."""
REQUIRED = ("initial", "player", "moves", "play", "outcome")


class Judged:
    """The same with an evaluation of its own, which has a part without a weight."""

    weights = mx.Weights(lead=1.0, noise=3.0)
    initial, player, moves, play, outcome = (staticmethod(getattr(Gathering(), name)) for name in REQUIRED)

    def evaluate(self, state: State) -> float:
        lead, noise = Gathering().features(state)
        return self.weights.lead * lead + self.weights.noise * noise + 0.5 * lead


@pytest.fixture
def team() -> Iterator[Executor]:
    """One thread, so that nothing is sent anywhere."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


SETTINGS: dict[str, Any] = {
    "player": mx.Player(limits=mx.Limits(depth=1)),
    "games": 30,
    "rounds": 2,
    "test_rounds": 50,
    "seed": 1,
}
SMALL = SETTINGS | {"games": 10, "test_rounds": 3}


def test_noise_is_told_from_what_counts(team: Executor) -> None:
    """A weight of noise goes to nothing within its error, and the test finds that this is stronger."""
    told: list[str] = []
    seen: list[Tuning] = []
    found = mx.tune(Gathering(), **SETTINGS, sprt=mx.Sprt(0, 200), executor=team, tell=told.append, on_round=seen.append)
    lead, noise = found.rounds[-1].rows
    assert abs(noise.fitted) <= 2 * noise.error < 3
    assert lead.fitted > 3 * lead.error
    assert found.rounds[-1].loss < found.rounds[-1].loss_before
    assert (len(seen), len(seen[0].rounds), seen[0].match, seen[0].verdict) == (2, 1, None, None)
    assert found.match is not None
    assert found.verdict == "stronger"
    assert told[0] == "round 1: 1 of 30 games"
    assert told[-1].startswith("test: ")
    assert str(found).splitlines()[-2:] == ["the new weights are stronger", f"weights = mx.{found.weights}"]
    assert json.loads(json.dumps(found.to_dict()))["weights"] == found.weights.to_dict()


def test_weights_that_are_worse_are_told(team: Executor) -> None:
    """Where not even the end of their error reaches the old ones."""
    match = mx.play_match(
        Gathering(),
        [mx.Player(limits=mx.Limits(depth=1), game=mx.with_weights(Gathering(), {"noise": noise})) for noise in (9.0, 0.0)],
        rounds=60,
        sprt=mx.Sprt(0, 200),
        executor=team,
    )
    found = Tuning(before=Gathering().weights, rounds=(), match=match)
    assert found.verdict == "weaker"
    assert str(found).splitlines()[-2] == "the new weights are weaker; keep the old ones"


def test_no_opening_of_the_match_was_trained_on(team: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games of the training begin elsewhere."""
    trained: list[Any] = []
    play = SelfPlay._samples

    def noted(*given: Any) -> list[Sample]:
        trained.append(given[-1])
        return play(*given)

    monkeypatch.setattr(SelfPlay, "_samples", noted)
    found = mx.tune(Gathering(), **SMALL, executor=team)
    assert found.match is not None
    tested = {game.position for game in found.match.games}
    assert len(trained) == 20
    assert not tested & set(map(repr, trained))


def test_a_tuning_goes_on_from_its_file(team: Executor, tmp_path: Path) -> None:
    """With the same result as at one go, and nothing is played twice."""
    whole = mx.tune(Gathering(), **SMALL, executor=team)
    path = tmp_path / "mine.json"

    def stop(found: Tuning) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mx.tune(Gathering(), **SMALL, executor=team, path=path, on_round=stop)
    told: list[str] = []
    found = mx.tune(Gathering(), **SMALL, executor=team, path=path, tell=told.append)
    assert found.rounds == whole.rounds
    assert told[0] == "round 2: 1 of 10 games"
    with pytest.raises(mx.NotationError, match=r"mine\.json holds a tuning with other settings: .* name another file"):
        mx.tune(Gathering(), **SMALL | {"games": 11}, executor=team, path=path)
    path.write_text("[]")
    with pytest.raises(mx.NotationError, match=r"expected .*mine\.json to be the file of a tuning; name another one"):
        mx.tune(Gathering(), **SMALL, executor=team, path=path)
    with pytest.raises(mx.NotationError, match="cannot read "):
        mx.tune(Gathering(), **SMALL, executor=team, path=tmp_path)
    with pytest.raises(mx.NotationError, match="cannot write "):
        mx.tune(Gathering(), **SMALL, executor=team, path=tmp_path / "none" / "mine.json")


def test_whole_weights_stay_whole(team: Executor) -> None:
    """They are rounded, and the result has what was fitted too."""
    found = mx.tune(mx.with_weights(Whole(), {}), **SETTINGS | {"rounds": 1, "test_rounds": 2}, executor=team)
    assert found.weights.are_whole
    assert [round(each.fitted) for each in found.rounds[-1].rows] == list(found.weights)


def test_some_weights_may_stay(team: Executor) -> None:
    """The others are tuned, and what those that stay make sets the scale."""
    found = mx.tune(Gathering(), **SETTINGS | {"rounds": 1, "test_rounds": 2}, names=["noise"], executor=team)
    [noise] = found.rounds[-1].rows
    assert (noise.name, found.weights.lead, found.weights.noise) == ("noise", 1.0, noise.value)
    assert abs(noise.fitted) < 3 / 2


def test_features_are_read_off_an_evaluation() -> None:
    """One weight at a time; what is left is the rest."""
    rng, game = Random(2), Judged()
    reader, state = Reader(game), game.initial()
    while state[2]:
        rest, features = reader.read(state)
        assert (rest, features) == ((state[0] - state[1]) / 2, Gathering().features(state))
        assert Sample(0, 1.0, 1, rest, features).value(game.weights) == game.evaluate(state)
        state = game.play(state, rng.randrange(3))


@frozen
class Whole(Gathering):
    weights: mx.Weights = mx.Weights(lead=10, noise=30)


class Bare:
    """Neither evaluation nor features."""

    weights = mx.Weights(lead=1.0)
    initial, player, moves, play, outcome = (staticmethod(getattr(Gathering(), name)) for name in REQUIRED)


class Unweighted(Judged):
    weights = None  # type: ignore[assignment]  # it has none


class Deaf(Judged):
    def evaluate(self, state: State) -> float:
        return 3.0


class Bent(Judged):
    def evaluate(self, state: State) -> float:
        return self.weights.lead * self.weights.noise * (1 + state[0])


@frozen
class Short(Gathering):
    weights: mx.Weights = mx.Weights(lead=1.0)


@frozen
class Single(Gathering):
    def initial(self) -> State:
        return 0, 0, 1, 0


class Three(Gathering):
    players = 3


@pytest.mark.parametrize(
    ("game", "settings", "error", "told"),
    [
        (Three(), {}, mx.GameError, "expected a game for two with nothing hidden: weights are fitted to who has won"),
        (
            Unweighted(),
            {},
            mx.GameError,
            r"Unweighted has no weights to tune; give it an attribute weights = mx\.Weights\(name=number, \.\.\.\)",
        ),
        (
            Bare(),
            {},
            mx.GameError,
            r"Bare has weights, and nothing that reads them; give it evaluate\(state\) or features\(state\)",
        ),
        (
            Deaf(),
            {},
            mx.OptionError,
            r"no weight has a part in the evaluation of any position .*; Deaf\.evaluate has to read self",
        ),
        (
            Bent(),
            {},
            mx.OptionError,
            r"expected evaluate to add up weights, .*it gives 3\.0, and its weights one by one give 0; ",
        ),
        (Short(), {}, mx.OptionError, r"expected 1 features, one for each weight, got 2 in .*; give each feature a weight"),
        (Single(), {"openings": 0}, mx.OptionError, "expected at least 2 openings, some to train on and some to test on, got 1"),
        (Gathering(), {"names": []}, mx.OptionError, r"expected names of weights, each once, got \[\]; known: lead, noise"),
        (Gathering(), {"names": ["lad"]}, mx.OptionError, r"expected names of weights, each once, got \['lad'\]; known: lead"),
        (Gathering(), {"games": 1}, mx.OptionError, "expected games to be a whole number from 2 to 10,000,000, got 1"),
        (Gathering(), {"rounds": 0}, mx.OptionError, "expected rounds to be a whole number from 1 to 10,000,000, got 0"),
        (
            Gathering(),
            {"player": mx.Player(evaluate=lambda state: 1)},
            mx.OptionError,
            "expected a player without evaluate and game: it plays by the weights that are tuned",
        ),
        (Gathering(), {"player": "random"}, mx.OptionError, "expected player to be a Player or None, got 'random'"),
        (Gathering(), {"seconds": 0}, mx.OptionError, "expected seconds to be above 0, got 0"),
    ],
)
def test_what_cannot_be_tuned_is_refused(game: Any, settings: dict[str, Any], error: Any, told: str, team: Executor) -> None:
    """Before any game is played."""
    with pytest.raises(error, match=told):
        mx.tune(game, **SETTINGS | settings, executor=team)


def test_rules_that_raise_end_the_tuning(team: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what went wrong."""
    monkeypatch.setattr(SelfPlay, "_samples", lambda *given: 1 // 0)
    with pytest.raises(mx.RulesError, match="a game of the training could not be played: ZeroDivisionError: "):
        mx.tune(Gathering(), **SETTINGS, executor=team)


def test_the_command_tunes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, team: Executor
) -> None:
    """It prints weights to paste, as text and as data; contradictions are told."""
    here = partial(mx.tune, executor=team)
    monkeypatch.setattr("minimaxer.cli.commands.tune.tune", lambda game, **given: here(Gathering(), **given))
    given = ["tune", GATHERING, "--tier", "tree", "--depth", "1", "--games", "20", "--rounds", "1", "--test", "4"]
    given += ["--out", str(tmp_path / "out.json")]
    assert main(given) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("weights = mx.Weights(lead=")
    assert main([*given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["before"] == {"lead": 1.0, "noise": 3.0}
    assert main([*given, "--nodes", "5"]) == 2
    assert "contradictory options: --nodes and --depth both say when a search ends" in capsys.readouterr().err
    assert main([*given, "--sprt", "5"]) == 2
    assert "expected --sprt to be two numbers as in 0,20, got '5'" in capsys.readouterr().err


def test_ctrl_c_keeps_the_last_round(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its weights are printed, and that they were not tested."""

    def interrupted(game: Any, on_round: Any, **settings: Any) -> None:
        on_round(Tuning(before=mx.Weights(lead=1.0), rounds=()))
        raise KeyboardInterrupt

    monkeypatch.setattr("minimaxer.cli.commands.tune.tune", interrupted)
    assert main(["tune", GATHERING, "--tier", "tree"]) == 0
    assert capsys.readouterr().out == "not tested\nweights = mx.Weights(lead=1.0)\n"
