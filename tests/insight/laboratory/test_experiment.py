"""Experiments: every setting gives the same values, the choice is sound, and wrong input is refused."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.insight.laboratory import Setting, experiment, settings_for, some_positions
from minimaxer.insight.laboratory.story import CHAPTERS, chart, described, run_chapters, table, verdict
from minimaxer.insight.laboratory.trial import combined
from minimaxer_games.chess_lite import ChessLite
from minimaxer_games.connect_four import ConnectFour
from minimaxer_games.mancala import Mancala
from minimaxer_games.nim import Nim

from ...drawing.svg import words
from ...needs import needs_llvmlite

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("game", [ConnectFour(), Mancala(), ChessLite(), Nim()], ids=lambda game: type(game).__name__)
def test_all_settings_for_trees_find_the_same_values(game: Any) -> None:
    """With exact depths in tables and without `bounds`, whose answers come from deeper down."""
    found = mx.capabilities(game)
    depth = 2 if isinstance(game, ChessLite) else 3
    states = some_positions(game, depth, 1)
    expected = [mx.search(game, state, depth=depth, options=mx.AlphaBetaOptions(ignore={"bounds"})).value for state in states]
    settings = settings_for("tree", found)
    assert settings[0] == Setting("default")
    for setting in settings:
        ignored = setting.changes.get("ignore", frozenset()) | {"bounds"}
        exact = {"table_depth": "exact"} if "table" in setting.changes else {}
        options = mx.AlphaBetaOptions(**{**setting.changes, "ignore": ignored, **exact})
        values = [mx.search(game, state, depth=depth, algorithm=setting.algorithm, options=options).value for state in states]
        assert values == expected, setting.name


@needs_llvmlite
def test_all_settings_for_compiled_games_find_the_same_values() -> None:
    """The same natively, but for those that need code of their own."""
    game = Mancala()
    fast = mx.compile(game)
    expected = mx.search(game, depth=6).value
    for setting in settings_for("compiled", mx.capabilities(game)):
        if not setting.must_compile:
            exact = {} if "table" in setting.changes and setting.changes["table"] is None else {"table_depth": "exact"}
            options = mx.AlphaBetaOptions(**{**setting.changes, **exact})
            assert mx.search(fast, depth=6, algorithm=setting.algorithm, options=options).value == expected, setting.name


@pytest.fixture(autouse=True)
def own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured is the time that this process works, so that a busy machine changes nothing."""
    monkeypatch.setattr(time, "perf_counter", time.process_time)


def test_an_experiment_measures_and_chooses() -> None:
    """The counts are those of searches; the best is no slower than the default, and what is written can be read."""
    game = Mancala(houses=4, seeds=3)
    states = some_positions(game, 2, 0)
    found = experiment(game, states, depth=4, seconds=6)
    assert (found.tier, found.depth, found.positions) == ("tree", 4, 2)
    default = found.default
    results = [mx.search(game, state, depth=4) for state in states]
    assert default.nodes == sum(result.nodes for result in results)
    assert default.created == sum(result.created for result in results)
    assert default.values == tuple(result.value for result in results)
    assert default.ratio == default.ratio_low == default.ratio_high == 1
    assert found.best.ratio <= 1
    assert {trial.setting.name for trial in found.trials} >= {"default", "builtin", "lazy_pick", "pvs"}
    by_name = {trial.setting.name: trial for trial in found.trials}
    assert by_name["none"].comparisons == 0
    assert by_name["builtin"].nodes == by_name["insertion"].nodes
    assert by_name["children made at once"].created > by_name["builtin"].created
    assert all(trial.size_bytes > 10_000 for trial in found.trials)
    assert json.loads(json.dumps(found.to_dict()))["best"] == found.best.setting.name
    text = described(found, "mancala")
    assert text.startswith("mancala, tree: 2 positions searched to depth 4")
    assert verdict(found) in text
    assert "mancala: time, divided by the default's" in words(chart([found], "mancala").svg)


class Slowed(Mancala):
    """A game whose `order` takes so long that going without it must win."""

    def order(self, board: Any, house: int) -> int:
        sum(range(3000))
        return super().order(board, house)


def test_what_helps_is_found() -> None:
    """The costly method is left out, and the verdict says how to ask for that."""
    game = Slowed(houses=4, seeds=2)
    settings = [Setting("default"), Setting("lazy_pick", "alphabeta", {"ordering": "lazy_pick"})]
    settings.append(Setting("without order", changes={"ignore": frozenset({"order"})}))
    found = experiment(game, [game.initial()], depth=5, seconds=60, settings=settings)
    assert "without order" in found.best.setting.name
    assert "ignore=order" in verdict(found)


def test_hopeless_settings_are_stopped() -> None:
    """What takes more than four times as long as the default is named, not waited for."""
    game = ConnectFour()
    settings = [Setting("default"), Setting("everything", "minimax", {"deepening": False, "ignore": frozenset({"bounds"})})]
    found = experiment(game, [game.initial()], depth=6, seconds=3, settings=settings)
    assert found.stopped == ("everything",)
    assert [trial.setting.name for trial in found.trials] == ["default"]
    assert "stopped after four times the default's time: everything" in described(found, "x")


def test_settings_are_combined() -> None:
    """Changes add up, names to ignore too; what clashes cannot be combined."""
    one = Setting("a", "pvs", {"ignore": frozenset({"order"})})
    two = Setting("b", "auto", {"table": "1MB", "ignore": frozenset({"bounds"})})
    both = combined(one, two)
    assert both is not None
    assert combined(both, Setting("c", "mtdf", {})) is None
    assert combined(both, Setting("d", "auto", {"table": None})) is None
    assert (both.name, both.algorithm) == ("a + b", "pvs")
    assert both.changes == {"ignore": frozenset({"order", "bounds"}), "table": "1MB"}
    assert both.written == "--algorithm pvs --options ignore=bounds+order,table=1MB"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"states": []}, "expected at least one position to search, got none"),
        ({"depth": 0}, "expected a depth from 1, got 0"),
        ({"seconds": 0}, "expected a number of seconds above 0, got 0"),
        ({"settings": [Setting("mine")]}, "expected a setting named 'default' among those to try, to compare the others with"),
    ],
)
def test_wrong_experiments(given: dict[str, Any], message: str) -> None:
    """What was expected, and what was given."""
    with pytest.raises(mx.OptionError) as caught:
        experiment(Nim(), **{"states": [Nim().initial()], **given})
    assert str(caught.value) == message


class Listed:
    """Count down a list."""

    def initial(self) -> list[int]:
        return [5, 0]

    def player(self, state: list[int]) -> int:
        return state[1]

    def moves(self, state: list[int]) -> range:
        return range(1, min(state[0], 2) + 1)

    def play(self, state: list[int], taken: int) -> list[int]:
        return [state[0] - taken, 1 - state[1]]

    def outcome(self, state: list[int]) -> int | None:
        return None if state[0] else (mx.WIN if state[1] else mx.LOSS)


def test_settings_that_are_not_possible_are_named() -> None:
    """A table needs states that can be hashed; everything else is measured all the same."""
    game = Listed()
    found = experiment(game, [game.initial()], depth=4, seconds=1)
    assert [name for name, _ in found.impossible] == ["table of 16 MB"]
    assert "a transposition table needs hashable keys" in found.impossible[0][1]
    assert "not possible here: table of 16 MB: a transposition table" in described(found, "listed")
    assert len(found.trials) > 10
    assert found.best is found.default
    assert verdict(found).startswith("too short to tell: all positions together take ")


def test_ctrl_c_shows_what_was_found() -> None:
    """What was measured stands, and the result says that it was interrupted."""
    runs = []

    def on_run(name: str) -> None:
        runs.append(name)
        if len(runs) == 6:
            raise KeyboardInterrupt

    game = Mancala(houses=4, seeds=3)
    found = experiment(game, [game.initial()], depth=4, seconds=5, on_run=on_run)
    assert found.interrupted
    assert {trial.setting.name for trial in found.trials} == set(runs[:5])
    assert "interrupted" in described(found, "mancala")
    runs = ["nothing was measured yet"] * 5
    with pytest.raises(KeyboardInterrupt):
        experiment(game, [game.initial()], depth=4, seconds=5, on_run=on_run)


def test_with_too_little_time_everything_is_run_once() -> None:
    """The default not again either, and nothing is called better."""
    game = ConnectFour()
    found = experiment(game, [game.initial()], depth=5, seconds=0.01)
    assert {trial.runs for trial in found.trials} == {1}
    assert found.best is found.default


def test_positions_are_of_the_game() -> None:
    """The start first, all different and running; short games give fewer; the seed decides."""
    game = ConnectFour()
    states = some_positions(game, 5, 3)
    assert states[0] == game.initial()
    assert len(set(states)) == len(states) == 5
    assert all(game.outcome(state) is None for state in states)
    assert states == some_positions(game, 5, 3) != some_positions(game, 5, 4)
    assert len(some_positions(Nim(heaps=(1,)), 4, 0)) == 1


def test_the_laboratory_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A table, a verdict and a picture; the same as JSON."""
    picture = tmp_path / "lab.svg"
    command = ["lab", "nim", "--tier", "tree", "--seconds", "1", "--depth", "2", "--positions", "2"]
    assert main([*command, "--svg", str(picture)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("nim, tree: 2 positions searched to depth 2")
    assert "too short to tell: all positions together take " in out
    assert words(picture.read_text())[0] == "nim: time, divided by the default's"
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["tiers"][0]["depth"] == 2
    assert main(["lab", "connect_four", "--tier", "tree", "--position", "4455", "--depth", "1", "--seconds", "0.5"]) == 0
    assert "1 position searched" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seconds", "0"], "expected --seconds to be above 0, got 0"),
        (["--positions", "0"], "expected --positions to be a whole number from 1 to 1,000, got 0"),
        (["--svg", "nowhere/at/all.svg"], "expected --svg to name a file in a folder that exists, got 'nowhere/at/all.svg'"),
        (["--svg", "/"], "expected --svg to name a file in a folder that exists, got '/'"),
        (["--position", "0,0,0/0"], "expected positions in which the game still runs, got Heaps(sizes=(0, 0, 0), player=0)"),
        (["--depth", "0", "--tier", "tree"], "expected a depth from 1, got 0"),
    ],
)
def test_wrong_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    """One line, and the exit code 2."""
    assert main(["lab", "nim", *arguments]) == 2
    assert capsys.readouterr().err == f"minimaxer: error: {message}\n"


def test_a_mate_is_no_position_to_search(capsys: pytest.CaptureFixture[str]) -> None:
    """A game is over where `stuck` says so, too."""
    assert main(["lab", "chess_lite", "--tier", "tree", "--position", "R3k/5/4K/5/5 b - - 0 1"]) == 2
    assert capsys.readouterr().err.startswith("minimaxer: error: expected positions in which the game still runs, got Board(")


def test_the_story_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each chapter with a row for each setting, whose values agree; without numba the native one is left out."""
    quick = tuple(evolve(each, rounds=1, depth=min(each.depth, 6)) for each in CHAPTERS)
    monkeypatch.setattr("minimaxer.insight.laboratory.story.CHAPTERS", quick)
    chapters = list(run_chapters(compiled=False))
    assert [chapter.title for chapter, _ in chapters] == [each.title for each in CHAPTERS if not each.is_compiled]
    for chapter, trials in chapters:
        assert [trial.setting for trial in trials] == list(chapter.settings)
        assert len({trial.values for trial in trials}) == 1
        assert table(trials).count("\n") == len(trials)
    nodes = {trial.setting.name: trial.nodes for trial in chapters[1][1]}
    assert nodes["children only when needed"] == nodes["the fixed-option search"] == 1105
    short = quick[:1]
    monkeypatch.setattr("minimaxer.insight.laboratory.story.CHAPTERS", short)
    monkeypatch.setattr("minimaxer.cli.commands.bench.available", lambda: False)
    assert main(["bench"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(short[0].title)
    assert "native code is left out: llvmlite is not installed" in out
    assert main(["bench", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["name"] == "plain minimax"
