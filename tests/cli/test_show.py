"""`show`: a page of a search, step by step."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from minimaxer.cli import main


def test_a_page_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With what it holds, search by search."""
    file = tmp_path / "nim.html"
    arguments = ["show", "nim:heaps=1+2", "--depth", "3", "--variants", "alphabeta,pvs", "--out", str(file)]
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"alpha-beta: 44 steps\nPVS: 54 steps\nwritten to {file}\n"
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_search_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By its algorithm and options, from a position; a full recording says so."""
    file = tmp_path / "own.html"
    own = ["--algorithm", "mtdf", "--options", "ordering=lazy_pick", "--steps", "20", "--position", "4455", "--out", str(file)]
    assert main(["show", "connect_four", "--depth", "2", *own]) == 0
    assert capsys.readouterr().out.startswith("mtdf, yours: 21 steps (the first 20; give a smaller --depth or more --steps)\n")


def test_the_browser_is_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where that is asked for."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    file = tmp_path / "steps.html"
    assert main(["show", "nim:heaps=1+2", "--depth", "1", "--open", "--out", str(file)]) == 0
    assert opened == [file.as_uri()]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--variants", "pvs,"], "expected variants to be among minimax, alphabeta, own, best,"),
        (["--depth", "0"], "expected depth to be a whole number from 1 to 100, got 0"),
        (["--out", "/nowhere/steps.html"], "cannot write /nowhere/steps.html: No such file or directory"),
        (["--position", "what"], "--position: "),
    ],
)
def test_what_is_wrong_gets_one_clear_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the exit code is 2."""
    monkeypatch.chdir(tmp_path)
    assert main(["show", "nim", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"minimaxer: error: {message}")
