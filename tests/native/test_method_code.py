"""The types and the code of a method, as the command shows them and the documentation explains them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

from minimaxer.cli import main

from .. import documents as d

PAGE = d.DOCS / "explanation" / "compiling.md"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints of a method."""
    assert main(["compile", *arguments]) == 0
    return capsys.readouterr().out


def test_the_page_shows_what_the_command_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Line by line, of the game on the page."""
    if not PAGE.exists():
        pytest.skip("the documentation is not beside the tests")
    text = PAGE.read_text(encoding="utf-8")
    (source,) = (each for each in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "class Race" in each)
    (shown,) = re.findall(r"```llvm\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "race.py"
    path.write_text(source, encoding="utf-8")
    lines = printed(capsys, f"{path}", "--show", "play").splitlines()
    assert lines[: len(shown.splitlines())] == shown.splitlines()
    assert sum("= add i64" in line for line in lines) == 1


def test_moves_are_shown_as_they_are_gone_through(capsys: pytest.CaptureFixture[str]) -> None:
    """A generator is part of the loop over its items."""
    text = printed(capsys, "nim", "--show", "moves")
    assert text.startswith("; ")
    assert "define internal" in text


@pytest.mark.parametrize("name", ["render", "found", "__init__", "nope"])
def test_only_compiled_methods_can_be_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "--show", name]) == 2
    told = capsys.readouterr().err
    assert re.search(rf"expected a method that is compiled, one of player, moves, play, outcome, .*, got '{name}'", told)


def test_without_a_method_the_coverage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "nim").startswith("compared with Python in ")
