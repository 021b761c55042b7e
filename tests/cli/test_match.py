"""`minimaxer match`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import minimaxer as mx
from minimaxer.cli import main
from minimaxer_games.tic_tac_toe import TicTacToe

MATCH = ("match", "tic_tac_toe", "--tier", "tree", "--player", "depth=6,name=deep", "--player", "depth=1", "--workers", "1")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was said of errors."""
    code = main([*MATCH, *arguments])
    found = capsys.readouterr()
    return code, found.out, found.err


def test_a_match_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Points, games, pairs, Elo; the games in a file; the same again from the file of rounds."""
    records, out = tmp_path / "games.txt", tmp_path / "rounds.jsonl"
    code, text, _ = run(capsys, "--rounds", "5", "--records", str(records), "--out", str(out), "--openings", "2")
    assert code == 0
    assert text.startswith("5 rounds, 10 games\n  deep     ")
    assert "\ngames   " in text
    assert "is stronger with" in text
    games = mx.read_records(records.read_text(encoding="utf-8"))
    assert len(games) == 10
    assert games[0].names == ("deep", "depth=1")
    for game in games:
        assert game.session(mx.find_game("tic_tac_toe")).result == game.result
    assert len(out.read_text(encoding="utf-8").splitlines()) == 5
    assert run(capsys, "--rounds", "5", "--out", str(out), "--openings", "2")[1] == text


def test_as_data(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One object; positions from a file; a test that ends the match."""
    file = tmp_path / "openings.txt"
    file.write_text("x........\n.x.......\n", encoding="utf-8")
    code, text, _ = run(capsys, "--rounds", "2", "--file", str(file), "--sprt", "0,400", "--json")
    data = json.loads(text)
    assert code == 0
    assert data["players"] == ["deep", "depth=1"]
    assert data["rounds"] == 2
    assert data["sprt"]["verdict"] in (None, "stronger", "not stronger")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--gauntlet", "--sprt", "0,5"), "the sequential test is for matches of two; leave sprt out"),
        (("--sprt", "5"), "expected --sprt to be two numbers as in 0,10, got '5'"),
        (("--sprt", "5,1"), "expected elo0 to be below elo1, got 5.0 and 1.0"),
        (("--rounds", "0"), "expected rounds to be a whole number from 1 to 10,000,000, got 0"),
        (("--openings", "3", "--file", "x"), "contradictory options: --openings draws positions, and --file gives them"),
    ],
)
def test_what_is_wrong_is_told(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str) -> None:
    """In one line, with the exit code for bad input."""
    code, _, errors = run(capsys, *arguments)
    assert (code, told in errors) == (2, True), errors


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("depth=x", "expected depth to be a whole number from 1, got 'x'"),
        ("colour=3", "a player has no 'colour'; known: depth, seconds, nodes, clock, increment, simulations, name, "),
        ("increment=3", "contradictory options: an increment is given back to a clock; give clock too"),
        ("depth=1,rules=no_such_game", "no_such_game"),
        ("depth=1,algorithm=maxn", "maxn is for games for three and more"),
        ("depth", "expected fields as name=value separated by commas after '--player', got 'depth'"),
    ],
)
def test_players_that_are_none(capsys: pytest.CaptureFixture[str], player: str, told: str) -> None:
    """With what is known."""
    code = main(["match", "tic_tac_toe", "--tier", "tree", "--player", player, "--player", "random"])
    assert code == 2
    assert told in capsys.readouterr().err


def test_rules_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """A player may search by other rules, as an earlier version."""
    old, new = "depth=2,rules=minimaxer_games.tic_tac_toe:TicTacToe,name=old", "depth=2,choice=random_best"
    assert main([*MATCH[:4], "--player", old, "--player", new, "--rounds", "2", "--workers", "1"]) == 0
    assert "\n  old " in capsys.readouterr().out


@pytest.mark.thorough
def test_more_players_are_a_tournament(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Everybody against everybody, or the first against all; a table of ratings."""
    settings = ("--player", "random", "--rounds", "2", "--openings", "2", "--records", str(tmp_path / "games.txt"))
    code, text, _ = run(capsys, *settings)
    assert code == 0
    assert "depth=1 against random: " in text
    assert len(mx.read_records((tmp_path / "games.txt").read_text(encoding="utf-8"))) == 12
    data = json.loads(run(capsys, *settings, "--gauntlet", "--json")[1])
    assert [row["name"] for row in data["players"]] == ["deep", "depth=1", "random"]
    assert len(data["matches"]) == 2


def test_another_program_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """By its command, with options of its own."""
    other = f"command={sys.executable} -m minimaxer engine tic_tac_toe --tier tree,name=other,depth=2,Hash=1,protocol=ugi"
    arguments = [*MATCH[:4], "--player", other, "--player", "random", "--rounds", "1", "--workers", "1"]
    assert main(arguments) == 0
    assert "\n  other " in capsys.readouterr().out
    assert main([*MATCH[:4], "--player", "command=no-such-engine", "--player", "random"]) == 2
    assert "cannot start 'no-such-engine'" in capsys.readouterr().err


def test_openings_can_be_balanced(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of those drawn by lot, a search keeps those that nobody wins."""
    game, out = TicTacToe(), tmp_path / "rounds.jsonl"
    code, _, _ = run(capsys, "--rounds", "8", "--balanced", "0", "--openings", "3", "--out", str(out))
    assert code == 0
    begun = [json.loads(line)["position"] for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(set(begun)) == 8
    assert all(mx.solve(game, game.parse(text)).value == 0 for text in begun)


def test_balanced_openings_are_drawn_by_lot(capsys: pytest.CaptureFixture[str]) -> None:
    """They are not those of a file or a book."""
    code, _, error = run(capsys, "--balanced", "1", "--file", "positions.txt")
    assert code == 2
    assert "contradictory options: --balanced chooses among random openings, and --book and --file give them" in error


def test_repetition_can_be_a_draw(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two bare kings end at the third coming of a position, not after thousands of plies; a file knows which."""
    positions, out = tmp_path / "positions.txt", tmp_path / "rounds.jsonl"
    positions.write_text("4k/5/5/5/4K w - - 0 1\n", encoding="utf-8")
    given = ["match", "chess_lite", "--tier", "tree", "--rounds", "1", "--plies", "90", "--workers", "1", "--out", str(out)]
    for name in ("a", "b"):
        given += ["--player", f"depth=2,repetition=True,name={name}"]
    given += ["--file", str(positions)]
    assert main([*given, "--repetition"]) == 0
    games = json.loads(out.read_text(encoding="utf-8"))["games"]
    assert [game["result"]["ending"] for game in games] == ["repetition"] * 2
    assert all(len(game["moves"]) < 60 for game in games)
    assert "games   0 won, 2 drawn, 0 lost by a" in capsys.readouterr().out
    assert main(given) == 2
    assert "repetition=True" in capsys.readouterr().err
