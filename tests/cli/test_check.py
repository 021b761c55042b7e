"""`minimaxer check`, `perft --divide`, and positions with spaces in files."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ..needs import HAS_LLVMLITE
from .test_commands import run


def test_check_reports_and_exits(capsys: pytest.CaptureFixture[str]) -> None:
    """0 for a sound game, 1 for a broken one; the report says what is wrong and where."""
    code, out, _ = run(capsys, "check", "nim", "--games", "30", "--tier", "tree")
    assert code == 0
    assert "Nim(heaps=(3, 4, 5)): 30 random games" in out
    assert out.splitlines()[-2].startswith("has evaluate, key, order, ")
    assert out.splitlines()[-1].startswith("lacks banked, prior, search_moves, ")
    code, out, _ = run(capsys, "check", "tests.testing.broken:Twice", "--games", "30", "--tier", "tree")
    assert code == 1
    assert "error: no-move-twice: moves() offers 1 twice" in out
    assert ": 5/" in out


def test_check_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """One object, with every finding."""
    code, out, _ = run(
        capsys, "check", "tests.testing.broken:Players12", "--games", "5", "--seed", "2", "--tier", "tree", "--json"
    )
    report = json.loads(out)
    assert (code, report["ok"], report["games"]) == (1, False, 5)
    assert report["findings"][0]["law"] == "player-is-counted-from-0"
    assert report["findings"][0]["moves"] == ["1"]


def test_check_ends_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    """What was not examined is noted."""
    code, out, _ = run(capsys, "check", "nim", "--seconds", "0.000001", "--tier", "tree")
    assert code == 0
    assert out.splitlines()[1] == "note: time was up after 1e-06 s: 0 of 300 random games were examined"


def test_check_shows_what_it_does(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, beside the number of games; the line is taken away in the end."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, _, errors = run(capsys, "check", "tests.testing.broken:Twice", "--games", "30", "--tier", "tree")
    assert code == 1
    shown = errors.split("\r\x1b[K")
    assert "looking for the shortest way to no-move-twice" in shown
    assert shown[-1] == ""


def test_check_refuses_bad_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line."""
    code, _, errors = run(capsys, "check", "nim", "--games", "0")
    assert (code, errors) == (2, "minimaxer: error: expected games to be a whole number from 1 to 1,000,000,000, got 0\n")
    code, _, errors = run(capsys, "check", "nim", "--seconds", "0")
    assert (code, errors) == (2, "minimaxer: error: expected seconds to be a number above 0, got 0.0\n")
    code, _, errors = run(capsys, "check", "no_such_game")
    assert code == 2
    assert "no game is named 'no_such_game'" in errors


def test_divide(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each first move, then the sum; or an object for each move."""
    code, out, _ = run(capsys, "perft", "chess_lite", "--depth", "2", "--divide")
    assert code == 0
    assert out.splitlines()[-1] == "7 moves, 53 sequences"
    assert "d2d3: 8" in out
    _, out, _ = run(capsys, "perft", "chess_lite", "--depth", "2", "--divide", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert sum(row["count"] for row in rows) == 53
    assert rows[0]["position"] == "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"


def test_threads_of_perft(capsys: pytest.CaptureFixture[str]) -> None:
    """Compiled games count on several; others say that they cannot."""
    code, _, errors = run(capsys, "perft", "nim", "--depth", "2", "--threads", "2")
    assert code == 2
    assert "threads=2 is for compiled games" in errors
    if HAS_LLVMLITE:
        code, out, _ = run(capsys, "perft", "tic_tac_toe", "--depth", "5", "--threads", "2", "--tier", "compiled")
        assert code == 0
        assert "15,120" in out


def test_positions_with_spaces(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A line holds a position with spaces and further columns, or a semicolon and what you like."""
    file = tmp_path / "positions.txt"
    file.write_text(
        "4k/1P2p/2K1P/5/5 w - - 1 24 mate in one\n"
        "4k/1P2p/2K1P/5/5 w - - 1 24; mate in one\n"
        "4k/1P2p/2K1P/5/5 w - - 1 24\tmate in one\n"
        "# a comment\n4k/1P2p/2K1P/5/5\n"
    )
    code, out, _ = run(capsys, "solve", "chess_lite", "--file", str(file))
    assert code == 0
    assert [line.split("  ")[0] for line in out.splitlines()] == ["4k/1P2p/2K1P/5/5 w - - 1 24"] * 3 + ["4k/1P2p/2K1P/5/5"]
    assert out.count("player 0 wins in 1 ply") == 4
    file.write_text("4k/1P2p/2K1P/5/6 w - - 1 24\n")
    code, _, errors = run(capsys, "solve", "chess_lite", "--file", str(file))
    assert code == 2
    assert f"line 1 of {file}: expected a FEN of 5x5 squares" in errors
