"""`levels`, and `--level` and `--elo` of `play`; what is typed is not run in a terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer.play.levels.level import Point, read_ladder

from ..play.test_levels import ladder


@pytest.fixture
def levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one's own, with levels beside it."""
    file = tmp_path / "own_nim.py"
    file.write_text("from minimaxer_games.nim import Nim\n\n\nclass Own(Nim):\n    pass\n")
    monkeypatch.setenv("MINIMAXER_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    found = json.dumps({repr(mx.find_game(f"{file}:Own")): ladder().to_dict()})
    (tmp_path / "own_nim.levels.json").write_text(found)
    return file


@pytest.mark.thorough
def test_levels_are_measured_written_shown_and_verified(
    levels: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Into a file that is named."""
    found = ladder(games=300)  # so many levels would take a while
    monkeypatch.setattr("minimaxer.cli.commands.levels.measure_levels", lambda game, **settings: found)
    game, out = f"{levels}:Own", str(levels.with_name("out.json"))
    arguments = [game, "--tier", "tree", "--workers", "1", "--out", out]
    assert main(["levels", *arguments, "--seconds", "1", "--nodes", "64"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^\d+ levels?, measured by [\d,]+ games\n   1 +\d+ Elo  ", said)
    assert f"written to {out}\n" in said
    assert main(["levels", *arguments, "--show", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == read_ladder(mx.find_game(game), out).to_dict()
    assert main(["levels", *arguments, "--verify", "2"]) == 0
    said = capsys.readouterr().out
    assert re.match(r"level  1:  +[\d.]+ Elo above the one below it promised, [+-][\d.inf]+ ± [\d.inf]+ found\n", said)
    assert said.count("\n") == len(shown["levels"])


def test_few_levels_are_told(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", f"{levels}:Own", "--show"]) == 0
    assert capsys.readouterr().out == (
        "3 levels, measured by 7 games\n"
        "   1     100 Elo  depth=1\n"
        "   2     200 Elo  depth=1 50%, nodes=64 50%\n"
        "   3     300 Elo  nodes=64\n"
        "between random play and the best that was found lie 300 Elo, so there are few levels\n"
    )


def test_people_play_against_levels(levels: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """By number, by strength, and by what they made of earlier games."""

    def play(*arguments: str) -> str:
        monkeypatch.setattr("builtins.input", lambda asked="": "1-1")
        game = f"{levels}:Own" if "adaptive" in arguments else f"{levels}:Own:heaps=1+1"
        assert main(["play", game, "--tier", "tree", *arguments]) == 0
        return capsys.readouterr().out

    position = ["--position", "1,1,0/0"]
    (levels.with_name("own_nim.levels.json")).write_text(
        json.dumps({repr(mx.find_game(f"{levels}:Own{fields}")): ladder().to_dict() for fields in ("", ":heaps=1+1")})
    )
    assert "Player 1 (level 2.5) plays 2-1\n" in play("--level", "2.5")
    assert "Player 1 (100 Elo) plays 2-1\n" in play("--elo", "100")
    assert "Your next game is against level 1.\n" in play("--level", "adaptive", *position)
    assert "Your next game is against level 0.\n" in play("--level", "adaptive", *position)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--level", "x"], "expected --level to be a number or adaptive, got 'x'"),
        (["--level", "9"], "expected level to be from 0, random play, to 3, got 9; this game has 3 levels"),
        (["--level", "1", "--elo", "5"], "expected either level or elo, as in mx.Level(3) or mx.Level(elo=400)"),
        (
            ["--level", "1", "--depth", "5"],
            "contradictory options: a level knows how long it thinks; leave --depth, --seconds and --nodes out",
        ),
        (["--level", "3", "--clock", "0"], "expected --clock to be seconds above 0, as in 300 or 300+5, got '0'"),
        (["--level", "adaptive", "--side", "both"], "an adaptive level follows one person; let --side name one"),
    ],
)
def test_wrong_levels_are_told(levels: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main(["play", f"{levels}:Own", "--tier", "tree", *arguments]) == 2
    assert capsys.readouterr().err == f"minimaxer: error: {message}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--show", "--verify", "3"], "contradictory options: --show shows what was measured, and --verify plays it out"),
        (["--nodes", "1"], "expected --nodes to be from 64, the shortest search of a level, got 1"),
    ],
)
def test_levels_are_not_measured_like_that(
    levels: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["levels", f"{levels}:Own", *arguments]) == 2
    assert capsys.readouterr().err == f"minimaxer: error: {message}\n"


def test_what_is_left_out_is_told(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One level; and levels that could not be told apart although there is room for more."""
    for elos, words in (
        ((300.0,), "1 level, measured by 7 games\n"),
        ((200.0, 600.0), "levels that could not be told apart in the time were left out; --seconds gives it more\n"),
    ):
        points = (Point(place=0, elo=0), Point(place=2, elo=elos[-1]))
        text = json.dumps({repr(mx.find_game(f"{levels}:Own")): ladder(points=points, elos=elos).to_dict()})
        levels.with_name("own_nim.levels.json").write_text(text)
        assert main(["levels", f"{levels}:Own", "--show"]) == 0
        assert words in capsys.readouterr().out


def test_a_level_of_a_match_takes_no_more(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", f"{levels}:Own", "--player", "level=1,depth=2", "--player", "random"]) == 2
    assert capsys.readouterr().err == "minimaxer: error: a level has no 'depth'; known: level, elo, path\n"
