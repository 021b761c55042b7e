"""`review` and `book`, and the book in `play` and `match`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from minimaxer.cli import main

from ..play.test_book import DRAWN, WON


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two games."""
    file = tmp_path / "games.txt"
    file.write_text((WON + DRAWN).format("a", "a"))
    return file


def test_a_game_is_reviewed(games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of the file, or the one that is named; as text, as data, and as a picture."""
    picture = games.with_name("curve.svg")
    assert main(["review", "tic_tac_toe", str(games), "--depth", "9", "--tier", "tree", "--svg", str(picture)]) == 0
    assert capsys.readouterr().out == "  1  a  5      0\n  2  b  1      0\n"
    assert picture.read_text().startswith("<svg")
    assert main(["review", "tic_tac_toe", str(games), "--number", "1", "--depth", "9", "--tier", "tree", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["moves"]
    assert [(row["move"], row["mark"]) for row in rows] == [("5", ""), ("2", "??")]
    monkeypatch.setattr("sys.stdin", io.StringIO(games.read_text()))
    assert main(["review", "tic_tac_toe", "-", "--depth", "2", "--tier", "tree"]) == 0


def test_a_book_is_made_and_shown(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = str(games.with_name("t.book"))
    assert main(["book", "tic_tac_toe", book, str(games)]) == 0
    assert capsys.readouterr().out == "2 games added; the book knows 3 moves of 2 games\n"
    assert main(["book", "tic_tac_toe", book, str(games)]) == 0
    left = "0 games added, 2 left out (no result, or already in the book); the book knows 3 moves of 2 games"
    assert capsys.readouterr().out == f"{left}\n"
    assert main(["book", "tic_tac_toe", book, str(games), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"added": 0, "games": 2, "moves": 3}
    assert main(["book", "tic_tac_toe", book]) == 0
    assert capsys.readouterr().out == "5: 2 games, 75% of the points, value +3\n"
    assert main(["book", "tic_tac_toe", book, "--json", "--position", "....x...."]) == 0
    assert [row["move"] for row in json.loads(capsys.readouterr().out)] == ["1", "2"]
    assert main(["book", "tic_tac_toe", book, "--position", "x........"]) == 0
    assert capsys.readouterr().out == "the book knows no move here\n"
    arguments = ["--side", "1", "--book", book, "--depth", "2", "--tier", "tree"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.input", lambda asked="": "quit")
        assert main(["play", "tic_tac_toe", *arguments]) == 0
    assert "X (AI) plays 5, from the book\n" in capsys.readouterr().out
    players = ["--player", f"depth=1,book={book}", "--player", "random", "--tier", "tree", "--workers", "1"]
    assert main(["match", "tic_tac_toe", *players, "--rounds", "1", "--book", book, "--openings", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["review", "tic_tac_toe", "none.txt"],
            "cannot read none.txt: No such file or directory",
        ),
        (["review", "tic_tac_toe", "GAMES", "--number", "3"], "expected --number to be from 1 to 2, got 3"),
        (["review", "tic_tac_toe", "EMPTY"], "EMPTY holds no game"),
        (
            ["book", "tic_tac_toe", "none.book"],
            "expected the file of an opening book, but there is no none.book; `minimaxer book` makes one",
        ),
        (
            ["book", "tic_tac_toe", "t.book", "ROWS"],
            "line 1: expected the record of a game as JSON, got '{\"game\": '",
        ),
        (
            ["match", "tic_tac_toe", "--player", "random", "--player", "random", "--book", "none.book", "--file", "GAMES"],
            "contradictory options: --book and --file both say where games begin",
        ),
        (
            ["match", "tic_tac_toe", "--player", "random", "--player", "random", "--records", "no/such/folder"],
            "cannot write no/such/folder: No such file or directory",
        ),
        (["review", "tic_tac_toe", "GAMES", "--svg", "no/such/folder"], "cannot write no/such/folder: No such file or directory"),
        (
            ["match", "tic_tac_toe", "--player", "random", "--player", "random", "--book", "none.book"],
            "expected the file of an opening book, but there is no none.book; `minimaxer book` makes one",
        ),
    ],
)
def test_what_is_wrong_is_told(
    games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(games.parent)
    games.rename("GAMES")
    Path("EMPTY").write_text("\n")
    Path("ROWS").write_text('{"game": ')
    assert main(arguments) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"minimaxer: error: {message}"
